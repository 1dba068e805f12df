"""The table of stops of a plan: one row a stop, from the start of each route to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from .check_route import load_change
from .plan import schedule_of
from .whole import Whole

if TYPE_CHECKING:
    from pandas import DataFrame

    from .plan import Route, RoutingPlan

COLUMNS = (
    "route",
    "vehicle",
    "stop",
    "client",
    "arrival",
    "wait",
    "start",
    "departure",
    "load",
    "distance",
)
"""``route`` counts from 1; ``vehicle`` is the name of the type, or its number; ``stop`` counts from
0, the start depot; ``client`` is the name of the client or depot, or its number; ``arrival``,
``start`` (of the service) and ``departure`` are times, ``wait`` is the time between arrival and
start that is not a break, ``load`` is what is on board after the stop (a list where loads have
several dimensions), ``distance`` the way so far."""


def rows(plan: RoutingPlan) -> list[dict[str, Any]]:
    """The rows of the table, one a stop."""
    whole = Whole(plan.instance)
    return [
        row
        for number, route in enumerate(plan.routes, start=1)
        for row in _rows(whole, number, route)
    ]


def frame(plan: RoutingPlan) -> DataFrame:
    """The table as a pandas data frame."""
    try:
        import pandas
    except ImportError:
        raise InputError("pandas is missing", remedy="pip install 'neurols[tables]'") from None
    return pandas.DataFrame(rows(plan), columns=list(COLUMNS))


def _rows(whole: Whole, number: int, route: Route) -> list[dict[str, Any]]:
    instance = whole.instance
    vehicle = instance.vehicle_types[route.vehicle_type]
    found = schedule_of(whole, route.vehicle_type, route.visits)
    loads = _loads(whole, route)
    name = vehicle.name or str(route.vehicle_type)

    def row(stop: int, location: int, times: tuple[int, int, int, int], way: int) -> dict[str, Any]:
        arrival, ready, start, leave = times
        return {
            "route": number,
            "vehicle": name,
            "stop": stop,
            "client": place_name(whole, location),
            "arrival": whole.units(arrival),
            "wait": whole.units(start - ready),
            "start": whole.units(start),
            "departure": whole.units(leave),
            "load": loads[stop],
            "distance": whole.units(way),
        }

    at, way = vehicle.start_depot, 0
    made = [row(0, at, (found.start,) * 4, 0)]
    for stop, stage in enumerate(found.stages, start=1):
        way += whole.distance(vehicle.profile, at, stage.location)
        at = stage.location
        made.append(row(stop, at, (stage.arrival, stage.ready, stage.start, stage.end), way))
    if vehicle.end_depot is not None:
        way += whole.distance(vehicle.profile, at, vehicle.end_depot)
        times = (found.arrival, found.end, found.end, found.end)
        made.append(row(len(found.stages) + 1, vehicle.end_depot, times, way))
    return made


def place_name(whole: Whole, location: int) -> str:
    """The name of a depot or client, or its number."""
    instance, depots = whole.instance, len(whole.instance.depots)
    named = (
        instance.depots[location].name
        if location < depots
        else instance.clients[location - depots].name
    )
    return named or str(location)


def _loads(whole: Whole, route: Route) -> list[Any]:
    """What is on board after each stop, from the start to the end."""
    per_dimension = [
        _loads_in(whole, route, dimension) for dimension in range(whole.instance.dimensions)
    ]
    if not per_dimension:
        return [0] * (len(route.visits) + 2)
    if len(per_dimension) == 1:
        return per_dimension[0]
    return [list(loads) for loads in zip(*per_dimension, strict=True)]


def _loads_in(whole: Whole, route: Route, dimension: int) -> list[int]:
    instance, depots = whole.instance, len(whole.instance.depots)
    vehicle = instance.vehicle_types[route.vehicle_type]

    def brought(first: int) -> int:
        """What is loaded for the trip that begins with this visit."""
        total = 0
        for location in route.visits[first:]:
            if location < depots:
                break
            delivery = instance.clients[location - depots].delivery
            total += delivery[dimension] if delivery else 0
        return total

    load = (vehicle.initial_load[dimension] if vehicle.initial_load else 0) + brought(0)
    loads = [load]
    for at, location in enumerate(route.visits):
        if location < depots:
            load = brought(at + 1)
        else:
            load += load_change(whole, location, dimension)
        loads.append(load)
    return [*loads, 0 if vehicle.end_depot is not None else load]
