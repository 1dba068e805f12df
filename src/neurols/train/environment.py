"""The Markov decision process of learned control, many searches at a time.

``SearchEnvironment`` is what the trainer steps; gym.py wraps it for other libraries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols.errors import InputError
from neurols.menu import Menu
from neurols.policy.actions import ActionSet
from neurols.policy.observation import buffers, new_observation, observation_spec
from neurols.policy.spec import Observation
from neurols.registry import problem_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols import _core


class Reward(StrEnum):
    """What a decision earns, always as a share of the initial cost."""

    BEST = "best"
    """How much it lowered the best cost."""
    CURRENT = "current"
    """How much it lowered the current cost; negative where that rose."""
    FINAL = "final"
    """Nothing until the end, then by how much the best cost lies below the initial one."""


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
        reward: str = Reward.BEST,
        graph: bool = True,
        begin_at_once: bool = True,
    ) -> None:
        """Build the searches.

        Args:
            instances: what episodes are drawn from; all of one size.
            actions: what the numbers of the actions mean.
            count: searches stepped at once.
            steps: length of an episode, or the range that it is drawn from.
            threads: threads of the core.
            in_order: search ``i`` takes instance ``i``, then ``i + count`` …, instead of any one.
            reward: ``best``, ``current`` or ``final``; see ``Reward``.
            graph: write the graph of the solution, too, and not the scalars alone.
            begin_at_once: a search that ends begins anew in the same step. Otherwise it shows its
                last observation, and the next step begins anew whatever its action.
        """
        from neurols import _core

        if not instances:
            raise InputError("an environment needs an instance")
        sizes = {(one.problem, one.size, _operations(one)) for one in instances}
        if len(sizes) > 1:
            raise InputError(
                f"an environment's instances differ in size: {sorted(sizes)[:3]}",
                remedy="make one environment a size",
            )
        problem = problem_of(instances[0])
        menu = Menu.of(problem, instances[0])
        actions.check_offered(problem, menu)
        settings = _core.EnvironmentSettings()
        settings.decisions = actions.decisions(menu)
        settings.search = actions.search_settings(menu)
        settings.run_through_improvements = actions.run_through_improvements
        settings.min_steps, settings.max_steps = (steps, steps) if isinstance(steps, int) else steps
        settings.in_order = in_order
        settings.reward = _core.Reward[_reward(reward).name]
        settings.begin_at_once = begin_at_once
        self._core = problem.environment(
            instances, actions.workspace_settings(), settings, count, threads
        )
        self.actions = actions
        self.count = count
        self.pool = len(instances)
        if graph and not self._core.shape.nodes:
            raise InputError(
                f"problem {problem.name!r} shows no graph",
                remedy="ask for the scalars alone, as with observation='scalars'",
            )
        spec = observation_spec(
            problem,
            actions,
            self._core.shape,
            self._core.scalar_names(),
            equal_groups=all(map(problem.equal_groups, instances)),
        )
        # Without the graph an observation has no nodes, and a decision costs a small part.
        self.spec = spec if graph else replace(spec, nodes=0, groups=0, group_size=0)
        self._observation = new_observation(self.spec, count)
        if graph:
            self._core.attach(buffers(self._observation))
        else:
            self._core.attach(_core.ObservationBuffers(self._observation["scalars"]))
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
        """Carry out one action per search: observation, reward [B], end [B]."""
        chosen = np.ascontiguousarray(actions, np.int64)
        self._core.step(chosen, self._rewards, self._ends)
        return self._observation, self._rewards, self._ends

    def episode_costs(self) -> NDArray[np.float64]:
        """Best cost / initial cost of the episodes that finished at the last step."""
        finished = np.flatnonzero(self._ends)
        episodes = (self._core.last_episode(int(search)) for search in finished)
        return np.array([best / initial if initial else 1.0 for _, _, initial, best in episodes])

    def instances(self) -> NDArray[np.int64]:
        """The number of the instance that each search works on, in what episodes are drawn from."""
        return np.array([self._core.instance(search) for search in range(self.count)], np.int64)

    def last_episode(self, search: int) -> tuple[int, int, float, float]:
        """Of a search: episodes finished, and instance, initial and best cost of the last one."""
        return self._core.last_episode(search)

    def running(self, search: int) -> tuple[int, _core.Observation]:
        """Of a search: the number of its instance, and what its episode stands at."""
        return self._core.instance(search), self._core.observation(search)


def _operations(instance: Any) -> int:
    """How many operations an instance has; 0 where it has none."""
    operations = getattr(instance, "operations", 0)
    return operations if isinstance(operations, int) else len(operations)


def _reward(name: str) -> Reward:
    try:
        return Reward(name)
    except ValueError:
        raise InputError(
            f"unknown reward {name!r}", remedy=f"use one of {', '.join(Reward)}"
        ) from None
