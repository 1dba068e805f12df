"""Peers as contestants of a benchmark: specification in, checked record out."""

from __future__ import annotations

import importlib
import time
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from neurols.benchmark.peers.adapter import Adapter, Answer, Limit
from neurols.errors import InputError
from neurols.registry import peers, problem_of, problems

if TYPE_CHECKING:
    from neurols.benchmark.runner import Record, RunBudget
    from neurols.registry import Instance


@dataclass(frozen=True, slots=True)
class PeerRunner:
    """Another solver, by its specification."""

    name: str
    peer: str
    options: dict[str, str] = field(default_factory=dict)
    isolated: bool = True
    """It runs in a process of its own: foreign code must not take the benchmark down, and its CPU
    time is that of the process."""

    @property
    def installed(self) -> bool:
        """Is the peer's package there?"""
        return find_spec(_adapter(self.peer).PACKAGE) is not None

    def check(self, instance: Instance) -> None:
        """Refuse a peer that is not installed or does not solve the problem, before the first run.

        Raises:
            InputError: the message says what to install, or what the peer solves.
        """
        adapter = _adapter(self.peer)
        if not self.installed:
            raise InputError(
                f"peer {self.peer!r} needs the package {adapter.PACKAGE!r}",
                remedy="pip install 'neurols[peers]'",
            )
        if self.peer not in problem_of(instance).peers:
            solved = [name for name, problem in problems().items() if self.peer in problem.peers]
            raise InputError(
                f"peer {self.peer!r} does not solve {instance.name!r} ({instance.problem})",
                remedy=f"it solves {', '.join(solved)}",
            )
        tell = getattr(adapter, "unknown_constraints", None)
        unknown = "" if tell is None else tell(instance)
        if unknown:
            raise InputError(
                f"peer {self.peer!r} does not know all of {instance.name!r}: {unknown}",
                remedy="leave the peer out, or the instance",
            )

    def check_budget(self, budget: RunBudget) -> None:
        """Refuse a budget in steps for a peer that has none."""
        if budget.iterations is not None and not _adapter(self.peer).BY_ITERATIONS:
            raise InputError(
                f"peer {self.peer!r} is stopped by time alone", remedy="give --time or --cpu-time"
            )

    def run(self, instance: Instance, budget: RunBudget, seed: int) -> Record:
        adapter = _adapter(self.peer)
        limit = Limit(budget.seconds, budget.iterations, wall=budget.time_limit is not None)
        started = time.perf_counter()
        answer = adapter.solve(instance, limit, seed, self.options)
        seconds = round(time.perf_counter() - started, 4)  # wall time, the building of models in it
        record = _record(instance, self, answer, budget, seed, _version(adapter.PACKAGE))
        return {**record, "seconds": seconds}


def peer(spec: str) -> PeerRunner:
    """A peer from its specification, such as ``ortools-gls:first=parallel-savings``.

    Raises:
        InputError: unknown peer, option or value; the message lists what there is.
    """
    from neurols.search.spec import parse_spec

    parsed = parse_spec(spec)
    if parsed.name not in peers():
        raise InputError(f"unknown peer {parsed.name!r}", remedy=f"use one of {', '.join(peers())}")
    known = _adapter(parsed.name).OPTIONS
    if parsed.argument is not None:
        raise InputError(f"peer {parsed.name!r} takes no argument {parsed.argument!r}")
    for key, value in parsed.options.items():
        if key not in known:
            choice = f"its options are {', '.join(known)}" if known else "it has none"
            raise InputError(f"peer {parsed.name!r} has no option {key!r}", remedy=choice)
        if value not in known[key]:
            raise InputError(
                f"peer {parsed.name!r}: {key}={value!r} is unknown",
                remedy=f"use {', '.join(known[key])}",
            )
    defaults = {key: values[0] for key, values in known.items()}
    return PeerRunner(str(parsed), parsed.name, defaults | {**parsed.options})


def _adapter(name: str) -> Adapter:
    return cast(Adapter, importlib.import_module(peers()[name]))


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:  # run from a folder, not installed
        return package


def _record(
    instance: Instance,
    runner: PeerRunner,
    answer: Answer,
    budget: RunBudget,
    seed: int,
    solver: str,
) -> Record:
    """The record of ``solve --json``, the solution judged by our checker."""
    from neurols.benchmark.anytime import thinned
    from neurols.search.result import Result, meets_bound

    if answer.solution is None:
        return _nothing_found(instance, runner, answer, budget, seed, solver)
    solution: Any = _solution(instance, answer.solution)
    trace = [(seconds, cost) for seconds, cost in answer.trace if cost > solution.cost]
    trace.append((_found_at(answer, solution.cost), solution.cost))
    proven = answer.proven or meets_bound(solution.cost, instance.lower_bound)
    result = Result(
        instance=instance,
        controller=runner.name,
        solution=solution,
        cost=solution.cost,
        initial_cost=trace[0][1],
        iterations=answer.iterations,
        seconds=answer.cpu_seconds,
        seed=seed,
        stopped_by="optimal" if proven else _ended_by(answer, budget),
    )
    return {
        **result.to_json(),
        "cpu_seconds": round(answer.cpu_seconds, 6),
        "version": solver,
        "trace": thinned(trace),
    }


def _found_at(answer: Answer, cost: float) -> float:
    """When the final cost was reached: at the end, unless the peer told.

    Its own figure may be off a little, where it counts in whole numbers and we do not.
    """
    told = bool(answer.trace) and answer.trace[-1][1] <= cost + 1e-3 * abs(cost)
    return answer.trace[-1][0] if told else answer.cpu_seconds


def _ended_by(answer: Answer, budget: RunBudget) -> str:
    if budget.iterations is not None:
        return "iterations"
    assert budget.seconds is not None
    rule = "time" if budget.cpu_limit is None else "cpu time"
    return rule if answer.cpu_seconds >= 0.98 * budget.seconds else "local optimum"


def _solution(instance: Any, form: dict[str, Any]) -> Any:
    """Our own solution object, once the checker has passed the peer's."""
    problem = problem_of(instance)
    problem.check(instance, form)
    return problem.solution(instance, form)


def _nothing_found(
    instance: Instance,
    runner: PeerRunner,
    answer: Answer,
    budget: RunBudget,
    seed: int,
    solver: str,
) -> Record:
    """The peer's time was too short for any solution: no cost, and tables show a dash."""
    return {
        "instance": instance.name,
        "problem": instance.problem,
        "size": instance.size,
        "controller": runner.name,
        "cost": None,
        "initial_cost": None,
        "best_known": instance.best_known,
        "gap_percent": None,
        "iterations": answer.iterations,
        "seconds": round(answer.cpu_seconds, 4),
        "seed": seed,
        "stopped_by": _ended_by(answer, budget),
        "feasible": False,
        "solution": None,
        "cpu_seconds": round(answer.cpu_seconds, 6),
        "version": solver,
        "trace": [],
    }
