"""A wall-clock limit sets how many searches are stepped at once, and how many instances judge."""

from __future__ import annotations

from dataclasses import replace

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch")

from neurols.policy.network import NetworkConfig  # noqa: E402
from neurols.train import fitting  # noqa: E402
from neurols.train.config import DQNConfig, PPOConfig  # noqa: E402
from neurols.train.fitting import Pace  # noqa: E402
from neurols.train.training_data import learning_of  # noqa: E402

DATA = replace(
    learning_of("jobshop").DATA["default"],
    sizes=("5x4", "10x4"),
    pool=2,
    searches=64,
    validation=64,
    validation_steps=99,
)
PACES = [Pace(0.0009, 0.0001, 64, 10), Pace(0.0009, 0.0001, 32, 10)]  # a millisecond a decision
PPO = PPOConfig(rollout=50, passes=3, minutes=1.0, device="cpu")


def test_searches_and_judges_are_as_many_as_the_limit_has_room_for() -> None:
    # 64 + 32 searches for 50 decisions, each learned from three times at four times its price, are
    # 62.4 s, and an iteration may last 3 s. A validation takes 0.198 s an instance of both sizes,
    # and may take 2.4 s. (The comparison takes 0.198 s for the policy and 0.218 s for 11 others.)
    found = fitting.fitted(DATA, PPO, PACES)
    assert (found.searches, found.validation) == (3, 12)
    assert replace(found, searches=64, validation=64) == DATA


def test_the_comparison_with_every_constant_action_must_fit_as_well() -> None:
    slow = [replace(pace, asking=0.0, stepping=0.001) for pace in PACES]
    # 12 plays at 0.198 s an instance, where 5 s are left.
    assert fitting.comparison_seconds(DATA, slow) == pytest.approx(64 * 12 * 0.198)
    assert fitting.fitted(DATA, PPO, slow).validation == 2


def test_what_fits_is_left_alone() -> None:
    assert fitting.fitted(DATA, replace(PPO, minutes=60.0), PACES) == DATA


def test_a_round_of_dqn_is_a_step_of_the_searches_of_one_size() -> None:
    # 64 searches, a replay ratio of 2: 0.064 s x 9, where a tenth of a second is allowed.
    dqn = DQNConfig(replay_ratio=2.0, minutes=2 / 60, device="cpu")
    assert fitting.fitted(DATA, dqn, PACES).searches == int(64 * 0.1 / 0.576)


def test_something_is_left_however_short_the_limit() -> None:
    found = fitting.fitted(DATA, replace(PPO, minutes=1e-6), PACES)
    assert (found.searches, found.validation) == (1, 2)


def test_the_pace_is_measured_on_every_size() -> None:
    paces = fitting.measured(DATA, PPO, NetworkConfig(width=16, head_width=32))
    assert [pace.searches for pace in paces] == [64, 32]
    assert all(pace.asking > 0 and pace.stepping > 0 for pace in paces)
