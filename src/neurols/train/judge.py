"""A trained policy beside random play and every constant action, on instances it has not seen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neurols.policy.controller import drawn
from neurols.policy.onnx import OnnxPolicy
from neurols.policy.spec import Observation
from neurols.registry import problem_named
from neurols.train.environment import SearchEnvironment
from neurols.train.plays import Act, always, at_random, play_once
from neurols.train.training_data import TrainingData

_UNSEEN = 30_000_000  # apart from the seeds of training and of the validation that chose the model
_SEED = 1


@dataclass(frozen=True)
class Verdict:
    """Final over initial cost of the policy and its rivals, an array over the instances each."""

    policy: NDArray[np.float64]
    random: NDArray[np.float64]
    constant: NDArray[np.float64]
    """The best constant action, chosen on these very instances: a strong rival."""
    constant_name: str
    instances: str
    """What they are, in words."""

    def sentences(self) -> str:
        """The verdict in words, for a card."""
        lines = [
            f"On {self.instances}, final over initial cost: policy {self.policy.mean():.4f},"
            f" random policy {self.random.mean():.4f}, best constant action"
            f" (`{self.constant_name}`, chosen on these instances) {self.constant.mean():.4f}.",
            f"Policy less random: {_difference(self.policy - self.random)};"
            f" policy less best constant: {_difference(self.policy - self.constant)}"
            " (percent of the initial cost, with standard error; below 0 the policy is better).",
        ]
        return "\n".join(lines)


def _difference(values: NDArray[np.float64]) -> str:
    error = values.std(ddof=1) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{100 * values.mean():+.2f} ± {100 * error:.2f}"


def judge(model: str | PathLike[str], data: TrainingData, *, instances: int = 64) -> Verdict:
    """Play the exported policy and its rivals on fresh instances of the same sizes.

    Where the data is a folder, its own instances are played.
    """
    actions = data.actions
    groups, words = _instances(data, instances)
    columns: list[list[NDArray[np.float64]]] = []
    for group in groups:
        environment = SearchEnvironment(
            group,
            actions,
            len(group),
            steps=data.validation_steps,
            threads=data.threads,
            in_order=True,
            begin_at_once=False,
        )
        acts = [_decisions(model, environment), at_random(len(actions.names), len(group), _SEED)]
        acts += [always(action, len(group)) for action in range(len(actions.names))]
        columns.append([_shares(environment, act) for act in acts])
    policy, random, *constants = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    best = int(np.argmin([column.mean() for column in constants]))
    return Verdict(policy, random, constants[best], actions.names[best], words)


def _instances(data: TrainingData, count: int) -> tuple[list[list[Any]], str]:
    if data.folder:
        from neurols.train.instances import instance_pool

        by_size: dict[str, list[Any]] = {}
        for one in instance_pool(data.problem, data.folder, pool=1, seed=0):
            by_size.setdefault(one.size, []).append(one)
        return list(by_size.values()), f"the training instances of {data.folder}"
    groups = [
        [
            problem_named(data.problem).generated(size, _UNSEEN + 1000 * number + k)
            for k in range(count)
        ]
        for number, size in enumerate(data.sizes)
    ]
    return groups, f"{count} unseen generated instances of each size ({', '.join(data.sizes)})"


def _decisions(model: str | PathLike[str], environment: SearchEnvironment) -> Act:
    """What the policy decides, as ``solve`` would have it: the highest value, or a draw."""
    policy = OnnxPolicy(model, environment.spec)
    rng = np.random.default_rng(_SEED)

    def act(seen: Observation) -> NDArray[np.int64]:
        values = policy.q_values(seen)
        if not policy.draws:
            return np.asarray(values.argmax(1), np.int64)
        chances = rng.random(len(values))
        return np.array([drawn(*pair) for pair in zip(values, chances, strict=True)], np.int64)

    return act


def _shares(environment: SearchEnvironment, act: Act) -> NDArray[np.float64]:
    initial, best = play_once(environment, act, _SEED)
    shares: NDArray[np.float64] = best / np.maximum(initial, 1e-12)
    return shares
