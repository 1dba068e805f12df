"""Policies as ONNX files: running one needs NumPy and ONNX Runtime, writing one needs PyTorch.

A file holds the graph that decides; the graph of the static stage, which runs once per instance,
travels inside its metadata next to the card, so that a policy is one file.
"""

from __future__ import annotations

import base64
import importlib
import warnings
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from neurols.errors import InputError
from neurols.policy.spec import (
    METADATA_KEY,
    ModelCard,
    Observation,
    ObservationSpec,
    StaticMemory,
)

if TYPE_CHECKING:
    from neurols.policy.network import PolicyNetwork

ENCODER_KEY = "neurols.encoder"
OPSET = 20
DECIDER_INPUTS = (
    "encoded",
    "static_index",
    "static_weight",
    "dynamic_nodes",
    "dynamic_index",
    "dynamic_weight",
    "node_share",
    "members",
    "member_weight",
    "group_share",
    "scalars",
)


def flat_edges(
    neighbours: NDArray[np.int32], weights: NDArray[np.float32], aggregation: str
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Padded neighbour lists [B, N, K] as `network.Edges`: index [K, B·N], weight [K, B·N, 1]."""
    batch, nodes, degree = neighbours.shape
    present = neighbours < nodes
    weight = weights * present
    if aggregation == "mean":
        weight /= np.maximum(present.sum(-1, keepdims=True), 1)
    index = np.minimum(neighbours, nodes - 1, dtype=np.int64)
    if batch > 1:
        index += np.arange(batch)[:, None, None] * nodes
    return (
        np.ascontiguousarray(index.reshape(-1, degree).T),
        np.ascontiguousarray(weight.reshape(-1, degree).T)[:, :, None],
    )


def group_members(
    group: NDArray[np.int32], groups: int | None = None
) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
    """Members of each group from `group` [B, N], as `network.Groups` wants them.

    The number `groups` marks a node without a group. Rows [B, G, M] count through the batch;
    padding repeats a group's first member with weight 0, and an empty group has share 0.
    """
    batch = group.shape[0]
    labels = int(group.max(initial=0)) + 1
    label = (group + np.arange(batch, dtype=np.int32)[:, None] * labels).ravel()
    order = np.argsort(label, kind="stable")
    size = np.bincount(label, minlength=batch * labels)
    start = np.cumsum(size) - size
    if groups is not None and labels > groups:
        kept = (np.arange(batch)[:, None] * labels + np.arange(groups)).ravel()
        size, start, labels = size[kept], start[kept], groups
    position = start[:, None] + np.arange(max(int(size.max(initial=1)), 1))
    real = position < (start + size)[:, None]
    position = np.where(real, position, np.minimum(start, label.size - 1)[:, None])
    weights = (real / np.maximum(size, 1)[:, None]).astype(np.float32)
    present = (size > 0).reshape(batch, 1, labels).astype(np.float32)
    return (
        order[position].reshape(batch, labels, -1),
        weights.reshape(batch, labels, 1, -1),
        present / np.maximum(present.sum(-1, keepdims=True), 1),
    )


class OnnxPolicy:
    """A policy file, ready to decide: ONNX Runtime on one CPU thread, float32."""

    def __init__(self, file: str | PathLike[str], spec: ObservationSpec | None = None) -> None:
        """Load `file`; where `spec` is given, refuse a model made for something else."""
        self.file = fspath(file)
        path = Path(file)
        if not path.is_file():
            raise InputError(
                "no such model file",
                file=file,
                remedy="policies are shipped for job shops; give your own with model=FILE",
            )
        self._decider = _session(path.read_bytes(), self.file)
        meta: dict[str, str] = self._decider.get_modelmeta().custom_metadata_map
        self.card = ModelCard.from_json(meta.get(METADATA_KEY), file)
        if spec is not None:
            self.card.check_fits(spec, file)
        encoder = meta.get(ENCODER_KEY)
        self._encoder = _session(_decode(encoder, file), self.file) if encoder else None
        self._aggregation = str(self.card.network.get("aggregation", "sum"))
        self._check_shapes()
        self._groups = None if spec is None else spec.groups
        self._memory = StaticMemory()
        self._static: dict[str, NDArray[Any]] = {}
        self._group: NDArray[np.int32] | None = None
        self._pooling: dict[str, NDArray[Any]] = {}

    def _check_shapes(self) -> None:
        expected = {
            "dynamic_nodes": len(self.card.dynamic_names),
            "scalars": len(self.card.scalar_names),
        }
        shapes = {item.name: item.shape for item in self._decider.get_inputs()}
        if set(shapes) != set(DECIDER_INPUTS):
            raise _damaged(self.file, "its inputs are not those of a policy")
        for name, size in expected.items():
            if shapes[name][-1] != size:
                raise _damaged(
                    self.file, f"{name} has {shapes[name][-1]} columns, its card says {size}"
                )
        actions = self._decider.get_outputs()[0].shape[-1]
        if actions != len(self.card.action_names):
            raise _damaged(
                self.file,
                f"it gives {actions} values, its card names {len(self.card.action_names)} actions",
            )

    def q_values(
        self, observation: Observation, groups: int | None = None, *, same_instance: bool = False
    ) -> NDArray[np.float32]:
        """Action values [B, A].

        `groups` is G, the number that marks a node without a group; without it the spec that the
        policy was loaded with says it, and without one every number is a group.
        `same_instance=True` skips the check whether the static part has changed.
        """
        if not (same_instance and self._static):
            self._encode(observation)
        self._pool(observation["group"], self._groups if groups is None else groups)
        dynamic = observation["dynamic_nodes"]
        index, weight = flat_edges(
            observation["dynamic_neighbours"], observation["dynamic_weights"], self._aggregation
        )
        feed = {
            **self._static,
            **self._pooling,
            "dynamic_nodes": dynamic.reshape(-1, dynamic.shape[-1]),
            "dynamic_index": index,
            "dynamic_weight": weight,
            "scalars": observation["scalars"],
        }
        values: NDArray[np.float32] = self._decider.run(None, feed)[0]
        return values

    def _encode(self, observation: Observation) -> None:
        """Run the static stage where the instance is new."""
        if not self._memory.is_new(observation):
            return
        nodes = observation["static_nodes"]
        index, weight = flat_edges(
            observation["static_neighbours"], observation["static_weights"], self._aggregation
        )
        feed: dict[str, NDArray[Any]] = {
            "static_nodes": nodes.reshape(-1, nodes.shape[-1]),
            "static_index": index,
            "static_weight": weight,
        }
        batch, count = nodes.shape[:2]
        self._static = {
            "encoded": self._encoder.run(None, feed)[0] if self._encoder else feed["static_nodes"],
            "static_index": index,
            "static_weight": weight,
            "node_share": np.full((batch, 1, count), 1 / count, np.float32),
        }

    def _pool(self, group: NDArray[np.int32], groups: int | None) -> None:
        """List the members of the groups; machines never change theirs, routes do."""
        if self._group is None or not np.array_equal(group, self._group):
            self._group = group.copy()
            members, weight, share = group_members(group, groups)
            self._pooling = {"members": members, "member_weight": weight, "group_share": share}


def _session(model: bytes, file: str) -> Any:
    try:
        runtime = importlib.import_module("onnxruntime")
    except ImportError:
        raise InputError(
            "a learned policy needs ONNX Runtime, which is not installed",
            file=file,
            remedy="pip install onnxruntime",
        ) from None
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4  # a bad file is reported once, by the error below
    try:
        return runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime raises its own, undocumented types
        raise _damaged(file, str(error).splitlines()[0][:120] if str(error) else "") from None


def _damaged(file: str | PathLike[str], why: str) -> InputError:
    return InputError(
        f"the model cannot be read{f' ({why})' if why else ''}",
        file=file,
        remedy="the file is damaged or not an ONNX model; fetch or train it again",
    )


def _decode(text: str, file: str | PathLike[str]) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise _damaged(file, "its static stage is not readable") from None


def export(network: PolicyNetwork, card: ModelCard, file: str | PathLike[str]) -> None:
    """Write a trained network as one ONNX file with its card. Needs PyTorch and onnxscript."""
    import copy

    from neurols.policy.network import Decider, StaticEncoder

    network = copy.deepcopy(network).cpu().float().eval().requires_grad_(False)
    # Sizes above 1 and all different, so that no dimension is taken for a constant.
    batch, nodes, groups, size = 2, 11, 3, 5
    rows, degree = batch * nodes, card.static_neighbours
    width = network.config.width if network.staged else len(card.static_names)
    static: dict[str, tuple[NDArray[Any], set[int]]] = {
        "static_index": (_integers(degree, rows), {1}),
        "static_weight": (_ones(degree, rows, 1), {1}),
    }
    inputs: dict[str, tuple[NDArray[Any], set[int]]] = {
        "encoded": (_ones(rows, width), {0}),
        **static,
        "dynamic_nodes": (_ones(rows, len(card.dynamic_names)), {0}),
        "dynamic_index": (_integers(2, rows), {1}),
        "dynamic_weight": (_ones(2, rows, 1), {1}),
        "node_share": (_ones(batch, 1, nodes), {0, 2}),
        "members": (_integers(batch, groups, size), {0, 1, 2}),
        "member_weight": (_ones(batch, groups, 1, size), {0, 1, 3}),
        "group_share": (_ones(batch, 1, groups), {0, 2}),
        "scalars": (_ones(batch, len(card.scalar_names)), {0}),
    }
    decider = _trace(Decider(network), inputs, "q")
    entries = {METADATA_KEY: card.to_json()}
    if network.staged:
        first = {"static_nodes": (_ones(rows, len(card.static_names)), {0})}
        encoder = _trace(StaticEncoder(network), {**first, **static}, "encoded")
        entries[ENCODER_KEY] = base64.b64encode(encoder.SerializeToString()).decode("ascii")
    for key, value in entries.items():
        entry = decider.metadata_props.add()
        entry.key, entry.value = key, value
    Path(file).write_bytes(decider.SerializeToString())


def _ones(*shape: int) -> NDArray[np.float32]:
    return np.ones(shape, np.float32)


def _integers(*shape: int) -> NDArray[np.int64]:
    return (np.arange(np.prod(shape)) % 7).reshape(shape)


def _trace(module: Any, inputs: dict[str, tuple[NDArray[Any], set[int]]], output: str) -> Any:
    """The ONNX graph of a module, with the sizes of the given axes of each input left open."""
    import torch

    auto = torch.export.Dim.AUTO
    with warnings.catch_warnings():  # deprecations inside the exporter are not the user's
        warnings.simplefilter("ignore")
        program: Any = torch.onnx.export(
            module,
            tuple(torch.from_numpy(value) for value, _ in inputs.values()),
            input_names=list(inputs),
            output_names=[output],
            opset_version=OPSET,
            dynamo=True,
            dynamic_shapes=tuple(dict.fromkeys(free, auto) for _, free in inputs.values()),
            verbose=False,
        )
    return program.model_proto
