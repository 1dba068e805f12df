"""Double DQN: searches with a replay, and the network that learns from it.

van Hasselt et al. (2016); Dabney et al. (2018); Schaul et al. (2016). The loop is in dqn.py.
"""

from __future__ import annotations

import contextlib
import importlib
import math
from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from neurols.policy.checkpoint import load_weights
from neurols.policy.network import GraphBatch, GraphLayer, NetworkConfig, PolicyNetwork
from neurols.policy.spec import Observation, ObservationSpec, VectorEnvironment
from neurols.train.bucket import Bucket
from neurols.train.config import DQNConfig
from neurols.train.quantiles import double_q_targets, quantile_huber
from neurols.train.replay import Replay
from neurols.train.shared import learning_rate_at, optimizer_tensors, restore_optimizer, under


class ReplayBucket(Bucket):
    """Searches of one size with their replay."""

    def __init__(
        self,
        environment: VectorEnvironment,
        config: DQNConfig,
        capacity: int,
        device: torch.device,
    ) -> None:
        super().__init__(environment, device)
        self.replay = Replay(
            self.spec,
            self.count,
            capacity,
            n_step=config.n_step,
            gamma=config.gamma,
            alpha=config.alpha,
            device=device,
        )

    def reset(self, seed: int) -> None:
        """Begin every search anew."""
        super().reset(seed)
        self.replay.cut()

    def finish(
        self,
        observation: Observation,
        rewards: NDArray[np.float32],
        dones: NDArray[np.bool_],
        scale: float,
    ) -> None:
        """Take in what a step brought."""
        scaled = np.multiply(rewards, scale, dtype=np.float32)
        self.replay.finish(self.upload("rewards", scaled), self.upload("dones", dones))
        self.take_in(observation, dones)


