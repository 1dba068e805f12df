"""The Markov decision process of learned control, many searches at a time.

``SearchEnvironment`` is what the trainer steps; gymnasium.py wraps it for other libraries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols.errors import InputError
from neurols.policy.actions import ActionSet
from neurols.policy.observation import buffers, new_observation, observation_spec
from neurols.policy.spec import Observation
from neurols.problems import problem_of
from neurols.search.menu import Menu

if TYPE_CHECKING:
    from numpy.typing import NDArray


class SearchEnvironment:
    """B searches over a pool of instances of one size, stepped in parallel by the core.

    The same seed and actions give the same episodes on any number of threads.
    """

    def __init__(
        self,
        instances: Sequence[Any],
        actions: ActionSet,
        count: int,
        *,
        steps: int | tuple[int, int] = 100,
        threads: int = 1,
        in_order: bool = False,
    ) -> None:
        """Build the searches.

        Args:
            instances: what episodes are drawn from; all of one size.
            actions: what the numbers of the actions mean.
            count: searches stepped at once.
            steps: length of an episode, or the range that it is drawn from.
            threads: threads of the core.
            in_order: search ``i`` takes instance ``i``, then ``i + count`` …, instead of any one.
        """
        from neurols import _core

        if not instances:
            raise InputError("an environment needs an instance")
        sizes = {(one.problem, one.size, getattr(one, "operations", 0)) for one in instances}
        if len(sizes) > 1:
            raise InputError(
                f"an environment's instances differ in size: {sorted(sizes)[:3]}",
                remedy="make one environment a size",
            )
        problem = problem_of(instances[0])
        menu = Menu.of(problem)
        settings = _core.EnvironmentSettings()
        settings.decisions = actions.decisions(menu)
        settings.search = actions.search_settings(menu)
        settings.run_through_improvements = actions.run_through_improvements
        settings.min_steps, settings.max_steps = (steps, steps) if isinstance(steps, int) else steps
        settings.in_order = in_order
        self._core = problem.environment(
            instances, actions.workspace_settings(), settings, count, threads
        )
        self.actions = actions
        self.count = count
        self.spec = observation_spec(
            instances[0].problem,
            actions,
            self._core.shape,
            self._core.scalar_names(),
            equal_groups=all(map(_visits_every_machine_once, instances)),
        )
        self._observation = new_observation(self.spec, count)
        self._core.attach(buffers(self._observation))
        self._rewards = np.zeros(count, np.float32)
        self._ends = np.zeros(count, np.bool_)
        self._seed = 0

    def reset(self, seed: int | None = None) -> Observation:
        """Begin all episodes anew. Without a seed, others than the last time."""
        self._seed = self._seed + 1 if seed is None else seed
        self._core.reset(self._seed)
        self._ends[:] = False
        return self._observation

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_]]:
        """One action per search. Reward: improvement of the best cost over the initial cost."""
        chosen = np.ascontiguousarray(actions, np.int64)
        self._core.step(chosen, self._rewards, self._ends)
        return self._observation, self._rewards, self._ends

    def episode_costs(self) -> NDArray[np.float64]:
        """Best cost / initial cost of the episodes that finished at the last step."""
        finished = np.flatnonzero(self._ends)
        episodes = (self._core.last_episode(int(search)) for search in finished)
        return np.array([best / initial if initial else 1.0 for _, _, initial, best in episodes])

    def last_episodes(self) -> list[tuple[int, int, float, float]]:
        """Per search: episodes finished, and instance, initial and best cost of the last one."""
        return [self._core.last_episode(search) for search in range(self.count)]


def _visits_every_machine_once(instance: Any) -> bool:
    """A job shop whose machines all have one operation of each job."""
    if instance.problem != "jobshop":
        return False
    machines = set(range(instance.machines))
    return all(
        len(job) == len(machines) and {machine for machine, _ in job} == machines
        for job in instance.jobs
    )
