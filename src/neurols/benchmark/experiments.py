"""The paper's two experiments: which rows, on which instances, with which budgets.

An experiment is data. ``planning.py`` makes a plan of it for the machine at hand, where packages
may be missing; ``plan.py`` says what a plan holds.
"""

from __future__ import annotations

from dataclasses import dataclass

from neurols.errors import InputError

CONSTRUCTIONS = "constructions"
LOCAL_SEARCH = "local search"
ADAPTIVE = "adaptive choice of operators"
YARDSTICKS = "random policy and best constant action"
LEARNED = "learned control"
DEFAULT = "default controller"
CLOCK = "on the clock"

_CONTROLLERS: tuple[tuple[str, str, str | None], ...] = (
    (LOCAL_SEARCH, "hill-climbing", None),
    (LOCAL_SEARCH, "sa", "SA"),
    (LOCAL_SEARCH, "sa-restart", "SA_restart"),
    (LOCAL_SEARCH, "ils", "ILS"),
    (LOCAL_SEARCH, "ils-sa", "ILS+SA"),
    (LOCAL_SEARCH, "vns", "VNS"),
    (LOCAL_SEARCH, "tabu", None),
    (LOCAL_SEARCH, "gls", None),
    (LOCAL_SEARCH, "late-acceptance", None),
    (ADAPTIVE, "bandit:kind=epsilon-greedy", None),
    (ADAPTIVE, "bandit:kind=ucb", None),
    (ADAPTIVE, "roulette", None),
    (YARDSTICKS, "random", None),
    (YARDSTICKS, "best constant", None),
    (LEARNED, "nls-a", "NLS_A"),
    (LEARNED, "nls-an", "NLS_AN"),
    (LEARNED, "nls-anp", "NLS_ANP"),
    (LEARNED, "nls", None),
    (DEFAULT, "auto", None),
)

# The same operators as the learned rows have, under the best rules and under none.
_JOBSHOP_CONTROLLERS = (
    (LOCAL_SEARCH, "tabu:preset=tuned,operator=cei3+tabu", None),
    (YARDSTICKS, "random:actions=ecet+tabu/cei+tabu/cei3+tabu", None),
)
_CVRP_CONTROLLERS = (
    (LOCAL_SEARCH, "sa:operator=ruin+all@23,start=0.1,end=0.01", None),
    (YARDSTICKS, "constant:ruin+all@30,accept=improving", None),
    (YARDSTICKS, "random:actions=ruin+all@15/ruin+all@30/ruin+all@50", None),
)

BEST_CONSTANT = "best constant"
"""Stands for the constant action that did best on generated validation instances."""


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """One of the paper's tables."""

    name: str
    title: str
    problem: str
    suite: str
    """The whole benchmark, as ``resolve`` takes it."""
    quick_suite: str
    """A few instances of every group."""
    iterations: tuple[int, ...]
    controllers: tuple[tuple[str, str, str | None], ...] = _CONTROLLERS
    """Section, specification, and the paper's row of the same name."""
    peers: tuple[tuple[str, str | None], ...]
    """Other solvers, which run on time, and the paper's row of each."""
    clock: float = 5.0
    """CPU seconds of the peers, and of the default controller beside them."""
    quick_clock: float = 1.0
    seeds: int = 5
    quick_seeds: int = 1
    validation: int = 48
    """Generated instances on which the best constant action is chosen."""
    quick_validation: int = 8


PAPER_JOBSHOP = Experiment(
    name="paper-jobshop",
    title="Job shop: the paper's table on Taillard's instances",
    problem="jobshop",
    suite="taillard",
    quick_suite="ta01,ta11,ta21,ta31,ta41,ta51,ta61,ta71",
    iterations=(50, 100, 200),
    controllers=(*_CONTROLLERS, *_JOBSHOP_CONTROLLERS),
    peers=(("cp-sat", None),),
)

PAPER_CVRP = Experiment(
    name="paper-cvrp",
    title="Vehicle routing: the paper's table on Uchoa's instances",
    problem="cvrp",
    suite="uchoa",
    quick_suite="X-n101-k25,X-n139-k10,X-n153-k22,X-n190-k8,X-n204-k19,X-n242-k48,"
    "X-n251-k28,X-n298-k31",
    iterations=(200, 500, 1000),
    controllers=(*_CONTROLLERS, *_CVRP_CONTROLLERS),
    peers=(
        ("ortools-gls", "OR-Tools GLS"),
        ("ortools-ts", "OR-Tools TS"),
        ("pyvrp", None),
        ("hgs", None),
    ),
)

EXPERIMENTS = {experiment.name: experiment for experiment in (PAPER_JOBSHOP, PAPER_CVRP)}


def experiment_named(name: str) -> Experiment | None:
    """The experiment of that name; None where the name is of something else.

    Raises:
        InputError: the name begins like an experiment's and is none.
    """
    if name.startswith("paper-") and name not in EXPERIMENTS:
        raise InputError(f"unknown experiment {name!r}", remedy=f"use {' or '.join(EXPERIMENTS)}")
    return EXPERIMENTS.get(name)
