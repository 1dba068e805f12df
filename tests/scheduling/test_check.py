from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurols.errors import InfeasibleSolution
from neurols.scheduling import JobShop, Schedule, check, semi_active

from .shops import TWO_BY_TWO, feasible_orders, general_shops

ORDERS = [[0, 1], [1, 0]]
START = [[0, 4], [0, 4]]


def faults(shop: JobShop, solution: Schedule | dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(InfeasibleSolution) as caught:
        check(shop, solution)
    return caught.value.faults


@pytest.mark.parametrize(
    "solution",
    [
        Schedule(ORDERS, START, 6),
        {"machines": ORDERS, "start": START, "cost": 6},
        {"machines": ORDERS, "start": START},
        {"machines": ORDERS},
        {"start": START},
        {"machines": ORDERS, "start": None, "cost": 6, "instance": "two"},
        {"machines": np.array(ORDERS), "start": np.array(START), "cost": np.int64(6)},
    ],
)
def test_every_form_of_a_good_solution_gives_its_cost(solution: Any) -> None:
    cost = check(TWO_BY_TWO, solution)
    assert cost == 6
    assert type(cost) is int


def test_idle_time_is_no_fault() -> None:
    assert check(TWO_BY_TWO, {"machines": ORDERS, "start": [[1, 10], [2, 20]]}) == 21


def test_overlap_is_named() -> None:
    assert faults(TWO_BY_TWO, {"start": [[0, 3], [0, 4]]}) == (
        (
            "job 0 operation 1 (machine 1) starts at 3 and overlaps job 1 operation 0,"
            " which runs from 0 to 4"
        ),
    )


def test_overlap_with_a_long_operation_is_found_past_a_short_one() -> None:
    shop = JobShop([[(0, 10)], [(0, 1)], [(0, 1)]])
    assert len(faults(shop, {"start": [[0], [2], [5]]})) == 2


def test_broken_job_order_is_named() -> None:
    shop = JobShop([[(0, 3), (1, 2)]])
    assert faults(shop, {"machines": [[0], [0]], "start": [[0, 2]], "cost": 4}) == (
        "job 0 operation 1 (machine 1) starts at 2 before job 0 operation 0 ends at 3",
    )


def test_missing_operation_is_named() -> None:
    missing = "job 0 operation 1 (machine 1) is missing from the order of machine 1"
    assert faults(TWO_BY_TWO, {"machines": [[0, 1], [1]]}) == (missing,)
    assert faults(TWO_BY_TWO, {"machines": [[0, 1], [1]], "start": [[0], [0, 4]]}) == (
        missing,
        "job 0 operation 1 (machine 1) is missing: it has no start",
    )


def test_of_repeated_visits_the_last_is_missing() -> None:
    shop = JobShop([[(0, 1), (1, 1), (0, 1)]])
    assert faults(shop, {"machines": [[0], [0]]}) == (
        "job 0 operation 2 (machine 0) is missing from the order of machine 0",
    )


def test_surplus_operation_is_named() -> None:
    assert faults(TWO_BY_TWO, {"machines": [[0, 1, 1], [1, 0]]}) == (
        "machine 0 lists job 1 2 times, but the job visits it 1 times",
    )
    assert faults(TWO_BY_TWO, {"start": [[0, 4, 9], [0, 4]]}) == (
        "job 0 has 3 starts for 2 operations",
    )


def test_wrong_stated_cost_is_named() -> None:
    stated = "the stated cost is 5, but the makespan is 6"
    assert faults(TWO_BY_TWO, Schedule(ORDERS, START, 5)) == (stated,)
    assert faults(TWO_BY_TWO, {"machines": ORDERS, "cost": 5}) == (stated,)
    assert faults(TWO_BY_TWO, {"start": START, "cost": "6"}) != ()


def test_wrong_machine_order_is_named() -> None:
    shop = JobShop([[(0, 3)], [(0, 2)]])
    assert faults(shop, {"machines": [[1, 0]], "start": [[0], [3]]}) == (
        "machine 0 lists job 1 operation 0 before job 0 operation 0, but they start at 3 and 0",
    )


BAD_START = [
    ([[0, 4.0], [0, 4]], "job 0 operation 1 (machine 1) starts at 4.0, which is no whole number"),
    ([[0, "4"], [0, 4]], "job 0 operation 1 (machine 1) starts at '4', which is no whole number"),
    ([[0, True], [0, 4]], "starts at True, which is no whole number"),
    ([[-1, 4], [0, 4]], "job 0 operation 0 (machine 0) starts at -1, before time 0"),
    ([[0, 4]], '"start" has 1 lists for 2 jobs'),
    (7, '"start" has no lists for 2 jobs'),
    ([[0, 4], 3], "the starts of job 1 are no list"),
]


@pytest.mark.parametrize(("start", "message"), BAD_START)
def test_bad_starts_are_named(start: Any, message: str) -> None:
    assert message in faults(TWO_BY_TWO, {"start": start})[0]


BAD_ORDERS = [
    ([[0, 1]], '"machines" has 1 lists for 2 machines'),
    ("ab", '"machines" has no lists for 2 machines'),
    ([[0, 1], None], "the order of machine 1 is no list"),
    ([[0, 1], [1, 2]], "machine 1 lists job 2, not in 0 to 1"),
    ([[0, 1], [1, "0"]], "machine 1 lists job '0', not in 0 to 1"),
]


@pytest.mark.parametrize(("orders", "message"), BAD_ORDERS)
def test_bad_orders_are_named(orders: Any, message: str) -> None:
    assert message in faults(TWO_BY_TWO, {"machines": orders})[0]


@pytest.mark.parametrize("solution", [[], None, 5, "ft06"])
def test_what_is_no_object_is_no_schedule(solution: Any) -> None:
    with pytest.raises(InfeasibleSolution, match="no schedule"):
        check(TWO_BY_TWO, solution)


def test_nothing_is_no_solution() -> None:
    assert faults(TWO_BY_TWO, {"routes": [[1]]}) == (
        'the solution has neither "machines" nor "start"',
    )


def test_orders_that_block_each_other_are_named() -> None:
    shop = JobShop([[(0, 1), (1, 1)], [(1, 1), (0, 1)]])
    assert faults(shop, {"machines": [[1, 0], [0, 1]]}) == (
        (
            "the machine orders block each other: job 0 operation 0 (machine 0),"
            " job 1 operation 0 (machine 1) wait"
        ),
    )


def test_a_ring_of_zero_durations_is_no_schedule() -> None:
    shop = JobShop([[(0, 0), (1, 0)], [(1, 0), (0, 0)]])
    rings = {"machines": [[1, 0], [0, 1]], "start": [[0, 0], [0, 0]]}
    assert "block each other" in faults(shop, rings)[0]
    assert check(shop, {"machines": [[0, 1], [0, 1]], "start": [[0, 0], [0, 0]]}) == 0


def test_zero_durations_may_touch_but_not_fall_inside() -> None:
    shop = JobShop([[(0, 4)], [(0, 0)]])
    assert check(shop, {"start": [[2], [2]]}) == 6
    assert check(shop, {"start": [[2], [6]]}) == 6
    assert check(shop, {"machines": [[1, 0]], "start": [[2], [2]]}) == 6
    assert "overlaps job 0 operation 0" in faults(shop, {"start": [[2], [3]]})[0]


def test_ties_must_stand_in_the_order_that_can_be() -> None:
    shop = JobShop([[(0, 4)], [(0, 0)]])
    assert faults(shop, {"machines": [[0, 1]], "start": [[2], [2]]}) == (
        "machine 0 lists job 0 operation 0 before job 1 operation 0, but they start at 2 and 2",
    )


def test_two_zero_durations_at_one_instant_may_stand_in_any_order() -> None:
    shop = JobShop([[(0, 0)], [(0, 0)]])
    for order in ([0, 1], [1, 0]):
        assert check(shop, {"machines": [order], "start": [[3], [3]]}) == 3


@settings(deadline=None)  # a busy machine is no fault
@given(general_shops(), st.integers(0, 999), st.data())
def test_moving_a_start_is_noticed(shop: JobShop, seed: int, data: st.DataObject) -> None:
    """Earlier breaks a semi-active schedule, unless it sits at time 0 already."""
    schedule = semi_active(shop, feasible_orders(shop, seed))
    assert check(shop, schedule) == check(shop, {"start": schedule.start}) == schedule.cost
    assert check(shop, {"machines": schedule.machines}) == schedule.cost
    job = data.draw(st.integers(0, len(shop.jobs) - 1))
    place = data.draw(st.integers(0, len(shop.jobs[job]) - 1))
    moved = schedule.to_json()
    moved["start"][job][place] -= 1
    assert any(f"job {job} operation {place}" in fault for fault in faults(shop, moved))
