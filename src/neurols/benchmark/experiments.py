"""Experiments, the paper's tables: which rows, on which instances, with which budgets.

An experiment is data. ``planning.py`` makes a plan of it for the machine at hand, where packages
may be missing; ``plan.py`` says what a plan holds.
"""

from __future__ import annotations

from dataclasses import dataclass

from neurols.errors import InputError
from neurols.registry import problems

PUBLISHED = "as published with the paper"
PLAIN = "the paper's operators: classical control"
PLAIN_YARDSTICKS = "the paper's operators: random policy and best constant action"
SINGLE = "one of the paper's operators: classical control"
SINGLE_YARDSTICKS = "one of the paper's operators: random policy and best constant action"
POLICIES = "the paper's operators: learned control"
LOCAL_SEARCH = "stronger operators: local search"
ADAPTIVE = "stronger operators: adaptive choice of operators"
YARDSTICKS = "stronger operators: random policy and best constant action"
LEARNED = "stronger operators: learned control"
DEFAULT = "stronger operators: default controller"
CONSTRUCTIONS = "constructions"
CLOCK = "on the clock"

STRONGER = "stronger operators"
_STRONGER = (LOCAL_SEARCH, ADAPTIVE, YARDSTICKS, LEARNED, DEFAULT, CONSTRUCTIONS)
MAY_BE_MISSING = (POLICIES, LEARNED)
"""Sections whose rows need a file that may not be there."""

BEST_CONSTANT = "best constant"
"""Stands for the constant action that did best on generated validation instances."""
BEST_OF = {
    f"{BEST_CONSTANT} of the paper's operators": "plain",
    f"{BEST_CONSTANT} of one operator": "plain-a",
    BEST_CONSTANT: "tuned",
}
"""The rows of that kind, and the preset that each chooses in."""

Rows = tuple[tuple[str, str, str | None], ...]
"""Section, specification, and the paper's row of the same name."""

OPPONENTS = {
    "nls-a": (SINGLE, SINGLE_YARDSTICKS),
    "nls-an": (PLAIN, PLAIN_YARDSTICKS),
    "nls-anp": (PLAIN, PLAIN_YARDSTICKS),
}
"""Whom a policy is tested against: the rows over the operators that it has itself."""


def contest_of(section: str) -> str:
    """Rows of one contest are compared with each other: the paper's operators, or stronger ones, or
    equal time."""
    return CLOCK if section == CLOCK else STRONGER if section in _STRONGER else ""


_PAPERS = {"sa": "SA", "sa-restart": "SA_restart", "ils": "ILS", "ils-sa": "ILS+SA", "vns": "VNS"}
_SINGLE = ("hill-climbing", "sa", "sa-restart", "ils", "ils-sa", "late-acceptance")
_BANDITS = ("bandit:{},kind=epsilon-greedy", "bandit:{},kind=ucb")
_PLAIN = (*_SINGLE, "vns", *_BANDITS, "roulette")
_BEST_PLAIN, _BEST_SINGLE, _ = BEST_OF


def _over(preset: str, names: tuple[str, ...]) -> list[str]:
    """Specifications of controllers under a preset."""
    option = f"preset={preset}"
    return [name.format(option) if "{}" in name else f"{name}:{option}" for name in names]


_CONTROLLERS: Rows = (
    *((PLAIN, spec, _PAPERS.get(spec.partition(":")[0])) for spec in _over("plain", _PLAIN)),
    (PLAIN_YARDSTICKS, "random:preset=plain", None),
    (PLAIN_YARDSTICKS, "random:preset=plain-anp", None),
    (PLAIN_YARDSTICKS, _BEST_PLAIN, None),
    *((SINGLE, spec, None) for spec in _over("plain-a", _SINGLE)),
    (SINGLE_YARDSTICKS, "random:preset=plain-a", None),
    (SINGLE_YARDSTICKS, _BEST_SINGLE, None),
    (POLICIES, "nls-a", "NLS_A"),
    (POLICIES, "nls-an", "NLS_AN"),
    (POLICIES, "nls-anp", "NLS_ANP"),
    *((LOCAL_SEARCH, name, None) for name in (*_SINGLE[:5], "vns", "tabu", "gls", _SINGLE[5])),
    (ADAPTIVE, "bandit:kind=epsilon-greedy", None),
    (ADAPTIVE, "bandit:kind=ucb", None),
    (ADAPTIVE, "roulette", None),
    (YARDSTICKS, "random", None),
    (YARDSTICKS, BEST_CONSTANT, None),
    (LEARNED, "nls", None),
    (DEFAULT, "auto", None),
)


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
    stronger: tuple[int, ...]
    """At which of them the rows with stronger operators run, too."""
    controllers: Rows = _CONTROLLERS
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


def experiments() -> dict[str, Experiment]:
    """The experiments by name; each stands in the folder of its problem (``paper_table``)."""
    tables = [table for one in problems().values() if (table := one.paper_table()) is not None]
    return {table.EXPERIMENT.name: table.EXPERIMENT for table in tables}


def experiment_named(name: str) -> Experiment | None:
    """The experiment of that name; None where the name is of something else.

    Raises:
        InputError: the name begins like an experiment's and is none.
    """
    if not name.startswith("paper-"):
        return None
    known = experiments()
    if name not in known:
        raise InputError(f"unknown experiment {name!r}", remedy=f"use {' or '.join(known)}")
    return known[name]
