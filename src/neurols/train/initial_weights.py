"""Initial weights of native policies: those of the classical rule, or random ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from neurols.errors import InputError
from neurols.policy.native import (
    CANDIDATES,
    INSERTIONS,
    NativePolicy,
    dispatch_features,
    feature_names,
    network_size,
)
from neurols.search.spec import parse_spec
from neurols.train.training_data import learning_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols.train.evolution_config import EvolutionConfig

    Vector = NDArray[np.float64]

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


def start_of(config: EvolutionConfig) -> tuple[Vector, Vector]:
    """Weights to start from, and the scale on which each of them matters.

    Raises:
        InputError: there are no such policies, or not of this shape.
    """
    if config.ranked_steps and not dispatch_features(config.problem, config.ranked_steps):
        raise InputError(
            f"rankings of problem {config.problem!r} have no limit", remedy="ranked_steps=0"
        )
    if config.rule == "ranking":
        return _ranking(config)
    if config.rule != "insertion":
        raise InputError(f"there is no rule {config.rule!r}", remedy="use ranking or insertion")
    if config.hidden != 0:
        raise InputError(
            f"rules of {config.rule} are trained without hidden units",
            remedy="hidden=0",
        )
    return _insertions(config)


def policy_of(config: EvolutionConfig, weights: Vector) -> NativePolicy:
    """The policy that a training's weights stand for."""
    return NativePolicy(
        problem=config.problem,
        controller=parse_spec(config.controller),
        hidden=config.hidden,
        ranked_steps=config.ranked_steps,
        ranks=INSERTIONS if config.rule == "insertion" else CANDIDATES,
        weights=weights.astype(np.float32),
    )


def _ranking(config: EvolutionConfig) -> tuple[Vector, Vector]:
    items, _ = feature_names(config.problem)
    count = network_size(config.problem, config.hidden)
    weights, scale = np.zeros(count), np.full(count, _HIDDEN_SCALE)
    scale[: len(items)] = _SCALE
    for name, (start, spread) in learning_of(config.problem).WEIGHTS.items():
        weights[items.index(name)], scale[items.index(name)] = start, spread
    # The hidden layer starts at random, its output at zero: the linear rule stands at first.
    inputs = count - len(items) - 2 * config.hidden
    rng = np.random.default_rng(config.seed)
    weights[len(items) : len(items) + inputs] = 0.5 * rng.standard_normal(inputs)
    waiting = dispatch_features(config.problem, config.ranked_steps)
    rule = [float(name == _FDD_MWKR) for name in waiting]
    return (
        np.concatenate([weights, rule]),
        np.concatenate([scale, [_DISPATCHING.get(name, _SCALE) for name in waiting]]),
    )


def _insertions(config: EvolutionConfig) -> tuple[Vector, Vector]:
    features, _ = feature_names(config.problem, INSERTIONS)
    scale = [_INSERTION.get(name, _INSERTION_RANK) for name in features]
    return np.zeros(len(features)), np.array(scale)
