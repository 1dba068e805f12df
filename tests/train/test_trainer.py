"""The training loop on a riddle: it learns, repeats itself, resumes, and says what is wrong."""

from __future__ import annotations

import csv
import dataclasses
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch")
pytest.importorskip("safetensors", reason="checkpoints need safetensors")

from neurols.errors import InputError  # noqa: E402
from neurols.policy.checkpoint import load_model  # noqa: E402
from neurols.policy.network import NetworkConfig  # noqa: E402
from neurols.train import record  # noqa: E402
from neurols.train.config import DQNConfig, PPOConfig  # noqa: E402
from neurols.train.log import METRICS  # noqa: E402
from neurols.train.trainer import GreedyPolicy, play, train  # noqa: E402

from .synthetic import Riddle  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # TensorBoard's own

torch.set_num_threads(1)
NETWORK = NetworkConfig(width=16, head_width=32, acting_quantiles=4)
SMALL = DQNConfig(
    epochs=4,
    epoch_transitions=640,
    device="cpu",
    batch=32,
    warmup=128,
    replay_capacity=4096,
    target_update=20,
    replay_ratio=2.0,
    checkpoint_epochs=2,
    checkpoint_replay=True,
)
PPO = PPOConfig(epoch_iterations=2, device="cpu", rollout=8, minibatches=2)
TIMES = ("seconds", "transitions_per_second")


def validation(count: int = 64) -> Callable[[GreedyPolicy], float]:
    environment = Riddle(count)
    return lambda policy: float(play(environment, policy.act, seed=99).mean())


def curve(rows: list[dict[str, float]]) -> list[dict[str, float]]:
    return [{k: v for k, v in row.items() if k not in TIMES} for row in rows]


def test_training_finds_a_policy_far_better_than_random(tmp_path: Path) -> None:
    config = dataclasses.replace(
        SMALL,
        epochs=4,
        epoch_transitions=3200,
        batch=128,
        replay_ratio=8.0,
        target_update=50,
        gamma=0.9,
        learning_rate=3e-3,
        learning_rate_end=3e-4,
        epsilon_fraction=0.5,
        checkpoint_epochs=0,
        checkpoint_replay=False,
    )
    result = train(config, NETWORK, [Riddle(64)], validation(), tmp_path)
    rng = np.random.default_rng(0)
    random = play(Riddle(64), lambda o, s: rng.integers(3, size=64), seed=99).mean()
    assert random == pytest.approx(1 - 10 * 0.01 / 3, abs=0.01)
    assert result.best_cost < 0.91  # every riddle solved is 0.90
    network, card = load_model(result.model, Riddle(1).spec)
    assert card.training["epoch"] == result.best_epoch
    assert sum(p.numel() for p in network.parameters()) > 0


def test_the_same_seed_gives_the_same_curve_and_another_does_not(tmp_path: Path) -> None:
    config = dataclasses.replace(SMALL, epochs=2)
    runs = [
        train(config, NETWORK, [Riddle(16)], validation(), tmp_path / name) for name in ("a", "b")
    ]
    assert curve(runs[0].rows) == curve(runs[1].rows)
    other = dataclasses.replace(config, seed=2)
    third = train(other, NETWORK, [Riddle(16)], validation(), tmp_path / "c")
    assert curve(third.rows) != curve(runs[0].rows)


def test_a_resumed_run_repeats_the_uninterrupted_curve(tmp_path: Path) -> None:
    buckets = lambda: [Riddle(16), Riddle(8, nodes=10)]  # noqa: E731
    whole = train(SMALL, NETWORK, buckets(), validation(), tmp_path / "whole")

    def killed(policy: GreedyPolicy) -> float:
        nonlocal epochs
        epochs += 1
        if epochs == 4:  # in the middle of what the checkpoint of epoch 2 does not cover
            raise KeyboardInterrupt
        return validation()(policy)

    epochs = 0
    with pytest.raises(KeyboardInterrupt):
        train(SMALL, NETWORK, buckets(), killed, tmp_path / "killed")
    resumed = train(SMALL, NETWORK, buckets(), validation(), tmp_path / "killed", resume=True)
    assert len(resumed.rows) == 4
    assert curve(resumed.rows) == curve(whole.rows)
    assert (resumed.best_cost, resumed.best_epoch) == (whole.best_cost, whole.best_epoch)


def test_without_the_replay_a_resumed_run_goes_on_all_the_same(tmp_path: Path) -> None:
    config = dataclasses.replace(SMALL, checkpoint_replay=False, epochs=2)
    train(config, NETWORK, [Riddle(16)], validation(), tmp_path)
    longer = dataclasses.replace(config, epochs=4)
    result = train(longer, NETWORK, [Riddle(16)], validation(), tmp_path, resume=True)
    assert [row["epoch"] for row in result.rows] == [1, 2, 3, 4]
    assert result.updates > result.rows[1]["updates"]


