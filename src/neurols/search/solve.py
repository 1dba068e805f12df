"""``solve``: an instance, a budget and a controller in; the best checked solution out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError, NeurolsError
from neurols.problems import load, problem_of
from neurols.search.budget import Budget, searches_and_threads
from neurols.search.callbacks import OnProgress, run_watched
from neurols.search.controllers import DEFAULT, resolve
from neurols.search.decisions import BINS, decisions_of
from neurols.search.menu import Menu
from neurols.search.result import Result, TracePoint, Usage

if TYPE_CHECKING:
    from neurols import _core
    from neurols.problems.problem import Problem, Solution

_MAX_SEED = 2**64


def solve(
    instance: Any,
    *,
    controller: Any = DEFAULT,
    time_limit: float | None = None,
    cpu_limit: float | None = None,
    iterations: int | None = None,
    target: float | None = None,
    stagnation: int | None = None,
    seed: int = 0,
    searches: int | None = None,
    threads: int | None = None,
    initial: Any | None = None,
    construction: str | None = None,
    trace_decisions: bool = False,
    on_progress: OnProgress | None = None,
) -> Result:
    """Search for the best solution that the budget allows.

    Args:
        instance: what ``neurols.load`` or ``neurols.read`` returned, or a name or path for them.
        controller: a name (``neurols controllers`` lists them), with options as in
            ``ils:preset=paper``, or any object with ``decide(observation)``.
        time_limit: wall-clock seconds. Ten where no limit is given.
        cpu_limit: CPU seconds of each searching thread.
        iterations: steps of each search.
        target: stop at this cost or below.
        stagnation: stop after so many steps without a new best.
        seed: the same seed gives the same result under ``iterations``, on any number of threads.
        searches: independent searches, the best of which is returned. By default 1 under
            ``iterations`` and one a thread under a time limit.
        threads: searches that run at once; by default one a core.
        initial: a solution to start from, or a file that holds one.
        construction: how the initial solution is built; by default the problem's best rule.
        trace_decisions: keep what was decided when, for ``result.decisions`` and its picture.
        on_progress: called about ten times a second.

    Returns:
        The best solution found, passed by the independent checker. Ctrl-C returns the best so far.

    Raises:
        InputError: an argument makes no sense; the message says which and what would.
    """
    started = time.perf_counter()
    if isinstance(instance, (str, PathLike)):
        instance = load(instance)
    problem = problem_of(instance)
    budget = Budget.checked(time_limit, cpu_limit, iterations, target, stagnation)
    by_time = budget.time_limit is not None or budget.cpu_limit is not None
    searches, threads = searches_and_threads(searches, threads, by_time)
    if not 0 <= seed < _MAX_SEED:
        raise InputError(f"the seed is {seed}", remedy="give a whole number from 0 to 2^64 - 1")
    start_from = _initial_solution(problem, instance, initial)

    menu = Menu.of(problem)
    setup = resolve(controller, instance.problem, menu, budget, instance)
    setup.search.trace_bins = BINS if trace_decisions else 0
    if construction is not None:
        if construction not in problem.constructions:
            raise InputError(
                f"unknown construction {construction!r}",
                remedy=f"use one of {', '.join(problem.constructions)}",
            )
        setup.workspace.construction = construction

    # More searches than threads share the time among them.
    rules = budget.stop_rules(threads / searches, instance.lower_bound)
    workspaces = [problem.workspace(instance, setup.workspace, start_from) for _ in range(searches)]
    controllers = [setup.new_controller(workspace, rules) for workspace in workspaces]
    jobs = _jobs(workspaces, controllers, setup.search, rules, seed)
    found = run_watched(jobs, threads, _share_used(budget, searches), on_progress)

    winner = min(range(searches), key=lambda k: (found[k].cost, k))
    solution = problem.best_solution(instance, workspaces[winner])
    cost = _judged(problem, instance, solution, found[winner].cost)
    result = _result(instance, setup.name, solution, cost, found[winner], seed, started, problem)
    decisions = decisions_of(found[winner], controllers[winner], menu)
    return replace(result, decisions=decisions)


def _jobs(
    workspaces: Sequence[_core.Workspace],
    controllers: Sequence[_core.Controller],
    settings: _core.SearchSettings,
    rules: _core.StopRules,
    seed: int,
) -> list[_core.SearchJob]:
    from neurols import _core

    pairs = zip(workspaces, controllers, strict=True)
    return [
        _core.SearchJob(workspace, controller, settings, rules, seed, stream)
        for stream, (workspace, controller) in enumerate(pairs)
    ]


def _initial_solution(problem: Problem, instance: Any, initial: Any) -> Solution | None:
    """The solution to start from, once the checker has passed it."""
    if initial is None:
        return None
    if isinstance(initial, (str, PathLike)):
        form: Any = problem.read_solution(instance, initial)
        try:
            problem.check(instance, form)
        except NeurolsError as fault:
            raise InputError(
                f"no solution of {instance.name!r} to start from: {fault}",
                file=initial,
                remedy="'neurols check' tells all that is wrong with it",
            ) from None
    else:
        form = initial
        problem.check(instance, form)
    return problem.solution(instance, form if isinstance(form, dict) else form.to_json())


def _judged(problem: Problem, instance: Any, solution: Solution, claimed: float) -> float:
    """The checker's cost. The search's own figure must agree with it, but for rounding."""
    cost = problem.check(instance, solution)
    if abs(cost - claimed) > 1e-6 * max(1.0, abs(cost)):
        raise AssertionError(f"the search claims cost {claimed}, the checker finds {cost}")
    return cost


def _share_used(budget: Budget, searches: int) -> Any:
    def share(seconds: float, iterations: int) -> float | None:
        shares = []
        limit = budget.time_limit or budget.cpu_limit
        if limit is not None:
            shares.append(seconds / limit)
        if budget.iterations:
            shares.append(iterations / (budget.iterations * searches))
        return min(1.0, max(shares)) if shares else None

    return share


def _result(
    instance: Any,
    controller: str,
    solution: Solution,
    cost: float,
    found: _core.SearchResult,
    seed: int,
    started: float,
    problem: Problem,
) -> Result:
    exact = type(cost)  # whole costs are shown as whole numbers
    counters = zip(
        (*problem.operators, *problem.perturbations),
        (*found.operators, *found.perturbations),
        strict=True,
    )
    return Result(
        instance=instance,
        controller=controller,
        solution=solution,
        cost=cost,
        initial_cost=exact(found.initial_cost),
        iterations=found.iterations,
        seconds=time.perf_counter() - started,
        cpu_seconds=found.cpu_seconds,
        seed=seed,
        stopped_by="optimal" if cost <= instance.lower_bound else found.stopped_by,
        trace=tuple(TracePoint(i, t, exact(c)) for i, t, c in found.trace),
        usage={
            name: Usage(c.proposed, c.accepted, c.improving, c.new_best) for name, c in counters
        },
    )
