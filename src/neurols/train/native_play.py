"""Searches with native policies played to their end; what counts is the final cost."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols import _core
from neurols.menu import Menu
from neurols.registry import problem_of
from neurols.search.controllers import Setup, resolve
from neurols.search.spec import ControllerSpec

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols.policy.native import NativePolicy

    Vector = NDArray[np.float64]

_SEARCHES_A_THREAD = 8  # made ready at once: enough that no thread waits long for the slowest
_ends: ContextVar[float | None] = ContextVar("ends", default=None)


class TimeIsUp(Exception):
    """The limit of ``ending_in`` has passed; the searches under way are of no use."""


@contextmanager
def ending_in(seconds: float | None) -> Iterator[None]:
    """Within the block all play ends by ``TimeIsUp`` after so many seconds; None is no limit."""
    before = _ends.set(None if seconds is None else time.monotonic() + seconds)
    try:
        yield
    finally:
        _ends.reset(before)


def play(
    policy: NativePolicy | None,
    controller: ControllerSpec | str,
    instances: Sequence[Any],
    iterations: int,
    seed: int,
    threads: int = 1,
) -> Vector:
    """Final costs, one search an instance; without a policy, those of the controller alone."""
    menu = Menu.of(problem_of(instances[0]))
    # Both without a budget: a policy is compared with the very settings that it ranks moves under.
    setups = [
        resolve(controller, problem_of(instance), menu, None, instance)
        if policy is None
        else policy.setup(menu, str(controller), instance)
        for instance in instances
    ]
    return play_setups(setups, instances, iterations, seed, threads)


def play_all(
    policies: Sequence[NativePolicy],
    instances: Sequence[Any],
    iterations: int,
    seed: int,
    threads: int = 1,
) -> Vector:
    """Final costs [policies, instances] as ``play`` gives them, one policy after the other.

    As many policies are played at once as keep the threads busy.
    """
    menu = Menu.of(problem_of(instances[0]))
    together = max(1, _SEARCHES_A_THREAD * threads // len(instances))
    costs = []
    for first in range(0, len(policies), together):
        some = policies[first:][:together]
        setups = [
            policy.setup(menu, str(policy.controller), instance)
            for policy in some
            for instance in instances
        ]
        played = [*instances] * len(some)
        costs.append(play_setups(setups, played, iterations, seed, threads, len(instances)))
    return np.concatenate(costs).reshape(len(policies), len(instances))


def play_each(
    policies: Sequence[NativePolicy],
    instances: Sequence[Any],
    iterations: int,
    seed: int,
    threads: int = 1,
) -> Vector:
    """Final costs of each policy on the instance at the same place."""
    menu = Menu.of(problem_of(instances[0]))
    setups = [
        policy.setup(menu, str(policy.controller), instance)
        for policy, instance in zip(policies, instances, strict=True)
    ]
    return play_setups(setups, instances, iterations, seed, threads)


def play_setups(
    setups: Sequence[Setup],
    instances: Sequence[Any],
    iterations: int,
    seed: int,
    threads: int,
    streams: int | None = None,
) -> Vector:
    """One search an instance; random numbers repeat after so many streams, where told."""
    problem = problem_of(instances[0])
    stop = _core.StopRules()
    stop.iterations = iterations
    jobs = []
    for number, (setup, instance) in enumerate(zip(setups, instances, strict=True)):
        stream = number if streams is None else number % streams
        workspace = problem.workspace(instance, setup.workspace, None)
        controls = setup.new_controller(workspace, stop)
        jobs.append(_core.SearchJob(workspace, controls, setup.search, stop, seed, stream))
    return np.array([found.cost for found in _run(jobs, threads)])


def _run(jobs: list[_core.SearchJob], threads: int) -> list[_core.SearchResult]:
    ends = _ends.get()
    if ends is None:
        return _core.run_batch(jobs, threads, None)
    progress = _core.Progress()
    timer = threading.Timer(max(0.0, ends - time.monotonic()), progress.cancel)
    timer.daemon = True
    timer.start()
    try:
        found = _core.run_batch(jobs, threads, progress)
    finally:
        timer.cancel()
    if time.monotonic() >= ends:
        raise TimeIsUp
    return found
