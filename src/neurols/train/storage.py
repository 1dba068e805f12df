"""Observations kept on the training device in half the space: for the replay and for rollouts."""

from __future__ import annotations

import torch
from torch import Tensor

from neurols.policy.network import GraphBatch
from neurols.policy.spec import ObservationSpec

Fields = dict[str, Tensor]
"""Every part of the observations of `rows` steps of B searches: [rows, B, …]."""


def new_fields(
    spec: ObservationSpec, rows: int, count: int, device: torch.device, *, compact: bool = True
) -> Fields:
    """Room for `rows` observations of `count` searches; `compact` stores two bytes a number."""
    features = torch.float16 if compact else torch.float32
    indices = torch.int16 if compact and spec.nodes < 2**15 else torch.int32

    def kind(name: str) -> torch.dtype:
        if name == "scalars":
            return torch.float32
        return indices if name.endswith("neighbours") or name == "group" else features

    return {
        name: torch.zeros(rows, *shape, dtype=kind(name), device=device)
        for name, shape in spec.shapes(count).items()
    }


def write(fields: Fields, row: int, observation: GraphBatch) -> None:
    """Store an observation in a row."""
    for name, values in fields.items():
        values[row].copy_(getattr(observation, name), non_blocking=True)


def pick(fields: Fields, index: Tensor) -> GraphBatch:
    """The observations at places row·B + search, as a batch to learn from."""
    picked = {name: values.flatten(0, 1).index_select(0, index) for name, values in fields.items()}
    return GraphBatch(
        **{
            name: part.float() if part.is_floating_point() else part
            for name, part in picked.items()
        }
    )
