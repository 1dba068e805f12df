"""Heads, tails, makespan and undo of the native schedule against slow references."""

from __future__ import annotations

import random

import pytest

from neurols import _core
from tests.helpers import (
    random_general_shop,
    reference_heads,
    reference_tails,
    state,
    workspace,
)

OPERATORS = list(_core.JobShopWorkspace.operator_names)
PERTURBATIONS = list(_core.JobShopWorkspace.perturbation_names)


def step(space: _core.JobShopWorkspace, rng: random.Random, core_rng: _core.Rng) -> bool:
    """A random operator or perturbation; is a candidate pending?"""
    if rng.random() < 0.2:
        space.perturb(rng.randrange(len(PERTURBATIONS)), rng.randint(1, 6), core_rng)
        return True
    return space.propose(rng.randrange(len(OPERATORS)), core_rng)


@pytest.mark.parametrize("seed", range(60))
def test_heads_and_makespan_equal_the_reference_after_every_step(seed: int) -> None:
    rng = random.Random(seed)
    instance = random_general_shop(rng)
    space, core_rng = workspace(instance), _core.Rng(seed)
    space.construct(core_rng)
    durations = [d for job in instance.jobs for _, d in job]
    for _ in range(40):
        pending = step(space, rng, core_rng)
        heads = reference_heads(instance, space.sequences())
        assert space.heads() == heads
        assert space.cost() == max(h + d for h, d in zip(heads, durations, strict=True))
        if pending:
            if rng.random() < 0.5:
                space.accept()
            else:
                space.reject()
        space.estimate(OPERATORS.index("cei"), core_rng)  # brings tails up to date
        assert space.tails() == reference_tails(instance, space.sequences())


@pytest.mark.parametrize("seed", range(60))
def test_reject_restores_the_schedule_bit_for_bit(seed: int) -> None:
    rng = random.Random(1000 + seed)
    instance = random_general_shop(rng)
    space, core_rng = workspace(instance), _core.Rng(seed)
    space.construct(core_rng)
    for _ in range(60):
        space.estimate(OPERATORS.index("cei"), core_rng)
        before = state(space)
        if not step(space, rng, core_rng):
            assert state(space) == before
            continue
        if rng.random() < 0.3:
            space.accept()
        else:
            space.reject()
            assert state(space) == before


def test_fingerprint_tells_machine_sequences_apart_and_knows_them_again() -> None:
    rng = random.Random(5)
    instance = random_general_shop(rng, 6, 4)
    space, core_rng = workspace(instance), _core.Rng(5)
    space.construct(core_rng)
    seen: dict[int, list[list[int]]] = {}
    for _ in range(400):
        if step(space, rng, core_rng):
            space.accept()
        known = seen.setdefault(space.fingerprint(), space.sequences())
        assert known == space.sequences()
    assert len(seen) > 10


def test_warm_start_keeps_the_given_sequences() -> None:
    rng = random.Random(3)
    instance = random_general_shop(rng, 8, 5)
    space, core_rng = workspace(instance), _core.Rng(3)
    space.construct(core_rng)
    space.perturb(PERTURBATIONS.index("swaps"), 5, core_rng)
    core = _core.JobShopInstance(*instance.flat(), instance.machines)
    again = _core.JobShopWorkspace(core, _core.WorkspaceSettings(), space.sequences())
    again.construct(core_rng)
    assert again.sequences() == space.sequences()
    assert again.cost() == space.cost()


def test_sequences_that_form_a_cycle_are_refused() -> None:
    from neurols import JobShop

    instance = JobShop([[(0, 1), (1, 1)], [(1, 1), (0, 1)]])
    core = _core.JobShopInstance(*instance.flat(), instance.machines)
    with pytest.raises(ValueError, match="cycle"):
        _core.JobShopWorkspace(core, _core.WorkspaceSettings(), [[3, 0], [1, 2]])
