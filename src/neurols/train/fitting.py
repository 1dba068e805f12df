"""How much of the data fits into a wall-clock limit: measured, before a training begins.

With a limit of a minute, the searches that the defaults step at once would not end their first
iteration, nor the comparison with other policies at the end.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from neurols.policy.network import NetworkConfig, PolicyNetwork
from neurols.train.config import PPOConfig
from neurols.train.shared import GreedyPolicy, device_of
from neurols.train.training_data import TrainingData, buckets

if TYPE_CHECKING:
    from neurols.policy.spec import VectorEnvironment
    from neurols.train.config import DQNConfig

_ITERATIONS = 20  # at least, within the limit
_VALIDATIONS = 25  # so many of them would fill the limit
_COMPARISONS = 12  # likewise
_LEAST_INSTANCES = 2
_SAMPLE = 32  # searches of the smallest size in the measurement
_ROUNDS = 5
_LEARNING = 4.0  # one update on a decision, in times of making it


@dataclass(frozen=True)
class Pace:
    """Seconds that a decision of one search takes, on instances of one size."""

    asking: float
    """The network."""
    stepping: float
    """The search itself."""
    searches: float
    """Of this size that are stepped at once."""
    actions: int
    """To choose from."""

    @property
    def both(self) -> float:
        """A decision of the network, carried out."""
        return self.asking + self.stepping


def measured(
    data: TrainingData, training: PPOConfig | DQNConfig, network: NetworkConfig
) -> list[Pace]:
    """The pace on each size, from a few steps of a few searches."""
    sample = replace(data, searches=min(_SAMPLE, data.searches), pool=min(2, data.pool))
    more = data.searches / sample.searches
    return [_pace(one, network, training.device, more) for one in buckets(sample)]


def fitted(
    data: TrainingData, training: PPOConfig | DQNConfig, paces: Sequence[Pace]
) -> TrainingData:
    """The data, with fewer searches and judging instances where the limit asks for that.

    On a GPU it stays as it is: there a few searches take as long as many.
    """
    if device_of(training.device).type == "cuda":
        return data
    limit = 60 * training.minutes
    works = [pace.both * pace.searches for pace in paces]
    if isinstance(training, PPOConfig):
        iteration = training.rollout * sum(works) * (1 + _LEARNING * training.passes)
    else:
        iteration = max(works) * (1 + _LEARNING * training.replay_ratio)
    validation = sum(pace.both for pace in paces) * data.validation * data.validation_steps
    comparison = comparison_seconds(data, paces)
    searches = int(data.searches * min(1.0, limit / _ITERATIONS / iteration))
    share = min(1.0, limit / _VALIDATIONS / validation, limit / _COMPARISONS / comparison)
    least = min(_LEAST_INSTANCES, data.validation)
    return replace(
        data,
        searches=max(1, searches),
        validation=max(least, int(data.validation * share)),
    )


def comparison_seconds(data: TrainingData, paces: Sequence[Pace]) -> float:
    """What ``judge`` takes: the policy, random play, and every constant action."""
    each = sum(pace.both + pace.stepping * (1 + pace.actions) for pace in paces)
    return each * data.validation * data.validation_steps


def _pace(environment: VectorEnvironment, network: NetworkConfig, device: str, more: float) -> Pace:
    """The median of a few rounds; their actions are random, for some are dearer than others."""
    where = device_of(device)
    spec = environment.spec
    policy = GreedyPolicy(PolicyNetwork.for_spec(network, spec).to(where), where)
    rng = np.random.default_rng(0)
    observation = environment.reset(0)
    times = []
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        policy.act(observation, spec)
        asked = time.perf_counter()
        observation, _, _ = environment.step(rng.integers(spec.actions, size=environment.count))
        times.append((asked - began, time.perf_counter() - asked))
    asking, stepping = np.median(times, axis=0) / environment.count
    return Pace(float(asking), float(stepping), more * environment.count, spec.actions)
