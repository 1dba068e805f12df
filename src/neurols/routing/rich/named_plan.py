"""Plans by names: routes that outlive the numbers of the instance that they were made for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.tables.changes import Changes, Place, changes_between, matched

from .table import rows

if TYPE_CHECKING:
    from .instance import RichRouting
    from .plan import RoutingPlan


@dataclass(frozen=True)
class NamedRoute:
    """A route: the name of the vehicle type and those of the places that it visits."""

    vehicle: str
    visits: tuple[str, ...]
    starts: tuple[float | None, ...]
    """When service begins at each of them; None where it is not known."""


def place_names(instance: RichRouting) -> list[str]:
    """The name of every location, its number where it has none."""
    given = [*(d.name for d in instance.depots), *(c.name for c in instance.clients)]
    return [name or str(number) for number, name in enumerate(given)]


def type_names(instance: RichRouting) -> list[str]:
    """The name of every vehicle type, its number where it has none."""
    return [kind.name or str(number) for number, kind in enumerate(instance.vehicle_types)]


def by_name(plan: RoutingPlan) -> list[NamedRoute]:
    """The routes of a plan by names."""
    starts: dict[int, list[float]] = {}
    for row in rows(plan):
        starts.setdefault(row["route"], []).append(row["start"])
    places, types = place_names(plan.instance), type_names(plan.instance)
    return [
        NamedRoute(
            types[route.vehicle_type],
            tuple(places[at] for at in route.visits),
            tuple(starts[number][1 : 1 + len(route.visits)]),
        )
        for number, route in enumerate(plan.routes, start=1)
    ]


def to_json(plan: RoutingPlan) -> list[dict[str, Any]] | None:
    """What a solution file tells of names, so that it can be read for later orders; None where
    clients have none."""
    if not any(client.name for client in plan.instance.clients):
        return None
    return [
        {"vehicle": route.vehicle, "visits": list(route.visits), "starts": list(route.starts)}
        for route in by_name(plan)
    ]


def from_form(form: Mapping[str, Any], instance: RichRouting) -> list[NamedRoute]:
    """The routes of a form, by its names where it has some, else by the instance's numbers."""
    if form.get("named_routes") is not None:
        return [_from_json(route) for route in form["named_routes"]]
    places, types = place_names(instance), type_names(instance)
    kinds = form.get("vehicle_types") or [0] * len(form["routes"])
    try:
        return [
            NamedRoute(types[kind], tuple(places[at] for at in visits), (None,) * len(visits))
            for kind, visits in zip(kinds, form["routes"], strict=True)
        ]
    except (IndexError, TypeError, ValueError):
        raise InputError(
            "the plan has places or vehicle types that there are not",
            remedy="give a plan that 'neurols solve --output' wrote for these orders",
        ) from None


def _from_json(route: Any) -> NamedRoute:
    if isinstance(route, Mapping):
        vehicle, visits, starts = (route.get(key) for key in ("vehicle", "visits", "starts"))
        if isinstance(vehicle, str) and isinstance(visits, list) and isinstance(starts, list):
            times = [t if isinstance(t, int | float) else None for t in starts]
            times += [None] * (len(visits) - len(times))
            return NamedRoute(vehicle, tuple(map(str, visits)), tuple(times[: len(visits)]))
    raise InputError(f"no route: {str(route)[:40]}", remedy="leave 'named_routes' as they were")


def changes(instance: RichRouting, path: str | PathLike[str], plan: RoutingPlan) -> Changes:
    """What a plan changes of the one in a file; a route is known by most of its stops."""
    old, new = read_routes(path, instance), by_name(plan)
    before = matched([route.visits for route in old], [route.visits for route in new])
    depots = set(place_names(instance)[: len(instance.depots)])

    def places(routes: Sequence[NamedRoute], labels: Sequence[int]) -> dict[str, Place]:
        return {
            name: Place(f"route {label + 1} ({route.vehicle})", start)
            for route, label in zip(routes, labels, strict=True)
            for name, start in zip(route.visits, route.starts, strict=True)
            if name not in depots
        }

    fresh = iter(range(len(old), len(old) + len(new)))
    labels = [before[n] if n in before else next(fresh) for n in range(len(new))]
    return changes_between(places(old, range(len(old))), places(new, labels))


def read_routes(path: str | PathLike[str], instance: RichRouting) -> list[NamedRoute]:
    """The routes of a plan in a file: JSON, .sol, or the table of stops (.xlsx, .csv).

    Raises:
        InputError: it is no plan.
    """
    if Path(path).suffix.lower() in (".xlsx", ".csv", ".parquet"):
        return _from_table(path, instance)
    from .solution_file import read_form

    return from_form(read_form(path), instance)


def _from_table(path: str | PathLike[str], instance: RichRouting) -> list[NamedRoute]:
    from neurols.tables.clock import Clock
    from neurols.tables.workbook import read_sheets

    header, *stops = read_sheets(path)[0].rows
    columns = {str(name): at for at, name in enumerate(header[1])}
    wanted = ("route", "vehicle", "client", "start")
    if not set(wanted) <= columns.keys():
        raise InputError(
            "this is no table of stops",
            file=path,
            remedy="give a plan that 'neurols solve --output plan.xlsx' wrote",
        )
    clock = instance.clock or Clock()
    found: dict[str, list[tuple[str, str, float | None]]] = {}
    for number, cells in stops:
        if len(cells) <= max(columns[name] for name in wanted):
            raise InputError(f"row {number} is cut off", file=path, remedy="fill it in")
        route, vehicle, client, start = (cells[columns[name]] for name in wanted)
        begins = float(start) if _is_number(start) else clock.instant(start)
        found.setdefault(str(route), []).append((_unquoted(vehicle), _unquoted(client), begins))
    return [_route(stops, instance) for stops in found.values()]


def _route(stops: Sequence[tuple[str, str, float | None]], instance: RichRouting) -> NamedRoute:
    """Without the depots at both ends; the last stop of an open route is a client."""
    depots = set(place_names(instance)[: len(instance.depots)])
    visits = list(stops[1:])
    if visits and visits[-1][1] in depots:
        visits.pop()
    names, starts = (tuple(stop[column] for stop in visits) for column in (1, 2))
    return NamedRoute(stops[0][0], names, starts)  # type: ignore[arg-type]


def _is_number(cell: object) -> bool:
    return isinstance(cell, str) and cell.strip().replace(".", "", 1).isdigit()


def _unquoted(cell: object) -> str:
    """A cell as a name; a CSV has a quotation mark before what a program may take for a formula."""
    return str(cell).removeprefix("'")
