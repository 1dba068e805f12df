"""Costs and feasibility of route plans, and the optimum of small instances."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from itertools import pairwise

from tests.oracle.case import require
from tests.oracle.distances import Distance


class RouteJudge:
    """Judges the plans of one instance by its distances, demands and limits."""

    def __init__(
        self,
        distance: Distance,
        demands: Sequence[int],
        capacity: int,
        vehicles: int | None,
        limit: float | None,
        is_tour: bool,
        tolerance: float,
    ) -> None:
        self.distance, self.demands, self.capacity = distance, demands, capacity
        self.vehicles, self.is_tour = vehicles, is_tour
        self.limit = math.inf if limit is None else limit * (1 + tolerance)

    def length(self, route: Sequence[int]) -> float:
        """From the depot over the stops and back."""
        stops = [0, *route, 0]
        return math.fsum(self.distance(a, b) for a, b in pairwise(stops))

    def cost_of(self, text: str) -> float:
        """Of a solution file; every rule of the instance is looked at."""
        routes, stated = _parsed(text)
        visited = sorted(stop for route in routes for stop in route)
        require(visited == list(range(1, len(self.demands))), f"visits {visited}")
        for number, route in enumerate(routes, start=1):
            load = sum(self.demands[stop] for stop in route)
            require(self.is_tour or load <= self.capacity, f"route {number} carries {load}")
            require(self.length(route) <= self.limit, f"route {number} is {self.length(route)}")
        most = 1 if self.is_tour else self.vehicles
        require(most is None or len(routes) <= most, f"{len(routes)} routes")
        cost = math.fsum(self.length(route) for route in routes)
        require(math.isclose(stated, cost, rel_tol=1e-9), f"states {stated}, costs {cost}")
        return cost

    def optimum(self) -> float:
        """By the best route of every set of customers and the best partition into such routes."""
        customers = len(self.demands) - 1
        everything = (1 << customers) - 1
        tours = self._best_tours(customers)
        if self.is_tour:
            return tours[everything]
        fits = [
            chosen
            for chosen in range(1, everything + 1)
            if tours[chosen] <= self.limit
            and sum(self.demands[k + 1] for k in range(customers) if chosen >> k & 1)
            <= self.capacity
        ]
        best = {0: 0.0}
        for _ in range(customers if self.vehicles is None else self.vehicles):
            further = dict(best)
            for covered, cost in best.items():
                free = ~covered & everything
                first = free & -free
                for chosen in fits:
                    if chosen & first and not chosen & covered:
                        to = covered | chosen
                        further[to] = min(further.get(to, math.inf), cost + tours[chosen])
            best = further
        return best.get(everything, math.inf)

    def _best_tours(self, customers: int) -> list[float]:
        """Of every set of customers (Held and Karp, 1962)."""
        ends = [[math.inf] * customers for _ in range(1 << customers)]
        for k in range(customers):
            ends[1 << k][k] = self.distance(0, k + 1)
        for chosen in range(1, 1 << customers):
            for last in range(customers):
                if ends[chosen][last] == math.inf:
                    continue
                for k in range(customers):
                    if not chosen >> k & 1:
                        cost = ends[chosen][last] + self.distance(last + 1, k + 1)
                        to = chosen | 1 << k
                        ends[to][k] = min(ends[to][k], cost)
        return [0.0] + [
            min(ends[chosen][k] + self.distance(k + 1, 0) for k in range(customers))
            for chosen in range(1, 1 << customers)
        ]


def _parsed(text: str) -> tuple[list[list[int]], float]:
    """Routes that visit somebody, and the cost that the file states."""
    if text.startswith("{"):
        plan = json.loads(text)
        return [route for route in plan["routes"] if route], plan["cost"]
    routes = []
    for line in text.splitlines():
        if line.startswith("Route"):
            routes.append([int(word) for word in line.split(":")[1].split()])
        elif line.startswith("Cost"):
            return [route for route in routes if route], float(line.split()[1])
    raise ValueError("no cost")
