"""Every schedule that leaves the program is feasible, and tiny shops are solved to optimality."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest

import neurols
from neurols.errors import InfeasibleSolution
from neurols.scheduling import semi_active
from neurols.search.controllers import LEARNED, SUMMARIES
from tests.helpers import random_general_shop

CONTROLLERS = [
    name if name != "constant" else "constant:cei" for name in SUMMARIES if name not in LEARNED
]
CHUNKS = 20
PER_CHUNK = 500


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_schedules_of_ten_thousand_general_shops_pass_the_checker(chunk: int) -> None:
    rng = random.Random(chunk)
    for number in range(PER_CHUNK):
        instance = random_general_shop(rng)
        controller = CONTROLLERS[number % len(CONTROLLERS)]
        result = neurols.solve(instance, controller=controller, iterations=60, seed=number)
        assert neurols.check(instance, result.solution) == result.cost
        assert instance.lower_bound <= result.cost <= result.initial_cost


def brute_force(instance: neurols.JobShop) -> int:
    """The best makespan over all machine orders."""
    visits: list[list[int]] = [[] for _ in range(instance.machines)]
    for j, job in enumerate(instance.jobs):
        for machine, _ in job:
            visits[machine].append(j)
    best = sum(d for job in instance.jobs for _, d in job)
    for orders in product(*(sorted(set(permutations(v))) for v in visits)):
        try:
            best = min(best, semi_active(instance, orders).cost)
        except InfeasibleSolution:
            continue
    return best


def test_shops_of_at_most_seven_operations_are_solved_to_optimality() -> None:
    rng = random.Random(77)
    solved = 0
    while solved < 150:
        instance = random_general_shop(rng, 4, 3)
        if instance.operations > 7:
            continue
        result = neurols.solve(instance, iterations=3000, seed=solved)
        assert result.cost == brute_force(instance), instance.jobs
        solved += 1


def test_ft06_is_solved_to_its_optimum_within_a_second() -> None:
    result = neurols.solve("ft06", time_limit=1, seed=1)
    assert (result.cost, result.stopped_by) == (55, "optimal")
