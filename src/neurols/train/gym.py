"""The decision process of learned control as Gymnasium environments. Importing this registers them.

    import gymnasium
    import neurols
    import neurols.train.gym

    one = gymnasium.make("neurols/JobShop-v0", actions="an", instances="15x15")
    many = gymnasium.make_vec("neurols/CVRP-v0", num_envs=1024, iterations=200)
    other = gymnasium.make(
        "neurols/JobShop-v0", actions=neurols.ActionSet(kind="an", operators=("ct", "cei"))
    )
    mine = gymnasium.make("neurols/Search-v0", instances=[an_instance_of_my_own_problem])

An action is a number; ``env.unwrapped.action_names`` says what each one means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols.errors import InputError
from neurols.policy.actions import ActionSet, action_set
from neurols.policy.spec import Observation, ObservationSpec
from neurols.problem import Problem
from neurols.registry import load, problem_named, problem_of, problems
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


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """What ``gymnasium.make`` and ``make_vec`` take, whether for one search or for many."""

    instances: Source | None = None
    """What episodes are drawn from: a size (``15x15``, or ``100`` customers), a folder, an
    instance's name, or a list of instances; all of one size."""
    pool: int = 64
    """Generated instances, where a size is given."""
    instance_seed: int = 0
    """Seed of the first generated instance."""
    actions: str | ActionSet = "anp"
    """The paper's action set ``a``, ``an`` or ``anp``, or an ``ActionSet`` of your own."""
    iterations: int | tuple[int, int] = 100
    """Native steps of an episode, or the range that they are drawn from."""
    reward: str = Reward.BEST
    """``best``, ``current`` or ``final``."""
    observation: str = "scalars"
    """``scalars`` of the search, or the ``graph`` of the solution as well."""
    seed: int | None = None
    """Seed of the first episode, where ``reset`` gives none."""


class _Searches:
    """What both environments are made of."""

    def __init__(
        self, problem: str | None, count: int, threads: int, options: Mapping[str, Any]
    ) -> None:
        unknown = sorted(options.keys() - {field.name for field in fields(SearchOptions)})
        if unknown:
            known = ", ".join(field.name for field in fields(SearchOptions))
            raise InputError(f"unknown option {', '.join(unknown)}", remedy=f"there are {known}")
        chosen = SearchOptions(**options)
        self._graph = chosen.observation == "graph"
        owner = _problem_of(problem, chosen.instances)
        self._environment = SearchEnvironment(
            instance_pool(owner, chosen.instances, pool=chosen.pool, seed=chosen.instance_seed),
            action_set(owner, chosen.actions),
            count,
            steps=chosen.iterations,
            threads=threads,
            reward=chosen.reward,
            graph=self._graph,
            begin_at_once=False,
        )
        self._first_seed = chosen.seed
        spec = self._environment.spec
        self.action_names = spec.action_names
        self.scalar_names = spec.scalar_names
        self._spaces = (
            observation_space(spec, chosen.observation),
            spaces.Discrete(spec.actions),
        )

    def _parts(self, seen: Observation) -> dict[str, NDArray[Any]]:
        parts: Any = seen
        return parts if self._graph else {"scalars": parts["scalars"]}

    def _handed_out(self, parts: dict[str, NDArray[Any]]) -> Any:
        return parts if self._graph else parts["scalars"]


def _problem_of(name: str | None, source: Source | None) -> Problem:
    """The problem that is named, or that the first of the instances belongs to."""
    if name is not None:
        return problem_named(name)
    if isinstance(source, (str, PathLike)) or not source:
        raise InputError("no problem is named", remedy="give problem=NAME, or a list of instances")
    first = source[0]
    return problem_of(load(first) if isinstance(first, (str, PathLike)) else first)


class SearchEnv(_Searches, gymnasium.Env):  # type: ignore[misc]
    """One search. An episode ends with its budget, which the observation shows: no truncation."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  # as Gymnasium wants it

    def __init__(
        self, problem: str | None = None, *, render_mode: None = None, **options: Any
    ) -> None:
        """Build the search.

        Args:
            problem: its name, which the environment's name sets; else that of the instances.
            render_mode: there is nothing to render.
            options: see ``SearchOptions``.
        """
        super().__init__(problem, 1, 1, options)
        self.render_mode = render_mode
        self.observation_space, self.action_space = self._spaces

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode on an instance drawn from the pool."""
        super().reset(seed=self._first_seed if seed is None else seed)
        self._first_seed = None
        seen = self._environment.reset(int(self.np_random.integers(2**63)))
        return self._shown(seen), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out one decision."""
        seen, rewards, ends = self._environment.step(np.array([action], np.int64))
        return self._shown(seen), float(rewards[0]), bool(ends[0]), False, self._info()

    def _shown(self, seen: Observation) -> Any:
        # Copies: the core writes the next observation into the same arrays.
        return self._handed_out({name: a[0].copy() for name, a in self._parts(seen).items()})

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


class SearchVectorEnv(_Searches, VectorEnv):  # type: ignore[misc]
    """Many searches, stepped by the core's threads in one call.

    A search whose episode has ended begins its next one in the step after, whatever the action
    there. ``infos["episode_cost"]`` is the best over the initial cost of those that just ended.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        problem: str | None = None,
        *,
        threads: int | None = None,
        copy: bool = True,
        **options: Any,
    ) -> None:
        """Build the searches.

        Args:
            num_envs: number of searches.
            problem: its name, which the environment's name sets; else that of the instances.
            threads: threads of the core; all cores where not given.
            copy: hand out copies. Without, the arrays that the core writes into are returned: no
                copy is made, and the next step overwrites them.
            options: see ``SearchOptions``.
        """
        super().__init__(
            problem, num_envs, available_cores() if threads is None else threads, options
        )
        self._copy = copy
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = self._spaces
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
            one = seed if isinstance(seed, int) else int(mixed.generate_state(1)[0])
            super().reset(seed=one)
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
        parts = self._parts(seen)
        if self._copy:
            parts = {name: array.copy() for name, array in parts.items()}
        return self._handed_out(parts)


def register() -> None:
    """Make the environments known to Gymnasium; importing this module has done so."""
    names: dict[str, str | None] = {
        problem.environment_name: problem.name
        for problem in problems().values()
        if problem.environment_name
    }
    for name, problem in {**names, "Search": None}.items():
        if f"neurols/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                id=f"neurols/{name}-v0",
                entry_point="neurols.train.gym:SearchEnv",
                vector_entry_point="neurols.train.gym:SearchVectorEnv",
                kwargs={"problem": problem},
            )


register()
