"""The decision process of learned control as Gymnasium environments. Importing this registers them.

    import gymnasium
    import neurols.train.gym

    one = gymnasium.make("neurols/JobShop-v0", actions="an", instances="15x15")
    many = gymnasium.make_vec("neurols/CVRP-v0", num_envs=1024, iterations=200)

An action is a number; ``env.unwrapped.action_names`` says what each one means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols.errors import InputError
from neurols.policy.actions import action_set
from neurols.policy.spec import Observation, ObservationSpec
from neurols.search.budget import available_cores
from neurols.train.environment import Reward, SearchEnvironment
from neurols.train.instances import Source, instance_pool

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise ImportError("environments need Gymnasium: pip install 'neurols[train]'") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

# What the core clips changes at, and a logarithm of any number of steps.
_LOWEST, _HIGHEST = -3.0, 12.0
_NODE_RANGE = 1e6  # node features are normalised; the bound is there because spaces want one


def observation_space(spec: ObservationSpec, kind: str) -> Any:
    """The space of one search's observation: ``scalars`` alone, or the whole ``graph``."""
    scalars = spaces.Box(_LOWEST, _HIGHEST, (spec.scalars,), np.float32)
    if kind == "scalars":
        return scalars
    if kind != "graph":
        raise InputError(f"unknown observation {kind!r}", remedy="use scalars or graph")
    last = {"static_neighbours": spec.nodes, "dynamic_neighbours": spec.nodes, "group": spec.groups}
    parts: dict[str, Any] = {}
    for name, (_, *shape) in spec.shapes(1).items():
        if name in last:
            parts[name] = spaces.Box(0, last[name], tuple(shape), np.int32)
        elif name != "scalars":
            parts[name] = spaces.Box(-_NODE_RANGE, _NODE_RANGE, tuple(shape), np.float32)
    return spaces.Dict({"scalars": scalars, **parts})


def _searches(
    problem: str,
    count: int,
    instances: Source | None,
    pool: int,
    instance_seed: int,
    actions: str,
    iterations: int | tuple[int, int],
    burst: int,
    reward: str,
    observation: str,
    threads: int,
) -> SearchEnvironment:
    return SearchEnvironment(
        instance_pool(problem, instances, pool=pool, seed=instance_seed),
        action_set(problem, actions),
        count,
        steps=iterations,
        threads=threads,
        burst=burst,
        reward=reward,
        graph=observation == "graph",
        begin_at_once=False,
    )


