"""A plan as spans of time and lines on a map: what to draw, in which colour. No drawing here.

A plan that breaks rules is drawn all the same: its routes are timed with every missed window
left open, and what is wrong is marked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from neurols.plotting import times
from neurols.routing.drawing.lines import PALETTE

from ..check import types_of
from ..check_route import load_peaks
from ..instance import RichRouting
from ..plan import distance_of
from ..schedule import Clock, Schedule
from ..table import place_name
from ..whole import FOREVER, Whole

KINDS = ("travel", "waiting", "service", "break", "reload")


class Span(NamedTuple):
    """Something that a vehicle does for a while."""

    kind: str
    start: float
    end: float
    hover: str
    wrong: bool = False


class Window(NamedTuple):
    """When service may begin at a stop."""

    stop: int
    """Its place in the route, from 0."""
    start: float
    end: float
    missed: bool


@dataclass
class RouteDrawing:
    """One route."""

    number: int
    """From 1, as in solution files."""
    kind: int
    """Vehicle type."""
    colour: str
    stops: list[int]
    """Locations, the ends of the route among them."""
    start: float
    end: float
    distance: float
    spans: list[Span] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    wrong: set[int] = field(default_factory=set)
    """Locations where a rule is broken."""
    overloaded: bool = False

    @property
    def origin(self) -> int:
        """The depot that it starts from."""
        return self.stops[0]

    @property
    def customers(self) -> list[int]:
        """Its stops but the first."""
        return self.stops[1:]


@dataclass
class PlanDrawing:
    """All routes of a plan."""

    instance: RichRouting
    routes: list[RouteDrawing]
    unvisited: list[int]
    """Clients that are left out."""
    missing: set[int]
    """Those of them that must be visited."""

    def windows(self, route: RouteDrawing) -> list[tuple[float, float, float, bool]]:
        """Windows in view that are shorter than nine tenths of it: height below the row's middle,
        start, end, missed. Those of successive stops lie one below the other."""
        low, high = self.horizon
        step = 0.2 / max(1, len(route.stops))
        return [
            (0.28 + step * one.stop, max(low, one.start), min(high, one.end), one.missed)
            for one in route.windows
            if one.end >= low
            and one.start <= high
            and (one.missed or min(high, one.end) - max(low, one.start) < 0.9 * (high - low))
        ]

    @property
    def horizon(self) -> tuple[float, float]:
        """The time that the chart shows."""
        starts = [route.start for route in self.routes]
        ends = [route.end for route in self.routes]
        return min(starts, default=0.0), max(ends, default=1.0)

    def type_name(self, kind: int) -> str:
        return self.instance.vehicle_types[kind].name or f"type {kind}"

    def name(self, location: int) -> str:
        return place_name(Whole(self.instance), location)


def drawing(instance: RichRouting, form: Mapping[str, Any]) -> PlanDrawing:
    """What to draw of a plan, feasible or not: ``routes`` and ``vehicle_types`` of it."""
    whole = Whole(instance)
    depots = len(instance.depots)
    routes: list[RouteDrawing] = []
    for visits, kind in zip(form["routes"], types_of(instance, form), strict=True):
        if visits:
            colour = PALETTE[len(routes) % len(PALETTE)]
            routes.append(_route(whole, len(routes) + 1, kind, visits, colour))
    visited = {location for route in routes for location in route.stops}
    unvisited = [at for at in range(depots, instance.locations) if at not in visited]
    missing = {
        at
        for at in unvisited
        if instance.clients[at - depots].prize is None
        and instance.clients[at - depots].group is None
    }
    seen: set[int] = set()
    for route in routes:
        for location in route.stops:
            if location >= depots and location in seen:
                route.wrong.add(location)
            seen.add(location)
    return PlanDrawing(instance, routes, unvisited, missing)


def _route(
    whole: Whole, number: int, kind: int, visits: Sequence[int], colour: str
) -> RouteDrawing:
    instance = whole.instance
    vehicle = instance.vehicle_types[kind]
    clock = Clock(whole, kind, visits)
    found = clock.find()
    schedule = clock.relaxed() if found is None else found
    stops = [vehicle.start_depot, *visits]
    stops += [] if vehicle.end_depot is None else [vehicle.end_depot]
    made = RouteDrawing(
        number=number,
        kind=kind,
        colour=colour,
        stops=stops,
        start=whole.units(schedule.start),
        end=whole.units(schedule.end),
        distance=whole.units(distance_of(whole, kind, visits)),
    )
    _add_spans(whole, made, schedule, clock)
    depots = len(instance.depots)
    for location in visits:
        if location < depots:
            if location not in vehicle.reload_depots:
                made.wrong.add(location)
            continue
        client = instance.clients[location - depots]
        allowed = client.allowed_vehicle_types
        if not client.skills <= vehicle.skills or (allowed is not None and kind not in allowed):
            made.wrong.add(location)
    for dimension, capacity in enumerate(vehicle.capacity):
        for load, _ in load_peaks(whole, vehicle, visits, dimension):
            made.overloaded |= load > capacity
    return made


def _add_spans(whole: Whole, made: RouteDrawing, schedule: Schedule, clock: Clock) -> None:
    """Travel, waiting, service, breaks and reloads of a route in the order of time."""
    depots = len(whole.instance.depots)
    zones = whole.instance.clock

    def at(time: int) -> str:
        return times.shown(zones, whole.units(time))

    left = schedule.start
    for stop, stage in enumerate(schedule.stages):
        name = place_name(whole, stage.location)
        on_way = [end for begin, end in schedule.breaks if left <= begin < stage.arrival]
        there = stage.ready if on_way else stage.arrival
        _add(whole, made, "travel", left, there, f"to {name}, arrives at {at(there)}")
        _add(whole, made, "waiting", there, stage.start, f"at {name} until {at(stage.start)}")
        windows = clock.windows_of(stage.location)
        if stage.location < depots:
            wrong = bool(windows) and stage.start > windows[0][1]
            told = f"at {name} from {at(stage.start)} to {at(stage.end)}"
            _add(whole, made, "reload", stage.start, stage.end, told, wrong)
        else:
            price = whole.instance.clients[stage.location - depots].late_price
            missed = stage.late > 0
            wrong = missed and price is None
            told = f"at {name} from {at(stage.start)} to {at(stage.end)}"
            told += f", {whole.shown(stage.late)} late" if missed else ""
            _add(whole, made, "service", stage.start, stage.end, told, wrong)
            for opens, closes in windows:
                end = schedule.end if closes >= FOREVER else closes
                made.windows.append(
                    Window(
                        stop, whole.units(opens), whole.units(end), missed and closes < stage.start
                    )
                )
            if wrong:
                made.wrong.add(stage.location)
        left = stage.end
    late = schedule.end > clock.latest_end
    end = made.stops[-1]
    if len(made.stops) == len(schedule.stages) + 2:
        told = f"to {place_name(whole, end)}, arrives at {at(schedule.end)}"
        _add(whole, made, "travel", left, schedule.end, told, late)
    for begin, until in schedule.breaks:
        _add(whole, made, "break", begin, until, f"from {at(begin)} to {at(until)}")


def _add(
    whole: Whole,
    made: RouteDrawing,
    kind: str,
    start: int,
    end: int,
    told: str,
    wrong: bool = False,
) -> None:
    if end > start or kind in ("service", "reload"):
        hover = f"<b>{kind}</b> {told}"
        made.spans.append(Span(kind, whole.units(start), whole.units(end), hover, wrong))
