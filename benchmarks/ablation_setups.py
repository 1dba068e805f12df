"""Setups of the ablation of learned control (docs/ablation.md): all that a search of a row needs.

Every row is a whole setup, so that all of them run through the same few lines.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from neurols import _core
from neurols.policy.actions import action_set
from neurols.policy.bursts import BurstPolicy
from neurols.policy.fast import FastPolicy, shipped_model, with_ranking
from neurols.search.auto import classical
from neurols.search.budget import Budget
from neurols.search.controllers import Setup, resolve
from neurols.search.menu import Menu
from neurols.search.spec import parse_spec
from neurols.train.evolution_config import BURSTS, INSERTIONS, OPENINGS, EvolutionConfig
from neurols.train.native_starts import policy_of, start_of

HERE = Path(__file__).resolve().parent / "ablation"
BURSTS_FILE, RANKING_FILE = HERE / "bursts.safetensors", HERE / "ranking.safetensors"

PLAIN = classical("jobshop", Budget(cpu_limit=1.0))
"""What ``classical`` is on job shops under a time limit; both trainings start from it."""
TAILLARD_SIZES = ("15x15", "20x15", "20x20", "30x15", "30x20")
TRAININGS = {
    BURSTS_FILE.stem: replace(
        BURSTS,
        controller=PLAIN,
        sizes=TAILLARD_SIZES,
        iterations=(100_000, 300_000),
        validation=6,
    ),
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
_RANDOM_REACH = 1.0  # deviation of a dial drawn at random: from half to twice, mostly
RANKED = 4  # features of a rule of insertion that are of customers; the others are of places
_STEEP = 50.0  # a weight beside which the blur of ranks hardly counts
_FLUCTUATING = {"current above phase": 8.0, "best change": 16.0}  # and how steeply each is seen


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


def _dialled(policy: BurstPolicy, case: Case, name: str) -> Setup:
    """A policy of bursts over the best unlearned search of this shop and budget."""
    plain = classical("jobshop", case.budget, case.instance)
    return replace(policy, controller=plain, **_own_choices(policy, plain)).setup(case.menu, name)


def _own_choices(policy: BurstPolicy, plain: str) -> dict[str, Any]:
    """What the policy draws first, and how patient it is: as the search whose dials it turns."""
    options = parse_spec(plain).options
    if "operator" not in options:
        return {}
    return {
        "operators": (options["operator"], *policy.operators[1:]),
        "perturbations": (
            f"{options['perturbation']}@{options['strength']}",
            *policy.perturbations[1:],
        ),
        "patience": int(options["patience"]),
    }


def bursts(case: Case) -> Setup:
    """The trained policy of bursts."""
    return _dialled(BurstPolicy.load(BURSTS_FILE, "jobshop"), case, "bursts")


def ranking(case: Case) -> Setup:
    """The trained linear ranking of the moves of ``classical``."""
    return FastPolicy.load(RANKING_FILE, "jobshop").setup(case.menu, "ranking")


def both(case: Case) -> Setup:
    """Dials by the one policy, moves by the other; they were trained apart."""
    return with_ranking(bursts(case), FastPolicy.load(RANKING_FILE, "jobshop"), "both")


def constant_dials(case: Case) -> Setup:
    """The trained policy of bursts without its eyes: what it answers to nothing in particular."""
    trained = BurstPolicy.load(BURSTS_FILE, "jobshop")
    weights = np.zeros_like(trained.weights)
    weights[:, 0] = trained.weights[:, 0]
    return _dialled(replace(trained, weights=weights), case, "constant dials")


def random_dials(case: Case) -> Setup:
    """Every dial drawn anew at every burst.

    The core asks networks and draws no dials itself. So a network of sixteen steep hinges over what
    jumps about from burst to burst does it: its answers look like chance, of the wanted deviation.
    """
    rng = np.random.default_rng([case.seed, 1])
    features = list(_core.BurstController.feature_names)
    rest = BurstPolicy.at_rest(hidden=16)
    weights = rest.weights.copy()
    for answer in range(len(rest.answers) - 1):  # the last one mixes in another perturbation
        weights[answer] = _hash_network(rng, features)
    return _dialled(replace(rest, weights=weights), case, "random dials")


def _hash_network(rng: np.random.Generator, features: list[str]) -> np.ndarray:
    """Weights (linear, hidden by feature, bias, output) of a zigzag over fluctuating features."""
    hidden = 16
    direction = np.zeros(len(features))
    for name, steepness in _FLUCTUATING.items():
        way = rng.choice([-1, 1]) * rng.uniform(0.7, 1.3)
        direction[features.index(name)] = steepness * way
    # Hinges at even distances whose slopes turn round each time: a triangle wave of height 1.
    places = np.linspace(-14, 14, hidden) + rng.uniform(-1, 1)
    gap = places[1] - places[0]
    slopes = np.where(np.arange(hidden) % 2 == 0, 2.0, -2.0) / gap
    slopes[[0, -1]] /= 2
    height = _RANDOM_REACH * np.sqrt(12)  # of a uniform draw of this deviation
    inputs = np.repeat(direction[:, None], hidden, axis=1)
    linear = np.zeros(len(features))
    linear[0] = -height / 2
    return np.concatenate([linear, inputs.ravel(), -places, height * slopes]).astype(np.float32)


def random_operators(case: Case) -> Setup:
    """The search of ``classical``, with one of three operators drawn for every burst."""
    operators = action_set("jobshop", "an").operators
    plain = classical("jobshop", case.budget, case.instance)
    own = parse_spec(plain).options.get("operator", "cei+tabu")
    listed = (own, *(name for name in operators if name != own))
    rest = BurstPolicy.at_rest(operators=listed)
    weights = rest.weights.copy()
    for place, answer in enumerate(rest.answers):
        if answer.startswith("operator "):
            weights[place] = 0  # as likely as the first
    return _dialled(replace(rest, weights=weights), case, "random operators")


def random_ranking(case: Case) -> Setup:
    """A ranking as the first generation of its training draws them."""
    return _drawn(TRAININGS["ranking"], case).setup(case.menu, "random ranking")


def _drawn(config: EvolutionConfig, case: Case) -> FastPolicy:
    start, scale = start_of(config)
    rng = np.random.default_rng([case.seed, 2])
    policy = policy_of(config, start + config.spread * scale * rng.standard_normal(start.size))
    assert isinstance(policy, FastPolicy)
    return policy


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


def opening_and_bursts(case: Case) -> Setup:
    """The shipped opening, and from its start on the policy of bursts; they were trained apart."""
    opening = FastPolicy.load(shipped_model("jobshop", case.budget), "jobshop")
    return with_ranking(bursts(case), opening, "both")


def random_opening(case: Case) -> Setup:
    """An opening as the first generation of its training draws them."""
    opening = _drawn(OPENINGS["jobshop"], case)
    return with_ranking(by_name("classical", case), opening, "random opening")


def random_insertion(case: Case) -> Setup:
    """A rule of insertion as the first survey of its training draws them."""
    return with_ranking(by_name("classical", case), _drawn(INSERTIONS["cvrp"], case), "random rule")


def part_of_insertion(part: slice, case: Case) -> Setup:
    """The shipped rule of insertion, with these of its weights alone."""
    shipped = FastPolicy.load(shipped_model("cvrp", case.budget), "cvrp")
    weights = np.zeros_like(shipped.weights)
    weights[part] = shipped.weights[part]
    return with_ranking(by_name("classical", case), replace(shipped, weights=weights), "part")


def one_feature_order(feature: str, case: Case) -> Setup:
    """The greatest first of one feature, where chance has next to no say; without one, chance."""
    weights = [-_STEEP if name == feature else 0.0 for name in _core.insertion_features()]
    order = policy_of(INSERTIONS["cvrp"], np.array(weights))
    assert isinstance(order, FastPolicy)
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
