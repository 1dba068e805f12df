"""Every route plan that leaves the program is feasible, and tiny instances are solved optimally."""

from __future__ import annotations

import random
from functools import cache

import pytest

import neurols
from neurols.routing import VehicleRouting
from neurols.search.controllers import LEARNED, SUMMARIES
from tests.routing.core.shapes import random_instance

CONTROLLERS = [
    name if name != "constant" else "constant:ruin" for name in SUMMARIES if name not in LEARNED
]
CHUNKS = 20
PER_CHUNK = 500


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_plans_of_ten_thousand_instances_pass_the_checker(chunk: int) -> None:
    rng = random.Random(chunk)
    for number in range(PER_CHUNK):
        instance = random_instance(rng)
        controller = CONTROLLERS[number % len(CONTROLLERS)]
        result = neurols.solve(instance, controller=controller, iterations=30, seed=number)
        assert neurols.check(instance, result.solution) == result.cost
        assert result.cost <= result.initial_cost * (1 + 1e-9)
        assert instance.lower_bound <= result.cost * (1 + 1e-9)


def optimum(instance: VehicleRouting) -> float:
    """By dynamic programming: best single route per set of customers, then the best partition."""
    n = instance.customers
    limit = float("inf") if instance.max_distance is None else instance.max_distance

    @cache
    def path(members: int, last: int) -> float:
        rest = members & ~(1 << last)
        if rest == 0:
            return instance.distance(0, last + 1)
        return min(
            path(rest, k) + instance.distance(k + 1, last + 1) for k in range(n) if rest >> k & 1
        )

    @cache
    def route(members: int) -> float:
        load = sum(int(instance.demands[k + 1]) for k in range(n) if members >> k & 1)
        if load > instance.capacity:
            return float("inf")
        length = min(
            path(members, k) + instance.distance(k + 1, 0) for k in range(n) if members >> k & 1
        )
        return length if length <= limit + 1e-9 else float("inf")

    @cache
    def plan(members: int) -> float:
        if members == 0:
            return 0.0
        first = members & -members
        best, part = float("inf"), members
        while part:
            if part & first:
                best = min(best, route(part) + plan(members & ~part))
            part = (part - 1) & members
        return best

    return plan((1 << n) - 1)


def test_instances_of_at_most_seven_customers_are_solved_optimally() -> None:
    rng = random.Random(77)
    for seed in range(150):
        instance = random_instance(rng, 7)
        result = neurols.solve(instance, iterations=2000, seed=seed)
        assert result.cost == pytest.approx(optimum(instance), rel=1e-9)
