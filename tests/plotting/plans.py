"""Route plans to draw, built by a sweep round the depot: no search is needed for a picture."""

from __future__ import annotations

import math

import neurols
from neurols.routing import RoutePlan, VehicleRouting, check


def swept(instance: VehicleRouting) -> RoutePlan:
    """Customers by their angle from the depot (or by number), a new route when one is full."""
    order = list(range(1, instance.nodes))
    if instance.coordinates is not None:
        x, y = (instance.coordinates - instance.coordinates[0]).T
        order.sort(key=lambda customer: math.atan2(y[customer], x[customer]))
    routes: list[list[int]] = [[]]
    load = 0
    for customer in order:
        demand = int(instance.demands[customer])
        if load + demand > instance.capacity:
            routes.append([])
            load = 0
        routes[-1].append(customer)
        load += demand
    return RoutePlan(routes, check(instance, {"routes": routes}))


def swept_result(instance: VehicleRouting) -> neurols.Result:
    plan = swept(instance)
    return neurols.Result(
        instance, "sweep", plan, plan.cost, plan.cost, 1, 0.01, 1, "iterations", 0.01,
        trace=(neurols.search.result.TracePoint(0, 0.0, plan.cost),),
    )  # fmt: skip
