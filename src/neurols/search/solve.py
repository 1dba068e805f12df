"""``solve``: an instance, a budget and a controller in; the best checked solution out."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, cast

from neurols.errors import InputError, NeurolsError
from neurols.menu import Menu
from neurols.registry import load, problem_of
from neurols.search.budget import Budget, Team
from neurols.search.callbacks import OnProgress, run_watched
from neurols.search.controllers import DEFAULT, is_reusable, resolve
from neurols.search.decisions import BINS, LATEST, Decisions, decisions_of
from neurols.search.decomposition import Wishes, is_cut, solve_in_parts
from neurols.search.interrupt import interruptible
from neurols.search.result import Result, TracePoint, Usage, meets_bound, merged_trace
from neurols.search.spec import parse_spec

if TYPE_CHECKING:
    from neurols import _core
    from neurols.problem import Problem, Solution

_MAX_SEED = 2**64
_CHECKPOINTS = 100  # of a search whose best solution is told
_BETWEEN = 0.25  # seconds between two of them, where the budget is time
_MOST_CHECKPOINTS = 1 << 20


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
    share: bool | None = None,
    decompose: bool | None = None,
    cluster: str | None = None,
    initial: Any | None = None,
    construction: str | None = None,
    trace_decisions: bool = False,
    on_progress: OnProgress | None = None,
    on_solution: Callable[[Any, float], None] | None = None,
    on_decisions: Callable[[Decisions], None] | None = None,
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
        searches: how many, with seeds of their own; the best solution of all is returned. By
            default 1 under ``iterations`` and one a thread under a time limit.
        threads: searches that run at once; by default one a core.
        share: whether the searches share what they find from time to time, or are independent.
            By default they share under a time limit.
        decompose: whether the threads search parts of the instance, cut elsewhere in each round,
            instead of the whole each. By default where that finds more: large instances of vehicle
            routing, under a time limit, by ``auto`` or ``classical``.
        cluster: ``auto`` or the address of a Ray cluster, whose processors search the parts.
        initial: a solution to start from, or a file that holds one.
        construction: how the initial solution is built; by default the problem's best rule.
        trace_decisions: keep what was decided when, for ``result.decisions`` and its picture.
        on_progress: called about ten times a second.
        on_solution: called with the best solution so far and its cost when it has become better, at
            100 points of the budget of one search (four a second of a long one), or when several
            exchange what they have found.
        on_decisions: called with what was decided so far at the same points; of a learned policy
            with its latest values alone.

    Returns:
        The best solution found, passed by the independent checker. Ctrl-C returns the best so far.

    Raises:
        InputError: an argument makes no sense; the message says which and what would.
    """
    started = time.perf_counter()
    with interruptible() as interruption:
        from neurols import _core

        if isinstance(instance, (str, PathLike)):
            instance = load(instance)
        problem = problem_of(instance)
        budget = Budget.checked(time_limit, cpu_limit, iterations, target, stagnation)
        team = Team.checked(searches, threads, share, budget.by_time, is_reusable(controller))
        if not 0 <= seed < _MAX_SEED:
            raise InputError(f"the seed is {seed}", remedy="give a whole number from 0 to 2^64 - 1")
        start_from = _initial_solution(problem, instance, initial)
        if isinstance(controller, str):
            controller = parse_spec(controller)

        # A plan that is yet to be completed has no cost.
        whole = start_from is not None and not problem.is_begun(start_from)
        budget = replace(budget, given=start_from.cost if start_from and whole else None)
        traced = trace_decisions or on_decisions is not None
        wishes = Wishes(decompose, cluster, searches, threads, share, traced)
        if is_cut(problem, instance, controller, budget, wishes):
            return solve_in_parts(
                problem,
                instance,
                controller,
                budget,
                wishes.home(),
                seed=seed,
                start_from=start_from,
                construction=_known(construction, problem, instance),
                interruption=interruption,
                on_progress=on_progress,
                on_solution=on_solution,
                started=started,
            )
        menu = Menu.of(problem, instance)
        setup = resolve(controller, problem, menu, budget, instance)
        setup.search.trace_bins = BINS if traced else 0
        wanted = setup.workspace.construction or None if construction is None else construction
        setup.workspace.construction = _known(wanted, problem, instance)

        setup.workspace.effort = budget.initial_effort(seed)
        rules = budget.stop_rules(team.share_of_time, instance.lower_bound)
        workspaces = [problem.workspace(instance, setup.workspace, start_from)]
        # Workspaces are made on the user's time: once it is up, or Ctrl-C is pressed, those that
        # there are will do.
        building = time.perf_counter()
        ready_by = building + (math.inf if time_limit is None else time_limit)
        while len(workspaces) < team.searches and not interruption.pressed:
            if time.perf_counter() >= ready_by:
                break
            workspaces.append(problem.workspace(instance, setup.workspace, start_from))
        rules.wall_seconds -= (time.perf_counter() - building) * team.share_of_time
        controllers = [setup.new_controller(workspace, rules) for workspace in workspaces]
        jobs = [
            _core.SearchJob(workspace, one, setup.search, rules, seed, stream)
            for stream, (workspace, one) in enumerate(zip(workspaces, controllers, strict=True))
        ]
        rounds = team.rounds
        between: Callable[[int, _core.SearchResult], None] | None = None
        if on_solution is not None or on_decisions is not None:
            rounds = max(rounds, _checkpoints(budget)) if team.searches == 1 else rounds
            tell = _teller(problem, instance, workspaces, on_solution)

            def between(leader: int, so_far: _core.SearchResult) -> None:
                tell(leader)
                if on_decisions is not None:
                    seen = decisions_of(so_far, controllers[leader], menu, LATEST)
                    if seen is not None:
                        on_decisions(seen)

        run = partial(_core.run_together, jobs, team.threads, rounds, between=between)
        found = run_watched(run, _share_used(budget, team.searches), on_progress)
        winner = min(range(len(found)), key=lambda k: (found[k].cost, k))
        solution = problem.best_solution(instance, workspaces[winner])
        shown = partial(problem.shown_cost, instance)
        cost = _judged(problem, instance, solution, shown(found[winner].cost))
        exact = type(cost)  # whole costs are shown as whole numbers
        trace = merged_trace([each.trace for each in found], winner, budget.by_time)
        return Result(
            instance=instance,
            controller=setup.name,
            resolved_controller=setup.resolved,
            solution=solution,
            cost=cost,
            initial_cost=exact(shown(found[winner].initial_cost)),
            iterations=found[winner].iterations,
            seconds=time.perf_counter() - started,
            cpu_seconds=found[winner].cpu_seconds,
            seed=seed,
            stopped_by=_ending(
                found[winner], meets_bound(cost, instance.lower_bound), interruption.pressed
            ),
            trace=tuple(TracePoint(i, t, exact(shown(c))) for i, t, c in trace),
            usage=_usage(menu, found[winner]),
            decisions=decisions_of(found[winner], controllers[winner], menu),
        )


