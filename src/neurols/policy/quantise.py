"""Large matrix products of an ONNX graph in eight bits. Needs onnx.

Weights are rounded once, with a scale of its own for each output; activations at every decision, by
the range that they have. A core multiplies four times as many bytes as floats in a cycle, so a wide
network decides in two thirds of the time. Small products would not gain what the rounding takes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper

LARGE = 2**14
"""Weights from which a product is worth rounding for."""
_GREATEST = 127  # of a signed byte; symmetric, so that zero stays zero


def quantise_products(model: Any) -> int:
    """Turn the large linear layers of `model` into products of bytes, in place; how many.

    The operators are ONNX's own. ONNX Runtime fuses each layer's into one.
    """
    graph = model.graph
    weights = {tensor.name: tensor for tensor in graph.initializer}
    nodes: list[Any] = []
    rounded = 0
    for node in graph.node:
        weight = weights.get(node.input[1]) if _is_linear(node) else None
        if weight is None or np.prod(weight.dims) < LARGE:
            nodes.append(node)
            continue
        parts, constants = _product_of_bytes(node, numpy_helper.to_array(weight))
        nodes += parts
        graph.initializer.extend(constants)
        rounded += 1
    used = {name for node in nodes for name in node.input}
    kept = [tensor for tensor in graph.initializer if tensor.name in used]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    return rounded


def _is_linear(node: Any) -> bool:
    """Is it x · weightᵀ + bias and nothing else, as PyTorch's linear layers are exported?"""
    if node.op_type != "Gemm" or len(node.input) != 3:
        return False
    plain = {"alpha": 1.0, "beta": 1.0, "transA": 0, "transB": 0}
    told = {one.name: helper.get_attribute_value(one) for one in node.attribute}
    return {**plain, **told} == {**plain, "transB": 1}


def _product_of_bytes(linear: Any, weight: Any) -> tuple[list[Any], list[Any]]:
    """Nodes and constants that stand for x · weightᵀ + bias."""
    x, _, bias = linear.input
    scale = np.maximum(np.abs(weight).max(1), np.finfo(np.float32).tiny) / _GREATEST
    small = np.ascontiguousarray(np.rint(weight / scale[:, None]).T.astype(np.int8))

    def name(part: str) -> str:
        return f"{linear.output[0]}.{part}"

    constants = [
        numpy_helper.from_array(small, name("weight")),
        numpy_helper.from_array(scale.astype(np.float32), name("scale")),
    ]
    x_parts = [name("x"), name("x_scale"), name("x_zero")]
    nodes = [
        helper.make_node("DynamicQuantizeLinear", [x], x_parts),
        helper.make_node("MatMulInteger", [name("x"), name("weight"), name("x_zero")], [name("i")]),
        helper.make_node("Cast", [name("i")], [name("f")], to=TensorProto.FLOAT),
        helper.make_node("Mul", [name("x_scale"), name("scale")], [name("unit")]),
        helper.make_node("Mul", [name("f"), name("unit")], [name("product")]),
        helper.make_node("Add", [name("product"), bias], list(linear.output)),
    ]
    return nodes, constants
