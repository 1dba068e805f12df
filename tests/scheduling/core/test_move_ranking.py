"""A linear ranking asks the memory only where it must, and chooses as if it always had."""

from __future__ import annotations

import random

import numpy as np
import pytest

from neurols import _core

from ...helpers import classic_shop, random_general_shop, workspace

FEATURES, STATES = _core.move_features(), _core.move_state_features()
OPERATORS = list(_core.JobShopWorkspace.operator_names)
# The same moves twice: of the first the lowest is enough, of the second every block's below zero.
LOWEST, BELOW_ZERO = OPERATORS.index("cei+tabu"), OPERATORS.index("cei3+tabu")


def ranked_workspace(rng: random.Random) -> _core.JobShopWorkspace:
    return workspaces(rng)[0]


def workspaces(rng: random.Random, opening: float = 0) -> list[_core.JobShopWorkspace]:
    """Two that rank moves by the same linear rule; the second has hidden units and no guesses.

    What is hidden adds nothing to a rank.
    """
    weights = np.random.default_rng(rng.randrange(10**6)).standard_normal(len(FEATURES))
    weights[FEATURES.index("tabu")] = rng.choice([-0.3, 3.0, 50.0])
    for name in ("fresh (8)", "fresh (32)", "log changes"):
        weights[FEATURES.index(name)] *= 0.1  # what the memory says must not decide everything
    hidden = [0.0] * (_core.PerceptronWeights.count(len(FEATURES), len(STATES), 1) - len(FEATURES))
    shop = classic_shop(rng, 15, 8) if rng.random() < 0.8 else random_general_shop(rng)
    networks = [
        _core.PerceptronWeights(len(FEATURES), len(STATES), units, [*weights.tolist(), *more])
        for units, more in ((0, []), (1, hidden))
    ]
    return [
        workspace(shop, ranking=network, tenure=8, tenure_spread=8, ranked_steps=opening)
        for network in networks
    ]


def certain_ranks(space: _core.JobShopWorkspace, rng: _core.Rng) -> list[float]:
    """Those of all moves from the current solution: after a rejection nothing is guessed."""
    if space.propose(LOWEST, rng):
        space.reject()
    return [move.rank for move in space.moves(LOWEST, rng)]


@pytest.mark.parametrize("seed", range(40))
def test_ranks_are_bounds_and_those_asked_for_are_certain(seed: int) -> None:
    space, rng = ranked_workspace(random.Random(seed)), _core.Rng(seed)
    space.construct(rng)
    for _ in range(60):
        lowest = [move.rank for move in space.moves(LOWEST, rng)]
        below_zero = [move.rank for move in space.moves(BELOW_ZERO, rng)]
        certain = certain_ranks(space, rng)
        if not certain:
            return
        for found in (lowest, below_zero):
            assert min(found) == pytest.approx(min(certain), abs=1e-4)
            assert all(a <= b + 1e-4 for a, b in zip(found, certain, strict=True))
        if space.propose(LOWEST, rng):  # the second best
            space.accept()


@pytest.mark.parametrize("opening", [0, 100])
@pytest.mark.parametrize("seed", range(40))
def test_guesses_change_no_candidate(seed: int, opening: float) -> None:
    """Neither the first move nor those of other blocks that join it."""
    guessing, certain = workspaces(random.Random(seed), opening)
    rngs = [_core.Rng(seed), _core.Rng(seed)]
    for space, rng in zip((guessing, certain), rngs, strict=True):
        space.construct(rng)
    for step in range(60):
        found = [
            space.propose(BELOW_ZERO, rng)
            for space, rng in zip((guessing, certain), rngs, strict=True)
        ]
        assert found[0] == found[1]
        if not found[0]:
            return
        assert guessing.sequences() == certain.sequences()
        for space in (guessing, certain):
            if step % 5 == 4:
                space.reject()
            else:
                space.accept()


def test_some_ranks_are_guessed() -> None:
    """Otherwise the tests above would test nothing."""
    guessed = {LOWEST: 0, BELOW_ZERO: 0}
    for seed in range(10):
        space, rng = ranked_workspace(random.Random(seed)), _core.Rng(seed)
        space.construct(rng)
        for _ in range(20):
            if not space.propose(LOWEST, rng):
                break
            space.accept()
        found = {op: [move.rank for move in space.moves(op, rng)] for op in guessed}
        certain = certain_ranks(space, rng)
        for op, ranks in found.items():
            guessed[op] += sum(a < b - 1e-4 for a, b in zip(ranks, certain, strict=True))
    assert guessed[LOWEST] > guessed[BELOW_ZERO] > 20


def machines_changed(opening: float) -> int:
    """On how many machines one candidate of a ranking that likes every move changes the order."""
    weights = np.zeros(len(FEATURES))
    weights[FEATURES.index("one")] = -100
    weights[FEATURES.index("estimated change")] = 1
    network = _core.PerceptronWeights(len(FEATURES), len(STATES), 0, weights.tolist())
    space = workspace(classic_shop(random.Random(3), 40, 20), ranking=network, ranked_steps=opening)
    rng = _core.Rng(3)
    space.construct(rng)
    before = space.sequences()
    assert space.propose(BELOW_ZERO, rng)
    return sum(a != b for a, b in zip(before, space.sequences(), strict=True))


def test_an_opening_moves_something_in_every_block_that_is_worth_it() -> None:
    everywhere, up_to_three = machines_changed(opening=10), machines_changed(opening=0)
    assert 1 < up_to_three <= 3 < everywhere
