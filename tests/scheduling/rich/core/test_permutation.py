"""Permutation shops: the optimum against all orders, costs against the checker, undo."""

from __future__ import annotations

import random
from itertools import pairwise, permutations

import pytest

import neurols
from neurols import _core
from neurols.errors import InputError
from neurols.scheduling.rich import native
from neurols.scheduling.rich.check import check
from neurols.scheduling.rich.instance import (
    Job,
    Machine,
    Objective,
    Operation,
    Precedence,
    RichScheduling,
)
from neurols.scheduling.rich.solution import RichSchedule, from_sequences
from tests.scheduling.rich.core.instances import reference_starts

VARIANTS = ("plain", "setups", "tardiness", "releases", "skips", "breaks", "no-wait", "blocking")


def shop(variant: str, seed: int, jobs: int = 5, machines: int = 3) -> RichScheduling:
    rng = random.Random(seed)
    families = 3 if variant == "setups" else 0
    operations, precedences = [], []
    for job in range(jobs):
        route = [m for m in range(machines) if variant != "skips" or rng.random() < 0.7] or [0]
        first = len(operations)
        for machine in route:
            family = rng.randrange(families) if families else None
            operations.append(Operation(job, ((machine, rng.randint(1, 9)),), family=family))
        longest = 0 if variant == "no-wait" else None
        precedences += [
            Precedence(a, b, max_lag=longest) for a, b in pairwise(range(first, len(operations)))
        ]
    setups = tuple(tuple(rng.randint(0, 6) for _ in range(families)) for _ in range(families))
    breaks = ((7, 10), (21, 30)) if variant == "breaks" else ()
    machine = Machine(setups=setups, breaks=breaks, blocking=variant == "blocking")
    return RichScheduling(
        f"{variant}-{seed}",
        (machine,) * machines,
        tuple(
            Job(
                release_date=rng.randint(0, 12) if variant == "releases" else 0,
                due_date=rng.randint(5, 30) if variant == "tardiness" else None,
                weight=rng.randint(1, 4),
            )
            for _ in range(jobs)
        ),
        tuple(operations),
        tuple(precedences),
        tuple(f"family {number}" for number in range(families)),
        Objective(weighted_tardiness=1) if variant == "tardiness" else Objective(makespan=1),
        permutation=True,
    )


def best_by_enumeration(instance: RichScheduling) -> float:
    best = float("inf")
    for order in permutations(range(len(instance.jobs))):
        sequences: list[list[int]] = [[] for _ in instance.machines]
        for job in order:
            for number in instance.operations_of[job]:
                sequences[instance.operations[number].modes[0][0]].append(number)
        starts = reference_starts(instance, sequences)
        if starts is not None:
            best = min(best, check(instance, from_sequences(instance, sequences, starts)))
    return best


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", VARIANTS)
def test_search_finds_the_best_order(variant: str, seed: int) -> None:
    instance = shop(variant, seed)
    assert neurols.solve(instance, iterations=600, seed=1).cost == best_by_enumeration(instance)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_checker_agrees_with_every_candidate(variant: str) -> None:
    instance = shop(variant, 7, jobs=9, machines=4)
    rng, core_rng = random.Random(3), _core.Rng(3)
    space = native.workspace(instance, _core.WorkspaceSettings())
    space.construct(core_rng)
    for _ in range(60):
        before = space.order, space.cost()
        if rng.random() < 0.2:
            space.perturb(rng.randrange(len(space.perturbations)), 3, core_rng)
        elif not space.propose(rng.randrange(len(space.operators)), core_rng):
            continue
        space.keep_best()
        solution = native.best_schedule(instance, space)
        assert check(instance, solution) == pytest.approx(space.cost())
        if rng.random() < 0.5:
            space.accept()
        else:
            space.reject()
            assert (space.order, space.cost()) == before


def test_a_schedule_to_start_from_is_kept() -> None:
    instance = shop("setups", 1, jobs=8)
    good = neurols.solve(instance, iterations=300, seed=2)
    again = neurols.solve(instance, iterations=1, seed=3, initial=good.solution)
    assert isinstance(again.solution, RichSchedule)
    assert again.initial_cost == good.cost


def test_a_schedule_on_other_machines_than_those_that_end_first_is_kept() -> None:
    """The first job ends first on the machine that the second one needs."""
    instance = RichScheduling(
        "two machines",
        (Machine(), Machine()),
        (Job(), Job()),
        (Operation(0, ((0, 2), (1, 3))), Operation(1, ((0, 5),))),
        permutation=True,
    )
    given = from_sequences(instance, [[1], [0]], [0, 0])
    assert given.cost == 5
    for controller in ("sa", "tabu", "ils"):
        again = neurols.solve(instance, iterations=3, initial=given, controller=controller)
        assert (again.initial_cost, again.cost) == (5, 5)
    space = native.workspace(instance, _core.WorkspaceSettings(), given)
    rng = _core.Rng(1)
    space.construct(rng)
    space.keep_best()
    shift = space.operators.index("shift")
    for cost in (5, 7):  # the second job first, and back to the order of the schedule given
        assert space.propose(shift, rng)
        space.accept()
        assert space.cost() == cost
    assert native.best_schedule(instance, space).cost == 5
    space.perturb(space.perturbations.index("best"), 0, rng)
    assert space.cost() == 5
    space.reject()
    assert space.cost() == 7


@pytest.mark.parametrize("objective", [{"total_completion": 1.0}, {"setup_time": 1.0}])
def test_no_order_that_misses_a_deadline_is_cheaper(objective: dict[str, float]) -> None:
    """The first job has to go first, though all ends sooner, with fewer setups, if it does not."""
    setups = ((0, 4), (0, 4))
    instance = RichScheduling(
        "deadline",
        (Machine(setups=setups, initial_family=0), Machine()),
        (Job(release_date=8, deadline=11), Job()),
        (
            Operation(0, ((0, 2), (1, 4)), family=1),
            Operation(1, ((1, 4),)),
            Operation(1, ((0, 4),), family=1),
        ),
        families=("a", "b"),
        objective=Objective(**{"makespan": 0.0, **objective}),
        permutation=True,
    )
    found = neurols.solve(instance, iterations=50, seed=1)
    assert isinstance(found.solution, RichSchedule)
    assert list(found.solution.start[0]) == [8] and check(instance, found.solution) == found.cost


def test_precedences_between_jobs_are_refused() -> None:
    instance = shop("plain", 1)
    linked = RichScheduling(
        "linked",
        instance.machines,
        instance.jobs,
        instance.operations,
        (*instance.precedences, Precedence(0, 5)),
        permutation=True,
    )
    with pytest.raises(InputError, match="precedence between"):
        neurols.solve(linked, iterations=1)
