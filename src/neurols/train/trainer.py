"""Train a policy with the algorithm that its settings belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from neurols.policy.network import NetworkConfig
from neurols.policy.spec import VectorEnvironment
from neurols.train.config import DQNConfig, PPOConfig
from neurols.train.dqn import train_dqn
from neurols.train.ppo import train_ppo
from neurols.train.shared import GreedyPolicy, TrainingResult, Validation, play

__all__ = ["GreedyPolicy", "TrainingResult", "Validation", "play", "train"]


def train(
    config: DQNConfig | PPOConfig,
    network_config: NetworkConfig,
    environments: Sequence[VectorEnvironment],
    validate: Validation,
    folder: str | PathLike[str],
    *,
    blind: Sequence[VectorEnvironment] = (),
    card: Mapping[str, Any] | None = None,
    resume: bool = False,
    progress: bool = False,
) -> TrainingResult:
    """Train one network on all environments; keep the one with the best validation cost.

    `folder` receives best.safetensors, last.safetensors, training.csv, TensorBoard's files and
    checkpoint.safetensors, from which `resume=True` goes on. `card` is added to the model's.
    `blind` are environments that show no graph, for the policy gradient alone.
    """
    if isinstance(config, DQNConfig):
        return train_dqn(
            config,
            network_config,
            environments,
            validate,
            folder,
            card=card,
            resume=resume,
            progress=progress,
        )
    return train_ppo(
        config,
        network_config,
        environments,
        validate,
        folder,
        blind=blind,
        card=card,
        resume=resume,
        progress=progress,
    )
