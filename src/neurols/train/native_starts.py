"""Where trainings of native policies start: as the classical search to better, or as chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from neurols import _core
from neurols.errors import InputError
from neurols.policy.bursts import BurstPolicy
from neurols.policy.fast import (
    CANDIDATES,
    INSERTIONS,
    FastPolicy,
    dispatch_features,
    feature_names,
    network_size,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols.train.evolution_config import EvolutionConfig

    Vector = NDArray[np.float64]

_PRIORS: dict[str, dict[str, tuple[float, float]]] = {
    # Start as tabu search: the least estimate, and never what is tabu.
    "jobshop": {"estimated change": (1.0, 0.3), "tabu": (50.0, 2.0)},
    # Start without an opinion: every ruin is as likely. The scales are half a unit over the
    # deviation of the feature among the ruins of one step.
    "cvrp": {
        "change": (0.0, 0.12),
        "log change": (0.0, 0.42),
        "change by root of removed": (0.0, 0.28),
        "no change": (0.0, 1.5),
        "log removed": (0.0, 0.6),
        "log routes": (0.0, 0.88),
        "log moved": (0.0, 0.41),
        "moved share": (0.0, 1.3),
        "log ruined in vain": (0.0, 1.4),
        "fresh share": (0.0, 2.3),
        "remoteness": (0.0, 0.39),
        "room": (0.0, 9.0),
        "removal gain": (0.0, 2.0),
        "change when late": (0.0, 0.48),
        "removed when late": (0.0, 2.4),
        "moved when late": (0.0, 5.0),
    },
}
"""Where the linear weights of features start, and the scale of their changes; others start at 0."""
_INSERTION = {"old route": 0.1, "room left": 0.3, "room by route length": 0.3,
              "room by spread of demands": 0.3}  # fmt: skip
_INSERTION_RANK = 3.0
"""The scale on which weights of places matter, in mean lengths per customer, and those of ranks,
which are blurred by up to 2. All start at 0: a random order, and places of the least detour."""
_SCALE, _HIDDEN_SCALE = 0.3, 0.2

_DISPATCHING = {
    "work left": 1.0,
    "operations left": 1.0,
    "log done over left": 0.5,
    "load of next": 0.5,
    "queue at next": 0.5,
    "burden left": 1.0,
    "log work left": 0.5,
    "work left when early": 1.0,
    "log done over left when early": 0.5,
    "last": 0.5,
    "burden left when early": 1.0,
}
"""The scale on which weights of a dispatching rule matter; of the others, as above."""
_FDD_MWKR = "log done over left"  # alone it is the default rule, where training starts

_DIALS: dict[str, dict[str, float]] = {
    "memory": {"one": 0.5, "log size": 1.2, "log breadth": 0.9, "log steps left": 0.6},
    "patience": {"one": 0.7, "log size": 1.2, "log breadth": 1.2, "phase above best": 0.4},
    "strength": {"one": 0.5},
    "reach": {"one": 0.5},
    "perturbation best+swaps@10": {"one": 3.0, "progress": 1.0, "phase above best": 0.5},
}
"""What each answer of a policy of bursts may depend on, and on what scale its weight matters; the
other weights stay where they are."""


def start_of(config: EvolutionConfig) -> tuple[Vector, Vector]:
    """Weights to start from, and the scale on which each of them matters.

    Raises:
        InputError: there are no policies of this tempo, or not of this shape.
    """
    if config.opening and config.problem != "jobshop":
        raise InputError("only rankings of job-shop moves have an opening", remedy="opening=0")
    if config.tempo == "fast":
        return _ranking(config)
    if config.tempo not in ("insertion", "bursts"):
        raise InputError(
            f"there is no tempo {config.tempo!r}", remedy="use fast, insertion or bursts"
        )
    if config.hidden != 0:
        raise InputError(
            f"policies of tempo {config.tempo!r} are trained without hidden units",
            remedy="hidden=0",
        )
    return _insertions(config) if config.tempo == "insertion" else _dials(config)


def policy_of(config: EvolutionConfig, weights: Vector) -> FastPolicy | BurstPolicy:
    """The policy that a training's weights stand for."""
    if config.tempo == "bursts":
        shape = _at_rest(config).shape
        return BurstPolicy(
            problem=config.problem,
            controller=config.controller,
            weights=weights.astype(np.float32).reshape(shape),
        )
    return FastPolicy(
        problem=config.problem,
        controller=config.controller,
        hidden=config.hidden,
        opening=config.opening,
        ranks=INSERTIONS if config.tempo == "insertion" else CANDIDATES,
        weights=weights.astype(np.float32),
    )


def _ranking(config: EvolutionConfig) -> tuple[Vector, Vector]:
    items, _ = feature_names(config.problem)
    count = network_size(config.problem, config.hidden)
    weights, scale = np.zeros(count), np.full(count, _HIDDEN_SCALE)
    scale[: len(items)] = _SCALE
    for name, (start, spread) in _PRIORS[config.problem].items():
        weights[items.index(name)], scale[items.index(name)] = start, spread
    # The hidden layer starts at random, its output at zero: the linear rule stands at first.
    inputs = count - len(items) - 2 * config.hidden
    rng = np.random.default_rng(config.seed)
    weights[len(items) : len(items) + inputs] = 0.5 * rng.standard_normal(inputs)
    waiting = dispatch_features(config.opening)
    rule = [float(name == _FDD_MWKR) for name in waiting]
    return (
        np.concatenate([weights, rule]),
        np.concatenate([scale, [_DISPATCHING.get(name, _SCALE) for name in waiting]]),
    )


def _insertions(config: EvolutionConfig) -> tuple[Vector, Vector]:
    features, _ = feature_names(config.problem, INSERTIONS)
    scale = [_INSERTION.get(name, _INSERTION_RANK) for name in features]
    return np.zeros(len(features)), np.array(scale)


def _dials(config: EvolutionConfig) -> tuple[Vector, Vector]:
    """All dials at rest: the classical controller itself."""
    rest = _at_rest(config)
    features = _core.BurstController.feature_names
    scale = np.zeros(rest.shape)
    for answer, weights in _DIALS.items():
        for feature, size in weights.items():
            scale[rest.answers.index(answer), features.index(feature)] = size
    return rest.weights.astype(float).ravel(), scale.ravel()


def _at_rest(config: EvolutionConfig) -> BurstPolicy:
    return BurstPolicy.at_rest(problem=config.problem, controller=config.controller)
