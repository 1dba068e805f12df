from __future__ import annotations

from itertools import pairwise, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurols.errors import InfeasibleSolution
from neurols.scheduling import (
    JobShop,
    Schedule,
    check,
    from_json,
    load,
    machine_orders,
    semi_active,
)

from .shops import TWO_BY_TWO, feasible_orders, general_shops

FT06_OPTIMUM = [
    [0, 3, 2, 5, 1, 4],
    [1, 3, 5, 0, 4, 2],
    [2, 0, 1, 4, 3, 5],
    [2, 5, 3, 0, 1, 4],
    [1, 4, 3, 5, 2, 0],
    [2, 5, 1, 4, 0, 3],
]


def relaxed_starts(shop: JobShop, orders: list[list[int]]) -> list[list[int]] | None:
    """Reference: push starts apart until every constraint holds; ``None`` where they never do.

    A ring of zero durations would settle here; the shops it is asked about have none.
    """
    before: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for j, job in enumerate(shop.jobs):
        before += [((j, k), (j, k + 1)) for k in range(len(job) - 1)]
    for machine, order in enumerate(orders):
        visits = {
            j: [k for k, (m, _) in enumerate(job) if m == machine]
            for j, job in enumerate(shop.jobs)
        }
        chain = [(j, visits[j].pop(0)) for j in order]
        before += list(pairwise(chain))
    start = [[0] * len(job) for job in shop.jobs]
    for _ in range(shop.operations + 1):
        settled = True
        for (a, k), (b, i) in before:
            end = start[a][k] + shop.jobs[a][k][1]
            if start[b][i] < end:
                start[b][i], settled = end, False
        if settled:
            return start
    return None


@settings(deadline=None)  # a busy machine is no fault
@given(general_shops(), st.integers(0, 999))
def test_every_operation_starts_as_early_as_the_orders_allow(shop: JobShop, seed: int) -> None:
    orders = feasible_orders(shop, seed)
    schedule = semi_active(shop, orders)
    assert schedule.start == relaxed_starts(shop, orders)
    assert schedule.machines == orders
    assert check(shop, schedule) == schedule.cost


def test_all_orders_of_a_small_shop_agree_with_the_reference() -> None:
    shop = JobShop([[(0, 3), (1, 2), (0, 1)], [(1, 4), (0, 2)], [(0, 2), (1, 3)]])
    on_zero = sorted(set(permutations([0, 0, 1, 2])))
    on_one = sorted(permutations([0, 1, 2]))
    costs, cycles = [], 0
    for orders in ([list(a), list(b)] for a, b in product(on_zero, on_one)):
        expected = relaxed_starts(shop, orders)
        if expected is None:
            cycles += 1
            with pytest.raises(InfeasibleSolution, match="form a cycle"):
                semi_active(shop, orders)
        else:
            schedule = semi_active(shop, orders)
            assert schedule.start == expected
            costs.append(schedule.cost)
    assert (len(costs) + cycles, min(costs)) == (72, shop.lower_bound)
    assert cycles > 0


def test_ft06_optimum_takes_55() -> None:
    schedule = semi_active(load("ft06"), FT06_OPTIMUM)
    assert schedule.cost == 55
    assert check(load("ft06"), schedule) == 55


def test_json_form_is_a_copy() -> None:
    schedule = semi_active(TWO_BY_TWO, [[0, 1], [1, 0]])
    form = schedule.to_json()
    assert form == {"machines": [[0, 1], [1, 0]], "start": [[0, 4], [0, 4]]}
    form["start"][0][0] = 99
    assert schedule.start[0][0] == 0


def test_orders_from_arrays_become_plain_integers() -> None:
    schedule = semi_active(TWO_BY_TWO, np.array([[0, 1], [1, 0]], np.int32))  # type: ignore[arg-type]
    assert schedule == Schedule([[0, 1], [1, 0]], [[0, 4], [0, 4]], 6)
    assert type(schedule.machines[0][0]) is int


def test_cycle_is_named_operation_by_operation() -> None:
    shop = JobShop([[(0, 1), (1, 1)], [(1, 1), (0, 1)]])
    with pytest.raises(InfeasibleSolution) as caught:
        semi_active(shop, [[1, 0], [0, 1]])
    assert caught.value.faults == (
        (
            "the machine orders form a cycle: job 0 operation 0 (machine 0)"
            " -> job 0 operation 1 (machine 1) -> job 1 operation 0 (machine 1)"
            " -> job 1 operation 1 (machine 0) -> job 0 operation 0 (machine 0)"
        ),
    )


BAD_ORDERS = [
    ([[0, 1]], "there are 1 machine orders for 2 machines"),
    ([[0, 1], [1]], "job 0 operation 1 (machine 1) is missing from the order of machine 1"),
    ([[0, 1, 1], [1, 0]], "machine 0 lists job 1 once too often"),
    ([[0, 1], [1, 0, 2]], "machine 1: job 2 is not in 0 to 1"),
    ([[0, 1], [1, -1]], "machine 1: job -1 is not in 0 to 1"),
    ([[0, 1], [1, 0.5]], "the order of machine 1 holds something that is no job number"),
]


@pytest.mark.parametrize(("orders", "message"), BAD_ORDERS)
def test_bad_orders_are_refused(orders: list[list[int]], message: str) -> None:
    with pytest.raises(InfeasibleSolution) as caught:
        semi_active(TWO_BY_TWO, orders)
    assert message in caught.value.faults


@settings(deadline=None)  # a busy machine is no fault
@given(general_shops(), st.integers(0, 999))
def test_start_times_alone_give_orders_that_agree_with_them(shop: JobShop, seed: int) -> None:
    schedule = semi_active(shop, feasible_orders(shop, seed))
    orders = machine_orders(shop, schedule.start)
    assert check(shop, {"machines": orders, "start": schedule.start}) == schedule.cost
    again = from_json(shop, {"start": schedule.start})
    assert again.machines == orders
    # Not equal: start times do not order operations without duration that share an instant,
    # and another order may let one of them start earlier.
    for row, before in zip(again.start, schedule.start, strict=True):
        assert all(new <= old for new, old in zip(row, before, strict=True))


def test_a_tie_without_duration_may_resolve_to_an_earlier_start() -> None:
    shop = JobShop([[(1, 0)], [(0, 1), (1, 0)]])
    late = semi_active(shop, [[1], [1, 0]])  # job 0 waits for job 1, which takes no time
    assert late.start == [[1], [0, 1]]
    assert from_json(shop, {"start": late.start}).start == [[0], [0, 1]]


@pytest.mark.parametrize("start", [[[0, 4]], [[0, 4], [0]], [[0, 4], [0, 4, 9]]])
def test_starts_that_do_not_match_the_jobs_are_refused(start: list[list[int]]) -> None:
    with pytest.raises(InfeasibleSolution, match="not one per operation"):
        machine_orders(TWO_BY_TWO, start)


def test_json_form_makes_the_schedule_again() -> None:
    schedule = semi_active(load("ft06"), FT06_OPTIMUM)
    assert from_json(load("ft06"), schedule.to_json()) == schedule
