"""Playing episodes to their end: one of every search. Needs no PyTorch."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from neurols.policy.spec import Observation
from neurols.train.environment import SearchEnvironment

Act = Callable[[Observation], NDArray[np.int64]]
"""An action for every search."""


def play_once(environment: SearchEnvironment, act: Act, seed: int) -> NDArray[np.float64]:
    """Initial and best cost [2, B] of one episode of every search.

    The environment must not begin anew at once, so that an early end is seen.
    """
    seen = environment.reset(seed)
    over = np.zeros(environment.count, np.bool_)
    costs = np.zeros((2, environment.count))
    while not over.all():
        seen, _, ends = environment.step(act(seen))
        for search in np.flatnonzero(ends & ~over):
            costs[:, search] = environment.last_episode(int(search))[2:]
        over |= ends
    return costs


def always(action: int, count: int) -> Act:
    """One constant action."""
    chosen = np.full(count, action, np.int64)
    return lambda seen: chosen


def at_random(actions: int, count: int, seed: int) -> Act:
    """Uniformly random actions."""
    rng = np.random.default_rng(seed)
    return lambda seen: rng.integers(actions, size=count)
