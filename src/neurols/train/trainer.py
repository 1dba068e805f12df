"""Train a policy with the algorithm that its settings belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from neurols.errors import InputError
from neurols.policy.network import NetworkConfig
from neurols.policy.spec import VectorEnvironment
from neurols.train.config import DQNConfig, PPOConfig
from neurols.train.dqn import Curriculum, train_dqn
from neurols.train.ppo import train_ppo
from neurols.train.shared import GreedyPolicy, TrainingResult, Validation, play
from neurols.train.teachers import Teacher

__all__ = ["Curriculum", "GreedyPolicy", "TrainingResult", "Validation", "play", "train"]


def train(
    config: DQNConfig | PPOConfig,
    network_config: NetworkConfig,
    environments: Sequence[VectorEnvironment],
    validate: Validation,
    folder: str | PathLike[str],
    *,
    curriculum: Curriculum | None = None,
    blind: Sequence[VectorEnvironment] = (),
    teacher: Teacher | None = None,
    card: Mapping[str, Any] | None = None,
    resume: bool = False,
    progress: bool = False,
) -> TrainingResult:
    """Train one network on all environments; keep the one with the best validation cost.

    `folder` receives best.safetensors, last.safetensors, training.csv, TensorBoard's files and
    checkpoint.safetensors, from which `resume=True` goes on. `card` is added to the model's. A
    curriculum is for DQN, a teacher and environments that show no graph for the policy gradient.
    """
    if isinstance(config, DQNConfig):
        return train_dqn(
            config,
            network_config,
            environments,
            validate,
            folder,
            curriculum=curriculum,
            card=card,
            resume=resume,
            progress=progress,
        )
    if curriculum is not None:
        raise InputError(
            "the policy gradient has no curriculum",
            remedy="leave it out, or train by DQN with a DQNConfig",
        )
    return train_ppo(
        config,
        network_config,
        environments,
        validate,
        folder,
        blind=blind,
        teacher=teacher,
        card=card,
        resume=resume,
        progress=progress,
    )
