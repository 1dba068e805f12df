"""The roulette wheel of Ropke and Pisinger (2006) against weights worked out by hand.

The fifth decision closes the first segment: four choices were made by weights of 1 and are scored,
and the choices from the fifth to the ninth are made by the weights that follow from them.
"""

from __future__ import annotations

import pytest

from neurols import _core
from neurols._core import Action
from tests.search.tape import choices, play

NEW_BEST, BETTER, ACCEPTED = 25.0, 5.0, 1.0
LEAST = 0.05  # no weight falls below


def wheel(reaction: float) -> _core.SelectByRoulette:
    arms = [Action.apply(0), Action.apply(1)]
    return _core.SelectByRoulette(arms, NEW_BEST, BETTER, ACCEPTED, 5, reaction)


def spun(
    weights: tuple[float, float], steps: int, rng: _core.Rng, coins: bool = False
) -> list[int]:
    """What a wheel of two weights shows, by the draws of the generator; before each step a coin may
    be tossed."""
    shown = []
    for _ in range(steps):
        if coins:
            rng.uniform()
        shown.append(int(rng.uniform() * sum(weights) >= weights[0]))
    return shown


@pytest.mark.parametrize("reaction", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("seed", range(1, 11))
def test_weights_move_towards_the_mean_score_of_a_segment(seed: int, reaction: float) -> None:
    # Nothing is accepted. Arm 0 brings a new best and then better candidates, arm 1 equal ones.
    reject = _core.AcceptByCoin(0.0)
    told = play([[90.0], [100.0]], 9, acceptance=reject, selection=wheel(reaction), seed=seed)
    rng = _core.Rng(seed)
    first = spun((1.0, 1.0), 1, rng) + spun((1.0, 1.0), 3, rng, coins=True)
    uses = first.count(0)
    mean = (NEW_BEST + BETTER * (uses - 1)) / max(uses, 1)
    weight = 1.0 if uses == 0 else (1 - reaction) + reaction * mean
    other = 1.0 if uses == 4 else max(LEAST, 1 - reaction)
    assert choices(told) == first + spun((weight, other), 5, rng, coins=True)


@pytest.mark.parametrize("seed", range(1, 11))
def test_an_accepted_candidate_scores_once_that_is_known(seed: int) -> None:
    # Both arms bring equal candidates, all accepted; of the fourth that is not known at the fifth
    # decision.
    told = play(
        [[100.0], [100.0]], 9, acceptance=_core.AcceptAlways(), selection=wheel(1.0), seed=seed
    )
    rng = _core.Rng(seed)
    first = spun((1.0, 1.0), 4, rng)
    weights = [
        max(LEAST, ACCEPTED * first[:3].count(arm) / first.count(arm)) if arm in first else 1.0
        for arm in (0, 1)
    ]
    assert choices(told) == first + spun((weights[0], weights[1]), 5, rng)
