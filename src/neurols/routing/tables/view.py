"""Routes as the page of the service draws them."""

from __future__ import annotations

import math
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from neurols.routing.rich.plan import schedule_of
from neurols.routing.rich.table import rows
from neurols.routing.rich.whole import Whole
from neurols.tables.view import new_item, new_row, new_view

if TYPE_CHECKING:
    from neurols.routing.instance import VehicleRouting
    from neurols.routing.rich.instance import RichRouting
    from neurols.routing.rich.plan import RoutingPlan
    from neurols.routing.solution import RoutePlan

_COLUMNS = ("route", "stop")
Place = tuple[float, float, str, bool]


def view(instance: RichRouting, plan: RoutingPlan) -> dict[str, Any]:
    """The routes of a plan with their times; a map where places have coordinates."""
    whole = Whole(instance)
    found = []
    table = groupby(rows(plan), key=lambda row: row["route"])
    for route, (number, stops) in zip(plan.routes, table, strict=True):
        kind = instance.vehicle_types[route.vehicle_type]
        stages = schedule_of(whole, route.vehicle_type, route.visits).stages
        ends = [] if kind.end_depot is None else [kind.end_depot]
        where = [kind.start_depot, *route.visits, *ends]
        late = [False, *(stage.late > 0 for stage in stages), False]
        items = [
            new_item(
                row["client"],
                number - 1,
                f"load {row['load']}, distance {row['distance']:g}",
                start=row["start"],
                end=row["departure"],
                clock=instance.clock,
                place=at,
                late=is_late,
            )
            for row, at, is_late in zip(stops, where, late, strict=False)
        ]
        name = f"{number} · {kind.name or f'vehicle {route.vehicle_type}'}"
        facts = f"{len(route.visits)} stops, distance {route.distance:g}"
        found.append(new_row(name, facts, items))
    return new_view(_COLUMNS, found, _places(instance))


def _places(instance: RichRouting) -> list[Place] | None:
    if instance.coordinates is None:
        return None
    points = [(float(x), float(y)) for x, y in instance.coordinates]
    if instance.in_degrees:  # a degree of longitude is the shorter the farther from the equator
        width = math.cos(math.radians(sum(lat for lat, _ in points) / max(1, len(points))))
        points = [(lon * width, lat) for lat, lon in points]
    depots = len(instance.depots)
    names = [*(one.name for one in instance.depots), *(one.name for one in instance.clients)]
    return [(x, y, names[at] or str(at), at < depots) for at, (x, y) in enumerate(points)]


def classical_view(instance: VehicleRouting, plan: RoutePlan) -> dict[str, Any]:
    """The routes of a plan without times; a map where customers have coordinates."""
    found = []
    for number, route in enumerate(plan.routes):
        way, load, items = 0.0, int(instance.demands[route].sum()), []
        facts = f"{len(route)} stops, load {load}/{instance.capacity}"
        items.append(new_item("depot", number, f"load {load}", place=0))
        for before, at in pairwise([0, *route, 0]):
            way += instance.distance(before, at)
            load -= int(instance.demands[at])
            name = str(at) if at else "depot"
            items.append(new_item(name, number, f"load {load}, distance {way:g}", place=at))
        found.append(new_row(str(number + 1), f"{facts}, distance {way:g}", items))
    places: list[Place] | None = None
    if instance.coordinates is not None:
        places = [
            (float(x), float(y), str(at) if at else "depot", at == 0)
            for at, (x, y) in enumerate(instance.coordinates)
        ]
    return new_view(_COLUMNS, found, places)
