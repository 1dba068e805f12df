"""Starts and cost of the native schedule against a slow reference, and undo bit for bit."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from neurols import _core
from neurols.errors import InfeasibleSolution, InputError
from neurols.scheduling.rich import native
from neurols.scheduling.rich.check import check
from neurols.scheduling.rich.instance import RichScheduling
from neurols.scheduling.rich.solution import from_sequences
from tests.scheduling.rich.core.instances import random_instance, random_traits, reference_starts

State = tuple[object, ...]


class Started(NamedTuple):
    rng: random.Random
    instance: RichScheduling
    space: _core.RichSchedulingWorkspace
    core_rng: _core.Rng


def started(seed: int, traits: set[str] | None = None) -> Started:
    """A workspace with its first solution, of the next instance that has one."""
    rng = random.Random(seed)
    while True:
        instance = random_instance(rng, random_traits(rng) if traits is None else traits)
        space, core_rng = native.workspace(instance, _core.WorkspaceSettings()), _core.Rng(seed)
        try:
            space.construct(core_rng)
        except InputError:
            continue
        return Started(rng, instance, space, core_rng)


def step(space: _core.RichSchedulingWorkspace, rng: random.Random, core_rng: _core.Rng) -> bool:
    """A random operator or perturbation; is a candidate pending?"""
    if rng.random() < 0.2:
        space.perturb(rng.randrange(len(space.perturbations)), rng.randint(1, 6), core_rng)
        return True
    return space.propose(rng.randrange(len(space.operators)), core_rng)


def state(space: _core.RichSchedulingWorkspace) -> State:
    return space.sequences(), space.times(), space.cost(), space.fingerprint(), space.feasible()


@pytest.mark.parametrize("seed", range(150))
def test_starts_and_cost_are_those_of_the_reference_after_every_step(seed: int) -> None:
    rng, instance, space, core_rng = started(seed)
    for _ in range(12):
        pending = step(space, rng, core_rng)
        sequences, (_, starts, _) = space.sequences(), space.times()
        reference = reference_starts(instance, sequences)
        assert reference is not None or not space.feasible()
        if space.feasible():
            assert starts == reference
            cost = check(instance, from_sequences(instance, sequences, starts))
            assert cost == pytest.approx(space.cost())
        elif reference is not None:  # a deadline is missed
            with pytest.raises(InfeasibleSolution):
                check(instance, from_sequences(instance, sequences, reference))
        if pending and rng.random() < 0.6:
            space.accept()
        elif pending:
            space.reject()


@pytest.mark.parametrize("seed", range(150))
def test_reject_restores_the_schedule_bit_for_bit(seed: int) -> None:
    rng, _, space, core_rng = started(1000 + seed)
    for _ in range(60):
        before = state(space)
        moves = [[m.estimate for m in space.moves(o, core_rng)] for o in range(5)]
        if not step(space, rng, core_rng):
            assert state(space) == before
            continue
        if rng.random() < 0.5:
            space.accept()
            continue
        space.reject()
        assert state(space) == before
        assert [[m.estimate for m in space.moves(o, core_rng)] for o in range(5)] == moves
