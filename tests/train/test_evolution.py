"""Evolution strategies: ranks, resuming, and that they learn."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from neurols.errors import InputError
from neurols.policy.native import NativePolicy
from neurols.registry import problem_named
from neurols.train.evolution import ranked, train_native_policy
from neurols.train.evolution_config import EvolutionConfig
from neurols.train.initial_weights import policy_of, start_of
from neurols.train.native_play import play, play_all

TINY = EvolutionConfig(
    problem="jobshop",
    sizes=("6x5",),
    iterations=(10, 20),
    hidden=2,
    generations=4,
    pairs=3,
    instances=2,
    validation=2,
)


def test_ranks_by_hand() -> None:
    outcomes = np.array([[3.0, 900.0], [1.0, 2.0]])
    np.testing.assert_allclose(ranked(outcomes), [[1 / 6, 0.5], [-0.5, -1 / 6]])


SURVEY = EvolutionConfig(
    problem="cvrp",
    controller="sa:operator=ruin+all@8,start=0.1,end=0.01",
    sizes=("25",),
    iterations=(5, 10),
    hidden=0,
    generations=4,
    pairs=2,
    instances=2,
    validation=2,
    step=2.0,
    survey=2,
)


@pytest.mark.parametrize(("config", "killed_after"), [(TINY, 2), (SURVEY, 3)])
def test_a_stopped_run_resumes_to_the_same_weights(
    config: EvolutionConfig, killed_after: int, tmp_path: Path
) -> None:
    whole = train_native_policy(config, tmp_path / "whole")

    class Killed(Exception):
        pass

    def kill(generation: int, _figures: dict[str, float]) -> None:
        if generation == killed_after:
            raise Killed

    with pytest.raises(Killed):
        train_native_policy(config, tmp_path / "parts", on_generation=kill)
    resumed = train_native_policy(config, tmp_path / "parts", resume=True)
    states = [json.loads((file.parent / "state.json").read_text()) for file in (whole, resumed)]
    assert states[0]["weights"] == states[1]["weights"]
    np.testing.assert_array_equal(
        *(NativePolicy.load(file, config.problem).weights for file in (whole, resumed))
    )


def test_a_survey_moves_once_and_as_far_as_it_may(tmp_path: Path) -> None:
    def weights(generations: int) -> np.ndarray:
        folder = tmp_path / str(generations)
        train_native_policy(replace(SURVEY, generations=generations), folder)
        return np.array(json.loads((folder / "state.json").read_text())["weights"])

    start, scale = start_of(SURVEY)
    np.testing.assert_array_equal(weights(1), start)
    moved = np.linalg.norm((weights(2) - start) / scale)
    assert 0 < moved <= SURVEY.step


def test_what_the_last_survey_led_to_is_kept(tmp_path: Path) -> None:
    model = train_native_policy(replace(SURVEY, generations=4), tmp_path)
    state = json.loads((tmp_path / "state.json").read_text())
    kept = NativePolicy.load(model, SURVEY.problem)
    np.testing.assert_array_equal(kept.weights, np.float32(state["weights"]))
    assert kept.card["generation"] == 4


def test_threads_change_the_time_and_nothing_else(tmp_path: Path) -> None:
    for threads in (1, 3):
        train_native_policy(replace(TINY, threads=threads), tmp_path / str(threads))
    states = [json.loads((tmp_path / name / "state.json").read_text()) for name in ("1", "3")]
    assert states[0]["weights"] == states[1]["weights"]
    assert states[0]["best"] == states[1]["best"]


def test_policies_are_played_apart_from_each_other() -> None:
    shops = [problem_named("jobshop").generated("8x8", 5 + k) for k in range(3)]
    start, _ = start_of(TINY)
    one, other = policy_of(TINY, start), policy_of(TINY, -start)
    costs = play_all([one, one, other], shops, 300, seed=1, threads=2)
    np.testing.assert_array_equal(costs[0], play(one, TINY.controller, shops, 300, seed=1))
    np.testing.assert_array_equal(costs[1], costs[0])
    np.testing.assert_array_equal(costs[2], play(other, TINY.controller, shops, 300, seed=1))
    assert (costs[2] != costs[0]).any()


def test_a_state_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no training to resume"):
        train_native_policy(TINY, tmp_path / "none", resume=True)
    train_native_policy(TINY, tmp_path / "run")
    with pytest.raises(InputError, match="other settings \\(hidden\\)"):
        train_native_policy(replace(TINY, hidden=3), tmp_path / "run", resume=True)
    with pytest.raises(InputError, match="rankings of problem 'cvrp' have no limit"):
        train_native_policy(replace(SURVEY, ranked_steps=5), tmp_path / "first")
    with pytest.raises(InputError, match="no rule 'slow'"):
        train_native_policy(replace(TINY, rule="slow"), tmp_path / "slow")
    with pytest.raises(InputError, match="without hidden units"):
        train_native_policy(replace(SURVEY, rule="insertion", hidden=2), tmp_path / "hidden")
    (tmp_path / "run" / "state.json").write_text("{")
    with pytest.raises(InputError, match="cannot be read"):
        train_native_policy(TINY, tmp_path / "run", resume=True)


def test_training_beats_where_it_started(tmp_path: Path) -> None:
    """On one size, a short training finds a ranking clearly better than tabu search's own."""
    config = EvolutionConfig(
        problem="jobshop",
        controller="tabu:operator=cei3+tabu",
        sizes=("20x10",),
        iterations=(40, 40),
        hidden=0,
        generations=20,
        pairs=8,
        instances=12,
        validation=30,
    )
    policy = NativePolicy.load(train_native_policy(config, tmp_path), "jobshop")
    fresh = [problem_named("jobshop").generated("20x10", 90_000_000 + k) for k in range(60)]
    learned = play(policy, policy.controller, fresh, 40, seed=5)
    classical = play(None, policy.controller, fresh, 40, seed=5)
    assert np.mean(learned / classical) < 1
