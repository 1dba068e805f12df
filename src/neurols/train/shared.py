"""What every training algorithm shares: device, schedules, the greedy policy, the result."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from neurols.errors import InputError
from neurols.policy.network import GraphBatch, PolicyNetwork
from neurols.policy.spec import (
    ModelCard,
    Observation,
    ObservationSpec,
    StaticMemory,
    VectorEnvironment,
)


def device_of(name: str) -> torch.device:
    """The device that the settings ask for: auto, cpu or cuda."""
    if name == "cuda" and not torch.cuda.is_available():
        raise InputError("device is cuda, but PyTorch finds no GPU; set device to cpu or auto")
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.device(name)


class _Scheduled(Protocol):
    @property
    def learning_rate(self) -> float: ...
    @property
    def learning_rate_end(self) -> float: ...
    @property
    def schedule(self) -> str: ...


def learning_rate_at(progress: float, config: _Scheduled) -> float:
    """The step size at a point of training."""
    share = {
        "constant": 0.0,
        "linear": progress,
        "cosine": 0.5 - 0.5 * math.cos(math.pi * progress),
    }[config.schedule]
    return config.learning_rate + share * (config.learning_rate_end - config.learning_rate)


class GreedyPolicy:
    """A network as it stands, for validation: NumPy in, actions out."""

    def __init__(
        self,
        network: PolicyNetwork,
        device: torch.device,
        autocast: Callable[[], contextlib.AbstractContextManager[Any]] = contextlib.nullcontext,
    ) -> None:
        self.network = network
        self._device = device
        self._autocast = autocast
        self._memory = StaticMemory()
        self._embedding: Tensor | None = None
        self.sees_graph = True
        """Is it to be shown the graph of the solution?"""

    def q_values(self, observation: Observation, spec: ObservationSpec) -> NDArray[np.float32]:
        """Action values [B, A]; the static stage runs once an episode."""
        parts: Mapping[str, Any] = observation
        batch = GraphBatch(
            **{name: torch.from_numpy(parts[name]).to(self._device) for name in GraphBatch._fields}
        )
        with torch.no_grad(), self._autocast():
            whole = batch.dynamic_nodes.shape[1] > 0
            if whole and (self._memory.is_new(observation) or self._embedding is None):
                edges = self.network.static_edges(batch)
                self._embedding = self.network.encode_static(batch.static_nodes, edges)
            values: Tensor = self.network(
                batch, spec.groups, spec.group_size, embedding=self._embedding
            )
        result: NDArray[np.float32] = values.cpu().numpy()
        return result

    def act(self, observation: Observation, spec: ObservationSpec) -> NDArray[np.int64]:
        """Greedy actions [B]."""
        actions: NDArray[np.int64] = self.q_values(observation, spec).argmax(1)
        return actions


class SampledPolicy(GreedyPolicy):
    """The same for a network of logits: actions are drawn, as they are when the policy is used."""

    def __init__(self, network: PolicyNetwork, device: torch.device, seed: int = 0) -> None:
        super().__init__(network, device)
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Observation, spec: ObservationSpec) -> NDArray[np.int64]:
        """Actions [B], each with the probability that the network gives it."""
        logits = self.q_values(observation, spec)
        # The largest of logits plus Gumbel noise is a draw from their softmax.
        actions: NDArray[np.int64] = (logits + self._rng.gumbel(size=logits.shape)).argmax(1)
        return actions


Validation = Callable[[GreedyPolicy], float | Mapping[str, float]]
"""Mean final cost / initial cost of a policy, or one figure per named set; lower is better."""


def play(
    environment: VectorEnvironment,
    act: Callable[[Observation, ObservationSpec], NDArray[np.int64]],
    seed: int,
) -> NDArray[np.float64]:
    """Final cost / initial cost of one episode of every search."""
    costs = np.full(environment.count, np.nan)
    observation = environment.reset(seed)
    while np.isnan(costs).any():
        observation, _, done = environment.step(act(observation, environment.spec))
        finished = np.flatnonzero(done)
        if len(finished):
            final = np.asarray(environment.episode_costs(), dtype=np.float64)
            first = np.isnan(costs[finished])
            costs[finished[first]] = final[first]
    return costs


@dataclass(frozen=True)
class TrainingResult:
    """How a run went."""

    best_cost: float
    """Lowest validation cost."""
    best_epoch: int
    model: Path
    """The model file with that cost."""
    rows: list[dict[str, float]]
    """The curve: one row per epoch, columns as in `log.METRICS`."""
    transitions: int
    updates: int
    seconds: float
    complete: bool
    """False where the wall-clock limit ended the run."""


def judged(cost: float | Mapping[str, float]) -> tuple[float, dict[str, float]]:
    """What a validation says: the mean, and the columns of the named sets."""
    if not isinstance(cost, Mapping):
        return float(cost), {}
    mean = float(np.mean(list(cost.values())))
    return mean, {f"cost/{name}": value for name, value in cost.items()}


def action_entropy(counts: NDArray[np.float64]) -> float:
    """Entropy of the actions / log |A|: 0 is one constant action."""
    share = counts[counts > 0] / max(counts.sum(), 1)
    return float(-(share * np.log(share)).sum() / math.log(max(len(counts), 2)))


def check_alike(specs: Sequence[ObservationSpec]) -> None:
    """Raise InputError where the environments show or offer different things."""
    if not specs:
        raise InputError("there is no environment to train on")
    for spec in specs[1:]:
        ModelCard.of(specs[0], {}).check_fits(spec, f"environment of {spec.nodes} nodes")


def under(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    """The tensors whose names begin so, without that beginning."""
    return {k[len(prefix) :]: v for k, v in tensors.items() if k.startswith(prefix)}


def optimizer_tensors(optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    """The state of an optimiser, for a checkpoint."""
    return {
        f"optimizer.{i}.{name}": value
        for i, state in optimizer.state_dict()["state"].items()
        for name, value in state.items()
    }


def restore_optimizer(optimizer: torch.optim.Optimizer, tensors: Mapping[str, Tensor]) -> None:
    """Take `optimizer_tensors` back from a checkpoint; the step size stays as it is."""
    state: dict[int, dict[str, Tensor]] = {}
    for name, value in under(tensors, "optimizer.").items():
        number, part = name.split(".")
        state.setdefault(int(number), {})[part] = value
    rate = optimizer.param_groups[0]["lr"]
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})
    optimizer.param_groups[0]["lr"] = rate
