"""LKH by way of elkai, its Python wrapper: tours alone, symmetric or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from neurols.benchmark.peers.adapter import Answer, Limit, Trace, package
from neurols.routing.peers.distances import whole_distances

if TYPE_CHECKING:
    from neurols.routing import VehicleRouting

PACKAGE = "elkai"
OPTIONS: dict[str, tuple[str, ...]] = {}
BY_ITERATIONS = True

_FEWEST_NODES = 3  # of a tour that it takes


def solve(instance: VehicleRouting, limit: Limit, seed: int, options: Mapping[str, str]) -> Answer:
    """One run with its defaults after the other until the time is up.

    A run cannot be stopped: the first one may take longer than the limit, and its seconds are told
    as they are. elkai hands no seed on.
    """
    api = package("elkai")
    if instance.nodes < _FEWEST_NODES:
        return Answer({"routes": [[1]]}, 0.0)
    whole = whole_distances(instance)
    clock = limit.clock()
    trace = Trace(clock)
    table = whole.table.tolist()
    best: list[int] = []
    cost = float("inf")
    runs = 0
    while not runs or not (clock.expired() or runs == limit.iterations):
        tour = api.DistanceMatrix(table).solve_tsp(runs=1)[:-1]
        runs += 1
        found = sum(table[a][b] for a, b in zip(tour, [*tour[1:], tour[0]], strict=True))
        if found < cost:
            best, cost = tour, found
            trace.add(cost / whole.scale)
    depot = best.index(0)
    return Answer({"routes": [best[depot + 1 :] + best[:depot]]}, clock.used(), trace.points, runs)
