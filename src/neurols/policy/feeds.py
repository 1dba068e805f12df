"""The inputs of an exported policy: arrays of one size, bound to the runtime once."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neurols.policy.spec import ModelCard, Observation


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


class Edges:
    """Neighbours of B·N nodes, a row of indices and a row of weights for each of K."""

    def __init__(self, batch: int, nodes: int, degree: int, *, mean: bool) -> None:
        rows = batch * nodes
        self.index = np.zeros((degree, rows), np.int32)
        self.weight = np.zeros((degree, rows, 1), np.float32)
        self._mean = mean
        self._last = nodes - 1
        # Nodes are counted through the batch.
        self._offset = np.repeat(np.arange(batch, dtype=np.int32) * nodes, nodes)
        self._batch = batch

    def fill(self, neighbours: NDArray[np.int32], weights: NDArray[np.float32]) -> None:
        """From padded lists [B, N, K], whose missing neighbours weigh nothing."""
        degree = len(self.index)
        np.minimum(neighbours.reshape(-1, degree).T, self._last, out=self.index)
        self.weight[:, :, 0] = weights.reshape(-1, degree).T
        if self._batch > 1:
            self.index += self._offset
        if self._mean:
            present = (neighbours <= self._last).sum(-1).reshape(-1, 1)
            self.weight /= np.maximum(present, 1)


class Feeds:
    """What the graph of one policy reads and writes for B searches of N nodes."""

    def __init__(
        self,
        session: Any,
        card: ModelCard,
        batch: int,
        nodes: int,
        scalar_columns: NDArray[np.intp],
        mean: bool,
    ) -> None:
        self.batch, self.nodes = batch, nodes
        rows = batch * nodes
        self._session = session
        self._runtime = importlib.import_module("onnxruntime")
        self._binding = session.io_binding()
        self._static = Edges(batch, nodes, card.static_neighbours, mean=mean)
        self._dynamic = Edges(batch, nodes, 2, mean=mean)
        self._dynamic_nodes = np.zeros((rows, len(card.dynamic_names)), np.float32)
        self._scalar_columns = scalar_columns
        self._scalars = np.zeros((batch, len(card.scalar_names)), np.float32)
        self._values = np.zeros((batch, len(card.action_names)), np.float32)
        self._group: NDArray[np.int32] | None = None
        self._wanted = {item.name for item in session.get_inputs()}
        self._held: dict[str, Any] = {}  # the runtime reads these arrays: they must not move
        arrays: dict[str, NDArray[Any]] = {
            "dynamic_nodes": self._dynamic_nodes,
            "scalars": self._scalars,
            "node_share": np.full((batch, 1, nodes), 1 / nodes, np.float32),
            **_each("static", self._static),
            **_each("dynamic", self._dynamic),
        }
        for name, array in arrays.items():
            self._bind(name, array)
        self._output = self._runtime.OrtValue.ortvalue_from_numpy(self._values)
        self._binding.bind_ortvalue_output("q", self._output)

    def _bind(self, name: str, array: NDArray[Any]) -> None:
        if name in self._wanted:
            self._held[name] = (array, self._runtime.OrtValue.ortvalue_from_numpy(array))
            self._binding.bind_ortvalue_input(name, self._held[name][1])

    def encode(self, encoder: Any, observation: Observation) -> None:
        """Run the static stage of a new instance."""
        self._static.fill(observation["static_neighbours"], observation["static_weights"])
        nodes = observation["static_nodes"]
        flat: NDArray[Any] = nodes.reshape(-1, nodes.shape[-1])
        if encoder is not None:
            feed = {"static_nodes": flat, **_each("static", self._static)}
            wanted = {item.name for item in encoder.get_inputs()}
            flat = encoder.run(None, {name: feed[name] for name in feed if name in wanted})[0]
        self._bind("encoded", np.ascontiguousarray(flat))

    def pool(self, group: NDArray[np.int32], groups: int | None) -> None:
        """List the members of the groups; machines never change theirs, routes do."""
        if self._group is None or not np.array_equal(group, self._group):
            self._group = group.copy()
            parts: tuple[NDArray[Any], ...] = group_members(group, groups)
            for i, part in enumerate(parts):
                self._bind(f"groups_{i}", part)

    def decide(self, observation: Observation) -> NDArray[np.float32]:
        """Action values of what the observation shows."""
        self._dynamic.fill(observation["dynamic_neighbours"], observation["dynamic_weights"])
        self._dynamic_nodes[:] = observation["dynamic_nodes"].reshape(self._dynamic_nodes.shape)
        np.take(observation["scalars"], self._scalar_columns, axis=-1, out=self._scalars)
        self._session.run_with_iobinding(self._binding)
        return self._values


def _each(kind: str, edges: Edges) -> dict[str, NDArray[Any]]:
    """A neighbour at a time, under the names that the graph gives its inputs."""
    named: dict[str, NDArray[Any]] = {}
    for i in range(len(edges.index)):
        named[f"{kind}_index_{i}"] = edges.index[i]
        named[f"{kind}_weight_{i}"] = edges.weight[i]
    return named
