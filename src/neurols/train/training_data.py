"""What a policy is trained on, and the one call that trains, validates and exports it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from neurols.errors import InputError
from neurols.policy.actions import ActionSet
from neurols.registry import problem_named, problem_of, problems
from neurols.train.environment import SearchEnvironment

if TYPE_CHECKING:
    from neurols.train.config import PPOConfig

_VALIDATION_SEED = 10_000_000  # apart from the seeds of training instances


@dataclass(frozen=True, kw_only=True)
class TrainingData:
    """The data of a training. Every size is a bucket: searches of one size, stepped together."""

    problem: str
    """Its name."""
    actions: ActionSet
    """What the policy decides over."""
    sizes: tuple[str, ...] = ("15x15", "20x20", "30x20", "50x20")
    """Sizes of generated instances: jobs x machines, or customers."""
    folder: str = ""
    """Train on the instance files of this folder instead of generated ones."""
    pool: int = 256
    """Generated instances per size."""
    searches: int = 768
    """Searches of the smallest size stepped at once; of the others as many as show as much."""
    blind_searches: int = 256
    """The same of every size, while the scalars alone are seen."""
    steps: tuple[int, int] = (50, 200)
    """Shortest and longest episode."""
    validation: int = 64
    """Validation instances per size."""
    validation_steps: int = 100
    """Length of a validation episode."""
    threads: int = 2
    """Threads of the core."""


class NativeTraining(Protocol):
    """Settings of a training of native rules; a dataclass, whose state names its problem."""

    @property
    def problem(self) -> str: ...

    @property
    def generations(self) -> int:
        """Steps that progress is told in."""

    def train(
        self,
        folder: Path,
        *,
        resume: bool,
        on_generation: Callable[[int, dict[str, float]], None] | None,
    ) -> Path:
        """Train the rule, or go on, and return the file that holds it."""


class Learning(Protocol):
    """How a problem's policies are trained. A module with these names will do."""

    DATA: Mapping[str, TrainingData]
    """By preset: ``default``, ``gpu`` and ``paper``."""
    MINIBATCHES: int
    GPU_MINIBATCHES: int
    RULES: Mapping[str, NativeTraining]
    """How native rules are trained, by rule."""
    WEIGHTS: Mapping[str, tuple[float, float]]
    """Initial weights of features in a ranking, and the scale of their changes."""


def trainable() -> list[str]:
    """The problems that policies are trained for."""
    return [name for name, problem in problems().items() if problem.learning() is not None]


def learning_of(problem: str) -> Learning:
    """How policies of a problem are trained.

    Raises:
        InputError: there are none.
    """
    found: Learning | None = problem_named(problem).learning()
    if found is None:
        raise InputError(
            f"no policies are trained for problem {problem!r}",
            remedy=f"use {', '.join(trainable())}",
        )
    return found


def gpu_training(problem: str) -> PPOConfig:
    """Settings of the preset ``gpu``, for a GPU and four cores or more."""
    minibatches = learning_of(problem).GPU_MINIBATCHES
    return replace(default_training(problem), epoch_iterations=16, minibatches=minibatches)


def default_training(problem: str) -> PPOConfig:
    """Settings for a few cores: most of the time goes by the scalars alone."""
    from neurols.train.config import PPOConfig

    return PPOConfig(
        epoch_iterations=12,
        minibatches=learning_of(problem).MINIBATCHES,
        trace=0.98,
        instance_critic=True,
        graph_from=0.8,
    )


def buckets(data: TrainingData, *, graph: bool = True) -> list[SearchEnvironment]:
    """The training environments, one a size; without the graph of equally many searches each."""
    pools = _training_instances(data)
    nodes = [_nodes(instances[0]) for instances in pools]
    return [
        SearchEnvironment(
            instances,
            data.actions,
            max(1, data.searches * min(nodes) // size) if graph else data.blind_searches,
            steps=data.steps,
            threads=data.threads,
            graph=graph,
        )
        for instances, size in zip(pools, nodes, strict=True)
    ]


def _nodes(instance: Any) -> int:
    return problem_of(instance).nodes(instance)


def validation(data: TrainingData, *, graph: bool = True) -> dict[str, SearchEnvironment]:
    """The validation environments by size: each instance once, at the longest budget."""
    if data.folder:
        groups = {group[0].size: group for group in _training_instances(data)}
    else:
        groups = {
            size: [
                problem_named(data.problem).generated(size, _VALIDATION_SEED + 1000 * number + k)
                for k in range(data.validation)
            ]
            for number, size in enumerate(data.sizes)
        }
    return {
        size: SearchEnvironment(
            instances,
            data.actions,
            len(instances),
            steps=data.validation_steps,
            threads=data.threads,
            in_order=True,
            graph=graph,
        )
        for size, instances in groups.items()
    }


def _training_instances(data: TrainingData) -> list[list[Any]]:
    if not data.folder:
        return [
            [
                problem_named(data.problem).generated(size, 1000 * number + k)
                for k in range(data.pool)
            ]
            for number, size in enumerate(data.sizes)
        ]
    from neurols.registry import read

    by_size: dict[str, list[Any]] = {}
    for path in sorted(Path(data.folder).iterdir()):
        if path.is_file():
            instance = read(path)
            by_size.setdefault(instance.size, []).append(instance)
    if not by_size:
        raise InputError("no instance file", file=data.folder, remedy="give a folder with some")
    return list(by_size.values())


def train_policy(
    data: TrainingData,
    folder: str | PathLike[str],
    *,
    training: Any = None,
    network: Any = None,
    resume: bool = False,
    progress: bool = False,
    began: float | None = None,
) -> Path:
    """Train, keep the best by validation, and export it as ``policy.onnx`` in the folder.

    Args:
        data: what it is trained on.
        folder: where checkpoints, curves and the policy go.
        training: a ``PPOConfig``, by default that of the shipped policies, or for DQN a
            ``DQNConfig``.
        network: a ``NetworkConfig``; the narrow preset where not given.
        resume: go on from the last checkpoint in the folder.
        progress: tell it on stderr, by a bar or an epoch's line.
        began: when the clock of a wall-clock limit was started, by ``time.monotonic``; now where
            not given.
    """
    import time
    from dataclasses import asdict

    from neurols.policy.checkpoint import load_model
    from neurols.policy.network import NetworkConfig
    from neurols.policy.onnx import export
    from neurols.train.trainer import play, train

    began = time.monotonic() if began is None else began
    training = training or default_training(data.problem)
    network = network or NetworkConfig.preset("narrow")
    judges = validation(data)

    def validate(policy: Any) -> dict[str, float]:
        shown = judges if policy.sees_graph else blind_judges
        return {
            size: float(np.mean(play(environment, policy.act, training.seed)))
            for size, environment in shown.items()
        }

    environments = buckets(data)
    begins_blind = getattr(training, "graph_from", 0) > 0
    blind_judges = validation(data, graph=False) if begins_blind else {}
    without_graph = buckets(data, graph=False) if begins_blind else ()
    if training.minutes:  # the instances have taken their share of it
        left = training.minutes - (time.monotonic() - began) / 60
        training = replace(training, minutes=max(left, 0.1 * training.minutes))
    result = train(
        training,
        network,
        environments,
        validate,
        folder,
        blind=without_graph,
        card={"data": asdict(data)},
        resume=resume,
        progress=progress,
    )
    best, card = load_model(result.model)
    target = Path(folder) / "policy.onnx"
    export(best, card, target)
    return target
