"""Searches of one size, and their latest observation on the training device."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from neurols.policy.network import GraphBatch
from neurols.policy.spec import (
    DYNAMIC_FIELDS,
    STATIC_FIELDS,
    Observation,
    ObservationSpec,
    VectorEnvironment,
)


class Bucket:
    """An environment whose observations travel to the device with as little copying as can be."""

    def __init__(self, environment: VectorEnvironment, device: torch.device) -> None:
        self.environment = environment
        self.spec: ObservationSpec = environment.spec
        self.count = environment.count
        self.device = device
        self.observation: Observation
        self._pinned: dict[str, Tensor] = {}
        self._static: dict[str, Tensor] = {}

    def reset(self, seed: int) -> None:
        """Begin every search anew."""
        self.observation = self.environment.reset(seed)
        self._static = {}

    def upload(self, name: str, values: NDArray[Any]) -> Tensor:
        """An array on the device; through page-locked memory, so that nothing waits for it."""
        tensor = torch.from_numpy(values)
        if self.device.type == "cpu":
            return tensor
        if name not in self._pinned:
            self._pinned[name] = torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True)
        return self._pinned[name].copy_(tensor).to(self.device, non_blocking=True)

    def batch(self) -> GraphBatch:
        """The latest observation; its static part travels only where an episode has begun."""
        parts: Mapping[str, Any] = self.observation
        if not self._static or self.device.type == "cpu":
            self._static = {name: self.upload(name, parts[name]) for name in STATIC_FIELDS}
        dynamic = {name: self.upload(name, parts[name]) for name in DYNAMIC_FIELDS}
        return GraphBatch(**self._static, **dynamic)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_]]:
        """One decision for every search; runs beside the learner in a thread of its own."""
        return self.environment.step(actions)

    def take_in(self, observation: Observation, dones: NDArray[np.bool_]) -> None:
        """Go on from what a step showed."""
        self.observation = observation
        if dones.any():
            self._static = {}


def begin_anew(buckets: Sequence[Bucket], seed: int, epoch: int) -> None:
    """Begin every search anew, as a run that is resumed at this epoch does."""
    for i, bucket in enumerate(buckets):
        entropy = np.random.SeedSequence([seed, epoch, i])
        bucket.reset(int(entropy.generate_state(1)[0]))
