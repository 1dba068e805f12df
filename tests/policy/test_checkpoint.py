"""Model files: what is written is read back, and every bad file gets one clear line."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch")
pytest.importorskip("safetensors", reason="model files need safetensors")

from neurols.errors import InputError  # noqa: E402
from neurols.policy.checkpoint import (  # noqa: E402
    load_model,
    load_training,
    save_model,
    save_training,
    write_tensors,
)
from neurols.policy.network import NetworkConfig, PolicyNetwork  # noqa: E402
from neurols.policy.spec import METADATA_KEY, MODEL_FORMAT, ModelCard  # noqa: E402

from .samples import make_observation, make_spec  # noqa: E402
from .test_network import as_batch  # noqa: E402
from .test_onnx import MISFITS  # noqa: E402

CONFIG = NetworkConfig(width=16, static_layers=2)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    torch.manual_seed(0)
    network = PolicyNetwork.for_spec(CONFIG, make_spec())
    card = ModelCard.of(make_spec(), CONFIG.to_dict(), {"seed": 7, "curve": [1.0, 0.9]})
    save_model(tmp_path / "model.safetensors", network, card)
    return tmp_path / "model.safetensors"


def test_a_model_comes_back_as_it_was(file: Path) -> None:
    torch.manual_seed(0)
    network = PolicyNetwork.for_spec(CONFIG, make_spec())
    loaded, card = load_model(file, make_spec(nodes=40, groups=5))
    assert card.training == {"seed": 7, "curve": [1.0, 0.9]}
    assert loaded.config == CONFIG
    batch = as_batch(make_observation(make_spec(), 2))
    with torch.no_grad():
        assert torch.equal(loaded(batch, 3), network(batch, 3))


@pytest.mark.parametrize(("changes", "message"), MISFITS)
def test_a_model_for_something_else_is_refused(file: Path, changes, message) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=message) as caught:
        load_model(file, dataclasses.replace(make_spec(), **changes))
    assert str(caught.value).startswith(str(file)) and "\n" not in str(caught.value)


def test_missing_truncated_and_foreign_files_are_refused(file: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such model file"):
        load_model(tmp_path / "none.safetensors")
    content = file.read_bytes()
    bad = tmp_path / "bad.safetensors"
    for damaged in (content[:-100], content[:50], b"", b"\xff" * 400):
        bad.write_bytes(damaged)
        with pytest.raises(InputError, match=r"bad.safetensors: the model file cannot be read"):
            load_model(bad)
    write_tensors(bad, {"x": torch.zeros(1)}, {})
    with pytest.raises(InputError, match="not a neurols model"):
        load_model(bad)


def test_cards_that_contradict_the_weights_are_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.safetensors"
    network = PolicyNetwork.for_spec(CONFIG, make_spec())
    wider = ModelCard.of(make_spec(), {**CONFIG.to_dict(), "width": 32})
    save_model(bad, network, wider)
    with pytest.raises(InputError, match=r"has shape .*, its card asks for"):
        load_model(bad)
    deeper = ModelCard.of(make_spec(), {**CONFIG.to_dict(), "static_layers": 3})
    save_model(bad, network, deeper)
    with pytest.raises(InputError, match=r"lacks weight static_stage\.2"):
        load_model(bad)
    odd = ModelCard.of(make_spec(), {**CONFIG.to_dict(), "attention": True})
    save_model(bad, network, odd)
    with pytest.raises(InputError, match="unknown network settings attention"):
        load_model(bad)
    write_tensors(bad, network.state_dict(), {METADATA_KEY: f'{{"format": {MODEL_FORMAT}}}'})
    with pytest.raises(InputError, match="card cannot be read"):
        load_model(bad)
    for other in (MODEL_FORMAT - 1, MODEL_FORMAT + 1):
        save_model(bad, network, dataclasses.replace(wider, format=other))
        with pytest.raises(
            InputError, match=f"file format {other}, this version reads {MODEL_FORMAT}"
        ):
            load_model(bad)


def test_a_training_checkpoint_keeps_tensors_and_numbers(tmp_path: Path) -> None:
    path = tmp_path / "run" / "checkpoint.safetensors"
    state = {"step": 3, "rng": {"state": 2**100}, "best": 0.25}
    save_training(path, {"a": torch.arange(3), "b": torch.tensor([True])}, state)
    tensors, found = load_training(path)
    assert found == state
    assert tensors["a"].tolist() == [0, 1, 2] and tensors["b"].tolist() == [True]


def test_a_model_is_no_training_checkpoint(file: Path) -> None:
    with pytest.raises(InputError, match="not a training checkpoint"):
        load_training(file)
