"""The rows of the ablation of learned control (docs/ablation.md): who decides what, how often.

Every row is a whole setup of a search, so that all of them run through the same few lines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from neurols import _core
from neurols.policy.actions import action_set
from neurols.policy.bursts import BurstPolicy
from neurols.policy.fast import FastPolicy, with_ranking
from neurols.search.auto import choose
from neurols.search.budget import Budget
from neurols.search.controllers import Setup, resolve
from neurols.search.menu import Menu
from neurols.train.evolution_config import BURSTS, EvolutionConfig
from neurols.train.native_starts import policy_of, start_of

HERE = Path(__file__).resolve().parent / "ablation"
BURSTS_FILE, RANKING_FILE = HERE / "bursts.safetensors", HERE / "ranking.safetensors"

PLAIN = choose("jobshop", Budget(cpu_limit=1.0))
"""What ``auto`` is on job shops under a time limit; both trainings start from it."""
SIZES = {
    "jobshop": ("15x15", "20x15", "20x20", "30x15", "30x20"),
    "cvrp": ("100", "150", "200", "250", "300"),
}
TRAININGS = {
    BURSTS_FILE.stem: replace(
        BURSTS,
        controller=PLAIN,
        sizes=SIZES["jobshop"],
        iterations=(100_000, 300_000),
        validation=6,
    ),
    RANKING_FILE.stem: EvolutionConfig(
        controller=PLAIN,
        sizes=SIZES["jobshop"],
        iterations=(30_000, 120_000),
        hidden=0,
        pairs=8,
        instances=1,
        validation=6,
    ),
}
_RANDOM_REACH = 1.0  # deviation of a dial drawn at random: from half to twice, mostly
_FLUCTUATING = {"current above phase": 8.0, "best change": 16.0}  # and how steeply each is seen


@dataclass(frozen=True, slots=True)
class Case:
    """What is searched, for how long and by which random numbers."""

    instance: Any
    menu: Menu
    budget: Budget
    seed: int


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of a table."""

    name: str
    kind: str
    """What the row stands for in the ablation."""
    label: str
    decides: str
    """Who decides, and how often."""
    setup: Callable[[Case], Setup]
    close: bool = False
    """Close to ``auto``: measured on twice as many instances as the others."""
    stream: int = 0
    """Of random numbers; all but one row share the first."""
    without: str = ""
    """The row that makes the same steps without this control: their pace tells what it costs."""


def by_name(controller: str, case: Case) -> Setup:
    """A controller as a user would name it."""
    return resolve(controller, case.instance.problem, case.menu, case.budget, case.instance)


def bursts(case: Case) -> Setup:
    """The trained policy of bursts."""
    return BurstPolicy.load(BURSTS_FILE, "jobshop").setup(case.menu, "bursts")


def ranking(case: Case) -> Setup:
    """The trained linear ranking of the moves of ``auto``."""
    return FastPolicy.load(RANKING_FILE, "jobshop").setup(case.menu, "ranking")


def both(case: Case) -> Setup:
    """Dials by the one policy, moves by the other; they were trained apart."""
    return with_ranking(bursts(case), FastPolicy.load(RANKING_FILE, "jobshop"), "both")


def constant_dials(case: Case) -> Setup:
    """The trained policy of bursts without its eyes: what it answers to nothing in particular."""
    trained = BurstPolicy.load(BURSTS_FILE, "jobshop")
    weights = np.zeros_like(trained.weights)
    weights[:, 0] = trained.weights[:, 0]
    return replace(trained, weights=weights).setup(case.menu, "constant dials")


def random_dials(case: Case) -> Setup:
    """Every dial drawn anew at every burst.

    The core asks networks and draws no dials itself. So a network of sixteen steep hinges over what
    jumps about from burst to burst does it: its answers look like chance, of the wanted deviation.
    """
    rng = np.random.default_rng([case.seed, 1])
    features = list(_core.BurstController.feature_names)
    rest = BurstPolicy.at_rest(controller=PLAIN, hidden=16)
    weights = rest.weights.copy()
    for answer in range(len(rest.answers) - 1):  # the last one mixes in another perturbation
        weights[answer] = _hash_network(rng, features)
    return replace(rest, weights=weights).setup(case.menu, "random dials")


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
    """The search of ``auto``, with one of three operators drawn for every burst."""
    operators = action_set("jobshop", "an").operators
    own = "cei+tabu"
    listed = (own, *(name for name in operators if name != own))
    rest = BurstPolicy.at_rest(controller=PLAIN, operators=listed)
    weights = rest.weights.copy()
    for place, answer in enumerate(rest.answers):
        if answer.startswith("operator "):
            weights[place] = 0  # as likely as the first
    return replace(rest, weights=weights).setup(case.menu, "random operators")


def random_ranking(case: Case) -> Setup:
    """A ranking as the first generation of its training draws them."""
    config = TRAININGS["ranking"]
    start, scale = start_of(config)
    rng = np.random.default_rng([case.seed, 2])
    weights = start + config.spread * scale * rng.standard_normal(start.size)
    policy = policy_of(config, weights)
    assert isinstance(policy, FastPolicy)
    return policy.setup(case.menu, "random ranking")


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