class Learner:
    """The network, its target, the optimiser, and one update."""

    def __init__(
        self,
        config: DQNConfig,
        network_config: NetworkConfig,
        spec: ObservationSpec,
        device: torch.device,
    ) -> None:
        self.config = config
        self.device = device
        torch.manual_seed(config.seed)
        self.network = PolicyNetwork.for_spec(network_config, spec).to(device)
        self.target = PolicyNetwork.for_spec(network_config, spec).to(device)
        self.target.load_state_dict(self.network.state_dict())
        self.target.requires_grad_(False)
        self.parameters: list[Tensor] = list(self.network.parameters())
        self.target_parameters: list[Tensor] = list(self.target.parameters())
        cuda = device.type == "cuda"
        self.rate: Tensor | float = config.learning_rate
        if cuda:  # a tensor, because a recorded update reads it anew at each replay
            self.rate = torch.tensor(config.learning_rate, device=device)
        self.optimizer = torch.optim.Adam(
            self.parameters, lr=self.rate, capturable=cuda, fused=True if cuda else None
        )
        self.beta = torch.tensor(config.beta, device=device, dtype=torch.float64)
        self.generator = torch.Generator(device).manual_seed(config.seed)
        self.updates = 0
        self.sums = torch.zeros(4, device=device)
        self.summed = 0
        self.bf16 = cuda and config.precision != "float32"
        self._graphs: dict[int, torch.cuda.CUDAGraph] = {}
        self._warm: dict[int, int] = {}
        self.online: Any = self.network
        self.frozen: Any = self.target
        if cuda:
            torch.set_float32_matmul_precision("high")
            if config.compile != "none":  # sizes, precisions and gradients: a variant each
                importlib.import_module("torch._dynamo").config.recompile_limit = 64
            if config.compile == "network":
                self.online = torch.compile(self.network)
                self.frozen = torch.compile(self.target)
            elif config.compile == "layers":
                for module in [*self.network.modules(), *self.target.modules()]:
                    if isinstance(module, GraphLayer):
                        module.compile(dynamic=True)

    def autocast(self) -> contextlib.AbstractContextManager[Any]:
        """bf16 on CUDA; on a CPU always float32."""
        if not self.bf16:
            return contextlib.nullcontext()
        # Cached casts would outlive the weights they were made from in a recorded update.
        return torch.autocast("cuda", torch.bfloat16, cache_enabled=False)

    def act(self, batch: GraphBatch, spec: ObservationSpec) -> NDArray[np.int64]:
        """Greedy actions."""
        with torch.no_grad(), self.autocast():
            values: Tensor = self.online(batch, spec.groups, spec.group_size)
        actions: NDArray[np.int64] = values.argmax(1).cpu().numpy()
        return actions

    def set_progress(self, progress: float) -> None:
        """Move the schedules on."""
        config = self.config
        rate = learning_rate_at(progress, config)
        if isinstance(self.rate, Tensor):
            self.rate.fill_(rate)
        else:
            self.rate = rate
            self.optimizer.param_groups[0]["lr"] = rate
        self.beta.fill_(config.beta + progress * (config.beta_end - config.beta))

    def update(self, bucket: ReplayBucket) -> None:
        """Learn from one batch of one bucket."""
        if self.device.type == "cuda" and self.config.cuda_graph:
            self._recorded_update(bucket)
        else:
            self._update(bucket)
        self.updates += 1
        self.summed += 1
        if self.config.target_update and self.updates % self.config.target_update == 0:
            with torch.no_grad():
                torch._foreach_copy_(self.target_parameters, self.parameters)

    def _fractions(self, batch: int, count: int) -> Tensor:
        if not self.network.config.distributional:  # the median: half a Huber loss
            return torch.full((batch, 1), 0.5, device=self.device)
        return torch.rand(batch, count, generator=self.generator, device=self.device)

    def _update(self, bucket: ReplayBucket) -> None:
        config, spec = self.config, bucket.spec
        sample = bucket.replay.sample(config.batch, self.beta, self.generator)
        shape = (spec.groups, spec.group_size)
        with torch.no_grad(), self.autocast():
            fractions = self._fractions(config.batch, config.target_quantiles)
            online_next = self.online(sample.successor, *shape)
            target_next = self.frozen(sample.successor, *shape, fractions)
            targets = double_q_targets(sample.returns, sample.discount, online_next, target_next)
        fractions = self._fractions(config.batch, config.quantiles)
        with self.autocast():
            quantiles: Tensor = self.online(sample.observation, *shape, fractions)
        index = sample.action.view(-1, 1, 1).expand(-1, quantiles.shape[1], 1)
        predicted = quantiles.gather(2, index).squeeze(2)
        losses, errors = quantile_huber(predicted, targets, fractions, config.kappa)
        loss = (losses * sample.weight).mean()

        self.optimizer.zero_grad(set_to_none=False)
        loss.backward()  # type: ignore[no-untyped-call]
        limit = config.gradient_clip or math.inf
        norm = torch.nn.utils.clip_grad_norm_(self.parameters, limit)
        self.optimizer.step()
        with torch.no_grad():
            bucket.replay.update_priorities(sample.places, errors)
            self.sums += torch.stack([loss, predicted.mean(), errors.mean(), norm]).detach()
            if config.target_rate:
                torch._foreach_lerp_(self.target_parameters, self.parameters, config.target_rate)

    def _recorded_update(self, bucket: ReplayBucket) -> None:
        """The same as one CUDA graph a bucket: hundreds of small kernels, one launch."""
        key = id(bucket)
        graph = self._graphs.get(key)
        if graph is not None:
            graph.replay()
            return
        stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            self._update(bucket)
        torch.cuda.current_stream().wait_stream(stream)
        self._warm[key] = self._warm.get(key, 0) + 1
        if self._warm[key] < 3:  # libraries settle on their kernels and workspaces first
            return
        graph = torch.cuda.CUDAGraph()
        graph.register_generator_state(self.generator)
        with torch.cuda.graph(graph, capture_error_mode="thread_local"):
            self._update(bucket)
        self._graphs[key] = graph

    def means(self) -> dict[str, float]:
        """Mean of each figure since the last call; the one place that waits for the device."""
        values = (self.sums / max(self.summed, 1)).tolist() if self.summed else [math.nan] * 4
        self.sums.zero_()
        self.summed = 0
        return dict(zip(("loss", "value", "error", "gradient_norm"), values, strict=True))

    def tensors(self) -> dict[str, Tensor]:
        """Weights, target, optimiser and random state, for a checkpoint."""
        result = {f"network.{k}": v for k, v in self.network.state_dict().items()}
        result |= {f"target.{k}": v for k, v in self.target.state_dict().items()}
        result |= optimizer_tensors(self.optimizer)
        result["generator"] = self.generator.get_state()
        return result

    def restore(self, tensors: Mapping[str, Tensor], file: str | PathLike[str]) -> None:
        """Go on where a checkpoint left off."""
        load_weights(self.network, under(tensors, "network."), file)
        load_weights(self.target, under(tensors, "target."), file)
        restore_optimizer(self.optimizer, tensors)
        self.generator.set_state(tensors["generator"].cpu())
