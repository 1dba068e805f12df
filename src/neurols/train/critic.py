"""A critic that knows the instance: what earlier episodes gained on it, beside the scalars.

How much a search can gain differs more from instance to instance than from policy to policy, and
the first observations of an episode do not show it. A baseline may depend on anything but the
action (Sutton and Barto 2018, section 13.4), so it may depend on past episodes. The policy does not
see it, and it stays behind when training ends.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

_MEMORY = 12  # episodes on an instance that its mean gain remembers
_GAIN_SCALE = 20.0  # gains are a few percent
_WIDTH = 128


class InstanceCritic(nn.Module):
    """State values from the scalars of the search and the prospects of its instance."""

    def __init__(self, scalars: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(scalars + Prospects.FEATURES, _WIDTH),
            nn.GELU(),
            nn.Linear(_WIDTH, _WIDTH // 2),
            nn.GELU(),
            nn.Linear(_WIDTH // 2, 1),
        )

    def forward(self, scalars: Tensor, prospects: Tensor) -> Tensor:
        """Values [B]."""
        values: Tensor = self.layers(torch.cat([scalars, prospects], dim=1))
        return values.squeeze(1)


class Prospects:
    """Mean gain of the episodes on each instance of a pool, recent ones counting most."""

    FEATURES = 2

    def __init__(self, pool: int) -> None:
        self.gain = np.zeros(pool)
        self.episodes = np.zeros(pool, np.int64)

    def note(self, instances: NDArray[np.int64], costs: NDArray[np.float64]) -> None:
        """Take in the final over initial costs of episodes that ended."""
        for instance, cost in zip(instances, costs, strict=True):
            self.episodes[instance] += 1
            weight = 1 / min(int(self.episodes[instance]), _MEMORY)
            self.gain[instance] += weight * (1 - cost - self.gain[instance])

    def of(self, instances: NDArray[np.int64]) -> Tensor:
        """[B, 2]: the gain, that of all where none is known yet, and whether it is known."""
        known = self.episodes > 0
        usual = self.gain[known].mean() if known.any() else 0.0
        gains = np.where(known, self.gain, usual)[instances]
        told = np.stack([_GAIN_SCALE * gains, known[instances]], axis=1)
        return torch.from_numpy(told.astype(np.float32))

    def tensors(self) -> dict[str, Tensor]:
        """For a checkpoint."""
        return {
            "gain": torch.from_numpy(self.gain.copy()),
            "episodes": torch.from_numpy(self.episodes.copy()),
        }

    def restore(self, tensors: Mapping[str, Tensor]) -> None:
        """Go on where a checkpoint left off."""
        self.gain[:] = tensors["gain"].numpy()
        self.episodes[:] = tensors["episodes"].numpy()
