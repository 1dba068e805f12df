"""PyVRP on routing: whole distances, as many vehicles as could ever be needed."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from neurols.benchmark.peers.adapter import Answer, Limit, Trace, package
from neurols.routing.peers.distances import Whole, whole_distances

if TYPE_CHECKING:
    from neurols.routing import RichRouting, VehicleRouting

PACKAGE = "pyvrp"
OPTIONS: dict[str, tuple[str, ...]] = {}
BY_ITERATIONS = True


def unknown_constraints(instance: Any) -> str:
    """What PyVRP does not know of the instance; empty where it knows all."""
    from neurols.routing.peers import pyvrp_rich

    return pyvrp_rich.unknown_constraints(instance) if instance.problem == "routing" else ""


def solve(instance: VehicleRouting, limit: Limit, seed: int, options: Mapping[str, str]) -> Answer:
    """PyVRP's own defaults; stopped by CPU time, which it asks for at every iteration."""
    if instance.problem == "routing":
        from neurols.routing.peers import pyvrp_rich

        return pyvrp_rich.solve(cast("RichRouting", instance), limit, seed)
    api = package("pyvrp")
    whole = whole_distances(instance)
    data = _data(api, instance, whole)
    clock = limit.clock()
    trace = Trace(clock)
    steps = 0

    def stop(best: float) -> bool:
        nonlocal steps
        if best < _NO_COST:  # infeasible solutions have an infinite cost
            trace.add(best / whole.scale)
        if clock.expired() or (limit.iterations is not None and steps >= limit.iterations):
            return True
        steps += 1
        return False

    with warnings.catch_warnings():
        # On instances that are hard to pack; whether the answer is feasible is looked at below.
        warnings.simplefilter("ignore", api.exceptions.PenaltyBoundWarning)
        result = api.solve(data, stop, seed=seed % 2**31, collect_stats=False, display=False)
    used = clock.used()
    if not result.best.is_feasible():
        return Answer(None, used, iterations=steps)
    routes = [
        [activity.idx + 1 for activity in route if activity.is_client()]
        for route in result.best.routes()
    ]
    return Answer({"routes": routes}, used, trace.points, steps)


_NO_COST = 2**60


def _data(api: Any, instance: VehicleRouting, whole: Whole) -> Any:
    import numpy as np

    # Places are there for pictures alone: the search looks at the tables.
    places = np.zeros((instance.nodes, 2)) if instance.coordinates is None else instance.coordinates
    longest = whole.limit(instance.max_distance)
    vehicles = api.VehicleType(
        instance.customers if instance.vehicles is None else instance.vehicles,
        [instance.capacity],
        **({} if longest is None else {"max_distance": longest}),
    )
    return api.ProblemData(
        [api.Location(float(x), float(y)) for x, y in places],
        [api.Client(node, [int(instance.demands[node])]) for node in range(1, instance.nodes)],
        [api.Depot(0)],
        [vehicles],
        [whole.table],
        [np.zeros_like(whole.table)],
    )
