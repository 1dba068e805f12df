"""What the searches of a bucket did under one policy: the data of one iteration of PPO."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from neurols.policy.network import GraphBatch
from neurols.policy.spec import ObservationSpec
from neurols.train.returns import advantages
from neurols.train.storage import new_fields, pick, write


class Minibatch(NamedTuple):
    """Decisions to learn from."""

    observation: GraphBatch
    action: Tensor
    log_probability: Tensor
    """[batch] of the action when it was taken."""
    advantage: Tensor
    """[batch] normalised over the rollout."""
    returns: Tensor
    """[batch] what the value should have been."""
    prospects: Tensor
    """[batch, 0 or 2] what the critic was told of the instance."""


def joined(parts: Sequence[Minibatch]) -> Minibatch:
    """One batch of several that show no graph."""
    observations = zip(*(part.observation for part in parts), strict=True)
    rest = zip(*(part[1:] for part in parts), strict=True)
    return Minibatch(GraphBatch(*map(torch.cat, observations)), *map(torch.cat, rest))


class Rollout:
    """T steps of B searches, written step by step and read in random order."""

    def __init__(
        self,
        spec: ObservationSpec,
        steps: int,
        count: int,
        device: torch.device,
        prospects: int = 0,
    ) -> None:
        self.steps = steps
        self.count = count
        self.device = device
        self.fields = new_fields(spec, steps, count, device)
        self.actions = torch.zeros(steps, count, dtype=torch.int64, device=device)
        self.log_probabilities = torch.zeros(steps, count, device=device)
        self.values = torch.zeros(steps, count, device=device)
        self.prospects = torch.zeros(steps, count, prospects, device=device)
        self.rewards = np.zeros((steps, count), np.float32)
        self.dones = np.zeros((steps, count), np.bool_)

    def write(
        self,
        step: int,
        batch: GraphBatch,
        action: Tensor,
        log_probability: Tensor,
        value: Tensor,
        prospects: Tensor | None = None,
    ) -> None:
        """What was seen and decided at a step."""
        write(self.fields, step, batch)
        self.actions[step] = action
        self.log_probabilities[step] = log_probability
        self.values[step] = value
        if prospects is not None:
            self.prospects[step] = prospects

    def outcome(self, step: int, rewards: NDArray[np.float32], dones: NDArray[np.bool_]) -> None:
        """What came of it."""
        self.rewards[step] = rewards
        self.dones[step] = dones

    def close(self, last: Tensor, *, scale: float, gamma: float, trace: float) -> None:
        """Work out returns and advantages; `last` are the values of where the searches stand."""
        rewards = torch.from_numpy(self.rewards).to(self.device) * scale
        dones = torch.from_numpy(self.dones).to(self.device)
        found = advantages(rewards, dones, self.values, last, gamma, trace)
        self.returns = (found + self.values).view(-1)
        self.advantages = ((found - found.mean()) / (found.std() + 1e-6)).view(-1)

    def minibatches(self, count: int, generator: torch.Generator) -> list[Tensor]:
        """Places in random order, in so many parts of equal size."""
        order = torch.randperm(
            self.steps * self.count, generator=generator, device=generator.device
        )
        size = len(order) // count
        return [order[i * size : (i + 1) * size].to(self.device) for i in range(count)]

    def read(self, places: Tensor) -> Minibatch:
        """The decisions at those places."""
        return Minibatch(
            observation=pick(self.fields, places),
            action=self.actions.view(-1)[places],
            log_probability=self.log_probabilities.view(-1)[places],
            advantage=self.advantages[places],
            returns=self.returns[places],
            prospects=self.prospects.flatten(0, 1)[places],
        )
