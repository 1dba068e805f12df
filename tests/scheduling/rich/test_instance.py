"""Every field of a rich instance is checked; what is at fault is named."""

from __future__ import annotations

import pytest

from neurols.errors import InputError
from neurols.scheduling.rich.instance import (
    Job,
    Machine,
    Objective,
    Operation,
    Precedence,
    RichScheduling,
)
from tests.scheduling.rich.shops import single_machine, workshop

ONE = Operation(0, ((0, 3),))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": ""}, "the name '' is no printable text"),
        ({"machines": ()}, "there are no machines"),
        ({"jobs": (Job(), Job())}, "job 1 has no operations"),
        ({"operations": (Operation(1, ((0, 1),)),)}, "operation 0 is of job 1, which is not in"),
        ({"operations": (Operation(0, ()),)}, "job 0 operation 0 has no machine"),
        ({"operations": (Operation(0, ((1, 1),)),)}, "machine 1 is not in 0 to 0"),
        ({"operations": (Operation(0, ((0, 1), (0, 2))),)}, "has two modes on machine 0"),
        ({"operations": (Operation(0, ((0, -1),)),)}, "the duration on machine 0, -1 is negative"),
        ({"operations": (Operation(0, ((0, 1.5),)),)}, "1.5 is no whole number"),
        ({"operations": (Operation(0, ((0, 2**53),)),)}, "too large"),
        ({"operations": (Operation(0, ((0, 1),), family=0),)}, "the families are none at all"),
        ({"machines": (Machine(breaks=((5, 5),)),)}, "break 0 from 5 to 5 does not end after"),
        ({"machines": (Machine(breaks=((5, 7), (6, 8))),)}, "before the one before it has ended"),
        ({"machines": (Machine(breaks=((5, 7), (7, 8))),)}, "when the one before it ends"),
        ({"machines": (Machine(setups=((1,),)),)}, "setup times are 1 rows of 1 for 0 families"),
        ({"machines": (Machine(initial_family=3),)}, "its initial family is 3"),
        ({"machines": (Machine(available_from=-1),)}, "available_from -1 is negative"),
        ({"jobs": (Job(release_date=-1),)}, "job 0: release_date -1 is negative"),
        ({"jobs": (Job(weight=-1),)}, "job 0: weight -1 is negative"),
        ({"jobs": (Job(weight=float("nan")),)}, "is too large or no finite number"),
        ({"jobs": (Job(release_date=5, deadline=4),)}, "the deadline 4 is before the release date"),
        ({"precedences": (Precedence(0, 7),)}, "operation 7 is not in 0 to 0"),
        ({"precedences": (Precedence(0, 0),)}, "the precedences form a cycle"),
        ({"objective": Objective()}, "no term with a weight above 0"),
        ({"objective": Objective(makespan=-1)}, "weight of makespan -1 is negative"),
        ({"objective": Objective(late_jobs=1)}, "asks for late_jobs, but no job has a due date"),
        ({"best_known": 2, "known_lower_bound": 3}, "the best known cost 2 is below"),
        ({"best_known": "x"}, "best_known 'x' is no number"),
    ],
)
def test_bad_fields_are_named(changes: dict[str, object], message: str) -> None:
    fields: dict[str, object] = {
        "name": "one",
        "machines": (Machine(),),
        "jobs": (Job(),),
        "operations": (ONE,),
    }
    with pytest.raises(InputError) as caught:
        RichScheduling(**(fields | changes))  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_cycle_is_shown_by_its_operations() -> None:
    with pytest.raises(InputError, match=r"cycle: .*'turn'.* -> .*'finish'.* -> .*'turn'"):
        workshop(precedences=(Precedence(0, 1), Precedence(1, 0)))


def test_a_lag_must_be_possible_and_not_negative() -> None:
    with pytest.raises(InputError, match="min_lag -1 is negative"):
        workshop(precedences=(Precedence(0, 1, min_lag=-1),))
    with pytest.raises(InputError, match="max_lag 1 is less than min_lag 2"):
        workshop(precedences=(Precedence(0, 1, 2, 1),))
    with pytest.raises(InputError, match=r"must start within 1 after .* takes 2"):
        single_machine(
            *(Operation(0, ((0, 2),)) for _ in range(3)),
            precedences=(Precedence(0, 1), Precedence(1, 2), Precedence(0, 2, max_lag=1)),
        )


def test_a_deadline_that_nothing_can_keep_is_told_with_its_operation() -> None:
    with pytest.raises(
        InputError, match=r"operation 1 \('finish'\) cannot end before 5, .*deadline 4"
    ):
        workshop(jobs=(Job("bolt", due_date=4, deadline=4), Job("nut")))
    # Without the break the operation would be done at 7.
    with pytest.raises(InputError, match="cannot end before 11, after the job's deadline 10"):
        single_machine(
            Operation(0, ((0, 4),), earliest_start=3),
            machines=(Machine(breaks=((5, 7),)),),
            jobs=(Job(deadline=10),),
        )


def test_operations_are_numbered_within_their_jobs() -> None:
    shop = single_machine(Operation(1, ((0, 1),)), Operation(0, ((0, 1),)), Operation(1, ((0, 1),)))
    assert shop.operations_of == ((1,), (0, 2))
    assert shop.places == ((1, 0), (0, 0), (1, 1))
    assert (shop.problem, shop.size) == ("scheduling", "2x1")


def test_the_lower_bound_knows_jobs_machines_and_due_dates() -> None:
    five = [Operation(j, ((0, 3),)) for j in range(5)]
    assert single_machine(*five).lower_bound == 15
    two = [Operation(j, ((0, 3), (1, 3))) for j in range(5)]
    assert single_machine(*two).lower_bound == 8
    late = single_machine(
        *five,
        jobs=tuple(Job(due_date=1, weight=2) for _ in range(5)),
        objective=Objective(weighted_tardiness=1),
    )
    assert late.lower_bound == 5 * 2 * 2
    assert single_machine(*five, known_lower_bound=20).lower_bound == 20
