"""The checker judges by the rules in instance.py: schedules made by hand, one rule at a time."""

from __future__ import annotations

from typing import Any

import pytest

from neurols.errors import InfeasibleSolution
from neurols.scheduling.rich.check import check
from neurols.scheduling.rich.instance import (
    Job,
    Machine,
    Objective,
    Operation,
    Precedence,
    RichScheduling,
)
from tests.scheduling.rich.shops import single_machine, workshop

GOOD = {"start": [[2, 5], [11]], "machine": [[0, 1], [0]]}


def faults(instance: RichScheduling, form: dict[str, Any]) -> str:
    with pytest.raises(InfeasibleSolution) as caught:
        check(instance, form)
    return " | ".join(caught.value.faults)


def starts(*values: int) -> dict[str, Any]:
    return {"start": [[value] for value in values]}


def test_a_feasible_schedule_costs_what_its_objective_says() -> None:
    assert check(workshop(), GOOD) == 13
    assert check(workshop(objective=Objective(total_completion=1)), GOOD) == 7 + 13
    assert check(workshop(objective=Objective(flow_time=1)), GOOD) == 7 + 12
    assert check(workshop(objective=Objective(setup_time=1)), GOOD) == 2 + 3
    assert check(workshop(objective=Objective(max_lateness=1)), GOOD) == -2
    jobs = (Job(due_date=5, weight=2.5), Job(due_date=12, weight=4))
    for objective, cost in (
        (Objective(weighted_tardiness=1), 2.5 * 2 + 4),
        (Objective(total_tardiness=3), 9),
        (Objective(late_jobs=1), 2),
        (Objective(weighted_late_jobs=1), 6.5),
        (Objective(weighted_completion=1), 2.5 * 7 + 4 * 13),
        (Objective(makespan=1, weighted_flow_time=0.5), 13 + 0.5 * (2.5 * 7 + 4 * 13)),
    ):
        assert check(workshop(objective=objective, jobs=jobs), GOOD) == cost


def test_whole_weights_give_whole_costs() -> None:
    assert isinstance(check(workshop(), GOOD), int)
    jobs = (Job(due_date=5, weight=0.5), Job())
    fractional = workshop(jobs=jobs, objective=Objective(weighted_tardiness=1))
    assert isinstance(check(fractional, GOOD), float)


def test_every_fault_is_told_with_operation_machine_and_time() -> None:
    told = faults(workshop(), {"start": [[1, 3], [6]], "machine": [[0, 0], [0]]})
    assert (
        "job 0 ('bolt') operation 0 ('turn') starts at 1 on machine 0 ('lathe'), before its"
        " initial setup of 2 is done at 2" in told
    )
    assert "job 0 ('bolt') operation 1 ('finish') starts at 3, before job 0" in told
    assert "cannot pause, and meets the break from 5 to 8" in told
    assert "job 1 ('nut') operation 0 on machine 0 ('lathe') from 6 to 10 starts in" in told


def test_setups_lie_between_the_operations_and_between_breaks() -> None:
    told = faults(workshop(), {"start": [[2, 5], [10]], "machine": [[0, 1], [0]]})
    assert told == (
        "job 1 ('nut') operation 0 starts at 10 on machine 0 ('lathe'), before the setup of 3"
        " after job 0 ('bolt') operation 0 ('turn'), which ends at 5, is done at 11"
    )
    machine = Machine("lathe", ((5, 8),), True, 0, ((0, 2), (3, 0)))
    during = workshop(machines=(machine, Machine()))
    assert check(during, {"start": [[2, 5], [8]], "machine": [[0, 1], [0]]}) == 10
    assert "is done at 8" in faults(during, {"start": [[2, 5], [7]], "machine": [[0, 1], [0]]})


def test_an_operation_without_family_needs_no_setup_before_or_after_it() -> None:
    machine = Machine(setups=((0, 9), (9, 0)))
    instance = single_machine(
        Operation(0, ((0, 1),), family=0),
        Operation(1, ((0, 1),)),
        Operation(2, ((0, 1),), family=1),
        machines=(machine,),
        families=("a", "b"),
    )
    assert check(instance, starts(0, 1, 2)) == 3
    assert "the setup of 9" in faults(instance, starts(0, 10, 1))


def test_operations_that_may_pause_are_longer_by_the_breaks() -> None:
    machine = Machine(breaks=((4, 6), (8, 10)))
    pausing = single_machine(Operation(0, ((0, 5),), may_pause=True), machines=(machine,))
    assert check(pausing, starts(2)) == 11
    assert check(pausing, starts(0)) == 7
    assert "starts in the break from 4 to 6" in faults(pausing, starts(4))
    exact = single_machine(Operation(0, ((0, 4),), may_pause=True), machines=(machine,))
    assert check(exact, starts(0)) == 4
    firm = single_machine(Operation(0, ((0, 2),)), machines=(machine,))
    assert check(firm, starts(2)) == 4
    assert check(firm, starts(6)) == 8
    assert "meets the break from 8 to 10" in faults(firm, starts(7))
    instant = single_machine(Operation(0, ((0, 0),)), machines=(machine,))
    assert check(instant, starts(6)) == 6
    assert "break from 4 to 6" in faults(instant, starts(5))


