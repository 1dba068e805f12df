"""Writing a trained network as an ONNX file. Needs PyTorch and onnxscript; onnx.py runs it.

The graph takes its inputs ready for gathering, one tensor a neighbour: the less there is to split
and reshape, the sooner a decision is made.
"""

from __future__ import annotations

import base64
import copy
import warnings
from os import PathLike
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from neurols.files.whole_file import make_folder, write_bytes
from neurols.policy.checkpoint import check_finite
from neurols.policy.graph import Groups, UnrolledEdges, pool_members
from neurols.policy.network import PolicyNetwork, acting_fractions, cosine_features
from neurols.policy.quantise import quantise_products
from neurols.policy.spec import ENCODER_KEY, METADATA_KEY, PARAMETERS_KEY, ModelCard

OPSET = 20


class StaticEncoder(nn.Module):
    """`encode_static` as a graph of its own."""

    def __init__(self, network: PolicyNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, nodes: Tensor, index: list[Tensor], weight: list[Tensor]) -> Tensor:
        """Embedding [R, ·] from static features [R, Fs] and, a neighbour, rows and weights."""
        return self.network.encode_static(nodes, UnrolledEdges(tuple(index), tuple(weight)))


class Decider(nn.Module):
    """Everything after the static stage as one graph."""

    def __init__(self, network: PolicyNetwork) -> None:
        super().__init__()
        self.network = network
        self.phi: Tensor | None = None
        graph = 2 * network.config.width  # of the state; the rest is of the scalars
        self.blind = network.quantile is None and not bool(network.head.weight[:, :graph].any())
        """Does nothing of the graph reach the head? Then it need not be computed."""
        with torch.no_grad():
            if network.quantile is not None:  # the acting fractions never change: a constant
                fractions = acting_fractions(network.config.acting_quantiles)
                features = cosine_features(fractions, network.config.cosines)
                self.phi = F.relu(network.quantile(features))[0].clone()
            self.values = self._one_layer(network)

    @staticmethod
    def _one_layer(network: PolicyNetwork) -> nn.Linear:
        """State value and advantages less their mean are linear in the same: one matrix."""
        advantage, value = network.advantage, network.value
        joint = nn.Linear(advantage.in_features, advantage.out_features)
        weight, bias = advantage.weight.clone(), advantage.bias.clone()
        if value is not None:
            weight += value.weight - weight.mean(0, keepdim=True)
            bias += value.bias - bias.mean()
        joint.weight.copy_(weight)
        joint.bias.copy_(bias)
        return joint

    def forward(
        self,
        encoded: Tensor,
        static_index: list[Tensor],
        static_weight: list[Tensor],
        dynamic_nodes: Tensor,
        dynamic_index: list[Tensor],
        dynamic_weight: list[Tensor],
        node_share: Tensor,
        scalars: Tensor,
        groups: list[Tensor],
    ) -> Tensor:
        """Action values [B, A] from rows [R, ·], edges, 1/N [B, 1, N] and, maybe, `Groups`."""
        network = self.network
        if self.blind:
            nothing = scalars.new_zeros(scalars.shape[0], network.config.width)
            seen = network.summarise(nothing, nothing, scalars)
            decided: Tensor = self.values(F.gelu(network.head(seen)))
            return decided
        rows = network.encode_nodes(
            encoded,
            dynamic_nodes,
            UnrolledEdges(tuple(static_index), tuple(static_weight)),
            UnrolledEdges(tuple(dynamic_index), tuple(dynamic_weight)),
        )
        nodes = rows.view(scalars.shape[0], -1, network.config.width)
        # A product with a row of 1/N is several times faster here than a reduction.
        mean = (node_share @ nodes).squeeze(1)
        if groups:
            members = Groups(*groups)
            whole = network.over_groups(pool_members(rows, members), members.share)
        else:
            whole = nodes.amax(1)
        state = network.summarise(mean, whole, scalars)
        if self.phi is None:
            values: Tensor = self.values(F.gelu(network.head(state)))
            return values
        # Rows of one matrix, as in every other product.
        modulated = (state.unsqueeze(1) * self.phi).view(-1, state.shape[1])
        hidden = F.gelu(network.head(modulated))
        hidden = hidden.view(-1, self.phi.shape[0], network.config.head_width)
        values = self.values(hidden.mean(1))
        return values


