"""Settings of evolution strategies, and how each kind of native policy is trained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class EvolutionConfig:
    """One training of a native policy."""

    problem: str
    rule: str = "ranking"
    """ranking: of candidates, at every step; insertion: how ruined customers return."""
    controller: str = "tabu:operator=cei3+tabu"
    """The classical controller that decides all but the ranking."""
    ranked_steps: float = 0.0
    """Steps per operation that a ranking has, the first ones of a search; 0 is all of them."""
    sizes: tuple[str, ...] = ("15x15", "20x15", "20x20", "30x15", "30x20", "50x15", "50x20")
    """Sizes of generated instances: jobs x machines, or customers."""
    iterations: tuple[int, int] = (50, 400)
    """Shortest and longest search; every generation draws one between, evenly in the logarithm."""
    hidden: int = 8
    generations: int = 200
    pairs: int = 24
    """Directions per generation; each is played both ways."""
    instances: int = 5
    """New instances of each size per generation."""
    validation: int = 30
    """Instances of each size that judge the policy; never trained on."""
    spread: float = 0.5
    """How far directions reach, in units of a weight's own scale."""
    step: float = 0.12
    """Step size at the start; it falls to a tenth. In surveys a step's radius; it falls to half."""
    survey: int = 0
    """Generations of one quadratic response surface; 0: every generation follows its ranks."""
    seed: int = 0
    threads: int = 1

    def train(
        self,
        folder: str | PathLike[str],
        *,
        resume: bool = False,
        on_generation: Callable[[int, dict[str, float]], None] | None = None,
    ) -> Path:
        """Carry the training out, as ``train_native_policy`` does."""
        from neurols.train.evolution import train_native_policy

        return train_native_policy(self, folder, resume=resume, on_generation=on_generation)
