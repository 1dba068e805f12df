"""ONNX Runtime decides as PyTorch does, and refuses what it cannot run."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="running a policy needs ONNX Runtime")

from neurols.errors import InputError
from neurols.policy.actions import ActionSet
from neurols.policy.feeds import Edges, group_members
from neurols.policy.onnx import OnnxPolicy

from .samples import make_observation, make_spec


def test_members_are_listed_by_group_and_padded() -> None:
    members, weight, share = group_members(np.array([[1, 0, 3, 1], [0, 0, 0, 3]], np.int32), 3)
    assert members[0, :2].tolist() == [[1, 1, 1], [0, 3, 0]]
    assert members[1, 0].tolist() == [4, 5, 6]
    assert weight[0, :, 0].tolist() == [[1, 0, 0], [0.5, 0.5, 0], [0, 0, 0]]
    assert share[:, 0].tolist() == [[0.5, 0.5, 0], [1, 0, 0]]


def test_edges_count_through_the_batch_and_missing_ones_weigh_nothing() -> None:
    neighbours = np.array([[[1, 2], [0, 2]], [[2, 1], [2, 2]]], np.int32)
    weights = np.where(neighbours < 2, 0.5, 0.0).astype(np.float32)
    edges = Edges(2, 2, 2, mean=False)
    edges.fill(neighbours, weights)
    assert edges.index.tolist() == [[1, 0, 3, 3], [1, 1, 3, 3]]
    assert edges.weight[:, :, 0].tolist() == [[0.5, 0.5, 0, 0], [0, 0, 0.5, 0]]


@pytest.fixture(scope="module")
def network_and_file(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    torch = pytest.importorskip("torch", reason="exporting needs PyTorch")
    pytest.importorskip("onnxscript", reason="exporting needs onnxscript")
    from neurols.policy.network import NetworkConfig, PolicyNetwork
    from neurols.policy.onnx import export
    from neurols.policy.spec import ModelCard

    torch.set_num_threads(1)
    torch.manual_seed(0)
    config = NetworkConfig(width=16, pooling="groups", norm="layer")
    network = PolicyNetwork.for_spec(config, make_spec()).eval()
    file = tmp_path_factory.mktemp("onnx") / "policy.onnx"
    export(network, ModelCard.of(make_spec(), config.to_dict(), {"seed": 1}), file)
    return network, file


@pytest.mark.parametrize(("count", "nodes", "groups"), [(1, 12, 3), (3, 12, 3), (2, 40, 7)])
def test_onnx_runtime_agrees_with_pytorch(network_and_file, count, nodes, groups) -> None:  # type: ignore[no-untyped-def]
    import torch

    from .test_network import as_batch

    network, file = network_and_file
    policy = OnnxPolicy(file, make_spec(nodes, groups))
    for seed in range(3):
        observation = make_observation(make_spec(nodes, groups), count, seed, ungrouped=True)
        with torch.no_grad():
            expected = network(as_batch(observation), groups).numpy()
        np.testing.assert_allclose(policy.q_values(observation), expected, atol=1e-4)


def test_a_graph_without_a_say_is_not_computed(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="exporting needs PyTorch")
    pytest.importorskip("onnxscript", reason="exporting needs onnxscript")
    import onnx

    from neurols.policy.network import NetworkConfig, PolicyNetwork
    from neurols.policy.onnx import export
    from neurols.policy.spec import ModelCard

    from .test_network import as_batch

    config = NetworkConfig(width=16, distributional=False, dueling=True, output="logits")
    network = PolicyNetwork.for_spec(config, make_spec()).eval()
    with torch.no_grad():
        network.head.weight[:, :32].zero_()
    file = tmp_path / "policy.onnx"
    export(network, ModelCard.of(make_spec(), config.to_dict()), file)
    observation = make_observation(make_spec(12, 3), 2, 1)
    with torch.no_grad():
        expected = network(as_batch(observation), 3).numpy()
    np.testing.assert_allclose(OnnxPolicy(file).q_values(observation), expected, atol=1e-5)
    used = {name for node in onnx.load(file).graph.node for name in node.input}
    assert "scalars" in used
    assert "dynamic_nodes" not in used


@pytest.mark.parametrize(
    "changes", [{"inputs": "all", "dueling": True}, {"distributional": False, "pooling": "groups"}]
)
def test_every_kind_of_network_can_be_exported(tmp_path: Path, changes: dict[str, object]) -> None:
    torch = pytest.importorskip("torch", reason="exporting needs PyTorch")
    pytest.importorskip("onnxscript", reason="exporting needs onnxscript")
    from neurols.policy.network import NetworkConfig, PolicyNetwork
    from neurols.policy.onnx import export
    from neurols.policy.spec import ModelCard

    from .test_network import as_batch

    config = NetworkConfig(width=16, aggregation="mean", **changes)  # type: ignore[arg-type]
    network = PolicyNetwork.for_spec(config, make_spec()).eval()
    export(network, ModelCard.of(make_spec(), config.to_dict()), tmp_path / "policy.onnx")
    observation = make_observation(make_spec(), 2)
    with torch.no_grad():
        expected = network(as_batch(observation), 3).numpy()
    policy = OnnxPolicy(tmp_path / "policy.onnx", make_spec())
    np.testing.assert_allclose(policy.q_values(observation), expected, atol=1e-4)


def test_arrays_refreshed_in_place_are_seen_as_new(network_and_file) -> None:  # type: ignore[no-untyped-def]
    _, file = network_and_file
    policy, fresh = OnnxPolicy(file, make_spec()), OnnxPolicy(file, make_spec())
    observation = make_observation(make_spec(), 1, 0)
    before = policy.q_values(observation).copy()
    for name, values in make_observation(make_spec(), 1, 1).items():
        observation[name][:] = values  # type: ignore[literal-required]
    after = policy.q_values(observation)
    assert not np.allclose(before, after)
    np.testing.assert_array_equal(after, fresh.q_values(observation))


def test_a_policy_runs_where_pytorch_cannot_be_imported(network_and_file) -> None:  # type: ignore[no-untyped-def]
    _, file = network_and_file
    code = (
        "import sys; sys.modules['torch'] = None; sys.modules['onnx'] = None\n"
        "from tests.policy.samples import make_observation, make_spec\n"
        "from neurols.policy.onnx import OnnxPolicy\n"
        f"q = OnnxPolicy({str(file)!r}, make_spec()).q_values(make_observation(make_spec(), 1))\n"
        "print(q.shape)"
    )
    root = Path(__file__).resolve().parents[2]
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert run.stdout.strip() == f"(1, {make_spec().actions})", run.stderr


def test_the_card_travels_in_the_file(network_and_file) -> None:  # type: ignore[no-untyped-def]
    _, file = network_and_file
    card = OnnxPolicy(file).card
    assert card.action_set == make_spec().action_set
    assert card.training == {"seed": 1}


MISFITS = [
    ({"problem": "cvrp"}, "trained for jobshop, the instance is cvrp; choose a model for cvrp"),
    (
        {"action_set": ActionSet(kind="an", operators=("ct",))},
        r"decides over an \(ct, cei\), the search offers an \(ct\); choose a model for that",
    ),
    (
        {"action_set": ActionSet(kind="an", operators=("ct", "cei"), allowance=0.5)},
        r"the search offers an \(ct, cei; allowance 0.5\)",
    ),
    ({"version": 2}, "features of version 1, this version of neurols computes version 2"),
    ({"scalar_names": ("cost", "best", "progress", "x")}, "scalar names differ.*: stuck, x"),
    ({"static_neighbours": 10}, "reads 2 static neighbours a node, the search shows 10"),
]


@pytest.mark.parametrize(("changes", "message"), MISFITS)
def test_a_model_for_something_else_is_refused(network_and_file, changes, message) -> None:  # type: ignore[no-untyped-def]
    _, file = network_and_file
    with pytest.raises(InputError, match=message) as caught:
        OnnxPolicy(file, dataclasses.replace(make_spec(), **changes))
    assert str(caught.value).startswith(str(file)) and "\n" not in str(caught.value)


def test_scalars_that_joined_the_search_after_the_training_change_nothing(network_and_file) -> None:  # type: ignore[no-untyped-def]
    _, file = network_and_file
    spec = make_spec()
    seen = make_observation(spec, 1)
    first, *others = spec.scalar_names
    grown = dataclasses.replace(spec, scalar_names=(first, "last:new", *others))
    more = {**seen, "scalars": np.insert(seen["scalars"], 1, 7.0, axis=-1)}
    expected = OnnxPolicy(file, spec).q_values(seen).copy()
    np.testing.assert_array_equal(OnnxPolicy(file, grown).q_values(more), expected)


def test_missing_damaged_and_foreign_files_are_refused(network_and_file, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    _, file = network_and_file
    bad = tmp_path / "bad.onnx"
    with pytest.raises(InputError, match="no such model file"):
        OnnxPolicy(bad)
    content = file.read_bytes()
    for damaged in (content[: len(content) // 2], b"", b"not a model at all" * 10):
        bad.write_bytes(damaged)
        with pytest.raises(InputError, match=r"bad.onnx: .*; ") as caught:
            OnnxPolicy(bad)
        assert "\n" not in str(caught.value)
    bad.write_bytes(content.replace(b'"version": 1', b'"version": x'))
    with pytest.raises(InputError, match="card cannot be read"):
        OnnxPolicy(bad)
