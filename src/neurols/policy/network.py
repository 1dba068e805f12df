"""The policy network: graph layers, pooling and implicit quantiles.

Falkner et al., "Learning to Control Local Search for Combinatorial Optimization" (2022), section
4.3. Its parts are in graph.py. Training lives in `neurols.train`, running a trained policy without
PyTorch in `onnx.py`.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from neurols.policy.graph import (
    Edges,
    GraphBatch,
    GraphLayer,
    UnrolledEdges,
    equal_groups,
    gather_edges,
    mlp,
    pool_members,
    pool_scatter,
)
from neurols.policy.network_config import NetworkConfig
from neurols.policy.spec import ObservationSpec

__all__ = ["GraphBatch", "GraphLayer", "NetworkConfig", "PolicyNetwork"]


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
            return nn.ModuleList(
                GraphLayer(width, config.graph_mlp_layers, config.norm) for _ in range(count)
            )

        inputs = static_features + (0 if self.staged else dynamic_features)
        self.input = mlp(inputs, width, config.mlp_layers)
        self.static_stage = layers(config.static_layers)
        self.dynamic_input = nn.Linear(dynamic_features, width) if self.staged else None
        self.dynamic_norm = nn.LayerNorm(width) if config.norm == "layer" else nn.Identity()
        self.dynamic_stage = layers(config.dynamic_layers)
        self.closing_stage = layers(config.closing_layers)
        self.output = mlp(width, width, config.mlp_layers)
        self.grouped = config.pooling == "groups"
        self.group = mlp(2 * width, width, config.mlp_layers) if self.grouped else None
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
        if self.dynamic_input is not None:
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

    def summarise(self, mean: Tensor, whole: Tensor, scalars: Tensor) -> Tensor:
        """State [B, 3·width]: mean over nodes ‖ what pooling makes of the whole ‖ scalars."""
        return torch.cat([mean, whole, self.scalars(scalars)], dim=1)

    def over_groups(self, pooled: tuple[Tensor, Tensor], share: Tensor) -> Tensor:
        """[B, width]: the mean over groups of their maxima and means, through an MLP."""
        assert self.group is not None
        group = self.group(torch.cat(pooled, dim=2))
        return (share.to(group.dtype) @ group).squeeze(1)

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

    def actor_critic(
        self, batch: GraphBatch, groups: int, group_size: int = 0
    ) -> tuple[Tensor, Tensor]:
        """Logits [B, A] and state value [B]: a dueling network without quantiles as a policy."""
        assert self.value is not None and self.quantile is None
        hidden = F.gelu(self.head(self.state(batch, groups, group_size)))
        return self.advantage(hidden).float(), self.value(hidden).squeeze(1).float()

    def state(
        self,
        batch: GraphBatch,
        groups: int,
        group_size: int = 0,
        embedding: Tensor | None = None,
    ) -> Tensor:
        """State [B, 3·width] of a batch; `embedding` is `encode_static`'s, where already known.

        Of a batch without nodes, what would come of the graph is 0.
        """
        if batch.dynamic_nodes.shape[1] == 0:
            nothing = batch.scalars.new_zeros(len(batch.scalars), self.config.width)
            return self.summarise(nothing, nothing, batch.scalars)
        static = self.static_edges(batch)
        dynamic = gather_edges(
            batch.dynamic_neighbours, batch.dynamic_weights, self.config.aggregation
        )
        if embedding is None:
            embedding = self.encode_static(batch.static_nodes, static)
        rows = self.encode_nodes(embedding, batch.dynamic_nodes, static, dynamic)
        nodes = rows.view(batch.scalars.shape[0], -1, self.config.width)
        if not self.grouped:
            whole = nodes.amax(1)
        elif group_size:
            members = equal_groups(batch.group, groups, group_size)
            whole = self.over_groups(pool_members(rows, members), members.share)
        else:
            whole = self.over_groups(*pool_scatter(rows, batch.group, groups))
        return self.summarise(nodes.mean(1), whole, batch.scalars)

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