_UNLEARNED, _FAST, _SLOW, _BOTH = "tuned, unlearned", "fast only", "slow only", "fast and slow"
_RANDOM, _CONSTANT, _GRAPH = "random", "best constant", "graph network"
_NOBODY, _STEP, _BURST = "nobody", "at every step", "every 500 steps"
_UNIFORM = "random:actions={actions},acceptance=0.5"


def _graph(kind: str) -> Row:
    return Row(
        name=f"nls-{kind}",
        kind=_GRAPH,
        label=f"`nls-{kind}`, as shipped",
        decides=f"a graph network, {_STEP}",
        setup=partial(by_name, f"nls-{kind}"),
    )


def _row(name: str, kind: str, label: str, decides: str, setup: Any, **more: Any) -> Row:
    if isinstance(setup, str):
        setup = partial(by_name, setup)
    return Row(name=name, kind=kind, label=label, decides=decides, setup=setup, **more)


_AGAIN = _row(
    *("auto again", _UNLEARNED, "`auto` once more, with other random numbers", _NOBODY, "auto"),
    close=True,
    stream=1,
    without="auto",
)
"""What luck alone does to a row."""

ROWS: dict[str, tuple[Row, ...]] = {
    "jobshop": (
        _row("auto", _UNLEARNED, f"`auto` = `{PLAIN}`", _NOBODY, "auto", close=True),
        _AGAIN,
        _row("tabu", _UNLEARNED, "`tabu`, the former, longer memory", _NOBODY, "tabu", close=True),
        _row("ranking", _FAST, "linear ranking of the moves of `auto`, trained from it on",
             f"a linear rule, {_STEP}", ranking, close=True, without="auto"),
        _row("nls", _FAST, "`nls`, the shipped ranking of the moves of `cei3+tabu`",
             f"a small network, {_STEP}", "nls", without="cei3"),
        _row("cei3", _FAST, "the same search without the ranking", _NOBODY,
             "tabu:operator=cei3+tabu"),
        _row("bursts", _SLOW, "policy of bursts, trained from `auto` on",
             f"linear rules, {_BURST}", bursts, close=True, without="auto"),
        _row("both", _BOTH, "the policy of bursts and the linear ranking", "both of these", both,
             close=True, without="auto"),
        _row("random dials", _RANDOM, "every dial of `auto` drawn anew", f"chance, {_BURST}",
             random_dials, close=True, without="auto"),
        _row("random operators", _RANDOM, "one of three operators drawn", f"chance, {_BURST}",
             random_operators),
        _row("random ranking", _RANDOM, "linear ranking with weights as training draws them",
             f"a random linear rule, {_STEP}", random_ranking),
        _row("random actions", _RANDOM, "actions of `nls-an` drawn", f"chance, {_STEP}",
             partial(at_every_step, _UNIFORM, "an")),
        _row("constant dials", _CONSTANT, "the policy of bursts, blind: its constant answers",
             "nobody, once trained", constant_dials, close=True, without="auto"),
        _row("constant action", _CONSTANT, "the action `accept:cei3+tabu` of `nls-an`, always",
             _NOBODY, partial(at_every_step, "constant:cei3+tabu,accept=always", "an")),
        _graph("an"),
        _graph("anp"),
    ),
    "cvrp": (
        _row("auto", _UNLEARNED, "`auto`: `overload` or `ruin`, cycles or a family of elites",
             _NOBODY, "auto", close=True),
        _AGAIN,
        _row("one overload cooling", _UNLEARNED, "`sa:operator=overload`, cooled once", _NOBODY,
             "sa:operator=overload", close=True),
        _row("one ruin cooling", _UNLEARNED, "`sa`: plain annealed ruins, cooled once", _NOBODY,
             "sa", close=True),
        _row("random an", _RANDOM, "actions of `nls-an` drawn", f"chance, {_STEP}",
             partial(at_every_step, _UNIFORM, "an")),
        _row("random anp", _RANDOM, "actions of `nls-anp` drawn", f"chance, {_STEP}",
             partial(at_every_step, _UNIFORM, "anp")),
        _row("constant action", _CONSTANT, "`constant:ruin+all@30,accept=improving`", _NOBODY,
             "constant:ruin+all@30,accept=improving"),
        _graph("a"),
        _graph("an"),
        _graph("anp"),
    ),
}  # fmt: skip
"""By problem, in the order of the tables; the first is what the others are compared with."""

PAIRS = {
    "jobshop": (
        ("bursts", "random dials"),
        ("bursts", "constant dials"),
        ("ranking", "random ranking"),
        ("nls", "cei3"),
        ("both", "bursts"),
        ("both", "ranking"),
        ("nls-an", "random actions"),
        ("nls-an", "constant action"),
    ),
    "cvrp": (
        ("nls-a", "constant action"),
        ("nls-an", "constant action"),
        ("nls-anp", "constant action"),
        ("nls-an", "random an"),
        ("nls-anp", "random anp"),
    ),
}
"""A learned row and the same without the learning, by chance or by a constant."""
