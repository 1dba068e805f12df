"""The best constant action: chosen on generated instances, so that the benchmark stays unseen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from neurols.benchmark.run import run
from neurols.benchmark.runner import Record, RunBudget
from neurols.benchmark.statistics import by_instance
from neurols.benchmark.suites import Case, group_of
from neurols.policy.actions import ActionKind, action_set
from neurols.registry import problem_named

FOLDER = "validation"
_FIRST_SEED = 900_000_000  # apart from the seeds that tuning and training take
_KINDS = {"plain": ActionKind.ANP, "plain-a": ActionKind.A}
_NO_SEARCH = ("best", "restart")  # every step back to the best solution, or all over again


class Chosen(NamedTuple):
    """A constant action, and out of how many."""

    controller: str
    candidates: int
    instances: int

    def __str__(self) -> str:
        return (
            f"{self.controller}, the best of {self.candidates} constant actions on"
            f" {self.instances} generated instances"
        )


def best_constant(
    problem: str,
    iterations: int,
    *,
    preset: str = "tuned",
    instances: int,
    workers: int = 1,
    output: str | PathLike[str] | None = None,
    on_record: Callable[[Record], None] | None = None,
    on_note: Callable[[str], None] | None = None,
) -> Chosen:
    """The constant action of least mean cost, each instance relative to the best action on it.

    Args:
        problem: its name.
        iterations: steps of each run, for what is best depends on them.
        preset: which actions there are, as ``constants`` has it.
        instances: how many generated instances.
        workers: runs at once.
        output: folder of the benchmark; these runs are kept and resumed in a folder inside it.
        on_record: called with every record.
        on_note: called with a sentence where records in ``output`` are of no use.
    """
    names = constants(problem, preset)
    found = run(
        validation_cases(problem, instances),
        names,
        RunBudget(iterations=iterations),
        workers=workers,
        output=None if output is None else Path(output) / FOLDER,
        on_record=on_record,
        on_note=on_note,
    )
    if found.interrupted:
        raise KeyboardInterrupt
    return Chosen(_least(found.records, names), len(names), instances)


def constants(problem: str, preset: str = "tuned") -> list[str]:
    """Every constant action, accepted always or if it improves.

    Args:
        problem: its name.
        preset: ``plain`` has the choices of the action set ANP, ``plain-a`` the operator of A, both
            under the restart rule of the action sets; anything else has all of the problem's.
    """
    if preset in _KINDS:
        known = action_set(problem, _KINDS[preset])
        actions = [*known.operators, *known.perturbations]
        option = f",preset={preset}"
    else:
        owner = problem_named(problem)
        actions = [*owner.operators, *owner.perturbations]
        option = ""
    return [
        f"constant:{action}{option}{accept}"
        for action in actions
        if action not in _NO_SEARCH
        for accept in ("", ",accept=improving")
    ]


def validation_cases(problem: str, count: int) -> list[Case]:
    """Generated instances of the benchmark's sizes."""
    owner = problem_named(problem)
    generated = [owner.validation_instance(number, _FIRST_SEED + number) for number in range(count)]
    return [Case(instance, group_of(instance)) for instance in generated]


def _least(records: Sequence[Record], names: Sequence[str]) -> str:
    costs = {name: by_instance(records, name) for name in names}
    best = {key: min(row[key] for row in costs.values()) for key in costs[names[0]]}
    return min(names, key=lambda name: fmean(costs[name][key] / best[key] for key in best))
