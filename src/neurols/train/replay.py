"""Prioritised replay of one bucket of searches, on the training device.

Rows are vector steps, columns are searches. A transition's successor is the observation n rows
further down in its column, so that every observation is kept once. Sampling never waits for the
device.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from neurols.policy.network import GraphBatch
from neurols.policy.spec import ObservationSpec
from neurols.train.returns import n_step_returns
from neurols.train.storage import new_fields, pick, write


class Sample(NamedTuple):
    """A batch to learn from."""

    places: Tensor
    """[batch] places in the replay, for `update_priorities`."""
    weight: Tensor
    """[batch] importance weights, the largest 1."""
    observation: GraphBatch
    action: Tensor
    returns: Tensor
    """[batch] n-step returns."""
    discount: Tensor
    """[batch] what the value n steps later counts; 0 where the episode ended before."""
    successor: GraphBatch


def priorities_to_probabilities(priorities: Tensor, alpha: float) -> Tensor:
    """P(i) = p_i^α / Σ_k p_k^α; p = 0 is never drawn (Schaul et al. 2016, equation 1)."""
    scaled = torch.where(priorities > 0, priorities.double() ** alpha, 0.0)
    return scaled / scaled.sum()


def importance_weights(probabilities: Tensor, beta: float | Tensor) -> Tensor:
    """w_i = (N·P(i))^−β / max_j w_j over the batch; N cancels (Schaul et al. 2016, 3.4)."""
    return ((probabilities / probabilities.min()) ** -beta).float()


class Replay:
    """A ring of `capacity // count` vector steps."""

    def __init__(
        self,
        spec: ObservationSpec,
        count: int,
        capacity: int,
        *,
        n_step: int,
        gamma: float,
        alpha: float,
        device: torch.device,
        compact: bool = True,
    ) -> None:
        self.spec = spec
        self.count = count
        self.rows = max(capacity // count, 2 * n_step + 2)
        self.n_step = n_step
        self.gamma = gamma
        self.alpha = alpha
        self.row = 0
        """The row written next."""
        self.run = 0
        """Complete rows since the searches began anew: only these have true successors."""
        self.usable = [False] * self.rows
        """Rows whose transitions can be drawn."""
        self.fields = new_fields(spec, self.rows, count, device, compact=compact)
        self.actions = torch.zeros(self.rows, count, dtype=torch.int64, device=device)
        self.rewards = torch.zeros(self.rows, count, device=device)
        self.dones = torch.zeros(self.rows, count, dtype=torch.bool, device=device)
        self.priorities = torch.zeros(self.rows, count, device=device)
        self.max_priority = torch.ones((), device=device)
        self._ahead = torch.arange(n_step, device=device)

    @staticmethod
    def row_bytes(spec: ObservationSpec, count: int) -> int:
        """Memory of one row, roughly: two bytes a number."""
        shapes = spec.shapes(count).values()
        return sum(2 * int(torch.Size(shape).numel()) for shape in shapes) + 24 * count

    @property
    def ready(self) -> int:
        """Transitions that can be drawn."""
        return sum(self.usable) * self.count

    def begin(self, observation: GraphBatch, actions: Tensor) -> None:
        """Write what is known before the step: it completes the transition n rows back."""
        row = self.row
        write(self.fields, row, observation)
        self.actions[row].copy_(actions, non_blocking=True)
        self.priorities[row].zero_()
        self.usable[row] = False
        if self.run >= self.n_step:
            complete = (row - self.n_step) % self.rows
            self.priorities[complete].copy_(self.max_priority.expand(self.count))
            self.usable[complete] = True

    def finish(self, rewards: Tensor, dones: Tensor) -> None:
        """Write what the step brought."""
        self.rewards[self.row].copy_(rewards, non_blocking=True)
        self.dones[self.row].copy_(dones, non_blocking=True)
        self.row = (self.row + 1) % self.rows
        self.run += 1

    def cut(self) -> None:
        """The searches begin anew: what follows is no successor of what was written last."""
        self.run = 0

    def sample(self, batch: int, beta: float | Tensor, generator: torch.Generator) -> Sample:
        """Draw proportionally to priority, one from each of `batch` strata of equal mass."""
        device = self.priorities.device
        probabilities = priorities_to_probabilities(self.priorities.view(-1), self.alpha)
        mass = probabilities.cumsum(0)
        jitter = torch.rand(batch, generator=generator, device=device, dtype=torch.float64)
        strata = torch.arange(batch, device=device, dtype=torch.float64)
        # Just below the whole mass, so that a place without priority is never the answer.
        point = ((strata + jitter) / batch * mass[-1]).clamp_max(mass[-1] * (1 - 1e-9))
        index = torch.searchsorted(mass, point, right=True)
        row = torch.div(index, self.count, rounding_mode="floor")
        column = index % self.count
        window = (row.unsqueeze(1) + self._ahead) % self.rows
        returns, discount = n_step_returns(
            self.rewards[window, column.unsqueeze(1)],
            self.dones[window, column.unsqueeze(1)],
            self.gamma,
        )
        return Sample(
            places=index,
            weight=importance_weights(probabilities[index], beta),
            observation=pick(self.fields, index),
            action=self.actions.view(-1)[index],
            returns=returns,
            discount=discount,
            successor=pick(self.fields, ((row + self.n_step) % self.rows) * self.count + column),
        )

    def update_priorities(self, index: Tensor, errors: Tensor) -> None:
        """p_i = |δ_i| plus a little, so that nothing is forgotten for good."""
        priority = errors.detach().float() + 1e-4
        self.priorities.view(-1)[index] = priority
        torch.maximum(self.max_priority, priority.max(), out=self.max_priority)

    def tensors(self) -> dict[str, Tensor]:
        """Everything that a checkpoint has to keep."""
        return {
            **self.fields,
            "actions": self.actions,
            "rewards": self.rewards,
            "dones": self.dones,
            "priorities": self.priorities,
            "max_priority": self.max_priority,
        }

    def restore(self, tensors: dict[str, Tensor], row: int) -> None:
        """Go on where a checkpoint left off, with searches begun anew."""
        for name, target in self.tensors().items():
            target.copy_(tensors[name])
        self.usable = (self.priorities > 0).any(1).tolist()
        self.row, self.run = row, 0
