"""Searches with native policies played to their end; what counts is the final cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols import _core
from neurols.problems import problem_of
from neurols.search.controllers import Setup, resolve
from neurols.search.menu import Menu

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols.policy.fast import FastPolicy

    Vector = NDArray[np.float64]

_SEARCHES_A_THREAD = 8  # made ready at once: enough that no thread waits long for the slowest


def play(
    policy: FastPolicy | None,
    controller: str,
    instances: Sequence[Any],
    iterations: int,
    seed: int,
    threads: int = 1,
) -> Vector:
    """Final costs, one search an instance; without a policy, those of the controller alone."""
    menu = Menu.of(problem_of(instances[0]))
    # Both without a budget: a policy is compared with the very settings that it ranks moves under.
    setups = [
        resolve(controller, instance.problem, menu, None, instance)
        if policy is None
        else policy.setup(menu, controller, instance)
        for instance in instances
    ]
    return play_setups(setups, instances, iterations, seed, threads)


def play_all(
    policies: Sequence[FastPolicy],
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
            policy.setup(menu, policy.controller, instance)
            for policy in some
            for instance in instances
        ]
        played = [*instances] * len(some)
        costs.append(play_setups(setups, played, iterations, seed, threads, len(instances)))
    return np.concatenate(costs).reshape(len(policies), len(instances))


def play_each(
    policies: Sequence[FastPolicy],
    instances: Sequence[Any],
    iterations: int,
    seed: int,
    threads: int = 1,
) -> Vector:
    """Final costs of each policy on the instance at the same place."""
    menu = Menu.of(problem_of(instances[0]))
    setups = [
        policy.setup(menu, policy.controller, instance)
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
    return np.array([found.cost for found in _core.run_batch(jobs, threads, None)])
