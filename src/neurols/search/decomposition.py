"""Decomposition: one large instance as rounds of searches over parts of it.

In each round the problem cuts the current solution into parts, each an instance of its own. The
parts are searched one beside the other wherever the executor has room; what they found replaces
their shares of the solution where the whole passes the checker. The next round cuts elsewhere.
Annealing goes on from round to round: a part cools from the temperature of the round's begin to
that of its end, and hands back the solution with which it would go on, not only its best.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from neurols.cluster import Executor, WorkerLost, executor_for
from neurols.errors import InfeasibleSolution, InputError
from neurols.menu import Menu
from neurols.search.budget import Budget, available_cores
from neurols.search.callbacks import OnProgress, Snapshot
from neurols.search.controllers import CLASSICAL, DEFAULT, resolve
from neurols.search.interrupt import Interruption
from neurols.search.part_search import Found, SearchPart
from neurols.search.result import Result, TracePoint, Usage, meets_bound
from neurols.search.spec import ControllerSpec, as_spec

if TYPE_CHECKING:
    from neurols.problem import Part, Problem, Solution

ROUNDS = 10
_SMALLEST = 20
"""Parts are no smaller than this fraction of ``Problem.part_size``."""
_BY_STEPS = 4
"""The same under a limit of steps, where the parts are to serve any number of workers."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the caller of ``solve`` says on how to use several processors."""

    decompose: bool | None = None
    cluster: str | None = None
    searches: int | None = None
    threads: int | None = None
    share: bool | None = None
    trace: bool = False

    @property
    def several(self) -> bool:
        """Whether several searches of the whole are asked for."""
        return self.share is not None or (self.searches is not None and self.searches > 1)

    def home(self) -> Executor:
        """Where the parts are searched."""
        if self.cluster is not None:
            return executor_for(cluster=self.cluster)
        return executor_for(threads=self.threads or available_cores())


def is_cut(
    problem: Problem, instance: Any, controller: Any, budget: Budget, wishes: Wishes
) -> bool:
    """Whether the instance is searched in parts: where that is asked for, or pays.

    Raises:
        InputError: it is asked for, and cannot be.
    """
    asked = bool(wishes.decompose) or wishes.cluster is not None
    if not asked:
        if wishes.decompose is False or wishes.several or wishes.trace or wishes.searches:
            return False
        if not budget.by_time or budget.stagnation is not None:
            return False
        if not isinstance(controller, ControllerSpec):
            return False
        workers = wishes.threads or available_cores()
        known = controller.name in (DEFAULT, CLASSICAL)
        return known and problem.pays_to_cut(instance, workers)
    if wishes.decompose is False:
        raise InputError("a cluster searches parts", remedy="drop --cluster or --whole")
    if problem.part_size == 0:
        raise _cannot_cut(instance)
    if wishes.several or wishes.trace or budget.stagnation is not None:
        raise InputError(
            "a decomposition is one search of many parts: several searches, their sharing, a"
            " trace of decisions and stagnation are not known to it",
            remedy="drop these options, or --decompose and --cluster",
        )
    return True


@dataclass
class _Plan:
    """The solution as the rounds go on."""

    current: Solution
    best: Solution
    trace: list[TracePoint]
    iterations: int = 0
    cpu_seconds: float = 0.0
    counters: list[list[int]] = field(default_factory=list)

    def count(self, found: Found) -> None:
        self.iterations += found.iterations
        self.cpu_seconds += found.cpu_seconds
        if not self.counters:
            self.counters = [[0] * len(each) for each in found.counters]
        for sums, each in zip(self.counters, found.counters, strict=True):
            for place, number in enumerate(each):
                sums[place] += number


