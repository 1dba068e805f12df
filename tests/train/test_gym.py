"""The Gymnasium environments: the library's own checks, seeds, action sets, what they refuse."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import neurols
from neurols import InputError
from neurols.policy.actions import ActionSet
from neurols.scheduling import random_shop, write

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("neurols.train.gym")

SMALL = {
    "JobShop": {"instances": "6x5", "pool": 4, "iterations": 20},
    "CVRP": {"instances": "20", "pool": 4, "iterations": 20},
}


def make(name: str = "JobShop", **options: Any) -> Any:
    return gymnasium.make(f"neurols/{name}-v0", **{**SMALL[name], **options})


def make_many(name: str = "JobShop", count: int = 6, **options: Any) -> Any:
    return gymnasium.make_vec(
        f"neurols/{name}-v0", num_envs=count, **{"threads": 2, **SMALL[name], **options}
    )


@pytest.mark.parametrize("name", list(SMALL))
@pytest.mark.parametrize("actions", ["a", "an", "anp"])
@pytest.mark.parametrize("options", [{}, {"observation": "graph"}])
def test_environment_passes_gymnasiums_own_check(
    name: str, actions: str, options: dict[str, Any]
) -> None:
    from gymnasium.utils.env_checker import check_env

    env = make(name, actions=actions, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def episode(env: Any, seed: int) -> tuple[list[Any], list[float], dict[str, Any]]:
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    shown, rewards, over = [seen], [], False
    while not over:
        seen, reward, over, cut, info = env.step(int(rng.integers(env.action_space.n)))
        assert not cut
        shown.append(seen)
        rewards.append(reward)
    return shown, rewards, info


@pytest.mark.parametrize("name", list(SMALL))
def test_the_same_seed_gives_the_same_episode_and_another_seed_another(name: str) -> None:
    first, again = episode(make(name), 5), episode(make(name), 5)
    np.testing.assert_array_equal(first[0], again[0])
    assert first[1:] == again[1:]
    assert episode(make(name), 6)[2] != first[2]


def test_a_seed_given_to_make_is_that_of_the_first_reset() -> None:
    seen, info = make(seed=3).reset()
    given, told = make().reset(seed=3)
    np.testing.assert_array_equal(seen, given)
    assert info == told


@pytest.mark.parametrize("reward", ["best", "current", "final"])
def test_rewards_add_up_to_what_their_name_says(reward: str) -> None:
    _, rewards, info = episode(make(reward=reward), 2)
    reached = info["current"] if reward == "current" else info["best"]
    assert sum(rewards) == pytest.approx((info["initial"] - reached) / info["initial"], abs=1e-5)
    if reward == "final":
        assert rewards[:-1] == [0.0] * (len(rewards) - 1) and rewards[-1] > 0


@pytest.mark.parametrize("name", list(SMALL))
def test_many_searches_do_the_same_on_any_number_of_threads(name: str) -> None:
    runs = []
    for threads in (1, 3):
        envs = make_many(name, threads=threads)
        rng = np.random.default_rng(1)
        seen, _ = envs.reset(seed=9)
        log = [seen]
        for _ in range(30):
            log.extend(envs.step(rng.integers(envs.single_action_space.n, size=6))[:3])
        runs.append(log)
    for mine, other in zip(*runs, strict=True):
        np.testing.assert_array_equal(mine, other)


def test_a_search_that_ends_begins_anew_in_the_next_step() -> None:
    envs = make_many(iterations=10)
    envs.reset(seed=2)
    progress = envs.scalar_names.index("progress")
    ended = np.zeros(6, bool)
    for _ in range(25):
        seen, rewards, ends, cut, infos = envs.step(np.full(6, 8))
        assert not cut.any() and not (ends & ended).any()
        assert (seen[ended, progress] == 0).all() and (rewards[ended] == 0).all()
        if ends.any():
            assert (infos["_episode_cost"] == ends).all()
            assert ((infos["episode_cost"][ends] > 0) & (infos["episode_cost"][ends] <= 1)).all()
        ended = ends


def test_without_copies_the_arrays_of_the_core_are_handed_out() -> None:
    envs = make_many(copy=False, observation="graph")
    first, _ = envs.reset(seed=1)
    second = envs.step(np.zeros(6, int))[0]
    assert all(first[name] is second[name] for name in first)
    kept, _ = make_many(observation="graph").reset(seed=1)
    assert kept in envs.observation_space


def test_instances_come_from_a_folder_a_name_or_a_list(tmp_path: Path) -> None:
    for seed in range(3):
        write(random_shop(4, 4, seed), tmp_path / f"{seed}.txt")
    for source in (tmp_path, "ft06", [random_shop(4, 4, 1), random_shop(4, 4, 2)]):
        env = make(instances=source)
        _, info = env.reset(seed=1)
        assert info["initial"] > 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"actions": "xyz"}, "no action set 'xyz'"),
        ({"actions": ActionSet(kind="a", operators=("cat",))}, "operators are ct, cet"),
        ({"actions": ActionSet(kind="a", operators=("swaps",))}, "'swaps' is a perturbation"),
        (
            {"actions": ActionSet(kind="a", operators=("ct",), allowance=1)},
            "searches of problem 'jobshop' have no allowance",
        ),
        ({"reward": "gold"}, "use one of best, current, final"),
        ({"observation": "pixels"}, "use scalars or graph"),
        ({"instances": "demo-cvrp"}, "not jobshop"),
        ({"instances": []}, "there is no instance"),
        ({"instances": ["ft06", "ft10"]}, "differ in size"),
        ({"pool": 0}, "the pool is 0"),
        ({"magic": 1}, "unknown option magic; there are instances, pool"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        make(**options)


@pytest.mark.parametrize("many", [False, True])
def test_an_action_set_of_ones_own_is_what_the_numbers_mean(many: bool) -> None:
    chosen = ActionSet(kind="an", operators=("ct", "cei"), restart="swaps@6", restart_after=8)
    if many:
        env = make_many(actions=chosen)
        assert (env.action_names, env.single_action_space.n) == (chosen.names, 4)
    else:
        env = make(actions=chosen)
        assert (env.unwrapped.action_names, env.action_space.n) == (chosen.names, 4)


def test_sweeps_of_an_environment_worsen_within_the_allowance_of_its_action_set() -> None:
    highest = []
    for allowance in (0.0, 1.0):
        chosen = ActionSet(kind="an", operators=("2-opt", "or-opt"), allowance=allowance)
        env = make("CVRP", actions=chosen, iterations=40)
        env.reset(seed=1)
        infos = [env.step(number % 2)[-1] for number in range(40)]  # rejects what does not improve
        highest.append(max(info["candidate"] / info["current"] for info in infos))
    assert highest[0] <= 1 < highest[1]


def test_the_search_of_an_environment_obeys_its_restart_rule() -> None:
    env = make(instances=[neurols.load("ft10")], actions="an", iterations=200)
    names = env.unwrapped.scalar_names
    env.reset(seed=1)
    action = env.unwrapped.action_names.index("reject:ecet")
    seen = [env.step(action)[0] for _ in range(150)]
    assert max(row[names.index("perturbations")] for row in seen) > 0
