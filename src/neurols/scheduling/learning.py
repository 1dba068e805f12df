"""How policies of the job shop are trained: data, settings and where native rules start."""

from __future__ import annotations

from dataclasses import replace

from neurols.scheduling.actions import ACTION_SETS
from neurols.scheduling.configuration_survey import ConfigurationSurvey
from neurols.train.evolution_config import EvolutionConfig
from neurols.train.training_data import TrainingData

_DATA = TrainingData(problem="jobshop", actions=ACTION_SETS["anp"])
DATA = {
    "default": _DATA,
    "gpu": replace(_DATA, pool=512, searches=384, validation=96),
    "paper": replace(
        _DATA, sizes=("15x15",), pool=4096, searches=192, steps=(100, 100), validation=512
    ),
}
"""Training data by preset: of the shipped policies, for a GPU, and as published."""

MINIBATCHES, GPU_MINIBATCHES = 32, 32
"""Of an update by proximal policy optimisation."""

RULES: dict[str, EvolutionConfig | ConfigurationSurvey] = {
    "ranking": EvolutionConfig(problem="jobshop"),
    "construction": EvolutionConfig(
        problem="jobshop",
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
    ),
    "configuration": ConfigurationSurvey(),
}
"""How native rules are trained."""

WEIGHTS = {"estimated change": (1.0, 0.3), "tabu": (50.0, 2.0)}
"""Initial weights of a ranking, and the scale of their changes: tabu search, which takes the least
estimate and never what is tabu."""