def test_release_dates_deadlines_and_availability_hold() -> None:
    instance = single_machine(
        Operation(0, ((0, 2),), earliest_start=3),
        Operation(1, ((0, 2),)),
        jobs=(Job(release_date=1), Job(deadline=9)),
        machines=(Machine(available_from=2),),
    )
    assert check(instance, starts(4, 2)) == 6
    told = faults(instance, starts(2, 8))
    assert "job 0 operation 0 starts at 2, before its earliest start 3" in told
    assert "job 1 ends at 10, after its deadline 9" in told
    assert "before the job's release date 1" in faults(instance, starts(0, 5))
    assert "before machine 0 is available at 2" in faults(instance, starts(4, 0))
    assert "before time 0" in faults(instance, starts(4, -3))


def test_lags_hold_both_ways() -> None:
    instance = single_machine(
        Operation(0, ((0, 2),)),
        Operation(0, ((1, 2),)),
        precedences=(Precedence(0, 1, min_lag=3, max_lag=4),),
    )
    assert check(instance, {"start": [[0, 5]]}) == 7
    assert check(instance, {"start": [[0, 6]]}) == 8
    assert "ends at 2 plus the lag of 3" in faults(instance, {"start": [[0, 4]]})
    assert "more than 4 after" in faults(instance, {"start": [[0, 7]]})


def test_a_blocking_machine_is_held_until_the_next_operation_starts() -> None:
    instance = RichScheduling(
        name="blocking",
        machines=(Machine(blocking=True, setups=((1,),)), Machine()),
        jobs=(Job(), Job()),
        operations=(
            Operation(0, ((0, 2),), family=0),
            Operation(0, ((1, 2),)),
            Operation(1, ((0, 2),), family=0),
        ),
        precedences=(Precedence(0, 1),),
        families=("any",),
    )
    assert check(instance, {"start": [[0, 4], [5]]}) == 7
    assert "after job 0 operation 0, which ends at 2, is done at 5" in faults(
        instance, {"start": [[0, 4], [4]]}
    )


def test_overlaps_are_told_whoever_comes_between() -> None:
    instance = single_machine(
        Operation(0, ((0, 9),)), Operation(1, ((0, 1),)), Operation(2, ((0, 1),))
    )
    told = faults(instance, starts(0, 1, 3))
    assert "job 1 operation 0 starts at 1" in told
    assert "job 2 operation 0 starts at 3" in told


def test_a_permutation_shop_has_one_order_of_jobs() -> None:
    operations = tuple(Operation(j, ((m, 1),)) for j in range(2) for m in range(2))
    instance = RichScheduling(
        name="flow",
        machines=(Machine(), Machine()),
        jobs=(Job(), Job()),
        operations=operations,
        precedences=(Precedence(0, 1), Precedence(2, 3)),
        permutation=True,
    )
    assert check(instance, {"start": [[0, 1], [1, 2]]}) == 3
    told = faults(instance, {"start": [[0, 4], [1, 2]]})
    assert "job 0 comes before job 1" in told or "job 1 comes before job 0" in told


def test_what_is_no_solution_is_told() -> None:
    shop = workshop()
    assert faults(shop, {}) == 'the solution has no "start"'
    assert '"machine", but job 0' in faults(shop, {"start": [[2, 5], [11]]})
    assert "runs on machine 1, but may run on 0" in faults(shop, {**GOOD, "machine": [[1, 1], [0]]})
    assert 'is missing from "start"' in faults(shop, {**GOOD, "start": [[2], [11]]})
    assert "no whole number" in faults(shop, {**GOOD, "start": [[2, 5.5], [11]]})
    assert "the stated cost is 12" in faults(shop, {**GOOD, "cost": 12})
    listed = [[[0, 0], [1, 0]], [[0, 1]]]
    assert check(shop, {**GOOD, "machines": listed}) == 13
    assert "starts at 2" in faults(shop, {**GOOD, "machines": [[[1, 0], [0, 0]], [[0, 1]]]})
    assert "is listed twice" in faults(shop, {**GOOD, "machines": [[[0, 0]] * 2, [[0, 1]]]})
    assert "is missing from the order" in faults(shop, {**GOOD, "machines": [[[0, 0]], [[0, 1]]]})
    assert "no [job, operation]" in faults(shop, {**GOOD, "machines": [[7], [[0, 1]]]})
