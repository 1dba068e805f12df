"""Proximal policy optimisation: advantages by hand, and it learns the riddle."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from neurols.policy.actions import action_set
from neurols.scheduling import random_shop

torch = pytest.importorskip("torch", reason="training needs PyTorch")
pytest.importorskip("safetensors", reason="models need safetensors")

from neurols.errors import InputError  # noqa: E402
from neurols.policy.checkpoint import load_model  # noqa: E402
from neurols.policy.network import NetworkConfig  # noqa: E402
from neurols.train.config import PPOConfig  # noqa: E402
from neurols.train.critic import Prospects  # noqa: E402
from neurols.train.environment import SearchEnvironment  # noqa: E402
from neurols.train.returns import advantages  # noqa: E402
from neurols.train.shared import GreedyPolicy, SampledPolicy, play  # noqa: E402
from neurols.train.trainer import train  # noqa: E402

from .synthetic import Riddle  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # TensorBoard's own

torch.set_num_threads(1)
NETWORK = NetworkConfig(width=16, head_width=32)
SMALL = PPOConfig(
    epochs=2,
    epoch_iterations=2,
    device="cpu",
    rollout=8,
    minibatches=2,
    learning_rate=3e-3,
    averaging=0.5,
)


def validate(policy: GreedyPolicy) -> float:
    return float(play(Riddle(64), policy.act, seed=99).mean())


def curve(rows: list[dict[str, float]]) -> list[dict[str, float]]:
    times = ("seconds", "transitions_per_second")
    return [{k: v for k, v in row.items() if k not in times} for row in rows]


def test_advantages_are_those_of_the_formula_and_stop_at_the_end_of_an_episode() -> None:
    rewards = torch.tensor([[1.0], [2.0], [4.0]])
    values = torch.tensor([[0.5], [1.0], [2.0]])
    found = advantages(
        rewards,
        torch.tensor([[False], [True], [False]]),
        values,
        torch.tensor([8.0]),
        gamma=0.5,
        trace=0.5,
    )
    second = 2.0 - 1.0  # the episode ends: neither value nor advantage of what follows
    first = 1.0 + 0.5 * 1.0 - 0.5 + 0.25 * second
    third = 4.0 + 0.5 * 8.0 - 2.0
    assert found.flatten().tolist() == pytest.approx([first, second, third])


def test_it_learns_what_can_be_read_from_scalars_and_nodes(tmp_path: Path) -> None:
    config = dataclasses.replace(
        SMALL, epochs=4, epoch_iterations=8, gamma=0.0, learning_rate=0.01, entropy_weight=0.01
    )
    result = train(config, NETWORK, [Riddle(64), Riddle(32, nodes=10)], validate, tmp_path)
    assert result.best_cost < 0.92  # every riddle solved is 0.90, chance is 0.967
    network, card = load_model(result.model, Riddle(1).spec)
    assert card.training["algorithm"] == "ppo"
    kept = validate(SampledPolicy(network, torch.device("cpu")))
    assert kept == pytest.approx(result.best_cost)


def test_the_same_seed_gives_the_same_curve_and_another_does_not(tmp_path: Path) -> None:
    runs = [
        train(
            dataclasses.replace(SMALL, seed=seed, schedule="constant"),
            NETWORK,
            [Riddle(16)],
            validate,
            tmp_path / name,
        )
        for name, seed in (("a", 1), ("b", 1), ("c", 2))
    ]
    assert curve(runs[0].rows) == curve(runs[1].rows)
    assert curve(runs[0].rows) != curve(runs[2].rows)


def test_a_resumed_run_repeats_the_uninterrupted_curve(tmp_path: Path) -> None:
    config = dataclasses.replace(SMALL, epochs=4, checkpoint_epochs=2)
    buckets = lambda: [Riddle(16), Riddle(8, nodes=10)]  # noqa: E731
    whole = train(config, NETWORK, buckets(), validate, tmp_path / "whole")

    def killed(policy: GreedyPolicy) -> float:
        nonlocal epochs
        epochs += 1
        if epochs == 4:  # in the middle of what the checkpoint of epoch 2 does not cover
            raise KeyboardInterrupt
        return validate(policy)

    epochs = 0
    with pytest.raises(KeyboardInterrupt):
        train(config, NETWORK, buckets(), killed, tmp_path / "killed")
    resumed = train(config, NETWORK, buckets(), validate, tmp_path / "killed", resume=True)
    assert len(resumed.rows) == 4
    assert curve(resumed.rows) == curve(whole.rows)
    assert (resumed.best_cost, resumed.best_epoch) == (whole.best_cost, whole.best_epoch)
    weights = [load_model(tmp_path / name / "last.safetensors")[0] for name in ("whole", "killed")]
    for one, other in zip(*(network.parameters() for network in weights), strict=True):
        assert torch.equal(one, other)


def test_prospects_are_the_mean_gain_of_the_latest_episodes_on_an_instance() -> None:
    prospects = Prospects(3)
    prospects.note(np.array([0, 2, 0]), np.array([0.9, 0.8, 0.7]))
    told = prospects.of(np.array([0, 1, 2]))
    assert told[:, 1].tolist() == [1, 0, 1]
    assert told[:, 0].tolist() == pytest.approx([20 * 0.2] * 3)  # the mean of both, where unknown


def test_a_critic_of_instances_is_resumed_with_what_it_knows_of_them(tmp_path: Path) -> None:
    def buckets() -> list[SearchEnvironment]:
        shops = [random_shop(4, 3, seed) for seed in range(3)]
        actions = action_set("jobshop", "an")
        return [SearchEnvironment(shops, actions, 4, steps=(3, 6), graph=False)]

    def judged(policy: GreedyPolicy) -> float:
        return 0.0

    def killed(policy: GreedyPolicy) -> float:
        if (tmp_path / "killed" / "checkpoint.safetensors").exists():
            raise KeyboardInterrupt
        return 0.0

    config = dataclasses.replace(SMALL, epochs=3, instance_critic=True)
    whole = train(config, NETWORK, buckets(), judged, tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        train(config, NETWORK, buckets(), killed, tmp_path / "killed")
    resumed = train(config, NETWORK, buckets(), judged, tmp_path / "killed", resume=True)
    assert curve(resumed.rows) == curve(whole.rows)
    plain = dataclasses.replace(config, instance_critic=False)
    other = train(plain, NETWORK, buckets(), judged, tmp_path / "plain")
    assert curve(other.rows)[0] != curve(whole.rows)[0]


def test_a_critic_of_instances_needs_environments_that_tell_them(tmp_path: Path) -> None:
    config = dataclasses.replace(SMALL, instance_critic=True)
    with pytest.raises(InputError, match="does not tell which instances"):
        train(config, NETWORK, [Riddle(4)], validate, tmp_path)


def test_a_run_may_last_longer_but_not_become_another(tmp_path: Path) -> None:
    train(SMALL, NETWORK, [Riddle(16)], validate, tmp_path)
    longer = dataclasses.replace(SMALL, epochs=3)
    result = train(longer, NETWORK, [Riddle(16)], validate, tmp_path, resume=True)
    assert [row["epoch"] for row in result.rows] == [1, 2, 3]
    other = dataclasses.replace(SMALL, clip=0.1)
    with pytest.raises(InputError, match=r"the run had clip = 0\.2, now it is 0\.1"):
        train(other, NETWORK, [Riddle(16)], validate, tmp_path, resume=True)


def test_bad_settings_are_refused() -> None:
    with pytest.raises(InputError, match="passes must be at least 1"):
        PPOConfig(passes=0)
