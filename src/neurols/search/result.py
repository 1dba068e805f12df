"""What a solver hands back: the checked solution and how it was found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from neurols.instance import Instance
    from neurols.problem import Solution
    from neurols.search.decisions import Decisions
    from neurols.tables.changes import Changes


class TracePoint(NamedTuple):
    """An improvement of the best cost."""

    iteration: int
    seconds: float
    cost: float


class Usage(NamedTuple):
    """How often an operator or perturbation was used and what came of it."""

    proposed: int
    accepted: int
    improving: int
    new_best: int


def merged_trace(
    traces: Sequence[Sequence[tuple[int, float, float]]], winner: int, by_time: bool
) -> list[tuple[int, float, float]]:
    """Improvements of the best cost of all searches, as (iteration, seconds, cost).

    In the order of seconds, or of iterations where those and not the time limit the searches: then
    the trace is the same whatever ran at once. The winner's initial solution stands first.
    """
    order = itemgetter(1, 0) if by_time else itemgetter(0)
    first, *rest = traces[winner]
    merged = [first]
    others = (point for k, trace in enumerate(traces) if k != winner for point in trace)
    for iteration, seconds, cost in sorted((*rest, *others), key=order):
        last = merged[-1]
        if cost < last[2]:
            merged.append((max(iteration, last[0]), max(seconds, last[1]), cost))
    return merged


@dataclass(frozen=True, slots=True)
class Result:
    """The best solution found, passed by the independent checker.

    Attributes:
        instance: what was solved.
        controller: the controller that was asked for, with its settings where they were given.
        resolved_controller: the search that ran, with all settings and learned rules, in words.
        solution: the best solution.
        cost: its cost.
        initial_cost: cost of the solution that the search started from.
        iterations: steps of the search that found the solution.
        seconds: wall-clock seconds of the whole call.
        seed: seed of the call.
        stopped_by: the rule that ended it: ``iterations``, ``time``, ``cpu time``, ``target``,
            ``optimal``, ``stagnation``, ``local optimum`` or ``interrupted``.
        trace: improvements of the best cost, over all searches.
        usage: counters per operator and perturbation.
        decisions: what was decided when, where ``solve`` was asked to trace it.
        changes: what re-planning has changed of the plan that it began with.
    """

    instance: Instance
    controller: str
    solution: Solution
    cost: float
    initial_cost: float
    iterations: int
    seconds: float
    seed: int
    stopped_by: str
    cpu_seconds: float = 0.0
    resolved_controller: str = ""
    trace: tuple[TracePoint, ...] = ()
    usage: dict[str, Usage] = field(default_factory=dict)
    decisions: Decisions | None = None
    changes: Changes | None = None

    @property
    def best_known(self) -> float | None:
        """Best cost known for the instance, where there is one."""
        return self.instance.best_known

    @property
    def gap(self) -> float | None:
        """Distance to the best known cost in percent, where there is one."""
        if self.best_known is None:
            return None
        if self.best_known == 0:
            return 0.0 if self.cost == 0 else float("inf")
        return 100.0 * (self.cost - self.best_known) / self.best_known

    @property
    def proven_optimal(self) -> bool:
        """Does the cost meet a proven lower bound?"""
        return self.stopped_by == "optimal" or meets_bound(self.cost, self.instance.lower_bound)

    def to_json(self) -> dict[str, Any]:
        """The record that ``neurols solve --json`` prints."""
        gap = self.gap
        return {
            "instance": self.instance.name,
            "problem": self.instance.problem,
            "size": self.instance.size,
            "controller": self.controller,
            "resolved_controller": self.resolved_controller or self.controller,
            "cost": self.cost,
            "initial_cost": self.initial_cost,
            "best_known": self.best_known,
            "gap_percent": None if gap is None else round(gap, 4),
            "iterations": self.iterations,
            "seconds": round(self.seconds, 4),
            "seed": self.seed,
            "stopped_by": self.stopped_by,
            "feasible": True,
            "solution": self.solution.to_json(),
            **({} if self.changes is None else {"changes": self.changes.to_json()}),
        }

    def write(self, path: str | PathLike[str]) -> None:
        """Write the solution to a file by its suffix: ``.json``, ``.sol`` for routing, and for
        people ``.xlsx``, ``.csv`` or ``.ics`` (a calendar) where the problem has tables."""
        from neurols.registry import problem_of

        problem_of(self.instance).write_plan(self.instance, self.solution, path, self.changes)

    def plot(self, path: str | PathLike[str] | None = None) -> Any:
        """Draw the solution: a Gantt chart or a route map.

        Args:
            path: where to save it (``.svg``, ``.png`` or ``.html``); without it the figure is
                returned for you to show.
        """
        from neurols.plugins import service

        return service("pictures")(self, path)


def meets_bound(cost: float, bound: float) -> bool:
    """Whether the cost is as low as a bound says that it can be.

    A cost below the bound meets nothing: it shows that the bound, as a file states it, is wrong.
    """
    if isinstance(cost, int) and isinstance(bound, int):
        return cost == bound
    return cost <= bound and math.isclose(cost, bound, rel_tol=1e-9, abs_tol=1e-9)
