"""A task in which the right action can be read from the observation, for testing the trainer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neurols.policy.spec import Observation, ObservationSpec

from ..policy.samples import make_observation, make_spec

REWARD = 0.01


class Riddle:
    """The right action is a scalar's key, shifted by one where the nodes are marked.

    An episode has `length` riddles; each answered rightly takes 1 % off the cost.
    """

    def __init__(self, count: int, nodes: int = 6, length: int = 10) -> None:
        self.count = count
        self.length = length
        self.spec: ObservationSpec = make_spec(
            nodes,
            2,
            scalar_names=("key 0", "key 1", "key 2", "progress"),
            group_size=nodes // 2,
        )
        self._arrays: Observation = make_observation(self.spec, count)
        self._rng = np.random.default_rng(0)

    def reset(self, seed: int | None = None) -> Observation:
        self._rng = np.random.default_rng(seed)
        self._clock = np.zeros(self.count, np.int64)
        self._cost = np.ones(self.count)
        self._finished = np.zeros(0)
        return self._ask()

    def _ask(self) -> Observation:
        key = self._rng.integers(3, size=self.count)
        mark = self._rng.integers(2, size=self.count)
        self.right = (key + mark) % 3
        self._arrays["scalars"][:, :3] = np.eye(3)[key]
        self._arrays["scalars"][:, 3] = self._clock / self.length
        self._arrays["dynamic_nodes"][:, :, 2] = mark[:, None]
        return self._arrays

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_]]:
        reward = np.where(actions == self.right, REWARD, 0.0)
        self._cost -= reward
        self._clock += 1
        done = self._clock == self.length
        self._finished = self._cost[done].copy()
        self._cost[done] = 1.0
        self._clock[done] = 0
        return self._ask(), reward.astype(np.float32), done

    def episode_costs(self) -> NDArray[np.float64]:
        return self._finished
