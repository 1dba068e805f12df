"""ε-greedy exploration: how often a search acts at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def epsilon_at(progress: float, start: float, end: float, fraction: float) -> float:
    """ε falls linearly from `start` to `end` over the first `fraction` of training."""
    if fraction <= 0:
        return end
    share = min(max(progress, 0.0) / fraction, 1.0)
    return start + share * (end - start)


def spread_epsilons(epsilon: float, count: int, spread: float) -> NDArray[np.float64]:
    """ε_i = ε^(1 + spread·i/(B−1)): some searches explore, others act almost greedily.

    Horgan et al. (2018, Ape-X) with spread 7; spread 0 gives every search the same ε.
    """
    place = np.arange(count) / max(count - 1, 1)
    return np.power(epsilon, 1.0 + spread * place)


def explore(
    greedy: NDArray[np.int64],
    epsilons: NDArray[np.float64],
    actions: int,
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """Replace each greedy action by a uniformly random one with its search's probability."""
    chance = rng.random(len(greedy))
    random = rng.integers(actions, size=len(greedy))
    return np.where(chance < epsilons, random, greedy)
