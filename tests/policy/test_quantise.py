"""Products of bytes come close to those of floats, and only where they are large."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="running a policy needs ONNX Runtime")
pytest.importorskip("onnx", reason="rounding a graph needs onnx")

import onnx

from neurols.policy.onnx import OnnxPolicy
from neurols.policy.quantise import quantise_products

from .samples import make_observation, make_spec


def linear_layer(weight: np.ndarray, bias: np.ndarray, **attributes: float) -> Any:
    helper, tensor = onnx.helper, onnx.numpy_helper.from_array
    outputs, inputs = weight.shape
    graph = helper.make_graph(
        [helper.make_node("Gemm", ["x", "w", "b"], ["y"], **{"transB": 1, **attributes})],
        "linear",
        [helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["rows", inputs])],
        [helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, ["rows", outputs])],
        [tensor(weight, "w"), tensor(bias, "b")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def run(model: Any, x: np.ndarray) -> np.ndarray:
    import onnxruntime

    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return np.asarray(session.run(None, {"x": x})[0])


def test_a_large_product_keeps_within_the_rounding() -> None:
    rng = np.random.default_rng(1)
    weight = rng.normal(size=(128, 256)).astype(np.float32)
    weight[5] *= 100  # a scale for each output: its neighbours must not suffer
    weight[6] = 0
    bias = rng.normal(size=128).astype(np.float32)
    x = rng.normal(size=(40, 256)).astype(np.float32)
    model = linear_layer(weight, bias)
    assert quantise_products(model) == 1
    assert {tensor.name for tensor in model.graph.initializer} == {"b", "y.weight", "y.scale"}

    error = run(model, x) - (x @ weight.T + bias)
    # Independent roundings, of half a step each way: uniform, with a deviation of step / √12.
    x_step = (x.max() - x.min()) / 255
    w_step = np.abs(weight).max(1) / 127
    deviation = np.sqrt((weight**2).sum(1) * x_step**2 + (x**2).sum(1).mean() * w_step**2) / 12**0.5
    other = np.arange(128) != 6
    assert np.all(np.abs(error[:, 6]) == 0)
    # Instructions of older cores hold sums of two products in 16 bits: rare, and small.
    assert np.all(error.std(0)[other] < 1.5 * deviation[other])


@pytest.mark.parametrize(
    ("rows", "attributes"), [(127, {}), (128, {"transB": 0}), (128, {"alpha": 0.5})]
)
def test_a_small_or_another_product_stays_as_it_is(rows: int, attributes: dict[str, float]) -> None:
    model = linear_layer(np.ones((rows, 128), np.float32), np.zeros(rows, np.float32), **attributes)
    before = model.SerializeToString()
    assert quantise_products(model) == 0
    assert model.SerializeToString() == before


@pytest.mark.parametrize(("preset", "rounded"), [("paper", 6), ("narrow", 0)])
def test_an_exported_network_decides_as_pytorch_does(
    tmp_path: Path, preset: str, rounded: int
) -> None:
    torch = pytest.importorskip("torch", reason="exporting needs PyTorch")
    pytest.importorskip("onnxscript", reason="exporting needs onnxscript")
    from neurols.policy.network import NetworkConfig, PolicyNetwork
    from neurols.policy.onnx import export
    from neurols.policy.spec import ModelCard

    from .test_network import as_batch

    torch.manual_seed(0)
    config = NetworkConfig.preset(preset)
    network = PolicyNetwork.for_spec(config, make_spec()).eval()
    file = tmp_path / "policy.onnx"
    export(network, ModelCard.of(make_spec(), config.to_dict()), file)
    kinds = [node.op_type for node in onnx.load(file).graph.node]
    assert kinds.count("MatMulInteger") == rounded

    policy = OnnxPolicy(file, make_spec())
    for seed in range(5):
        observation = make_observation(make_spec(), 1, seed)
        with torch.no_grad():
            expected = network(as_batch(observation), 3).numpy()
        q = policy.q_values(observation)
        np.testing.assert_allclose(q, expected, atol=2e-3 if rounded else 1e-5)
        assert q.argmax() == expected.argmax()