class SearchEnv(gymnasium.Env):  # type: ignore[misc]
    """One search. An episode ends with its budget, which the observation shows: no truncation."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  # as Gymnasium wants it

    def __init__(
        self,
        problem: str = "jobshop",
        *,
        instances: Source | None = None,
        pool: int = 64,
        instance_seed: int = 0,
        actions: str = "anp",
        iterations: int | tuple[int, int] = 100,
        burst: int = 1,
        reward: str = Reward.BEST,
        observation: str = "scalars",
        seed: int | None = None,
        render_mode: None = None,
    ) -> None:
        """Build the search.

        Args:
            problem: ``jobshop`` or ``cvrp``; the environment's name sets it.
            instances: what episodes are drawn from: a size (``15x15``, or ``100`` customers), a
                folder, an instance's name, or a list of instances; all of one size.
            pool: generated instances, where a size is given.
            instance_seed: seed of the first generated instance.
            actions: action set ``a``, ``an`` or ``anp``.
            iterations: native steps of an episode, or the range that they are drawn from.
            burst: native steps that an action is carried on for.
            reward: ``best``, ``current`` or ``final``.
            observation: ``scalars`` of the search, or the ``graph`` of the solution as well.
            seed: seed of the first episode, where ``reset`` gives none.
            render_mode: there is nothing to render.
        """
        self._environment = _searches(
            problem,
            1,
            instances,
            pool,
            instance_seed,
            actions,
            iterations,
            burst,
            reward,
            observation,
            1,
        )
        spec = self._environment.spec
        self._graph = observation == "graph"
        self._first_seed = seed
        self.render_mode = render_mode
        self.action_names = spec.action_names
        self.scalar_names = spec.scalar_names
        self.observation_space = observation_space(spec, observation)
        self.action_space = spaces.Discrete(spec.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode on an instance drawn from the pool."""
        super().reset(seed=self._first_seed if seed is None else seed)
        self._first_seed = None
        seen = self._environment.reset(int(self.np_random.integers(2**63)))
        return self._shown(seen), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out one decision for the length of a burst."""
        seen, rewards, ends = self._environment.step(np.array([action], np.int64))
        return self._shown(seen), float(rewards[0]), bool(ends[0]), False, self._info()

    def _shown(self, seen: Observation) -> Any:
        # Copies: whoever asked for an observation keeps it, and the core writes the next one here.
        parts: dict[str, Any] = {name: array[0].copy() for name, array in _parts(seen, self._graph)}
        return parts if self._graph else parts["scalars"]

    def _info(self) -> dict[str, Any]:
        instance, seen = self._environment.running(0)
        return {
            "instance": instance,
            "iteration": seen.iteration,
            "initial": seen.initial,
            "current": seen.current,
            "candidate": seen.candidate,
            "best": seen.best,
        }


class SearchVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many searches, stepped by the core's threads in one call.

    A search whose episode has ended begins its next one in the step after, whatever the action
    there. ``infos["episode_cost"]`` is the best over the initial cost of those that just ended.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        problem: str = "jobshop",
        *,
        instances: Source | None = None,
        pool: int = 64,
        instance_seed: int = 0,
        actions: str = "anp",
        iterations: int | tuple[int, int] = 100,
        burst: int = 1,
        reward: str = Reward.BEST,
        observation: str = "scalars",
        seed: int | None = None,
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        """Build the searches; arguments as in ``SearchEnv``, and two of its own.

        Args:
            num_envs: number of searches.
            threads: threads of the core; all cores where not given.
            copy: hand out copies. Without, the arrays that the core writes into are returned: no
                copy is made, and the next step overwrites them.
        """
        self._environment = _searches(
            problem,
            num_envs,
            instances,
            pool,
            instance_seed,
            actions,
            iterations,
            burst,
            reward,
            observation,
            available_cores() if threads is None else threads,
        )
        spec = self._environment.spec
        self._graph = observation == "graph"
        self._copy = copy
        self._first_seed = seed
        self.num_envs = num_envs
        self.action_names = spec.action_names
        self.scalar_names = spec.scalar_names
        self.single_observation_space = observation_space(spec, observation)
        self.single_action_space = spaces.Discrete(spec.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._never = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all episodes anew. Several seeds stand for one, which all of them decide."""
        seed = self._first_seed if seed is None else seed
        self._first_seed = None
        if seed is not None:
            mixed = np.random.SeedSequence(seed)
            super().reset(seed=seed if isinstance(seed, int) else int(mixed.generate_state(1)[0]))
        seen = self._environment.reset(int(self.np_random.integers(2**63)))
        return self._shown(seen), {}

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Carry out one decision for every search."""
        seen, rewards, ends = self._environment.step(np.asarray(actions))
        infos: dict[str, Any] = {}
        if ends.any():
            costs = np.zeros(self.num_envs)
            costs[ends] = self._environment.episode_costs()
            infos = {"episode_cost": costs, "_episode_cost": ends.copy()}
        return self._shown(seen), rewards.copy(), ends.copy(), self._never.copy(), infos

    def _shown(self, seen: Observation) -> Any:
        parts: dict[str, Any] = {
            name: array.copy() if self._copy else array for name, array in _parts(seen, self._graph)
        }
        return parts if self._graph else parts["scalars"]


def _parts(seen: Observation, graph: bool) -> list[tuple[str, NDArray[Any]]]:
    parts: Any = seen
    return list(parts.items()) if graph else [("scalars", parts["scalars"])]


def register() -> None:
    """Make the environments known to Gymnasium; importing this module has done so."""
    for name, problem in (("JobShop", "jobshop"), ("CVRP", "cvrp")):
        if f"neurols/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                id=f"neurols/{name}-v0",
                entry_point="neurols.train.gym:SearchEnv",
                vector_entry_point="neurols.train.gym:SearchVectorEnv",
                kwargs={"problem": problem},
            )


register()
