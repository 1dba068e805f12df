"""A linear ranking asks the memory only where it must, and chooses as if it always had."""

from __future__ import annotations

import random

import numpy as np
import pytest

from neurols import _core

from ..helpers import classic_shop, random_general_shop, workspace

FEATURES, STATES = _core.move_features(), _core.move_state_features()
OPERATORS = list(_core.JobShopWorkspace.operator_names)
# The same moves twice: of the first the lowest is enough, the second needs the ranks of all.
LOWEST, ALL = OPERATORS.index("cei+tabu"), OPERATORS.index("cei3+tabu")


def ranked_workspace(rng: random.Random) -> _core.JobShopWorkspace:
    weights = np.random.default_rng(rng.randrange(10**6)).standard_normal(len(FEATURES))
    weights[FEATURES.index("tabu")] = rng.choice([-0.3, 3.0, 50.0])
    for name in ("fresh (8)", "fresh (32)", "log changes"):
        weights[FEATURES.index(name)] *= 0.1  # what the memory says must not decide everything
    network = _core.PerceptronWeights(len(FEATURES), len(STATES), 0, weights.tolist())
    shop = classic_shop(rng, 15, 8) if rng.random() < 0.8 else random_general_shop(rng)
    return workspace(shop, ranking=network, tenure=8, tenure_spread=8)


@pytest.mark.parametrize("seed", range(40))
def test_the_lowest_rank_is_found_and_rejected_moves_have_their_own(seed: int) -> None:
    space, rng = ranked_workspace(random.Random(seed)), _core.Rng(seed)
    space.construct(rng)
    for _ in range(60):
        quick = [move.rank for move in space.moves(LOWEST, rng)]
        whole = [move.rank for move in space.moves(ALL, rng)]
        if not whole:
            return
        assert min(quick) == pytest.approx(min(whole), abs=1e-4)
        assert all(a <= b + 1e-4 for a, b in zip(quick, whole, strict=True))  # guesses are bounds
        if not space.propose(LOWEST, rng):
            return
        space.reject()
        finished = [move.rank for move in space.moves(LOWEST, rng)]
        assert finished == pytest.approx(whole, abs=1e-4)
        if space.propose(LOWEST, rng):  # the second best
            space.accept()


def test_some_ranks_are_guessed() -> None:
    """Otherwise the test above would test nothing."""
    guessed = 0
    for seed in range(10):
        space, rng = ranked_workspace(random.Random(seed)), _core.Rng(seed)
        space.construct(rng)
        for _ in range(20):
            if not space.propose(LOWEST, rng):
                break
            space.accept()
        quick = [move.rank for move in space.moves(LOWEST, rng)]
        whole = [move.rank for move in space.moves(ALL, rng)]
        guessed += sum(a < b - 1e-4 for a, b in zip(quick, whole, strict=True))
    assert guessed > 20
