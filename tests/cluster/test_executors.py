"""What every home of work promises, and what only processes can."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import neurols
from neurols.cluster import Executor, WorkerLost, executor_for
from neurols.cluster.processes import Processes

from .jobs import DieUntil, Fail, FailOddly, Sleep, SleepUntilCancelled, Square


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture(params=["inline", "threads", "processes"])
def home(request: pytest.FixtureRequest) -> Executor:
    return {
        "inline": executor_for(),
        "threads": executor_for(threads=2),
        "processes": executor_for(2),
    }[request.param]


def test_every_job_has_one_outcome(home: Executor) -> None:
    outcomes = list(home.run(Square(number) for number in range(20)))
    assert sorted(outcome.result() for outcome in outcomes) == [n**2 for n in range(20)]
    assert {outcome.job.number: outcome.value for outcome in outcomes}[7] == 49


def test_an_error_is_the_outcome_of_its_job_alone(home: Executor) -> None:
    outcomes = {type(o.job): o for o in home.run([Square(3), Fail("no"), FailOddly()])}
    assert outcomes[Square].result() == 9
    with pytest.raises(ValueError, match="no"):
        outcomes[Fail].result()
    assert "this and that" in str(outcomes[FailOddly].error)


def test_jobs_are_taken_as_there_is_room_for_them(home: Executor) -> None:
    taken = 0

    def jobs() -> Iterator[Square]:
        nonlocal taken
        for number in range(100):
            taken += 1
            yield Square(number)

    outcomes = home.run(jobs())
    next(outcomes)
    outcomes.close()  # type: ignore[attr-defined]
    assert taken <= home.workers + 1


def test_a_thread_s_job_is_told_when_nobody_waits_for_it() -> None:
    long = SleepUntilCancelled()
    outcomes = executor_for(threads=2).run([Square(3), long])
    assert next(outcomes).value == 9
    outcomes.close()  # type: ignore[attr-defined]
    assert long.was_cancelled


def test_what_cannot_travel_fails_alone() -> None:
    outcomes = list(Processes(2).run([Square(2), lambda: 1]))
    assert [o.value for o in outcomes if o.error is None] == [4]
    assert sum(o.error is not None for o in outcomes) == 1


def test_a_job_whose_worker_died_is_tried_again(tmp_path: Path) -> None:
    jobs = [DieUntil(str(tmp_path), "a", 2), Square(5), DieUntil(str(tmp_path), "b", 1)]
    outcomes = {o.job: o for o in Processes(2).run(jobs)}
    assert [outcomes[job].result() for job in jobs] == [3, 25, 2]
    assert [outcomes[job].attempts for job in jobs] == [3, 1, 2]


def test_a_job_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    jobs = [DieUntil(str(tmp_path), "a", 99), Square(5)]
    outcomes = {o.job: o for o in Processes(1).run(jobs)}
    assert outcomes[jobs[1]].result() == 25
    with pytest.raises(WorkerLost, match="3 times"):
        outcomes[jobs[0]].result()


def test_no_worker_is_left_behind() -> None:
    outcomes = Processes(2).run([Sleep(0.0), Sleep(60), Sleep(60)])
    pid = next(outcomes).value
    outcomes.close()  # type: ignore[attr-defined]
    assert not _alive(pid)


def test_a_number_of_workers_beyond_reason_is_refused() -> None:
    with pytest.raises(neurols.InputError, match="workers is 0"):
        executor_for(0)
    with pytest.raises(neurols.InputError, match="contradict"):
        executor_for(2, "auto")
