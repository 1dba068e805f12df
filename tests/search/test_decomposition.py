"""Rounds over parts: the same everywhere, never worse than the start, and nothing lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

import neurols
from neurols.cluster import Executor, Outcome, WorkerLost, executor_for
from neurols.registry import problem_of
from neurols.routing import VehicleRouting
from neurols.routing.generate import mixed
from neurols.search.budget import Budget
from neurols.search.decomposition import ROUNDS, solve_in_parts
from neurols.search.interrupt import Interruption
from neurols.search.part_search import SearchPart
from neurols.search.result import Result

CITY = mixed(120, 3)


def searched(home: Executor, instance: Any = CITY, **options: Any) -> Result:
    steps = options.pop("iterations", 20_000)
    given: dict[str, Any] = {
        "seed": 1,
        "start_from": None,
        "construction": "",
        "interruption": Interruption(),
        **options,
    }
    budget = Budget.checked(None, None, steps, None, None)
    return solve_in_parts(problem_of(instance), instance, "auto", budget, home, **given)


class Home:
    """Inline, with a change of the outcomes."""

    workers = 2

    def __init__(self, change: Callable[[int, Outcome], Outcome]) -> None:
        self._change = change
        self._count = 0

    def run(self, jobs: Iterable[Any]) -> Iterator[Outcome]:
        for outcome in executor_for().run(jobs):
            self._count += 1
            yield self._change(self._count, outcome)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_result_is_the_same_on_any_number_of_threads(workers: int) -> None:
    first = neurols.solve(CITY, iterations=20_000, seed=1, decompose=True, threads=workers)
    again = searched(executor_for())
    assert first.solution == again.solution
    assert first.iterations == 20_000
    assert first.stopped_by == "iterations"


def test_the_result_is_the_same_in_processes() -> None:
    assert searched(executor_for(2)).solution == searched(executor_for()).solution


def test_parts_improve_the_whole() -> None:
    found = searched(executor_for())
    assert neurols.check(CITY, found.solution) == found.cost
    assert found.cost < found.initial_cost
    costs = [point.cost for point in found.trace]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == found.cost


def test_a_given_solution_is_never_made_worse() -> None:
    good = neurols.solve(CITY, iterations=100_000, seed=2).solution
    found = neurols.solve(CITY, iterations=1_000, seed=1, decompose=True, initial=good)
    assert found.initial_cost == good.cost
    assert found.cost <= good.cost


def test_a_lost_part_stays_as_it_was() -> None:
    def lose_all(count: int, outcome: Outcome) -> Outcome:
        return Outcome(outcome.job, error=WorkerLost("gone"))

    found = searched(Home(lose_all))
    assert found.cost == found.initial_cost
    assert found.iterations == 0

    def lose_some(count: int, outcome: Outcome) -> Outcome:
        return lose_all(count, outcome) if count % 2 else outcome

    found = searched(Home(lose_some))
    assert neurols.check(CITY, found.solution) == found.cost < found.initial_cost


def test_parts_that_do_not_fit_together_are_dropped() -> None:
    def forget_a_customer(count: int, outcome: Outcome) -> Outcome:
        routes = outcome.value.solution.routes
        outcome.value.solution.routes[0] = routes[0][1:]
        return outcome

    found = searched(Home(forget_a_customer))
    assert found.cost == found.initial_cost


def test_an_error_of_a_part_ends_the_search() -> None:
    def fail(count: int, outcome: Outcome) -> Outcome:
        return Outcome(outcome.job, error=ZeroDivisionError("by zero"))

    with pytest.raises(ZeroDivisionError):
        searched(Home(fail))


def test_an_interruption_returns_the_best_so_far() -> None:
    interruption = Interruption()

    def press(count: int, outcome: Outcome) -> Outcome:
        if count == 2 * (ROUNDS - 1):
            interruption.press()
        return outcome

    found = searched(Home(press), interruption=interruption)
    assert found.stopped_by == "interrupted"
    assert neurols.check(CITY, found.solution) == found.cost
    assert 0 < found.iterations < 20_000


def test_a_target_ends_it_after_a_round() -> None:
    found = neurols.solve(CITY, iterations=200_000, seed=1, decompose=True, target=10**9)
    assert found.stopped_by == "target"
    assert found.iterations == 200_000 // ROUNDS


def test_the_time_limit_holds() -> None:
    found = neurols.solve(CITY, time_limit=0.5, seed=1, decompose=True, threads=2)
    assert found.stopped_by == "time"
    assert found.cost < found.initial_cost
    assert found.cpu_seconds < 2 * 0.5 + 0.2


def test_a_job_travels_without_what_only_the_caller_needs() -> None:
    import pickle

    problem = problem_of(CITY)
    plan = neurols.solve(CITY, iterations=0).solution
    part = problem.parts(CITY, plan, 2, (1, 1))[0]
    job = SearchPart(part, _spec(), Budget.checked(None, None, 100, None, None), 1, 0, True)
    there: SearchPart = pickle.loads(pickle.dumps(job))
    assert there.part.places is None
    assert there().solution == job().solution


def _spec() -> Any:
    from neurols.search.spec import ControllerSpec

    return ControllerSpec("sa")


def test_what_cannot_be_cut_is_refused() -> None:
    tour = VehicleRouting.from_coordinates([[0, 0], [1, 1], [2, 0], [3, 3]], name="tour")
    one = VehicleRouting.from_coordinates([[0, 0], [1, 1], [2, 0]], [0, 1, 1], 9, name="one route")
    for instance in (tour, one, neurols.load("ft06")):
        with pytest.raises(neurols.InputError, match="cannot be cut"):
            neurols.solve(instance, iterations=100, decompose=True)
    with pytest.raises(neurols.InputError, match="one search of many parts"):
        neurols.solve(CITY, iterations=100, decompose=True, searches=4)
    with pytest.raises(neurols.InputError, match="searches parts"):
        neurols.solve(CITY, iterations=100, decompose=False, cluster="auto")
    with pytest.raises(neurols.InputError, match="object cannot search"):
        neurols.solve(CITY, iterations=100, decompose=True, controller=_Always())


class _Always:
    def decide(self, observation: Any) -> Any:
        raise NotImplementedError