def solve_in_parts(
    problem: Problem,
    instance: Any,
    given: Any,
    budget: Budget,
    home: Executor,
    seed: int,
    start_from: Solution | None,
    construction: str,
    interruption: Interruption,
    on_progress: OnProgress | None = None,
    on_solution: Callable[[Any, float], None] | None = None,
    started: float | None = None,
) -> Result:
    """Search in rounds over parts; arguments as those of ``solve``, checked there.

    Raises:
        InputError: the instance or its solution cannot be cut.
    """
    clock = _Clock(budget, home.workers, started)
    spec = _spec(given)
    first = start_from or _constructed(problem, instance, budget, construction, seed)
    start = _Start(first.cost, clock.seconds)
    plan = _Plan(first, first, [TracePoint(0, start.seconds, first.cost)])
    interrupted = False
    stop = "iterations" if budget.iterations is not None else clock.kind
    rounds = _Rounds(problem, instance, spec, budget, home, seed)
    alarm = _Alarm()
    interruption.then(alarm.ring)
    try:
        alarm.set = True
        if interruption.pressed:
            raise KeyboardInterrupt
        for number in range(ROUNDS):
            before = plan.best
            _carry_out(rounds, number, plan, clock, on_progress)
            if plan.best is not before:
                plan.trace.append(TracePoint(plan.iterations, clock.seconds, plan.best.cost))
                if on_solution is not None:
                    on_solution(plan.best, plan.best.cost)
            reached = _reached(plan.best.cost, budget.target, instance.lower_bound)
            if reached:
                stop = reached
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        alarm.set = False
    usage = _usage(Menu.of(problem, instance), plan)
    return Result(
        instance=instance,
        controller=str(given),
        resolved_controller=rounds.resolved,
        solution=plan.best,
        cost=problem.check(instance, plan.best),
        initial_cost=start.cost,
        iterations=plan.iterations,
        seconds=clock.seconds,
        cpu_seconds=plan.cpu_seconds,
        seed=seed,
        stopped_by="interrupted" if interrupted else stop,
        trace=tuple(plan.trace),
        usage=usage,
    )


class _Alarm:
    """Ctrl-C as an exception while parts are searched, wherever this thread waits for them."""

    def __init__(self) -> None:
        self.set = False

    def ring(self) -> None:
        if self.set:
            self.set = False
            raise KeyboardInterrupt


@dataclass(frozen=True, slots=True)
class _Start:
    cost: float
    seconds: float


class _Clock:
    """What is used of the budget, and what is left, in seconds of all workers together."""

    def __init__(self, budget: Budget, workers: int, started: float | None) -> None:
        self._started = time.perf_counter() if started is None else started
        self._own = time.thread_time()
        self._budget = budget
        self.workers = workers
        self.kind = "cpu time" if budget.time_limit is None else "time"

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    def left(self, plan: _Plan) -> float:
        """Seconds of work that are left."""
        left = math.inf
        if self._budget.time_limit is not None:
            left = (self._budget.time_limit - self.seconds) * self.workers
        if self._budget.cpu_limit is not None:
            used = plan.cpu_seconds + time.thread_time() - self._own
            left = min(left, self._budget.cpu_limit * self.workers - used)
        return max(0.0, left)

    def snapshot(self, plan: _Plan) -> Snapshot:
        """What is told of the search as it goes on."""
        if self._budget.iterations is not None:
            share = plan.iterations / max(1, self._budget.iterations)
        else:
            share = self.seconds / (self._budget.time_limit or self._budget.cpu_limit or math.inf)
        return Snapshot(self.seconds, plan.iterations, plan.best.cost, min(1.0, share))


class _Rounds:
    """What all rounds have in common."""

    def __init__(
        self,
        problem: Problem,
        instance: Any,
        spec: ControllerSpec,
        budget: Budget,
        home: Executor,
        seed: int,
    ) -> None:
        self.problem, self.instance, self.spec, self.budget = problem, instance, spec, budget
        self.home, self.seed = home, seed
        self.count = _number_of_parts(problem, instance, home.workers, budget.by_time)
        self.together = _times(budget, home.workers)
        menu = Menu.of(problem, instance)
        whole = problem.part_controller(spec, self.together, instance, 0.0, 1.0)
        told = resolve(whole, problem, menu, None, instance).resolved
        self.resolved = f"decomposition ({self.count} parts, {ROUNDS} rounds) of {told}"

    def jobs(self, parts: list[Part], number: int, seconds: float) -> Iterator[SearchPart]:
        """The searches of a round; the seconds are those of all workers together."""
        begin, end = number / ROUNDS, (number + 1) / ROUNDS
        controller = self.problem.part_controller(
            self.spec, self.together, self.instance, begin, end
        )
        work = sum(part.size for part in parts)
        steps = _between(self.budget.iterations, number, ROUNDS)
        done = 0
        for place, part in enumerate(parts):
            share = part.size / work
            own = replace(
                self.budget,
                time_limit=None if self.budget.time_limit is None else max(seconds * share, 1e-3),
                cpu_limit=None if self.budget.cpu_limit is None else max(seconds * share, 1e-3),
                iterations=None
                if steps is None
                else steps * (done + part.size) // work - steps * done // work,
                target=None,
            )
            done += part.size
            seed = (self.seed * 1_000_003 + number * 10_007 + place) % 2**64
            yield SearchPart(part, controller, own, seed, place, number + 1 == ROUNDS)


