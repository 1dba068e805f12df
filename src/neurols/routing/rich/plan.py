"""``RoutingPlan``: routes of vehicles of given types, with what each of them takes.

Whether a plan is feasible is for ``check`` to say; ``plan_of`` makes one of a checked form.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .schedule import Clock, Schedule
from .whole import Whole

if TYPE_CHECKING:
    from pandas import DataFrame

    from .instance import RichRouting


@dataclass(frozen=True)
class Route:
    """The way of one vehicle."""

    visits: list[int]
    """Locations in order; a depot among them is a reload. The ends of the route are left out."""
    vehicle_type: int
    start: float
    """When the vehicle leaves its start depot."""
    end: float
    distance: float
    duration: float


@dataclass(frozen=True)
class RoutingPlan:
    """Routes with their cost."""

    instance: RichRouting
    routes: list[Route]
    cost: int | float

    @property
    def vehicles(self) -> int:
        """How many vehicles are in use."""
        return len(self.routes)

    @property
    def unvisited(self) -> list[int]:
        """Locations of the clients that are not visited."""
        visited = {location for route in self.routes for location in route.visits}
        depots = len(self.instance.depots)
        return [at for at in range(depots, self.instance.locations) if at not in visited]

    @property
    def vehicle_types(self) -> list[int]:
        """Type of each route's vehicle."""
        return [route.vehicle_type for route in self.routes]

    def to_json(self) -> dict[str, Any]:
        """The ``solution`` object of ``neurols solve --json``."""
        return {
            "routes": [list(route.visits) for route in self.routes],
            "vehicle_types": self.vehicle_types,
        }

    def to_frame(self) -> DataFrame:
        """A table of all stops: a pandas data frame with one row a stop, see ``table.rows``.

        Raises:
            InputError: pandas is not installed.
        """
        from .table import frame

        return frame(self)


def plan_of(instance: RichRouting, form: Mapping[str, Any], cost: int | float) -> RoutingPlan:
    """A plan of a form that the checker has passed."""
    from .check import types_of

    whole = Whole(instance)
    routes = []
    for visits, kind in zip(form["routes"], types_of(instance, form), strict=True):
        if not visits:
            continue
        found = schedule_of(whole, kind, visits)
        routes.append(
            Route(
                visits=[int(location) for location in visits],
                vehicle_type=kind,
                start=whole.units(found.start),
                end=whole.units(found.end),
                distance=whole.units(distance_of(whole, kind, visits)),
                duration=whole.units(found.duration),
            )
        )
    return RoutingPlan(instance, routes, cost)


def schedule_of(whole: Whole, kind: int, visits: Sequence[int]) -> Schedule:
    """The schedule of a feasible route."""
    found = Clock(whole, kind, visits).find()
    if found is None:
        raise ValueError("the route has no schedule: check the plan first")
    return found


def distance_of(whole: Whole, kind: int, visits: Sequence[int]) -> int:
    """The length of a route, from the start depot to the end."""
    vehicle = whole.instance.vehicle_types[kind]
    stops = [vehicle.start_depot, *visits]
    stops += [] if vehicle.end_depot is None else [vehicle.end_depot]
    return sum(whole.distance(vehicle.profile, a, b) for a, b in itertools.pairwise(stops))
