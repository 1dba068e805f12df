"""Relinking: what starts between two elite solutions keeps what both agree on."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from neurols import JobShop, _core
from tests.helpers import classic_shop, random_general_shop, reference_heads, state, workspace

CEI_TABU = _core.JobShopWorkspace.operator_names.index("cei+tabu")
RELINK = _core.JobShopWorkspace.perturbation_names.index("relink")


def run_phase(space: _core.JobShopWorkspace, rng: _core.Rng, steps: int) -> list[list[int]]:
    """A phase of tabu search; the machine sequences of its best solution."""
    best, found = space.cost(), space.sequences()
    for _ in range(steps):
        if not space.propose(CEI_TABU, rng):
            break
        space.accept()
        if space.cost() < best:
            best, found = space.cost(), space.sequences()
    return found


def relink(space: _core.JobShopWorkspace, rng: _core.Rng, elites: int) -> None:
    space.perturb(RELINK, elites, rng)
    space.accept()


def ordered_pairs(sequences: list[list[int]]) -> set[tuple[int, int]]:
    return {pair for sequence in sequences for pair in combinations(sequence, 2)}


@pytest.mark.parametrize("seed", range(20))
def test_a_relinked_schedule_keeps_what_its_parents_agree_on(seed: int) -> None:
    instance = classic_shop(random.Random(seed), 12, 8)
    space, rng = workspace(instance), _core.Rng(seed)
    space.construct(rng)
    first = run_phase(space, rng, 40)
    relink(space, rng, 2)  # one elite so far: this is a fresh start
    second = run_phase(space, rng, 40)
    relink(space, rng, 2)
    parents, child = (ordered_pairs(first), ordered_pairs(second)), ordered_pairs(space.sequences())
    assert parents[0] & parents[1] <= child
    assert child <= parents[0] | parents[1]
    assert child != parents[0] and child != parents[1]


@pytest.mark.parametrize("seed", range(40))
def test_relinked_general_shops_are_feasible_and_rejection_takes_them_back(seed: int) -> None:
    rng = random.Random(seed)
    instance: JobShop = random_general_shop(rng)
    space, core_rng = workspace(instance), _core.Rng(seed)
    elites = rng.randint(1, 4)
    space.construct(core_rng)
    for _ in range(12):
        run_phase(space, core_rng, rng.randint(0, 10))
        space.estimate(CEI_TABU, core_rng)  # brings tails up to date
        before = state(space)
        space.perturb(RELINK, elites, core_rng)
        assert space.heads() == reference_heads(instance, space.sequences())
        space.reject()
        assert state(space) == before
        relink(space, core_rng, elites)
