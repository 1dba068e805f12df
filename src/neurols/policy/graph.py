"""Graphs in plain PyTorch: neighbours gathered by padded indices, graph layers, pooling."""

from __future__ import annotations

from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Edges(NamedTuple):
    """A graph of fixed degree K over the R = B·N nodes of a batch, ready for gathering."""

    rows: Tensor
    """[K, R] row of each neighbour."""
    weight: Tensor
    """[K, R, 1] edge weights, 0 where there is no neighbour."""

    def total(self, h: Tensor) -> Tensor:
        """Σ_j e_ji · h_j for every row i."""
        return (take(h, self.rows) * self.weight).sum(0)


class UnrolledEdges(NamedTuple):
    """The same with one tensor per neighbour: the form that ONNX Runtime runs fastest."""

    rows: tuple[Tensor, ...]
    weight: tuple[Tensor, ...]

    def total(self, h: Tensor) -> Tensor:
        """Σ_j e_ji · h_j for every row i."""
        terms = [take(h, i) * e for i, e in zip(self.rows, self.weight, strict=True)]
        result = terms[0]
        for term in terms[1:]:
            result = result + term
        return result


class Groups(NamedTuple):
    """Members of every group, padded to M."""

    rows: Tensor
    """[B, G, M] row of each member; padding repeats a member, which leaves the maximum alone."""
    weight: Tensor
    """[B, G, 1, M] 1/size for a member, 0 for padding: their weighted sum is the mean."""
    share: Tensor
    """[B, 1, G] 1/(groups that have members), 0 for an empty group."""


class GraphBatch(NamedTuple):
    """An observation as tensors; the fields are those of `neurols.policy.spec.Observation`."""

    scalars: Tensor
    static_nodes: Tensor
    static_neighbours: Tensor
    static_weights: Tensor
    dynamic_nodes: Tensor
    dynamic_neighbours: Tensor
    dynamic_weights: Tensor
    group: Tensor


def mlp(inputs: int, outputs: int, layers: int) -> nn.Sequential:
    """Linear layers with GELU in between."""
    parts: list[nn.Module] = []
    for layer in range(layers):
        parts += [nn.GELU()] if layer else []
        parts += [nn.Linear(inputs if layer == 0 else outputs, outputs)]
    return nn.Sequential(*parts)


def take(h: Tensor, index: Tensor) -> Tensor:
    """Rows of h [R, width] at an index of any shape: [*index.shape, width]."""
    if h.requires_grad:
        # Its gradient is a plain scattered addition, where an embedding's would sort.
        return h.index_select(0, index.reshape(-1)).view(*index.shape, h.shape[1])
    return F.embedding(index, h)


def gather_edges(neighbours: Tensor, weights: Tensor, aggregation: str) -> Edges:
    """Rows to gather and their weights, from padded neighbour lists [B, N, K]."""
    batch, nodes, degree = neighbours.shape
    present = neighbours < nodes
    weight = weights * present
    if aggregation == "mean":
        weight = weight / present.sum(-1, keepdim=True).clamp_min(1)
    offset = torch.arange(batch, device=neighbours.device).view(-1, 1, 1) * nodes
    index = neighbours.clamp_max(nodes - 1) + offset
    return Edges(
        index.view(-1, degree).t().contiguous(),
        weight.view(-1, degree).t().contiguous().unsqueeze(-1),
    )


class GraphLayer(nn.Module):
    """h'_i = LayerNorm(h_i + GELU(MLP1(h_i) + MLP2(Σ_j e_ji · h_j))).

    The 1-GNN operator of Morris et al. (2019) with a residual connection.
    """

    def __init__(self, width: int, layers: int, norm: str = "layer") -> None:
        super().__init__()
        # One matrix over [h; Σ e·h] equals the sum of two linear maps and saves a product.
        self.joint = nn.Linear(2 * width, width) if layers == 1 else None
        self.own = mlp(width, width, layers) if layers > 1 else None
        self.neighbours = mlp(width, width, layers) if layers > 1 else None
        self.norm = nn.LayerNorm(width) if norm == "layer" else nn.Identity()

    def forward(self, h: Tensor, edges: Edges | UnrolledEdges) -> Tensor:
        """One round of messages over the rows of h [B·N, width]."""
        total = edges.total(h)
        if self.joint is not None:
            message = self.joint(torch.cat([h, total.to(h.dtype)], dim=1))
        else:
            assert self.own is not None and self.neighbours is not None
            message = self.own(h) + self.neighbours(total)
        out: Tensor = self.norm(h + F.gelu(message))
        return out


def pool_members(h: Tensor, groups: Groups) -> tuple[Tensor, Tensor]:
    """Maximum and mean [B, G, width] over the members of each group."""
    members = take(h, groups.rows)
    return members.amax(2), (groups.weight.to(h.dtype) @ members).squeeze(2)


def pool_scatter(h: Tensor, group: Tensor, groups: int) -> tuple[tuple[Tensor, Tensor], Tensor]:
    """The same and `share` from the group [B, N] of each node, by scattering: for any sizes."""
    batch, nodes = group.shape
    width = h.shape[1]
    group = group.long()
    index = group.unsqueeze(-1).expand(batch, nodes, width)
    rows = h.float().view(batch, nodes, width)
    # One more group collects the nodes that belong to none.
    empty = torch.zeros(batch, groups + 1, width, device=h.device)
    largest = empty.scatter_reduce(1, index, rows, "amax", include_self=False)
    total = empty.scatter_add(1, index, rows)
    size = torch.zeros(batch, groups + 1, device=h.device)
    size = size.scatter_add(1, group, torch.ones_like(group, dtype=size.dtype))[:, :groups]
    mean = total[:, :groups] / size.clamp_min(1).unsqueeze(-1)
    present = (size > 0).float().unsqueeze(1)
    share = present / present.sum(-1, keepdim=True).clamp_min(1)
    return (largest[:, :groups], mean), share


def equal_groups(group: Tensor, groups: int, size: int) -> Groups:
    """Members of groups that all have `size` members: a sort, and no padding."""
    batch, nodes = group.shape
    order = torch.argsort(group, dim=1, stable=True)[:, : groups * size]
    offset = torch.arange(batch, device=group.device).unsqueeze(1) * nodes
    one = torch.ones(1, 1, 1, 1, device=group.device)
    return Groups(
        (order + offset).view(batch, groups, size),
        (one / size).expand(batch, groups, 1, size),
        (one[0] / groups).expand(batch, 1, groups),
    )
