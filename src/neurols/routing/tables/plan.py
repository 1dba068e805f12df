"""A plan as pages of a workbook and as events of a calendar."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from neurols.routing.rich.table import rows
from neurols.tables.calendar_file import Event
from neurols.tables.write import Page

if TYPE_CHECKING:
    from neurols.routing.rich.instance import RichRouting
    from neurols.routing.rich.plan import RoutingPlan

_TIMES = ("arrival", "start", "departure")
_HEADER = ["route", "vehicle", "stop", "client", "arrival", "wait", "start", "departure", "load",
           "distance"]  # fmt: skip


def pages(instance: RichRouting, plan: RoutingPlan) -> list[Page]:
    """All stops, a summary, clients that are not visited, and a page per route."""
    table = [_cells(instance, row) for row in rows(plan)]
    by_route = [
        Page(f"route {number} {stops[0][1]}", _HEADER, stops)
        for number, stops in ((n, list(g)) for n, g in groupby(table, key=lambda row: row[0]))
    ]
    left_out = [[instance.label(location)] for location in plan.unvisited]
    return [
        Page("stops", _HEADER, table),
        Page("summary", ["figure", "value"], _summary(instance, plan)),
        Page("not visited", ["client"], left_out),
        *by_route,
    ]


def _cells(instance: RichRouting, row: dict[str, Any]) -> list[Any]:
    clock = instance.clock
    cells = []
    for column in _HEADER:
        value = row[column]
        if column in _TIMES and clock is not None:
            value = clock.moment(value) or clock.shown(value)
        elif isinstance(value, list):
            value = ", ".join(map(str, value))
        cells.append(value)
    return cells


def _summary(instance: RichRouting, plan: RoutingPlan) -> list[list[Any]]:
    clock = instance.clock
    facts: list[list[Any]] = [
        ["plan", instance.name],
        ["cost", plan.cost],
        ["vehicles", plan.vehicles],
        ["clients", len(instance.clients)],
        ["not visited", len(plan.unvisited)],
        ["distance", sum(route.distance for route in plan.routes)],
        ["duration", sum(route.duration for route in plan.routes)],
        ["unit of time", "as given" if clock is None else clock.unit],
    ]
    for number, route in enumerate(plan.routes, start=1):
        name = instance.vehicle_types[route.vehicle_type].name or str(route.vehicle_type)
        told = f"{len(route.visits)} stops, distance {route.distance:g}, time {route.duration:g}"
        facts.append([f"route {number} ({name})", told])
    return facts


def events(instance: RichRouting, plan: RoutingPlan) -> list[Event] | None:
    """One event per stop, from the start of the service to its end; None without dates."""
    clock = instance.clock
    if clock is None or clock.zero is None:
        return None
    found = []
    for row in rows(plan):
        start, end = clock.moment(row["start"]), clock.moment(row["departure"])
        assert start is not None and end is not None
        note = f"route {row['route']}, stop {row['stop']}, load {row['load']}"
        found.append(Event(f"{row['vehicle']}: {row['client']}", start, end, row["client"], note))
    return found