def _checkpoints(budget: Budget) -> int:
    """At how many points of the budget progress is reported."""
    if budget.time_limit is None:
        return _CHECKPOINTS
    return int(min(_MOST_CHECKPOINTS, max(_CHECKPOINTS, budget.time_limit / _BETWEEN)))


def _known(construction: str | None, problem: Problem, instance: Any) -> str:
    if construction is None:
        return ""
    known = problem.constructions(instance)
    if construction not in known:
        raise InputError(
            f"unknown construction {construction!r}",
            remedy=f"use one of {', '.join(known)}",
        )
    return construction


def _initial_solution(problem: Problem, instance: Any, initial: Any) -> Solution | None:
    """The solution to start from, once the checker has passed it."""
    if initial is None or problem.is_begun(initial):
        return cast("Solution | None", initial)
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


def _teller(
    problem: Problem,
    instance: Any,
    workspaces: list[Any],
    on_solution: Callable[[Any, float], None] | None,
) -> Callable[[int], None]:
    """Tells of the best solution whenever it has become better."""
    told = math.inf

    def tell(leader: int) -> None:
        nonlocal told
        if on_solution is None:
            return
        try:
            solution = problem.best_solution(instance, workspaces[leader])
        except NeurolsError:  # there is none yet
            return
        cost = problem.check(instance, solution)
        if cost < told:
            told = cost
            on_solution(solution, cost)

    return tell


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


def _ending(found: _core.SearchResult, optimal: bool, interrupted: bool) -> str:
    """The rule that ended the search; the user's word comes before all but a proof."""
    if optimal:
        return "optimal"
    return "interrupted" if interrupted else found.stopped_by


def _usage(menu: Menu, found: _core.SearchResult) -> dict[str, Usage]:
    names = (*menu.operators, *menu.perturbations)
    counters = (*found.operators, *found.perturbations)
    return {
        name: Usage(c.proposed, c.accepted, c.improving, c.new_best)
        for name, c in zip(names, counters, strict=True)
    }
