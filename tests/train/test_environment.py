"""The decision process of learned control: rewards, ends, reproducibility, observations."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from neurols import InputError
from neurols.policy.actions import ActionSet, action_set
from neurols.policy.spec import Observation
from neurols.routing.generate import mixed
from neurols.scheduling import random_shop
from neurols.train.environment import SearchEnvironment

POOLS = {
    "jobshop": [random_shop(6, 5, seed) for seed in range(4)],
    "cvrp": [mixed(20, seed) for seed in range(4)],
}
CASES = [(problem, kind) for problem in POOLS for kind in ("a", "an", "anp")]


def rollout(
    environment: SearchEnvironment, steps: int, seed: int
) -> tuple[list[Observation], np.ndarray, np.ndarray]:
    """Random play: copies of what was seen, rewards [steps, B] and ends."""
    rng = np.random.default_rng(seed)
    seen = [{k: v.copy() for k, v in environment.reset(seed).items()}]
    rewards, ends = [], []
    for _ in range(steps):
        actions = rng.integers(0, environment.spec.actions, environment.count)
        observation, reward, end = environment.step(actions)
        seen.append({k: v.copy() for k, v in observation.items()})
        rewards.append(reward.copy())
        ends.append(end.copy())
    return seen, np.array(rewards), np.array(ends)  # type: ignore[return-value]


@pytest.mark.parametrize(("problem", "kind"), CASES)
def test_rewards_of_an_episode_add_up_to_its_improvement(problem: str, kind: str) -> None:
    environment = SearchEnvironment(POOLS[problem], action_set(problem, kind), 8, steps=12)
    _, rewards, ends = rollout(environment, 12, 3)
    for search in range(environment.count):
        finished, _, initial, best = environment.last_episode(search)
        assert finished >= 1
        if finished == 1:
            last = int(np.flatnonzero(ends[:, search])[0])
            gained = float(rewards[: last + 1, search].sum())
            assert gained == pytest.approx((initial - best) / initial, abs=1e-5)
    assert (rewards >= 0).all()


@pytest.mark.parametrize(("problem", "kind"), CASES)
def test_the_same_seed_gives_the_same_episodes_on_any_number_of_threads(
    problem: str, kind: str
) -> None:
    runs = [
        rollout(
            SearchEnvironment(
                POOLS[problem], action_set(problem, kind), 8, steps=9, threads=threads
            ),
            20,
            5,
        )
        for threads in (1, 2, 5)
    ]
    for seen, rewards, ends in runs[1:]:
        np.testing.assert_array_equal(rewards, runs[0][1])
        np.testing.assert_array_equal(ends, runs[0][2])
        for mine, first in zip(seen, runs[0][0], strict=True):
            for name in first:
                np.testing.assert_array_equal(mine[name], first[name])


@pytest.mark.parametrize("problem", list(POOLS))
def test_observations_are_finite_and_refreshed_at_every_decision(problem: str) -> None:
    environment = SearchEnvironment(POOLS[problem], action_set(problem, "anp"), 4, steps=30)
    seen, _, _ = rollout(environment, 20, 1)
    spec = environment.spec
    for observation in seen:
        for name, shape in spec.shapes(4).items():
            array = observation[name]  # type: ignore[literal-required]
            assert array.shape == shape
            assert np.isfinite(array).all()
        assert observation["dynamic_neighbours"].max() <= spec.nodes
        assert observation["group"].max() <= spec.groups
    assert any(
        not np.array_equal(a["dynamic_nodes"], b["dynamic_nodes"]) for a, b in pairwise(seen)
    )
    progress = spec.scalar_names.index("progress")
    shown = [float(o["scalars"][0, progress]) for o in seen[:10]]
    assert shown == sorted(shown) and shown[-1] > shown[0]


def test_dynamic_neighbours_of_the_job_shop_are_the_machine_sequences() -> None:
    instance = POOLS["jobshop"][0]
    environment = SearchEnvironment([instance], action_set("jobshop", "an"), 1, steps=20)
    seen, _, _ = rollout(environment, 8, 2)
    machine = [m for job in instance.jobs for m, _ in job]
    nodes = environment.spec.nodes
    for observation in seen:
        before = observation["dynamic_neighbours"][0, :, 0]
        heads = observation["dynamic_nodes"][0, :, 0]
        for operation, earlier in enumerate(before):
            if earlier < nodes:
                assert machine[operation] == machine[earlier]
                assert heads[earlier] <= heads[operation]


def test_episodes_have_the_length_asked_for() -> None:
    environment = SearchEnvironment(
        POOLS["jobshop"], action_set("jobshop", "anp"), 16, steps=(5, 9)
    )
    _, _, ends = rollout(environment, 60, 1)
    for search in range(16):
        lengths = np.diff(np.flatnonzero(ends[:, search]))
        assert lengths.min() >= 1 and lengths.max() <= 9


def test_instances_of_different_sizes_are_refused() -> None:
    with pytest.raises(InputError, match="differ in size"):
        SearchEnvironment(
            [random_shop(4, 4, 1), random_shop(5, 4, 1)], action_set("jobshop", "an"), 2
        )


@pytest.mark.parametrize(
    ("problem", "chosen", "words"),
    [
        ("jobshop", {"kind": "an", "operators": ("ct", "2-opt")}, "operators are ct, cet"),
        (
            "jobshop",
            {"kind": "a", "operators": ("ct",), "allowance": 0.1},
            "searches of problem 'jobshop' have no allowance",
        ),
        ("cvrp", {"kind": "a", "operators": ("li",)}, "'li' is a perturbation, not an operator"),
    ],
)
def test_an_action_set_that_the_problem_does_not_offer_is_refused(
    problem: str, chosen: dict[str, object], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        SearchEnvironment(POOLS[problem], ActionSet(**chosen), 2)  # type: ignore[arg-type]


def test_an_action_set_of_ones_own_is_what_the_numbers_mean() -> None:
    chosen = ActionSet(kind="an", operators=("cei3", "ct"), restart="swaps@2", restart_after=3)
    environment = SearchEnvironment(POOLS["jobshop"], chosen, 4, steps=30)
    assert environment.spec.action_names == (
        *("reject:cei3", "reject:ct"),
        *("accept:cei3", "accept:ct"),
    )
    last = environment.spec.scalar_names.index("last:ct")
    environment.reset(1)
    observation, _, _ = environment.step(np.full(4, 1))
    assert (observation["scalars"][:, last] == 1).all()


def test_what_operators_would_find_next_is_told_to_have_been_visited() -> None:
    """Of equally good candidates another one may come, hence nearly always and not always."""
    pool = [random_shop(8, 8, seed) for seed in range(8)]
    environment = SearchEnvironment(
        pool, action_set("jobshop", "an"), 8, steps=120, in_order=True, graph=False
    )
    column = {name: i for i, name in enumerate(environment.spec.scalar_names)}
    rng = np.random.default_rng(1)
    before = environment.reset(1)["scalars"].copy()
    told, happened = [], []
    for _ in range(100):
        actions = rng.integers(0, environment.spec.actions, 8)
        after = environment.step(actions)[0]["scalars"].copy()
        for i, action in enumerate(actions):
            verdict, _, operator = environment.spec.action_names[action].partition(":")
            if before[i, column["improving"]]:
                verdict = "accept"
            asked = before[i, column["pending"]] and not before[i, column["last_was_perturbation"]]
            moved = after[i, column["pending"]] and not after[i, column["last_was_perturbation"]]
            if asked and moved:
                told.append(before[i, column[f"visits_after_{verdict}:{operator}"]] > 0)
                happened.append(after[i, column["visits"]] > 0)
        before = after
    agree = np.array(told) == np.array(happened)
    assert np.sum(happened) > 50
    assert agree.mean() > 0.9


def test_how_an_operator_fares_is_told() -> None:
    environment = SearchEnvironment(
        POOLS["jobshop"], action_set("jobshop", "an"), 4, steps=60, in_order=True, graph=False
    )
    names = environment.spec.scalar_names
    since, vain = names.index("since:cei"), names.index("in_vain:cei")
    accept_cei = environment.spec.action_names.index("accept:cei")
    environment.reset(1)
    worse = np.zeros(4)
    for step in range(30):
        scalars = environment.step(np.full(4, accept_cei))[0]["scalars"]
        by_cei = scalars[:, names.index("last:cei")] > 0
        improved = scalars[:, names.index("improving")] > 0
        worse = np.where(by_cei, np.where(improved, 0, worse + 1), worse)
        assert step < 10 or by_cei.any()
        np.testing.assert_allclose(scalars[by_cei, since], 0)
        np.testing.assert_allclose(scalars[:, vain], 0.25 * np.log1p(worse), rtol=1e-5)
