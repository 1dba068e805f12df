"""Model files whose card or weights are broken: one line from every command that reads them."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from neurols.policy.model_file import MODELS

from .conftest import Cli

VALUES: tuple[Any, ...] = (
    None, 7, -1, 10**30, 0.5, float("nan"), float("inf"), "x", "\x1b[31m", "", True,
    [], [1, "x"], [None], {}, {"a": {}},
)  # fmt: skip
NATIVE = ("jobshop-ranking", "jobshop-construction", "jobshop-configuration", "cvrp-insertion")


def mutations(card: dict[str, Any], values: tuple[Any, ...] = VALUES) -> Iterator[dict[str, Any]]:
    """The card with a key missing or of another kind, one after the other, two levels deep."""
    for key in card:
        yield {name: value for name, value in card.items() if name != key}
        yield from ({**card, key: value} for value in values)
        if isinstance(card[key], dict):
            for inner in card[key]:
                yield {**card, key: {k: v for k, v in card[key].items() if k != inner}}
                yield from ({**card, key: {**card[key], inner: value}} for value in values)
    yield {**card, "surprise": 1}


def native_parts(name: str) -> tuple[str, dict[str, Any], dict[str, np.ndarray]]:
    with safe_open(MODELS / f"{name}.safetensors", framework="numpy") as handle:
        ((kind, text),) = (handle.metadata() or {}).items()
        tensors = {key: handle.get_tensor(key) for key in handle.keys()}  # noqa: SIM118
    return kind, json.loads(text), tensors


def one_line(err: str) -> bool:
    return err.count("\n") == 1 and err.startswith("neurols: error: ") and "\x1b" not in err


@pytest.mark.parametrize("name", NATIVE)
def test_cards_of_native_policies(cli: Cli, tmp_path: Path, name: str) -> None:
    kind, card, tensors = native_parts(name)
    file = tmp_path / "broken.safetensors"
    instance = "ft06" if name.startswith("jobshop") else "demo-cvrp"
    refused = 0
    for broken in mutations(card):
        save_file(tensors, file, {kind: json.dumps(broken)})
        told = cli("info", file)
        solved = cli("solve", instance, "--controller", f"nls:model={file}", "--iterations", "3")
        for answer in (told, solved):
            assert answer.code in (0, 2) and "\x1b" not in answer.out, (broken, answer)
            assert answer.code == 0 or one_line(answer.err), (broken, answer)
        refused += solved.code == 2
    assert refused > 20


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", "null", '"x"', "[" * 100_000, "{}", " " * (2**24 + 1)]
)
def test_cards_that_are_none(cli: Cli, tmp_path: Path, text: str) -> None:
    kind, _, tensors = native_parts("jobshop-ranking")
    file = tmp_path / "broken.safetensors"
    for key in (kind, "neurols"):
        save_file(tensors, file, {key: text})
        for command in (
            ("info", file),
            ("solve", "ft06", "--controller", f"nls:model={file}", "--iterations", "3"),
        ):
            code, _, err = cli(*command)
            assert code == 2 and one_line(err), (key, command, err[:300])


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_weights_that_are_not_finite_are_refused(cli: Cli, tmp_path: Path, value: float) -> None:
    kind, card, tensors = native_parts("jobshop-ranking")
    tensors["weights"].ravel()[3] = value
    file = tmp_path / "broken.safetensors"
    save_file(tensors, file, {kind: json.dumps(card)})
    code, _, err = cli("solve", "ft06", "--controller", f"nls:model={file}", "--iterations", "3")
    assert code == 2 and "weights that are not finite" in err


class Trap:
    """Leaves a file behind where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("suffix", [".safetensors", ".onnx", ".pt", ".pkl"])
def test_pickles_are_never_opened(cli: Cli, tmp_path: Path, suffix: str) -> None:
    file, sprung = tmp_path / f"trap{suffix}", tmp_path / "sprung"
    file.write_bytes(pickle.dumps(Trap(sprung)))
    for command in (
        ("info", file),
        ("solve", "ft06", "--controller", f"nls:model={file}", "--iterations", "3"),
        ("solve", "ft06", "--controller", f"nls-an:model={file}", "--iterations", "3"),
    ):
        code, _, err = cli(*command)
        assert code == 2 and one_line(err), err
    assert not sprung.exists()


def test_graph_policies_cut_short_or_overwritten(cli: Cli, tmp_path: Path) -> None:
    content = (MODELS / "jobshop-an.onnx").read_bytes()
    file = tmp_path / "broken.onnx"
    at = content.index(b'"action_set"')
    for broken in (
        content[: len(content) // 2],
        content[:-1],
        content[:at] + b"\xff\xfe" + content[at + 2 :],
        content[:at] + b"{" + content[at + 1 :],
        content.replace(b'"operators": ["', b'"operators": ["x'),
        content.replace(b'"problem": "jobshop"', b'"problem": "jobs\x1b[p"'),
        b"\x89PNG" + content,
        b"",
    ):
        file.write_bytes(broken)
        for command in (
            ("info", file),
            ("solve", "ft06", "--controller", f"nls-an:model={file}", "--iterations", "3"),
        ):
            code, _, err = cli(*command)
            if command[0] == "info" and code == 0:
                continue  # names of other actions are no damage
            assert code == 2 and one_line(err), (broken[:20], err)


def test_cards_of_graph_policies(cli: Cli, tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    model = onnx.load(MODELS / "jobshop-an.onnx")
    (entry,) = (one for one in model.metadata_props if one.key == "neurols")
    file = tmp_path / "broken.onnx"
    refused = 0
    for broken in mutations(json.loads(entry.value), VALUES[::4]):
        entry.value = json.dumps(broken)
        file.write_bytes(model.SerializeToString())
        answer = cli("info", file)
        assert answer.code in (0, 2) and "\x1b" not in answer.out, (broken, answer)
        assert answer.code == 0 or one_line(answer.err), (broken, answer)
        refused += answer.code == 2
    assert refused > 20


def test_a_graph_policy_whose_values_are_not_finite_does_not_decide(
    cli: Cli, tmp_path: Path
) -> None:
    onnx = pytest.importorskip("onnx")
    model = onnx.load(MODELS / "jobshop-an.onnx")
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT:
            shape = list(tensor.dims)
            poisoned = np.full(shape, np.nan, np.float32)
            tensor.CopyFrom(onnx.numpy_helper.from_array(poisoned, tensor.name))
    file = tmp_path / "nan.onnx"
    file.write_bytes(model.SerializeToString())
    code, _, err = cli("solve", "ft06", "--controller", f"nls-an:model={file}", "--iterations", "3")
    assert code == 2 and one_line(err) and "not finite" in err
