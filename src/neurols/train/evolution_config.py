"""Settings of evolution strategies, and how each kind of native policy is trained."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class EvolutionConfig:
    """One training of a native policy."""

    problem: str = "jobshop"
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


DEFAULTS = {
    "jobshop": EvolutionConfig(),
    "cvrp": EvolutionConfig(
        problem="cvrp",
        controller="sa:operator=ruin+all@23,start=0.1,end=0.01",
        # What is learned on short searches holds for longer ones, and they are many more.
        sizes=("100", "150", "200"),
        iterations=(50, 150),
        hidden=0,
        generations=120,
        pairs=5,
        instances=2,
        spread=0.9,
        step=4.0,
        survey=40,
        seed=1,
    ),
}
"""How rankings are trained, by problem. The shipped one of job shops was made so; that of routing
by longer surveys, which led no further."""

CONSTRUCTION = {
    "jobshop": EvolutionConfig(
        controller="classical",
        ranked_steps=60,
        sizes=("50x30", "50x40", "60x50"),
        iterations=(2_000, 25_000),
        hidden=0,
        generations=100,
        pairs=16,
        instances=2,
        validation=12,
        step=0.2,
        seed=4,
    )
}
"""How construction and first moves of searches on large instances are trained."""

INSERTIONS = {
    "cvrp": EvolutionConfig(
        problem="cvrp",
        rule="insertion",
        controller="classical",
        sizes=("150", "250", "400", "600", "900"),
        iterations=(60_000, 240_000),
        hidden=0,
        generations=120,
        pairs=3,
        instances=1,
        validation=8,
        spread=1.0,
        step=2.5,
        survey=40,
    )
}
"""How the rule is trained by which ruined customers return."""