def export(network: PolicyNetwork, card: ModelCard, file: str | PathLike[str]) -> None:
    """Write a trained network as one ONNX file with its card, whole or not at all.

    Raises:
        InputError: weights are not finite, or the file cannot be written.
    """
    check_finite(network.state_dict(), file)
    network = copy.deepcopy(network).cpu().float().eval().requires_grad_(False)
    # Sizes above 1 and all different, so that no dimension is taken for a constant.
    batch, nodes, groups, size = 2, 11, 3, 5
    rows = batch * nodes
    width = network.config.width if network.staged else len(card.static_names)
    index = torch.arange(rows, dtype=torch.int32)

    def edges(kind: str, degree: int) -> list[Any]:
        return [
            _Input(f"{kind}_index", [index + 0 for _ in range(degree)], {0}),
            _Input(f"{kind}_weight", [torch.ones(rows, 1) for _ in range(degree)], {0}),
        ]

    static, dynamic = edges("static", card.static_neighbours), edges("dynamic", 2)
    members = torch.arange(batch * groups * size).view(batch, groups, size) % rows
    pooling = [
        (members, {0, 1, 2}),
        (torch.ones(batch, groups, 1, size), {0, 1, 3}),
        (torch.ones(batch, 1, groups), {0, 2}),
    ]
    inputs = [
        _Input("encoded", torch.ones(rows, width), {0}),
        *static,
        _Input("dynamic_nodes", torch.ones(rows, len(card.dynamic_names)), {0}),
        *dynamic,
        _Input("node_share", torch.ones(batch, 1, nodes), {0, 2}),
        _Input("scalars", torch.ones(batch, len(card.scalar_names)), {0}),
        _Input(
            "groups",
            [part for part, _ in pooling] if network.grouped else [],
            [free for _, free in pooling],
        ),
    ]
    decider = _trace(Decider(network), inputs, "q")
    if network.config.precision == "int8":
        quantise_products(decider)
    learned = sum(part.numel() for part in network.parameters())
    entries = {METADATA_KEY: card.to_json(), PARAMETERS_KEY: str(learned)}
    if network.staged:
        first = _Input("static_nodes", torch.ones(rows, len(card.static_names)), {0})
        encoder = _trace(StaticEncoder(network), [first, *static], "encoded")
        entries[ENCODER_KEY] = base64.b64encode(encoder.SerializeToString()).decode("ascii")
    for key, value in entries.items():
        entry = decider.metadata_props.add()
        entry.key, entry.value = key, value
    make_folder(Path(file).parent)
    write_bytes(file, decider.SerializeToString())


class _Input:
    """One argument of a module: a tensor or a list of them, and the axes whose size is open."""

    def __init__(self, name: str, value: Any, free: Any) -> None:
        self.value = value
        auto = torch.export.Dim.AUTO
        if isinstance(value, Tensor):
            self.names = [name]
            self.shapes: Any = dict.fromkeys(free, auto)
        else:
            self.names = [f"{name}_{i}" for i in range(len(value))]
            each = free if isinstance(free, list) else [free] * len(value)
            self.shapes = [dict.fromkeys(axes, auto) for axes, _ in zip(each, value, strict=False)]


def _trace(module: nn.Module, inputs: list[_Input], output: str) -> Any:
    """The ONNX graph of a module."""
    with warnings.catch_warnings():  # deprecations inside the exporter are not the user's
        warnings.simplefilter("ignore")
        program: Any = torch.onnx.export(
            module,
            tuple(one.value for one in inputs),
            input_names=[name for one in inputs for name in one.names],
            output_names=[output],
            opset_version=OPSET,
            dynamo=True,
            dynamic_shapes=tuple(one.shapes for one in inputs),
            verbose=False,
        )
    return without_traces(program.model_proto)


def without_traces(model: Any) -> Any:
    """The same graph without the exporter's notes: stack traces with this machine's paths."""
    for part in (model.graph, *model.graph.node, *model.graph.input, *model.graph.value_info):
        part.ClearField("metadata_props")
        part.ClearField("doc_string")
    return model
