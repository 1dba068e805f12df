"""Several searches of one instance: what they share, and that threads do not matter."""

from __future__ import annotations

from typing import Any

import pytest

import neurols
from neurols import Acceptance, Action, Decision, _core
from neurols.registry import problem_of
from neurols.routing.generate import mixed
from neurols.scheduling import random_shop
from neurols.search.budget import Team
from neurols.search.result import merged_trace

INSTANCES = {"jobshop": random_shop(10, 8, seed=1), "cvrp": mixed(60, seed=1)}


class Idle:
    """Rejects everything: alone, such a search never leaves its initial solution."""

    def decide(self, seen: _core.Observation) -> Decision:
        return Decision(Acceptance.REJECT, Action.apply(0))


class Faulty:
    def decide(self, seen: _core.Observation) -> Decision:
        raise ArithmeticError("no decision")


def _job(
    instance: Any, controller: Any, stop: _core.StopRules, stream: int, **settings: Any
) -> tuple[_core.SearchJob, _core.Workspace]:
    chosen = _core.SearchSettings()
    for name, value in settings.items():
        setattr(chosen, name, value)
    space = problem_of(instance).workspace(instance, _core.WorkspaceSettings(), None)
    controller = _core.PythonController(controller)
    return _core.SearchJob(space, controller, chosen, stop, 1, stream), space


def _climber_and_idler(problem: str, stop: _core.StopRules) -> list[Any]:
    class Climber:
        """Takes what improves. The first operators of both problems do, from the start."""

        def decide(self, seen: _core.Observation) -> Decision:
            return Decision(Acceptance.REJECT, Action.apply(seen.iteration % 4))

    instance = INSTANCES[problem]
    return [
        _job(instance, Climber(), stop, 0),
        # A candidate better by less than this does not improve, and so is rejected.
        _job(instance, Idle(), stop, 1, epsilon=1e9),
    ]


@pytest.mark.parametrize("problem", INSTANCES)
def test_a_search_that_lies_behind_goes_on_from_the_best(problem: str) -> None:
    stop = _core.StopRules()
    stop.iterations = 40
    (climber, _), (idler, space) = _climber_and_idler(problem, stop)
    ahead, behind = _core.run_together([climber, idler], 1, 10, None)
    assert behind.cost < behind.trace[-1][2], "better than anything that it found itself"
    assert behind.cost in {cost for _, _, cost in ahead.trace}
    solution = problem_of(INSTANCES[problem]).best_solution(INSTANCES[problem], space)
    assert neurols.check(INSTANCES[problem], solution) == behind.cost


@pytest.mark.parametrize("problem", INSTANCES)
def test_independent_searches_take_nothing_over(problem: str) -> None:
    stop = _core.StopRules()
    stop.iterations = 40
    jobs = [job for job, _ in _climber_and_idler(problem, stop)]
    together = _core.run_together(jobs, 2, 1, None)
    alone = [_core.run_batch([job], 1, None)[0] for job, _ in _climber_and_idler(problem, stop)]
    assert [result.cost for result in together] == [result.cost for result in alone]
    assert together[1].cost == together[1].trace[-1][2]


@pytest.mark.parametrize("problem", INSTANCES)
@pytest.mark.parametrize("controller", ["auto", "tabu:patience=50", "ils", "gls"])
def test_sharing_searches_do_not_depend_on_the_number_of_threads(
    problem: str, controller: str
) -> None:
    def solve(threads: int) -> neurols.Result:
        return neurols.solve(
            INSTANCES[problem],
            controller=controller,
            iterations=1500,
            searches=5,
            threads=threads,
            share=True,
            seed=2,
        )

    reference = solve(1)
    for threads in (2, 5):
        result = solve(threads)
        assert result.solution == reference.solution
        assert result.usage == reference.usage
        assert [point[::2] for point in result.trace] == [point[::2] for point in reference.trace]


def test_relinking_searches_learn_from_one_another() -> None:
    def usage(share: bool) -> list[Any]:
        result = neurols.solve(
            random_shop(15, 15, seed=3),
            controller="tabu:patience=40",
            iterations=4000,
            searches=3,
            share=share,
            seed=1,
        )
        return [point[::2] for point in result.trace]

    assert usage(True) != usage(False)


def test_one_search_has_nobody_to_share_with() -> None:
    results = [
        neurols.solve("ft10", iterations=3000, share=share, seed=4) for share in (True, False)
    ]
    assert results[0].solution == results[1].solution
    assert results[0].usage == results[1].usage


def test_under_time_the_first_at_the_target_ends_all() -> None:
    stop = _core.StopRules()
    stop.wall_seconds = 600
    first = _core.run_batch([_climber_and_idler("jobshop", _few_steps())[0][0]], 1, None)[0]
    stop.target = first.cost
    jobs = [job for job, _ in _climber_and_idler("jobshop", stop)]
    ends = [result.stopped_by for result in _core.run_together(jobs, 2, 1, None)]
    assert ends == ["target", "companion"]


def _few_steps() -> _core.StopRules:
    stop = _core.StopRules()
    stop.iterations = 20
    return stop


@pytest.mark.parametrize("rounds", [1, 5])
def test_a_controller_that_fails_is_told_of_and_ends_all(rounds: int) -> None:
    stop = _core.StopRules()
    stop.wall_seconds = 600
    jobs = [_job(INSTANCES["jobshop"], c(), stop, k)[0] for k, c in enumerate((Idle, Faulty, Idle))]
    with pytest.raises(ArithmeticError, match="no decision"):
        _core.run_together(jobs, 2, rounds, None)


def test_cancelled_searches_that_have_not_begun_bring_nothing() -> None:
    stop = _core.StopRules()
    stop.wall_seconds = 600
    jobs = [_job(INSTANCES["jobshop"], Idle(), stop, k)[0] for k in range(4)]
    progress = _core.Progress()
    progress.cancel()
    results = _core.run_together(jobs, 2, 1, progress)
    assert results[0].stopped_by == "interrupted"
    assert results[0].cost < float("inf")
    assert [result.cost for result in results[1:]] == [float("inf")] * 3


@pytest.mark.parametrize(
    ("searches", "threads", "share"), [(4, 4, 1.0), (3, 2, 0.5), (8, 2, 0.25), (1, 4, 1.0)]
)
def test_searches_that_take_turns_keep_the_time_limit(
    searches: int, threads: int, share: float
) -> None:
    assert Team.checked(searches, threads, None, True, True).share_of_time == share


def test_one_search_a_thread_under_time_and_one_under_iterations() -> None:
    assert Team.checked(None, 3, None, True, True) == Team(3, 3, sharing=True)
    assert Team.checked(None, 3, None, False, True) == Team(1, 1, sharing=False)
    assert Team.checked(None, 3, None, True, False).searches == 1, "an object serves one search"


TRACES = [
    [(0, 0.1, 90.0), (4, 0.9, 60.0)],
    [(0, 0.2, 80.0), (3, 0.3, 70.0), (9, 0.4, 50.0)],
]


def test_merged_trace_falls_in_the_order_of_seconds() -> None:
    assert merged_trace(TRACES, 1, by_time=True) == [(0, 0.2, 80), (3, 0.3, 70), (9, 0.4, 50)]


def test_merged_trace_under_iterations_falls_in_their_order() -> None:
    assert merged_trace(TRACES, 1, by_time=False) == [
        (0, 0.2, 80),
        (3, 0.3, 70),
        (4, 0.9, 60),
        (9, 0.9, 50),
    ]