def _carry_out(
    rounds: _Rounds, number: int, plan: _Plan, clock: _Clock, on_progress: OnProgress | None
) -> None:
    """One round. A part that was lost keeps its share of the solution as it is."""
    problem, instance = rounds.problem, rounds.instance
    parts = problem.parts(instance, plan.current, rounds.count, (rounds.seed, number))
    if not parts:
        raise _cannot_cut(instance)
    jobs = list(rounds.jobs(parts, number, clock.left(plan) / (ROUNDS - number)))
    found: dict[int, Found] = {}
    outcomes = rounds.home.run(jobs)
    try:
        for outcome in outcomes:
            if isinstance(outcome.error, WorkerLost):
                continue
            found[outcome.job.place] = outcome.result()
            plan.count(found[outcome.job.place])
            if on_progress is not None:
                on_progress(clock.snapshot(plan))
    finally:
        outcomes.close()  # type: ignore[attr-defined]
        _join(problem, instance, plan, [(parts[at], found[at].solution) for at in sorted(found)])


def _join(problem: Problem, instance: Any, plan: _Plan, found: list[tuple[Part, Solution]]) -> None:
    """Put parts in their places, unless the whole would not pass the checker."""
    form = problem.joined(instance, plan.current, found)
    try:
        problem.check(instance, form)
    except InfeasibleSolution:
        return
    plan.current = problem.solution(instance, form)
    if plan.current.cost < plan.best.cost:
        plan.best = plan.current


def _times(budget: Budget, workers: int) -> Budget:
    """What all workers have together."""
    time_limit = None if budget.time_limit is None else budget.time_limit * workers
    cpu_limit = None if budget.cpu_limit is None else budget.cpu_limit * workers
    return replace(budget, time_limit=time_limit, cpu_limit=cpu_limit)


def _number_of_parts(problem: Problem, instance: Any, workers: int, by_time: bool) -> int:
    """The same number for each worker, and no part larger than is good. Under a limit of steps the
    workers have no say in it: the result is to be the same on any number of them."""
    work = problem.work(instance)
    if not by_time:
        return max(2, -(-work * _BY_STEPS // problem.part_size))
    wanted = max(2, -(-work // problem.part_size))
    most = max(2, work * _SMALLEST // problem.part_size)
    return min(-(-wanted // workers) * workers, most)


def _spec(given: Any) -> ControllerSpec:
    if not isinstance(given, str | ControllerSpec):
        raise InputError(
            "a controller that is an object cannot search several parts",
            remedy="give a name from 'neurols controllers'",
        )
    return as_spec(given)


def _constructed(
    problem: Problem, instance: Any, budget: Budget, construction: str, seed: int
) -> Solution:
    from neurols import _core

    settings = problem.new_settings()
    settings.construction = construction
    settings.effort = budget.initial_effort(seed)
    workspace = problem.workspace(instance, settings, None)
    workspace.construct(_core.Rng(seed))
    return problem.current_solution(instance, workspace)


def _between(total: int | None, number: int, rounds: int) -> int | None:
    """The steps of a round: all rounds together have the total."""
    if total is None:
        return None
    return total * (number + 1) // rounds - total * number // rounds


def _reached(cost: float, target: float | None, bound: float) -> str:
    if meets_bound(cost, bound):
        return "optimal"
    return "target" if target is not None and cost <= target else ""


def _usage(menu: Menu, plan: _Plan) -> dict[str, Usage]:
    names = (*menu.operators, *menu.perturbations)
    return {name: Usage(*sums) for name, sums in zip(names, plan.counters, strict=False)}


def _cannot_cut(instance: Any) -> InputError:
    return InputError(
        f"{instance.name} cannot be cut into parts", remedy="drop --decompose and --cluster"
    )
