"""Models on the command line: their cards, and one clear line for those that do not fit."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

from neurols.policy.model_file import MODELS, SUFFIXES, read_model, shipped, shipped_names
from neurols.policy.spec import MODEL_FORMAT

from .conftest import Cli

pytest.importorskip("onnxruntime")
SHIPPED = sorted(MODELS.glob("*.onnx"))
SAMPLE = MODELS / "jobshop-an.onnx"


def changed(folder: Path, old: bytes, new: bytes) -> Path:
    """The sample, a piece of its card replaced everywhere by one of the same length."""
    data = SAMPLE.read_bytes()
    assert old in data and len(old) == len(new)
    file = folder / "changed.onnx"
    file.write_bytes(data.replace(old, new))
    return file


def solve(cli: Cli, instance: str, kind: str, model: Path) -> str:
    code, out, err = cli(
        "solve", instance, "--controller", f"nls-{kind}:model={model}", "--iterations", "5"
    )
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


def test_a_model_for_another_problem_is_refused(cli: Cli) -> None:
    err = solve(cli, "demo-cvrp", "an", SAMPLE)
    assert f"{SAMPLE}: the model was trained for jobshop, the instance is cvrp" in err


def test_a_model_for_another_action_set_is_refused(cli: Cli) -> None:
    assert "the model decides over an (" in solve(cli, "ft06", "anp", SAMPLE)


def test_a_model_for_another_feature_version_is_refused(cli: Cli, tmp_path: Path) -> None:
    version = read_model(SAMPLE).card.version
    model = changed(tmp_path, b'"version": %d}' % version, b'"version": 9}')
    assert "features of version 9" in solve(cli, "ft06", "an", model)


def test_a_model_of_another_file_format_is_refused(cli: Cli, tmp_path: Path) -> None:
    model = changed(tmp_path, b'"format": %d' % MODEL_FORMAT, b'"format": 7')
    assert "the model has file format 7" in solve(cli, "ft06", "an", model)


def test_a_model_with_an_operator_of_another_version_is_refused(cli: Cli, tmp_path: Path) -> None:
    card = read_model(SAMPLE).card
    first = card.action_set.operators[0].encode()
    known = b'"operators": ["' + first
    model = changed(tmp_path, known, known[: -len(first)] + b"x" * len(first))
    err = solve(cli, "ft06", card.action_set.kind, model)
    assert "decides over what this version does not know: unknown operator" in err
    assert "operators are ct, cet" in err


@pytest.mark.parametrize("command", ["solve", "info"])
@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("content", ["half", "empty", "text", "missing"])
def test_a_damaged_model_is_named(
    cli: Cli, tmp_path: Path, command: str, suffix: str, content: str
) -> None:
    data = SAMPLE.read_bytes()
    parts = {"half": data[: len(data) // 2], "empty": b"", "text": b"no model at all"}
    model = tmp_path / f"model{suffix}"
    if content in parts:
        model.write_bytes(parts[content])
    if command == "solve":
        assert str(model) in solve(cli, "ft06", "an", model)
        return
    code, out, err = cli("info", model)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert str(model) in err and ("cannot be read" in err or "no such" in err)


def test_a_truncated_safetensors_file_is_told(cli: Cli, tmp_path: Path) -> None:
    header = json.dumps({"w": {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}}).encode()
    model = tmp_path / "model.safetensors"
    model.write_bytes(struct.pack("<Q", len(header)) + header + bytes(16))
    assert "carries no card" in cli("info", model).err
    model.write_bytes(model.read_bytes()[:-1])
    assert "damaged or truncated" in cli("info", model).err


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_every_shipped_model_has_a_card_that_agrees_with_it(cli: Cli, file: Path) -> None:
    told = json.loads(cli("info", file, "--json").out)
    card = read_model(file).card
    assert file.stem == f"{card.problem}-{card.action_set.kind}"
    assert told["problem"] == card.problem
    text = file.with_suffix(".md").read_text(encoding="utf-8")
    for name in ("action set", "feature version", "parameters", "trained on", "budget", "seeds"):
        assert f"| {name} | {told[name]} |" in text
    assert told["Results"] and told["Not known"]


def test_info_of_a_shipped_name(cli: Cli) -> None:
    assert shipped_names() == ["nls-a", "nls-an", "nls-anp"]
    assert shipped("jobshop-an") == [SAMPLE] and SAMPLE in shipped("nls-an")
    out = cli("info", "nls-an").out
    assert "action set       an (" in out and "\nResults\n" in out
    code, _, err = cli("info", "nls-magic")
    assert code == 2 and "shipped are nls-a, nls-an, nls-anp" in err


def test_parameters_are_counted_in_both_formats(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="writing a model needs PyTorch")
    pytest.importorskip("safetensors")
    from neurols.policy.checkpoint import save_model
    from neurols.policy.network import NetworkConfig, PolicyNetwork

    card = read_model(SAMPLE).card
    network = PolicyNetwork(
        NetworkConfig.from_dict(card.network),
        static_features=len(card.static_names),
        dynamic_features=len(card.dynamic_names),
        scalars=len(card.scalar_names),
        actions=len(card.action_names),
    )
    save_model(tmp_path / "model.safetensors", network, card)
    count = sum(part.numel() for part in network.parameters())
    assert read_model(tmp_path / "model.safetensors").parameters == count
    assert read_model(SAMPLE).parameters == count
