"""Training of settings by instance: surveys of searches whose settings were moved at random.

A round moves the settings of every instance away from the rule's answer, plays, and steps to the
least point of what was seen (``configuration_fit``). Every search is judged by its final cost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols.menu import Menu
from neurols.registry import problem_of, problems
from neurols.search.controllers import resolve
from neurols.train import state_file
from neurols.train.configuration_fit import fit_step
from neurols.train.native_play import play_setups

from . import general_suite
from .configuration import (
    HIGHEST,
    LOWEST,
    PROBLEM,
    ConfigurationRule,
    features_of,
    options_at,
)
from .instance import JobShop

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

_TRAINING, _VALIDATION = 30_000_000, 8_000_000  # seeds of shops, apart from each other
_NEEDED = ("generation", "weights", "surveyed")
_BREADTH = (0.9, 3.5)  # jobs per machine


@dataclass(frozen=True, kw_only=True)
class ConfigurationSurvey:
    """One training of such a rule."""

    problem: str = PROBLEM
    families: tuple[str, ...] = ("flow", "flow-wide")
    """Kinds of generated shops; a rule is asked about flow shops alone."""
    operations: tuple[int, int] = (100, 1_200)
    """Of the smallest and the largest shop, about."""
    iterations: tuple[int, int] = (150_000, 2_000_000)
    """Shortest and longest search."""
    rounds: int = 3
    shops: int = 24
    """Of each family in a round."""
    draws: int = 8
    """Searches of each shop."""
    spread: float = 2.0
    """How far settings are moved in the first round, one deviation; half as far in the last."""
    validation: int = 8
    """Shops of each family that judge the rule; never trained on."""
    seed: int = 0
    threads: int = 1

    @property
    def generations(self) -> int:
        """Steps that progress is told in: one shop of each family."""
        return self.rounds * self.shops

    def train(
        self,
        folder: str | PathLike[str],
        *,
        resume: bool = False,
        on_generation: Callable[[int, dict[str, float]], None] | None = None,
    ) -> Path:
        """Carry the training out, as ``train_configuration`` does."""
        return train_configuration(self, folder, resume=resume, on_generation=on_generation)


def train_configuration(
    config: ConfigurationSurvey,
    folder: str | PathLike[str],
    *,
    resume: bool = False,
    on_generation: Callable[[int, dict[str, float]], None] | None = None,
) -> Path:
    """Train a rule and keep it as ``policy.safetensors`` in the folder.

    Args:
        config: the training.
        folder: where the state and the rule go.
        resume: go on from the state in the folder, to the same rule.
        on_generation: called with the number of generations done and the latest figures.
    """
    run = _Run(config, Path(folder), resume)
    while run.generation < config.generations:
        run.play()
        if run.generation % config.shops == 0:
            run.step()
            run.validate()
        run.store()
        if on_generation is not None:
            on_generation(run.generation, run.curve[-1] if run.curve else {})
    return run.model


def drawn_shop(config: ConfigurationSurvey, family: str, seed: int) -> JobShop:
    """A shop of a family; its seed tells its size, too."""
    rng = np.random.default_rng(seed)
    operations = np.exp(rng.uniform(*np.log(config.operations)))
    breadth = np.exp(rng.uniform(*np.log(_BREADTH)))
    machines = max(2, round(float(np.sqrt(operations / breadth))))
    jobs = max(2, round(float(operations / machines)))
    return general_suite.FAMILIES[family](jobs, machines, seed)


class _Run:
    """The state of a training between two generations."""

    def __init__(self, config: ConfigurationSurvey, folder: Path, resume: bool) -> None:
        self.config, self.folder = config, folder
        self.model = folder / "policy.safetensors"
        self.menu = Menu.of(problems()[PROBLEM])
        self.generation = 0
        self.rule = ConfigurationRule.zero()
        self.curve: list[dict[str, float]] = []
        self.surveyed: list[list[float]] = []  # outcomes of this round, shop by shop
        folder.mkdir(parents=True, exist_ok=True)
        if resume:
            self._load()

    def play(self) -> None:
        """One shop of each family, with its settings moved at random."""
        config = self.config
        shops, iterations = self._shops(self.generation)
        turns = np.stack([answer + move for answer, move, _ in self._moves(self.generation)])
        setups = [
            self._setup(options_at(turned), shop)
            for shop, of_shop in zip(shops, turns, strict=True)
            for turned in of_shop
        ]
        played = [shop for shop in shops for _ in range(config.draws)]
        costs = play_setups(setups, played, iterations, self.generation, config.threads)
        self.surveyed += (100 * np.log(costs)).reshape(len(shops), -1).tolist()
        self.generation += 1

    def step(self) -> None:
        """Move the rule to the least point of what this round has seen."""
        first = self.generation - self.config.shops
        drawn = [row for g in range(first, self.generation) for row in self._moves(g)]
        moves = np.stack([move for _, move, _ in drawn])
        features = np.stack([seen for _, _, seen in drawn])
        step = fit_step(features, moves, np.array(self.surveyed))
        self.rule = replace(self.rule, weights=self.rule.weights + step)
        self.surveyed = []

    def validate(self) -> None:
        """Judge the rule against the defaults, and keep it."""
        config = self.config
        shops = [
            drawn_shop(config, family, _VALIDATION + 1000 * number + k)
            for number, family in enumerate(config.families)
            for k in range(config.validation)
        ]
        iterations = round(float(np.sqrt(config.iterations[0] * config.iterations[1])))
        costs = [
            self._play(rule, shops, iterations) for rule in (ConfigurationRule.zero(), self.rule)
        ]
        change = 100 * (costs[1] / costs[0] - 1)
        row = {
            "generation": float(self.generation),
            "change": float(change.mean()),
            "error": float(change.std(ddof=1) / np.sqrt(change.size)) if change.size > 1 else 0.0,
        }
        self.curve.append(row)
        card = {
            "training": asdict(config),
            "validation": {"iterations": iterations, "instances": change.size, **row},
        }
        replace(self.rule, card=card).save(self.model)

    def store(self) -> None:
        """Leave a state from which the run goes on to the same rule."""
        state = {
            "config": asdict(self.config),
            "generation": self.generation,
            "weights": self.rule.weights.tolist(),
            "surveyed": self.surveyed,
        }
        state_file.store(self.folder, state, self.curve)

    def _load(self) -> None:
        state = state_file.stored(self.folder, _NEEDED)
        state_file.check_same(self.folder, state, asdict(self.config), ("threads",))
        self.generation, self.curve = state["generation"], state["curve"]
        self.rule = ConfigurationRule(weights=np.array(state["weights"]))
        self.surveyed = state["surveyed"]

    def _shops(self, generation: int) -> tuple[list[JobShop], int]:
        config = self.config
        rng = np.random.default_rng([config.seed, generation, 0])
        iterations = round(float(np.exp(rng.uniform(*np.log(config.iterations)))))
        first = _TRAINING + 100 * (generation + 10_000 * config.seed)
        shops = [drawn_shop(config, f, first + k) for k, f in enumerate(config.families)]
        return shops, iterations

    def _moves(self, generation: int) -> list[tuple[Vector, Vector, Vector]]:
        """Of each shop: the rule's answer, the moves away from it, and what the rule sees."""
        config = self.config
        shops, iterations = self._shops(generation)
        rng = np.random.default_rng([config.seed, generation, 1])
        last = max(1, config.rounds - 1)
        spread = config.spread * (1 - 0.5 * (generation // config.shops) / last)
        found = []
        for shop in shops:
            seen = features_of(shop, iterations / shop.operations)
            answer = np.clip(self.rule.weights @ seen, LOWEST, HIGHEST)
            moved = answer + spread * rng.standard_normal((config.draws, len(answer)))
            found.append((answer, np.clip(moved, LOWEST, HIGHEST) - answer, seen))
        return found

    def _play(self, rule: ConfigurationRule, shops: Sequence[JobShop], iterations: int) -> Vector:
        setups = [
            self._setup(rule.options(shop, iterations / shop.operations), shop) for shop in shops
        ]
        return play_setups(setups, shops, iterations, 0, self.config.threads)

    def _setup(self, options: dict[str, int], shop: JobShop) -> Any:
        spec = "tabu:" + ",".join(f"{name}={value}" for name, value in options.items())
        return resolve(spec, problem_of(shop), self.menu, None, shop)
