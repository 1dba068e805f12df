"""What a policy sees of rich schedules: finite, refreshed, and true of the schedule."""

from __future__ import annotations

import numpy as np
import pytest

from neurols.policy.actions import ActionSet
from neurols.scheduling.rich.kinds import generated
from neurols.train.environment import SearchEnvironment

KINDS = ("hurink-rdata", "flexible-tardiness", "flexible-setups", "calendars", "plant")
PERTURBATIONS = ("swaps@3", "restart")


def environment(kind: str, operators: tuple[str, ...], count: int = 3) -> SearchEnvironment:
    instances = [generated(f"{kind}:6x4", seed) for seed in (3,)]
    actions = ActionSet(kind="anp", operators=operators, perturbations=PERTURBATIONS)
    return SearchEnvironment(instances, actions, count, steps=25)


def played(space: SearchEnvironment, steps: int = 30) -> list[dict[str, np.ndarray]]:
    rng = np.random.default_rng(1)
    seen = [{name: array.copy() for name, array in space.reset(2).items()}]  # type: ignore[attr-defined]
    for _ in range(steps):
        observation, _, _ = space.step(rng.integers(0, space.spec.actions, space.count))
        seen.append({name: array.copy() for name, array in observation.items()})  # type: ignore[attr-defined]
    return seen


@pytest.mark.parametrize("kind", KINDS)
def test_observations_are_finite_and_follow_the_schedule(kind: str) -> None:
    space = environment(kind, ("cei", "insert", "insert+tabu", "ruin"))
    seen = played(space)
    column = {name: k for k, name in enumerate(space.spec.dynamic_names)}
    for observation in seen:
        assert all(np.isfinite(array).all() for array in observation.values())
        nodes = observation["dynamic_nodes"]
        critical = nodes[..., column["critical"]] == 1
        assert critical.any(axis=1).all()
        slack = nodes[..., column["slack"]]
        assert (critical == (slack == slack.min(axis=1, keepdims=True))).all()
        before = observation["dynamic_neighbours"][..., 0]
        for search, row in enumerate(before):
            starts = nodes[search, :, column["start"]]
            for operation, earlier in enumerate(row):
                assert earlier == space.spec.nodes or starts[earlier] <= starts[operation]
    first, last = seen[0]["dynamic_nodes"], seen[-1]["dynamic_nodes"]
    assert not np.array_equal(first, last)


def test_permutation_shops_are_observed_too() -> None:
    space = environment("permutation-flow-shop", ("insert", "shift", "ruin"))
    seen = played(space)
    assert all(np.isfinite(array).all() for one in seen for array in one.values())
    assert not np.array_equal(seen[0]["dynamic_nodes"], seen[-1]["dynamic_nodes"])
