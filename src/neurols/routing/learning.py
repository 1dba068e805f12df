"""How policies of routing are trained: data, settings and where native rules start."""

from __future__ import annotations

from dataclasses import replace

from neurols.routing.actions import ACTION_SETS
from neurols.train.evolution_config import EvolutionConfig
from neurols.train.training_data import TrainingData

_DATA = TrainingData(
    problem="cvrp",
    actions=ACTION_SETS["anp"],
    sizes=("100", "200"),
    pool=128,
    searches=96,
    blind_searches=128,
    steps=(100, 400),
    validation_steps=200,
)
DATA = {
    "default": _DATA,
    "gpu": replace(
        _DATA, pool=512, searches=256, blind_searches=512, steps=(100, 400), validation=96
    ),
    "paper": replace(
        _DATA,
        sizes=("100",),
        pool=4096,
        searches=192,
        blind_searches=256,
        steps=(200, 200),
        validation=512,
    ),
}
"""Training data by preset: of the shipped policies, for a GPU, and as published."""

MINIBATCHES, GPU_MINIBATCHES = 16, 16
"""Of an update by proximal policy optimisation. A step of routing costs a hundred times as much as
one of the job shop: fewer decisions to an update."""

RULES = {
    "ranking": EvolutionConfig(
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
    "insertion": EvolutionConfig(
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
    ),
}
"""How native rules are trained. The shipped ranking was made by longer surveys, which led no
further."""

WEIGHTS = {
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
}
"""Initial weights of a ranking, all zero: every ruin is as likely. The scales of their changes are
half a unit over the deviation of the feature among the ruins of one step."""