def test_a_checkpoint_of_other_settings_or_sizes_is_refused(tmp_path: Path) -> None:
    config = dataclasses.replace(SMALL, epochs=2)
    train(config, NETWORK, [Riddle(16)], validation(), tmp_path)
    other = dataclasses.replace(config, gamma=0.5)
    with pytest.raises(InputError, match=r"the run had gamma = 0\.99, now it is 0\.5"):
        train(other, NETWORK, [Riddle(16)], validation(), tmp_path, resume=True)
    with pytest.raises(InputError, match="the run had other environments"):
        train(config, NETWORK, [Riddle(16, nodes=8)], validation(), tmp_path, resume=True)
    wide = dataclasses.replace(NETWORK, width=24)
    with pytest.raises(InputError, match="the run had width = 16, now it is 24"):
        train(config, wide, [Riddle(16)], validation(), tmp_path, resume=True)


def test_the_model_kept_is_the_one_with_the_best_validation(tmp_path: Path) -> None:
    costs = iter([0.8, 0.5, 0.7, 0.6])
    result = train(SMALL, NETWORK, [Riddle(16)], lambda policy: next(costs), tmp_path)
    assert (result.best_cost, result.best_epoch) == (0.5, 2)
    assert load_model(result.model)[1].training["validation_cost"] == [0.8, 0.5]


def test_the_csv_holds_every_metric_of_every_epoch(tmp_path: Path) -> None:
    result = train(SMALL, NETWORK, [Riddle(16)], lambda p: {"a": 0.4, "b": 0.6}, tmp_path)
    with (tmp_path / "training.csv").open(encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    assert list(rows[0]) == [*METRICS, "cost/a", "cost/b"]
    assert [float(row["cost"]) for row in rows] == [0.5] * 4
    assert float(rows[-1]["transitions"]) == result.transitions == 4 * 640
    assert all(math.isfinite(float(rows[-1][name])) for name in METRICS)


def test_a_run_ends_at_its_wall_clock_limit(tmp_path: Path) -> None:
    config = dataclasses.replace(SMALL, epochs=10_000, minutes=0.02)
    result = train(config, NETWORK, [Riddle(16)], validation(), tmp_path)
    assert not result.complete
    assert result.seconds < 10
    assert result.model.exists() and (tmp_path / "last.safetensors").exists()


class Clock:
    """Stands still but for what is said to take time."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.parametrize("config", [SMALL, PPO], ids=["dqn", "ppo"])
def test_the_limit_leaves_room_for_the_last_validation(
    tmp_path: Path, config: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit, validation_takes, step_takes = 60.0, 5.0, 0.05
    clock, riddle = Clock(), Riddle(16)
    monkeypatch.setattr(record, "time", clock)
    step = riddle.step

    def slow_step(actions: Any) -> Any:
        clock.now += step_takes
        return step(actions)

    def validate(policy: GreedyPolicy) -> float:
        clock.now += validation_takes
        return 0.9

    monkeypatch.setattr(riddle, "step", slow_step)
    config = dataclasses.replace(config, epochs=10_000, minutes=limit / 60)
    result = train(config, NETWORK, [riddle], validate, tmp_path)
    assert not result.complete
    assert limit - validation_takes - 1 < result.seconds <= limit


def test_environments_that_show_different_things_are_refused(tmp_path: Path) -> None:
    other = Riddle(16)
    other.spec = dataclasses.replace(other.spec, version=2)
    with pytest.raises(InputError, match="features of version 1"):
        train(SMALL, NETWORK, [Riddle(16), other], validation(), tmp_path)


def test_a_replay_too_small_for_the_searches_is_refused(tmp_path: Path) -> None:
    config = dataclasses.replace(SMALL, replay_gigabytes=1e-5)
    with pytest.raises(InputError, match="raise replay_gigabytes"):
        train(config, NETWORK, [Riddle(16)], validation(), tmp_path)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
@pytest.mark.parametrize("cuda_graph", [False, True])
def test_training_on_a_gpu_learns_too(tmp_path: Path, cuda_graph: bool) -> None:
    config = dataclasses.replace(
        SMALL,
        device="cuda",
        epochs=6,
        epoch_transitions=6400,
        batch=128,
        replay_ratio=8.0,
        gamma=0.9,
        target_update=50,
        learning_rate=3e-3,
        learning_rate_end=3e-4,
        epsilon_fraction=0.5,
        cuda_graph=cuda_graph,
    )
    result = train(config, NETWORK, [Riddle(64), Riddle(64, nodes=10)], validation(), tmp_path)
    assert result.best_cost < 0.92
