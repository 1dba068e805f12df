"""Setups of the ablation of learned control: all that a search of a row needs.

Every row is a whole setup, so that all of them run through the same few lines.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from neurols import _core
from neurols.menu import Menu
from neurols.policy.actions import action_set
from neurols.policy.native import NativePolicy, shipped_model, with_ranking
from neurols.routing.learning import RULES as ROUTING_RULES
from neurols.scheduling.learning import RULES as SCHEDULING_RULES
from neurols.search.auto import classical
from neurols.search.budget import Budget
from neurols.search.controllers import Setup, resolve
from neurols.train.evolution_config import EvolutionConfig
from neurols.train.initial_weights import policy_of, start_of

HERE = Path(__file__).resolve().parent
BURSTS_FILE, RANKING_FILE = HERE / "bursts.safetensors", HERE / "ranking.safetensors"

PLAIN = classical("jobshop", Budget(cpu_limit=1.0))
"""What ``classical`` is on job shops under a time limit; the training starts from it."""
TAILLARD_SIZES = ("15x15", "20x15", "20x20", "30x15", "30x20")
TRAININGS = {
    RANKING_FILE.stem: EvolutionConfig(
        controller=PLAIN,
        sizes=TAILLARD_SIZES,
        iterations=(30_000, 120_000),
        hidden=0,
        pairs=8,
        instances=1,
        validation=6,
    ),
}
RANKED = 4  # features of a rule of insertion that are of customers; the others are of places
_STEEP = 50.0  # a weight beside which the blur of ranks hardly counts


@dataclass(frozen=True, slots=True)
class Case:
    """What is searched, for how long and by which random numbers."""

    instance: Any
    menu: Menu
    budget: Budget
    seed: int


def by_name(controller: str, case: Case) -> Setup:
    """A controller as a user would name it."""
    return resolve(controller, case.instance.problem, case.menu, case.budget, case.instance)


def ranking(case: Case) -> Setup:
    """The trained linear ranking of the moves of ``classical``."""
    return NativePolicy.load(RANKING_FILE, "jobshop").setup(case.menu, "ranking")


def random_ranking(case: Case) -> Setup:
    """A ranking as the first generation of its training draws them."""
    return _drawn(TRAININGS["ranking"], case).setup(case.menu, "random ranking")


def _drawn(config: EvolutionConfig, case: Case) -> NativePolicy:
    start, scale = start_of(config)
    rng = np.random.default_rng([case.seed, 2])
    return policy_of(config, start + config.spread * scale * rng.standard_normal(start.size))


def start_alone(case: Case) -> Setup:
    """The shipped opening without its ranking of moves."""
    setup = by_name("nls", case)
    setup.workspace.ranking = None
    return setup


def first_moves_alone(case: Case) -> Setup:
    """The shipped opening without its dispatching rule."""
    setup = by_name("nls", case)
    setup.workspace.dispatching = None
    return setup


def random_opening(case: Case) -> Setup:
    """An opening as the first generation of its training draws them."""
    opening = _drawn(SCHEDULING_RULES["construction"], case)
    return with_ranking(by_name("classical", case), opening, "random opening")


def random_insertion(case: Case) -> Setup:
    """A rule of insertion as the first survey of its training draws them."""
    return with_ranking(
        by_name("classical", case), _drawn(ROUTING_RULES["insertion"], case), "random rule"
    )


def part_of_insertion(part: slice, case: Case) -> Setup:
    """The shipped rule of insertion, with these of its weights alone."""
    shipped = NativePolicy.load(shipped_model("cvrp", case.budget), "cvrp")
    weights = np.zeros_like(shipped.weights)
    weights[part] = shipped.weights[part]
    return with_ranking(by_name("classical", case), replace(shipped, weights=weights), "part")


def one_feature_order(feature: str, case: Case) -> Setup:
    """The greatest first of one feature, where chance has next to no say; without one, chance."""
    weights = [-_STEEP if name == feature else 0.0 for name in _core.insertion_features()]
    order = policy_of(ROUTING_RULES["insertion"], np.array(weights))
    return with_ranking(by_name("classical", case), order, f"by {feature}")


def at_every_step(controller: str, kind: str, case: Case) -> Setup:
    """A native controller over the actions of a graph policy, under the same rules of the search.

    Args:
        controller: its name and options; ``{actions}`` stands for the actions.
        kind: the action set.
        case: what is searched.
    """
    chosen = action_set(case.instance.problem, kind)
    text = controller.format(actions="/".join((*chosen.operators, *chosen.perturbations)))
    setup = by_name(text, case)
    rules = chosen.search_settings(case.menu)
    rules.track_visits = False  # nobody looks at them
    return replace(setup, workspace=chosen.workspace_settings(), search=rules)
