"""A training whose loss or weights are no longer finite stops, and what was good is kept."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch")
pytest.importorskip("safetensors", reason="models need safetensors")

from neurols.errors import TrainingDiverged  # noqa: E402
from neurols.policy.checkpoint import load_model  # noqa: E402
from neurols.train import learner, ppo  # noqa: E402
from neurols.train.trainer import train  # noqa: E402

from . import test_ppo, test_trainer  # noqa: E402
from .synthetic import Riddle  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # TensorBoard's own

PPO = dataclasses.replace(test_ppo.SMALL, epochs=6)
DQN = dataclasses.replace(
    test_trainer.SMALL, epochs=6, checkpoint_epochs=0, checkpoint_replay=False
)


def poisoned_after(updates: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From that update on the loss is not a number."""
    made = 0

    def poison(value: Any) -> Any:
        nonlocal made
        made += 1
        return value * float("nan") if made > updates else value

    huber, loss_of = learner.quantile_huber, ppo.loss_of
    monkeypatch.setattr(
        learner, "quantile_huber", lambda *a: (poison((found := huber(*a))[0]), found[1])
    )
    monkeypatch.setattr(ppo, "loss_of", lambda *a: (poison((found := loss_of(*a))[0]), found[1]))


@pytest.mark.parametrize("config", [PPO, DQN], ids=["ppo", "dqn"])
def test_the_last_good_policy_is_kept(
    config: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    updates_an_epoch = 12 if config is PPO else 40
    poisoned_after(2 * updates_an_epoch, monkeypatch)
    with pytest.raises(TrainingDiverged, match=r"training diverged in epoch \d: .* is not finite"):
        train(config, test_ppo.NETWORK, [Riddle(16)], test_ppo.validate, tmp_path)
    network, card = load_model(tmp_path / "best.safetensors")
    assert all(bool(part.isfinite().all()) for part in network.parameters())
    assert 1 <= card.training["epoch"] <= 4
    lines = (tmp_path / "training.csv").read_text(encoding="utf-8").splitlines()
    assert "nan" not in lines[-1]
    assert not (tmp_path / "last.safetensors").exists()


def test_nothing_is_kept_where_the_first_epoch_diverges(tmp_path: Path) -> None:
    config = dataclasses.replace(PPO, learning_rate=1e30, gradient_clip=0.0)
    with pytest.raises(TrainingDiverged, match=r"epoch 1: .*no earlier epoch left a policy"):
        train(config, test_ppo.NETWORK, [Riddle(16)], test_ppo.validate, tmp_path)
    assert not (tmp_path / "best.safetensors").exists()
