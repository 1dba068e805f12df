"""Evolution strategies for native policies: what is judged is the final cost alone.

A generation draws random directions in the space of weights, plays both ways along each on the same
new instances with the same seeds (antithetic sampling with common random numbers), and follows the
ranks of the outcomes (Salimans et al., 2017). No gradient passes through the search, so the network
may sit inside the native loop, and NumPy is all that this needs.

Where searches take long, several generations make one survey: every instance meets directions of
its own, and the centre moves to the least point of a quadratic response surface fitted to all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols.registry import problem_named
from neurols.train import state_file
from neurols.train.evolution_config import EvolutionConfig
from neurols.train.initial_weights import policy_of, start_of
from neurols.train.native_play import play, play_all, play_each
from neurols.train.response_surface import step_to_least

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

_TRAINING, _VALIDATION = 20_000_000, 7_000_000  # seeds of instances, apart from each other
_MOMENTUM, _VARIANCE, _AVERAGE = 0.9, 0.98, 0.9
_VALIDATE_EVERY = 10


def train_native_policy(
    config: EvolutionConfig,
    folder: str | PathLike[str],
    *,
    resume: bool = False,
    on_generation: Callable[[int, dict[str, float]], None] | None = None,
) -> Path:
    """Train a policy and keep it as ``policy.safetensors`` in the folder.

    It is the best by validation, or the one that the last survey led to.

    Args:
        config: the training.
        folder: where the state, the curve and the policy go.
        resume: go on from the state in the folder, to the same curve.
        on_generation: called with the number of generations done and the latest figures.
    """
    run = _Run(config, Path(folder), resume)
    if not run.curve:
        run.validate()  # what training must better
    while run.generation < config.generations:
        run.evolve()
        if (
            run.generation % (config.survey or _VALIDATE_EVERY) == 0
            or run.generation == config.generations
        ):
            run.validate()
        run.store()
        if on_generation is not None:
            on_generation(run.generation, run.curve[-1] if run.curve else {})
    return run.model


def ranked(outcomes: Vector) -> Vector:
    """Ranks of the outcomes, evenly between -0.5 and 0.5: no outlier leads the way."""
    ranks = np.empty(outcomes.size)
    ranks[np.argsort(outcomes, axis=None, kind="stable")] = np.arange(outcomes.size)
    return (ranks / max(1, outcomes.size - 1) - 0.5).reshape(outcomes.shape)


def both_ways(directions: Vector) -> Vector:
    """Every direction and its opposite, side by side along the last axis but one."""
    return np.concatenate([directions, -directions], axis=-2)


class _Run:
    """The state of a training between two generations."""

    def __init__(self, config: EvolutionConfig, folder: Path, resume: bool) -> None:
        self.config, self.folder = config, folder
        self.model = folder / "policy.safetensors"
        self.generation = 0
        self.seconds = 0.0
        self.best = np.inf
        self.curve: list[dict[str, float]] = []
        self.surveyed: list[list[list[float]]] = []  # outcomes of the generations of this survey
        self.weights, self.scale = start_of(config)
        self.average = self.weights.copy()
        self.mean = np.zeros_like(self.weights)
        self.variance = np.zeros_like(self.weights)
        folder.mkdir(parents=True, exist_ok=True)
        if resume:
            self._load()
        self._judges = [
            problem_named(config.problem).generated(size, _VALIDATION + 1000 * number + k)
            for number, size in enumerate(config.sizes)
            for k in range(config.validation)
        ]
        self._bar: Vector | None = None  # what the controller alone reaches on them

    def evolve(self) -> None:
        """One generation."""
        started = time.perf_counter()
        config = self.config
        first = _TRAINING + 10_000 * self.generation
        instances = [
            problem_named(config.problem).generated(size, first + 1000 * number + k)
            for number, size in enumerate(config.sizes)
            for k in range(config.instances)
        ]
        iterations, directions = self._draw(self.generation)
        if config.survey:
            self._survey(instances, iterations, directions)
        else:
            self._climb(instances, iterations, directions)
        self.generation += 1
        self.seconds += time.perf_counter() - started

    def _draw(self, generation: int) -> tuple[int, Vector]:
        """Length of a generation's searches and its directions, of each instance in a survey."""
        config = self.config
        rng = np.random.default_rng([config.seed, generation])
        low, high = np.log(config.iterations)
        iterations = round(float(np.exp(rng.uniform(low, high))))
        shape = [config.pairs, self.weights.size]
        if config.survey:
            shape.insert(0, len(config.sizes) * config.instances)
        return iterations, config.spread * rng.standard_normal(shape)

    def _climb(self, instances: Sequence[Any], iterations: int, directions: Vector) -> None:
        """Follow the ranks of the outcomes."""
        config = self.config
        policies = [
            policy_of(config, self.weights + way * self.scale * direction)
            for direction in directions
            for way in (1, -1)
        ]
        costs = play_all(policies, instances, iterations, self.generation, config.threads)
        costs = costs.reshape(len(directions), 2, len(instances))
        outcomes = (costs / costs.mean(axis=(0, 1))).mean(axis=2)
        ranks = ranked(outcomes)
        self._follow((ranks[:, 0] - ranks[:, 1]) @ (directions / config.spread))

    def _survey(self, instances: Sequence[Any], iterations: int, directions: Vector) -> None:
        """Play both ways along each instance's directions; at the end of the survey, move."""
        config = self.config
        moves = both_ways(directions)
        policies = [
            policy_of(config, self.weights + self.scale * move)
            for of_instance in moves
            for move in of_instance
        ]
        played = [instance for instance in instances for _ in range(moves.shape[1])]
        costs = play_each(policies, played, iterations, self.generation, config.threads)
        self.surveyed.append((100 * np.log(costs)).reshape(moves.shape[:2]).tolist())
        if len(self.surveyed) < config.survey:
            return
        first = self.generation - len(self.surveyed) + 1
        drawn = [both_ways(self._draw(g)[1]) for g in range(first, self.generation + 1)]
        radius = config.step * (1 - 0.5 * self.generation / max(1, config.generations))
        step = step_to_least(np.concatenate(drawn), np.concatenate(self.surveyed), radius)
        self.weights = self.weights + self.scale * step
        self.average = self.weights.copy()
        self.surveyed = []

    def validate(self) -> None:
        """Judge the averaged weights, and keep them if they are the best so far.

        A survey's weights are kept in any case: it has played many more searches than this.
        """
        config = self.config
        iterations = round(float(np.sqrt(config.iterations[0] * config.iterations[1])))
        seeds = range(2)
        if self._bar is None:
            self._bar = np.mean(
                [play(None, config.controller, self._judges, iterations, s, config.threads)
                 for s in seeds], axis=0
            )  # fmt: skip
        costs = np.mean(
            [self._play(self.average, self._judges, iterations, s) for s in seeds], axis=0
        )
        change = 100 * (costs / self._bar - 1)
        row = {
            "generation": float(self.generation),
            "seconds": round(self.seconds, 1),
            "change": float(change.mean()),
            "error": float(change.std(ddof=1) / np.sqrt(change.size)) if change.size > 1 else 0.0,
        }
        self.curve.append(row)
        if config.survey or row["change"] < self.best:
            self.best = min(self.best, row["change"])
            card = {
                "training": asdict(config),
                "generation": self.generation,
                "validation": {"iterations": iterations, "instances": change.size, **row},
            }
            replace(policy_of(config, self.average), card=card).save(self.model)

    def store(self) -> None:
        """Leave a state from which the run goes on to the same curve."""
        state = {
            "config": asdict(self.config),
            "generation": self.generation,
            "seconds": self.seconds,
            "best": self.best,
            "surveyed": self.surveyed,
            **{name: getattr(self, name).tolist() for name in _VECTORS},
        }
        state_file.store(self.folder, state, self.curve)

    def _load(self) -> None:
        state = state_file.stored(self.folder, _NEEDED)
        # More generations or threads continue a run; anything else would be another one.
        free = ("threads", "generations")
        state_file.check_same(self.folder, state, asdict(self.config), free)
        for name in _VECTORS:
            setattr(self, name, np.array(state[name]))
        self.generation, self.seconds = state["generation"], state["seconds"]
        self.best, self.curve = state["best"], state["curve"]
        self.surveyed = state.get("surveyed", [])

    def _follow(self, gradient: Vector) -> None:
        """A step of Adam against the gradient, in units of each weight's scale."""
        t = self.generation + 1
        self.mean = _MOMENTUM * self.mean + (1 - _MOMENTUM) * gradient
        self.variance = _VARIANCE * self.variance + (1 - _VARIANCE) * gradient**2
        direction = (self.mean / (1 - _MOMENTUM**t)) / (
            np.sqrt(self.variance / (1 - _VARIANCE**t)) + 1e-8
        )
        step = self.config.step * (1 - 0.9 * self.generation / max(1, self.config.generations))
        self.weights = self.weights - step * self.scale * direction
        self.average = _AVERAGE * self.average + (1 - _AVERAGE) * self.weights

    def _play(
        self, weights: Vector, instances: Sequence[Any], iterations: int, seed: int
    ) -> Vector:
        policy = policy_of(self.config, weights)
        return play(policy, policy.controller, instances, iterations, seed, self.config.threads)


_VECTORS = ("weights", "average", "mean", "variance")
_NEEDED = ("generation", "seconds", "best", *_VECTORS)
