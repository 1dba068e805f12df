"""The policy network: graph layers, pooling and implicit quantiles, in plain PyTorch.

Falkner et al., "Learning to Control Local Search for Combinatorial Optimization" (2022), section
4.3. Neighbours are gathered by padded indices, so that no sparse library is needed. Training
lives in `neurols.train`, running a trained policy without PyTorch in `onnx.py`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from neurols.errors import InputError
from neurols.policy.spec import ObservationSpec


@dataclass(frozen=True, kw_only=True)
class NetworkConfig:
    """Shape of the network; the defaults are the narrow one."""

    width: int = 32
    """Width of every embedding."""
    static_layers: int = 1
    """Graph layers over the static graph, before the dynamic ones."""
    dynamic_layers: int = 1
    """Graph layers over the dynamic graph."""
    closing_layers: int = 1
    """Graph layers over the static graph, after the dynamic ones."""
    inputs: str = "staged"
    """staged: the first static layers see static features alone, so they run once per instance;
    all: every feature enters at the input, and every layer runs at every decision."""
    aggregation: str = "sum"
    """Over neighbours: sum or mean."""
    graph_mlp_layers: int = 1
    """Layers of MLP1 and MLP2 in a graph layer; 1 is Morris et al.'s operator."""
    mlp_layers: int = 1
    """Layers of the input, output and group MLPs."""
    scalar_layers: int = 2
    """Layers that project the state scalars."""
    distributional: bool = True
    """Predict quantiles of the return (IQN) instead of its mean."""
    cosines: int = 64
    """Cosines that embed a quantile fraction."""
    head_width: int = 64
    """Hidden width between the quantile embedding and the action values."""
    acting_quantiles: int = 8
    """Quantiles averaged to an action value when acting."""
    dueling: bool = False
    """Split the action values into state value and advantage (Wang et al. 2016)."""

    def __post_init__(self) -> None:
        if self.inputs not in ("staged", "all"):
            raise InputError(f"inputs is {self.inputs!r}; it must be staged or all")
        if self.aggregation not in ("sum", "mean"):
            raise InputError(f"aggregation is {self.aggregation!r}; it must be sum or mean")
        for name in ("width", "graph_mlp_layers", "mlp_layers", "scalar_layers", "cosines"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for name in ("head_width", "acting_quantiles"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for name in ("static_layers", "dynamic_layers", "closing_layers"):
            if getattr(self, name) < 0:
                raise InputError(f"{name} is {getattr(self, name)}; it must not be negative")

    @classmethod
    def preset(cls, name: str, **changes: Any) -> NetworkConfig:
        """`paper`, `medium` or `narrow`, with changes."""
        if name not in PRESETS:
            raise InputError(f"no network preset {name!r}; there are {', '.join(PRESETS)}")
        return replace(PRESETS[name], **changes)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> NetworkConfig:
        """From a model's card; a setting this version does not know is an error."""
        unknown = sorted(set(data) - {f.name for f in fields(cls)})
        if unknown:
            raise InputError(f"unknown network settings {', '.join(unknown)}")
        return cls(**data)

    def to_dict(self) -> dict[str, Any]:
        """For a model's card."""
        return asdict(self)


PRESETS: dict[str, NetworkConfig] = {
    "paper": NetworkConfig(
        width=128,
        static_layers=3,
        dynamic_layers=2,
        mlp_layers=2,
        scalar_layers=1,
        head_width=256,
        acting_quantiles=32,
    ),
    "medium": NetworkConfig(
        width=64, static_layers=2, dynamic_layers=1, head_width=128, acting_quantiles=16
    ),
    "narrow": NetworkConfig(),
}


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

    def __init__(self, width: int, layers: int) -> None:
        super().__init__()
        # One matrix over [h; Σ e·h] equals the sum of two linear maps and saves a product.
        self.joint = nn.Linear(2 * width, width) if layers == 1 else None
        self.own = mlp(width, width, layers) if layers > 1 else None
        self.neighbours = mlp(width, width, layers) if layers > 1 else None
        self.norm = nn.LayerNorm(width)

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


def cosine_features(fractions: Tensor, cosines: int) -> Tensor:
    """cos(π·i·τ) for i = 0 … n−1, the last axis added (Dabney et al. 2018, equation 4)."""
    i = torch.arange(cosines, device=fractions.device, dtype=fractions.dtype)
    return torch.cos(torch.pi * i * fractions.unsqueeze(-1))


def acting_fractions(count: int, device: torch.device | str = "cpu") -> Tensor:
    """[1, K] midpoints (k + ½)/K: fixed, so that acting is deterministic."""
    return ((torch.arange(count, device=device) + 0.5) / count).unsqueeze(0)


class PolicyNetwork(nn.Module):
    """Q-values, or quantiles of the return, of every action."""

    def __init__(
        self,
        config: NetworkConfig,
        *,
        static_features: int,
        dynamic_features: int,
        scalars: int,
        actions: int,
    ) -> None:
        super().__init__()
        self.config = config
        self.actions = actions
        self.staged = config.inputs == "staged"
        width = config.width

        def layers(count: int) -> nn.ModuleList:
            return nn.ModuleList(GraphLayer(width, config.graph_mlp_layers) for _ in range(count))

        inputs = static_features + (0 if self.staged else dynamic_features)
        self.input = mlp(inputs, width, config.mlp_layers)
        self.static_stage = layers(config.static_layers)
        self.dynamic_input = nn.Linear(dynamic_features, width) if self.staged else None
        self.dynamic_norm = nn.LayerNorm(width) if self.staged else None
        self.dynamic_stage = layers(config.dynamic_layers)
        self.closing_stage = layers(config.closing_layers)
        self.output = mlp(width, width, config.mlp_layers)
        self.group = mlp(2 * width, width, config.mlp_layers)
        self.scalars = mlp(scalars, width, config.scalar_layers)
        self.quantile = nn.Linear(config.cosines, 3 * width) if config.distributional else None
        if self.quantile is not None:
            # Near 1 at first: otherwise half the state is switched off and the rest hardly seen.
            nn.init.ones_(self.quantile.bias)
        self.head = nn.Linear(3 * width, config.head_width)
        self.advantage = nn.Linear(config.head_width, actions)
        self.value = nn.Linear(config.head_width, 1) if config.dueling else None

    @classmethod
    def for_spec(cls, config: NetworkConfig, spec: ObservationSpec) -> PolicyNetwork:
        """The network for the observations and actions of `spec`, of any size."""
        return cls(
            config,
            static_features=spec.static_features,
            dynamic_features=spec.dynamic_features,
            scalars=spec.scalars,
            actions=spec.actions,
        )

    def encode_static(self, nodes: Tensor, edges: Edges | UnrolledEdges) -> Tensor:
        """Embedding [R, ·] of the instance: constant for an episode, so worth keeping.

        With `inputs="all"` nothing is constant but the features themselves, and they are returned.
        """
        h = nodes.reshape(-1, nodes.shape[-1])
        if self.staged:
            h = self.input(h)
            for layer in self.static_stage:
                h = layer(h, edges)
        return h

    def encode_nodes(
        self,
        embedding: Tensor,
        dynamic_nodes: Tensor,
        static_edges: Edges | UnrolledEdges,
        dynamic_edges: Edges | UnrolledEdges,
    ) -> Tensor:
        """Rows [R, width] after the dynamic, the closing and the output stage."""
        dynamic = dynamic_nodes.reshape(-1, dynamic_nodes.shape[-1])
        if self.dynamic_input is not None and self.dynamic_norm is not None:
            h: Tensor = self.dynamic_norm(embedding + F.gelu(self.dynamic_input(dynamic)))
        else:
            h = self.input(torch.cat([embedding, dynamic], dim=1))
            for layer in self.static_stage:
                h = layer(h, static_edges)
        for layer in self.dynamic_stage:
            h = layer(h, dynamic_edges)
        for layer in self.closing_stage:
            h = layer(h, static_edges)
        out: Tensor = self.output(h)
        return out

    def summarise(
        self,
        nodes: Tensor,
        pooled: tuple[Tensor, Tensor],
        share: Tensor,
        scalars: Tensor,
    ) -> Tensor:
        """State [B, 3·width]: mean over nodes ‖ mean over groups ‖ projected scalars."""
        group = self.group(torch.cat(pooled, dim=2))
        over_groups = (share.to(group.dtype) @ group).squeeze(1)
        return torch.cat([nodes, over_groups, self.scalars(scalars)], dim=1)

    def _hidden(self, state: Tensor, fractions: Tensor) -> Tensor:
        """[B, K, head]: the state, modulated by each quantile fraction, through the first layer."""
        if self.quantile is None:
            return F.gelu(self.head(state)).unsqueeze(1)
        phi = F.relu(self.quantile(cosine_features(fractions, self.config.cosines)))
        return F.gelu(self.head(state.unsqueeze(1) * phi))

    def values_of(self, hidden: Tensor) -> Tensor:
        """Action values from the last hidden layer."""
        advantage: Tensor = self.advantage(hidden)
        if self.value is None:
            return advantage
        value: Tensor = self.value(hidden)
        return value + advantage - advantage.mean(-1, keepdim=True)

    def quantiles_of(self, state: Tensor, fractions: Tensor) -> Tensor:
        """Quantiles [B, K, A] of the return at the fractions [B, K] (K = 1 without IQN)."""
        return self.values_of(self._hidden(state, fractions)).float()

    def q_of(self, state: Tensor) -> Tensor:
        """Action values [B, A]: the mean over the fixed acting quantiles."""
        fractions = acting_fractions(self.config.acting_quantiles, state.device)
        # The last layer is linear, so the mean may be taken before it.
        return self.values_of(self._hidden(state, fractions).mean(1)).float()

    def state(
        self,
        batch: GraphBatch,
        groups: int,
        group_size: int = 0,
        embedding: Tensor | None = None,
    ) -> Tensor:
        """State [B, 3·width] of a batch; `embedding` is `encode_static`'s, where already known."""
        static = self.static_edges(batch)
        dynamic = gather_edges(
            batch.dynamic_neighbours, batch.dynamic_weights, self.config.aggregation
        )
        if embedding is None:
            embedding = self.encode_static(batch.static_nodes, static)
        rows = self.encode_nodes(embedding, batch.dynamic_nodes, static, dynamic)
        if group_size:
            members = equal_groups(batch.group, groups, group_size)
            pooled, share = pool_members(rows, members), members.share
        else:
            pooled, share = pool_scatter(rows, batch.group, groups)
        nodes = rows.view(batch.scalars.shape[0], -1, self.config.width).mean(1)
        return self.summarise(nodes, pooled, share, batch.scalars)

    def static_edges(self, batch: GraphBatch) -> Edges:
        """The static graph of a batch, for `encode_static`."""
        return gather_edges(batch.static_neighbours, batch.static_weights, self.config.aggregation)

    def forward(
        self,
        batch: GraphBatch,
        groups: int,
        group_size: int = 0,
        fractions: Tensor | None = None,
        embedding: Tensor | None = None,
    ) -> Tensor:
        """Quantiles [B, K, A] at the fractions, or action values [B, A] without them."""
        state = self.state(batch, groups, group_size, embedding)
        return self.q_of(state) if fractions is None else self.quantiles_of(state, fractions)


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


class StaticEncoder(nn.Module):
    """`encode_static` as a graph of its own, for export."""

    def __init__(self, network: PolicyNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, nodes: Tensor, index: Tensor, weight: Tensor) -> Tensor:
        """Embedding [R, ·] from static features [R, Fs] and edges as in `Edges`."""
        return self.network.encode_static(nodes, UnrolledEdges(index.unbind(0), weight.unbind(0)))


class Decider(nn.Module):
    """Everything after the static stage as one graph, for export.

    Its inputs are ready for gathering: the less the graph has to reshape, the sooner it is done.
    """

    def __init__(self, network: PolicyNetwork) -> None:
        super().__init__()
        self.network = network
        self.phi: Tensor | None = None
        if network.quantile is not None:
            with torch.no_grad():  # the acting fractions never change: a constant of the graph
                fractions = acting_fractions(network.config.acting_quantiles)
                features = cosine_features(fractions, network.config.cosines)
                self.phi = F.relu(network.quantile(features))[0].clone()

    def forward(
        self,
        encoded: Tensor,
        static_index: Tensor,
        static_weight: Tensor,
        dynamic_nodes: Tensor,
        dynamic_index: Tensor,
        dynamic_weight: Tensor,
        node_share: Tensor,
        members: Tensor,
        member_weight: Tensor,
        group_share: Tensor,
        scalars: Tensor,
    ) -> Tensor:
        """Action values [B, A] from rows [R, ·], `Edges`, `Groups` and 1/N [B, 1, N]."""
        network = self.network
        static = UnrolledEdges(static_index.unbind(0), static_weight.unbind(0))
        dynamic = UnrolledEdges(dynamic_index.unbind(0), dynamic_weight.unbind(0))
        rows = network.encode_nodes(encoded, dynamic_nodes, static, dynamic)
        pooled = pool_members(rows, Groups(members, member_weight, group_share))
        batch = scalars.shape[0]
        # A product with a row of 1/N is several times faster here than a reduction.
        nodes = (node_share @ rows.view(batch, -1, network.config.width)).squeeze(1)
        state = network.summarise(nodes, pooled, group_share, scalars)
        if self.phi is None:
            return network.q_of(state)
        # Rows of one matrix, as in every other product.
        modulated = (state.unsqueeze(1) * self.phi).view(-1, state.shape[1])
        hidden = F.gelu(network.head(modulated))
        hidden = hidden.view(-1, self.phi.shape[0], network.config.head_width)
        return network.values_of(hidden.mean(1))
