"""Flow shops: NEH against a plain one, and when the default construction turns to it."""

from __future__ import annotations

import random

import pytest

import neurols
from neurols import JobShop
from neurols.scheduling import random_shop

from ...helpers import random_general_shop


def permutation_makespan(shop: JobShop, jobs: list[int]) -> int:
    """Makespan where every machine takes the jobs in this order."""
    done = [0] * len(shop.jobs[0])
    for job in jobs:
        end = 0
        for stage, (_, duration) in enumerate(shop.jobs[job]):
            done[stage] = end = max(end, done[stage]) + duration
    return done[-1]


def plain_neh(shop: JobShop) -> list[int]:
    """NEH without any acceleration: every place of every job is tried in full."""
    by_work = sorted(range(len(shop.jobs)), key=lambda j: -sum(d for _, d in shop.jobs[j]))
    order: list[int] = []
    for job in by_work:
        places = [[*order[:at], job, *order[at:]] for at in range(len(order) + 1)]
        order = min(places, key=lambda jobs: permutation_makespan(shop, jobs))
    return order


def constructed(shop: JobShop, construction: str | None) -> neurols.Result:
    return neurols.solve(shop, controller="hill-climbing", iterations=0, construction=construction)


@pytest.mark.parametrize("seed", range(20))
def test_neh_is_that_of_the_book(seed: int) -> None:
    rng = random.Random(seed)
    machines = rng.randint(1, 7)
    route = rng.sample(range(machines), machines)
    shop = JobShop(
        [
            [(machine, rng.choice([0, 1, 5, rng.randint(1, 99)])) for machine in route]
            for _ in range(rng.randint(1, 15))
        ]
    )
    order = plain_neh(shop)
    result = constructed(shop, "neh")
    assert result.solution.to_json()["machines"] == [order] * machines
    assert result.cost == permutation_makespan(shop, order)
    assert neurols.check(shop, result.solution) == result.cost


@pytest.mark.parametrize("seed", range(5))
def test_the_default_is_the_better_of_neh_and_the_rule_in_a_flow_shop(seed: int) -> None:
    shop = random_shop(12, 6, seed, stages=6)
    costs = {name: constructed(shop, name).cost for name in ("neh", "fdd/mwkr")}
    assert constructed(shop, None).cost == min(costs.values())


def test_neh_starts_far_ahead_of_the_rule() -> None:
    shop = random_shop(50, 10, seed=1, stages=10)
    assert constructed(shop, None).cost < 0.9 * constructed(shop, "fdd/mwkr").cost


ALMOST = {
    "a job of another route": [[(0, 3), (1, 2)], [(0, 1), (1, 4)], [(1, 2), (0, 5)]],
    "a shorter job": [[(0, 3), (1, 2)], [(0, 1)], [(0, 4), (1, 2)]],
    "a machine visited twice": [[(0, 3), (1, 2), (0, 1)], [(0, 1), (1, 4), (0, 2)]],
}


@pytest.mark.parametrize("name", ALMOST)
def test_elsewhere_both_are_the_rule(name: str) -> None:
    shop = JobShop(ALMOST[name])
    by_rule = constructed(shop, "fdd/mwkr").solution
    assert constructed(shop, "neh").solution == by_rule
    assert constructed(shop, None).solution == by_rule


@pytest.mark.parametrize("seed", range(10))
def test_general_shops_start_as_ever(seed: int) -> None:
    shop = random_general_shop(random.Random(seed), max_machines=1)  # at times all are alike
    result = constructed(shop, "neh")
    assert neurols.check(shop, result.solution) == result.cost


def test_restarts_of_a_flow_shop_differ_and_are_feasible() -> None:
    shop = random_shop(20, 10, seed=3, stages=10)
    result = neurols.solve(
        shop,
        controller="tabu:perturbation=restart,patience=20",
        iterations=300,
        construction="neh",
        seed=2,
    )
    assert neurols.check(shop, result.solution) == result.cost
    assert result.usage["restart"].proposed > 1
    assert result.cost <= constructed(shop, "neh").cost
