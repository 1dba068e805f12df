"""Train a policy: double DQN, implicit quantiles, n-step returns, prioritised replay.

Read it from top to bottom: a bucket of searches, the learner, the greedy policy, the loop.
Falkner et al. (2022); van Hasselt et al. (2016); Dabney et al. (2018); Schaul et al. (2016).
"""

from __future__ import annotations

import contextlib
import importlib
import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from neurols.errors import InputError
from neurols.policy.checkpoint import load_training, load_weights, save_model, save_training
from neurols.policy.network import GraphBatch, GraphLayer, NetworkConfig, PolicyNetwork
from neurols.policy.spec import (
    DYNAMIC_FIELDS,
    STATIC_FIELDS,
    ModelCard,
    Observation,
    ObservationSpec,
    StaticMemory,
    VectorEnvironment,
)
from neurols.train.config import TrainingConfig
from neurols.train.exploration import epsilon_at, explore, spread_epsilons
from neurols.train.log import TrainingLog
from neurols.train.quantiles import double_q_targets, quantile_huber
from neurols.train.replay import Replay

Curriculum = Callable[[float], Sequence[float]]
"""Progress in [0, 1] → weight of each bucket, 0 for none; asked at the start of each epoch. It may
also change the environments it knows (their budgets, say)."""


def device_of(config: TrainingConfig) -> torch.device:
    """The device that the settings ask for."""
    if config.device == "cuda" and not torch.cuda.is_available():
        raise InputError("device is cuda, but PyTorch finds no GPU; set device to cpu or auto")
    if config.device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.device(config.device)


def learning_rate_at(progress: float, config: TrainingConfig) -> float:
    """The step size at a point of training."""
    share = {
        "constant": 0.0,
        "linear": progress,
        "cosine": 0.5 - 0.5 * math.cos(math.pi * progress),
    }[config.schedule]
    return config.learning_rate + share * (config.learning_rate_end - config.learning_rate)


class Bucket:
    """Searches of one size, their latest observation on the device, and their replay."""

    def __init__(
        self, environment: VectorEnvironment, config: TrainingConfig, capacity: int, device: Any
    ) -> None:
        self.environment = environment
        self.spec: ObservationSpec = environment.spec
        self.count = environment.count
        self.replay = Replay(
            self.spec,
            self.count,
            capacity,
            n_step=config.n_step,
            gamma=config.gamma,
            alpha=config.alpha,
            device=device,
        )
        self.device = device
        self.observation: Observation
        self._pinned: dict[str, Tensor] = {}
        self._static: dict[str, Tensor] = {}

    def reset(self, seed: int) -> None:
        """Begin every search anew."""
        self.observation = self.environment.reset(seed)
        self._static = {}
        self.replay.cut()

    def upload(self, name: str, values: NDArray[Any]) -> Tensor:
        """An array on the device; through page-locked memory, so that nothing waits for it."""
        tensor = torch.from_numpy(values)
        if self.device.type == "cpu":
            return tensor
        if name not in self._pinned:
            self._pinned[name] = torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True)
        return self._pinned[name].copy_(tensor).to(self.device, non_blocking=True)

    def batch(self) -> GraphBatch:
        """The latest observation; its static part travels once an episode."""
        parts: Mapping[str, Any] = self.observation
        if not self._static or self.device.type == "cpu":
            self._static = {name: self.upload(name, parts[name]) for name in STATIC_FIELDS}
        dynamic = {name: self.upload(name, parts[name]) for name in DYNAMIC_FIELDS}
        return GraphBatch(**self._static, **dynamic)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_]]:
        """One decision for every search; runs beside the learner in a thread of its own."""
        return self.environment.step(actions)

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
        self.observation = observation
        if dones.any():
            self._static = {}


class Learner:
    """The network, its target, the optimiser, and one update."""

    def __init__(
        self,
        config: TrainingConfig,
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

    def update(self, bucket: Bucket) -> None:
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

    def _update(self, bucket: Bucket) -> None:
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

    def _recorded_update(self, bucket: Bucket) -> None:
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
        for i, state in self.optimizer.state_dict()["state"].items():
            result |= {f"optimizer.{i}.{name}": value for name, value in state.items()}
        result["generator"] = self.generator.get_state()
        return result

    def restore(self, tensors: Mapping[str, Tensor], file: str | PathLike[str]) -> None:
        """Go on where a checkpoint left off."""
        load_weights(self.network, _under(tensors, "network."), file)
        load_weights(self.target, _under(tensors, "target."), file)
        state: dict[int, dict[str, Tensor]] = {}
        for name, value in _under(tensors, "optimizer.").items():
            number, part = name.split(".")
            state.setdefault(int(number), {})[part] = value
        stored = self.optimizer.state_dict()
        stored["state"] = state
        self.optimizer.load_state_dict(stored)
        self.optimizer.param_groups[0]["lr"] = self.rate
        self.generator.set_state(tensors["generator"].cpu())


class GreedyPolicy:
    """The network as it stands, for validation: NumPy in, actions out."""

    def __init__(self, learner: Learner) -> None:
        self._learner = learner
        self._memory = StaticMemory()
        self._embedding: Tensor | None = None

    def q_values(self, observation: Observation, spec: ObservationSpec) -> NDArray[np.float32]:
        """Action values [B, A]; the static stage runs once an episode."""
        learner = self._learner
        parts: Mapping[str, Any] = observation
        batch = GraphBatch(
            **{
                name: torch.from_numpy(parts[name]).to(learner.device)
                for name in GraphBatch._fields
            }
        )
        with torch.no_grad(), learner.autocast():
            if self._memory.is_new(observation) or self._embedding is None:
                edges = learner.network.static_edges(batch)
                self._embedding = learner.network.encode_static(batch.static_nodes, edges)
            values: Tensor = learner.network(
                batch, spec.groups, spec.group_size, embedding=self._embedding
            )
        result: NDArray[np.float32] = values.cpu().numpy()
        return result

    def act(self, observation: Observation, spec: ObservationSpec) -> NDArray[np.int64]:
        """Greedy actions [B]."""
        actions: NDArray[np.int64] = self.q_values(observation, spec).argmax(1)
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


def train(
    config: TrainingConfig,
    network_config: NetworkConfig,
    environments: Sequence[VectorEnvironment],
    validate: Validation,
    folder: str | PathLike[str],
    *,
    curriculum: Curriculum | None = None,
    card: Mapping[str, Any] | None = None,
    resume: bool = False,
    progress: bool = False,
) -> TrainingResult:
    """Train one network on all environments; keep the one with the best validation cost.

    `folder` receives best.safetensors, last.safetensors, training.csv, TensorBoard's files and
    checkpoint.safetensors, from which `resume=True` goes on. `card` is added to the model's.
    """
    folder = Path(folder)
    device = device_of(config)
    specs = [environment.spec for environment in environments]
    _check_alike(specs)
    learner = Learner(config, network_config, specs[0], device)
    capacities = _capacities(config, environments)
    buckets = [
        Bucket(environment, config, capacity, device)
        for environment, capacity in zip(environments, capacities, strict=True)
    ]
    rng = np.random.default_rng(config.seed)
    credits = [0.0] * len(buckets)
    debt = 0.0  # updates owed
    epoch = transitions = best_epoch = 0
    best_cost = math.inf
    earlier = 0.0  # seconds of the runs before this one

    checkpoint = folder / "checkpoint.safetensors"
    if resume and checkpoint.exists():
        tensors, state = load_training(checkpoint)
        _check_same_run(state, config, network_config, specs, checkpoint)
        learner.restore(tensors, checkpoint)
        learner.updates = state["updates"]
        for i, bucket in enumerate(buckets):
            stored = _under(tensors, f"replay.{i}.")
            if stored:
                bucket.replay.restore(stored, state["rows"][i])
        rng.bit_generator.state = state["rng"]
        credits, debt = state["credits"], state["debt"]
        epoch, transitions = state["epoch"], state["transitions"]
        best_cost, best_epoch, earlier = state["best_cost"], state["best_epoch"], state["seconds"]

    log = TrainingLog(folder, resumed_epoch=epoch, progress=progress)
    started = time.monotonic()
    total = config.epochs * config.epoch_transitions

    def seconds() -> float:
        return earlier + time.monotonic() - started

    def share_done() -> float:
        by_clock = seconds() / (60 * config.minutes) if config.minutes else 0.0
        return min(max(transitions / total, by_clock), 1.0)

    def begin_anew() -> None:
        for i, bucket in enumerate(buckets):
            entropy = np.random.SeedSequence([config.seed, epoch, i])
            bucket.reset(int(entropy.generate_state(1)[0]))

    def model_card() -> ModelCard:
        training = {
            **(card or {}),
            "settings": config.to_dict(),
            "sizes": [{"nodes": s.nodes, "groups": s.groups} for s in specs],
            "epoch": epoch,
            "transitions": transitions,
            "updates": learner.updates,
            "seconds": round(seconds(), 1),
            "validation_cost": [row["cost"] for row in log.rows],
        }
        return ModelCard.of(specs[0], network_config.to_dict(), training)

    begin_anew()
    worker = ThreadPoolExecutor(1)
    out_of_time = False
    try:
        while epoch < config.epochs and not out_of_time:
            # -- collect and learn, one vector step after the other ---------------------------
            weights = _weights(curriculum, share_done(), len(buckets))
            shares = weights / weights.sum()
            sampling = shares * [bucket.count for bucket in buckets]
            began, collected = seconds(), 0
            rewards_sum, costs, greedy_counts = 0.0, [], np.zeros(specs[0].actions)
            while transitions < (epoch + 1) * config.epoch_transitions and not out_of_time:
                done_share = share_done()
                learner.set_progress(done_share)
                epsilon = epsilon_at(
                    done_share, config.epsilon_start, config.epsilon_end, config.epsilon_fraction
                )

                credits = [c + s for c, s in zip(credits, shares, strict=True)]
                chosen = int(np.argmax(credits))
                credits[chosen] -= 1.0
                bucket = buckets[chosen]

                batch = bucket.batch()
                greedy = learner.act(batch, bucket.spec)
                epsilons = spread_epsilons(epsilon, bucket.count, config.epsilon_spread)
                actions = explore(greedy, epsilons, bucket.spec.actions, rng)
                bucket.replay.begin(batch, bucket.upload("actions", actions))
                stepping = worker.submit(bucket.step, actions)

                # The searches step while the network learns from what was there before.
                ready = np.array([b.replay.ready >= max(config.warmup, 1) for b in buckets])
                mass = sampling * ready
                if mass.sum() > 0:
                    debt += bucket.count * config.replay_ratio / config.batch
                    while debt >= 1.0:
                        debt -= 1.0
                        learner.update(buckets[rng.choice(len(buckets), p=mass / mass.sum())])

                observation, rewards, dones = stepping.result()
                bucket.finish(observation, rewards, dones, config.reward_scale)
                transitions += bucket.count
                collected += bucket.count
                rewards_sum += float(rewards.sum())
                greedy_counts += np.bincount(greedy, minlength=len(greedy_counts))
                if dones.any():
                    costs.append(np.asarray(bucket.environment.episode_costs()).ravel())
                out_of_time = bool(config.minutes) and seconds() >= 60 * config.minutes
                log.show(
                    done_share,
                    f"epoch {epoch + 1}/{config.epochs}  ε {epsilon:.2f}  best {best_cost:.4f}",
                )

            # -- validate, keep the best, write the epoch down --------------------------------
            epoch += 1
            speed = collected / max(seconds() - began, 1e-9)
            cost = validate(GreedyPolicy(learner))
            named = cost if isinstance(cost, Mapping) else {}
            cost = float(np.mean(list(cost.values()))) if isinstance(cost, Mapping) else cost
            log.add(
                {
                    "epoch": epoch,
                    "transitions": transitions,
                    "updates": learner.updates,
                    "seconds": round(seconds(), 2),
                    "cost": cost,
                    "training_cost": float(np.concatenate(costs).mean()) if costs else math.nan,
                    "reward": rewards_sum / max(collected, 1),
                    "epsilon": epsilon,
                    "learning_rate": learning_rate_at(done_share, config),
                    **learner.means(),
                    "action_entropy": _entropy(greedy_counts),
                    "transitions_per_second": round(speed, 1),
                    **{f"cost/{name}": value for name, value in named.items()},
                }
            )
            if cost < best_cost:
                best_cost, best_epoch = cost, epoch
                save_model(folder / "best.safetensors", learner.network, model_card())

            if config.checkpoint_epochs and epoch % config.checkpoint_epochs == 0:
                tensors = learner.tensors()
                if config.checkpoint_replay:
                    for i, b in enumerate(buckets):
                        tensors |= {f"replay.{i}.{k}": v for k, v in b.replay.tensors().items()}
                state = {
                    "config": config.to_dict(),
                    "network": network_config.to_dict(),
                    "specs": [repr(spec) for spec in specs],
                    "rows": [b.replay.row for b in buckets],
                    "rng": rng.bit_generator.state,
                    "credits": credits,
                    "debt": debt,
                    "epoch": epoch,
                    "transitions": transitions,
                    "updates": learner.updates,
                    "best_cost": best_cost,
                    "best_epoch": best_epoch,
                    "seconds": seconds(),
                }
                save_training(checkpoint, tensors, state)
                # Searches cannot be stored; begun anew here, they are the same in a resumed run.
                begin_anew()
        save_model(folder / "last.safetensors", learner.network, model_card())
    finally:
        worker.shutdown()
        log.close()
    return TrainingResult(
        best_cost=best_cost,
        best_epoch=best_epoch,
        model=folder / "best.safetensors",
        rows=log.rows,
        transitions=transitions,
        updates=learner.updates,
        seconds=seconds(),
        complete=not out_of_time,
    )


def _under(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {k[len(prefix) :]: v for k, v in tensors.items() if k.startswith(prefix)}


def _entropy(counts: NDArray[np.float64]) -> float:
    share = counts[counts > 0] / max(counts.sum(), 1)
    return float(-(share * np.log(share)).sum() / math.log(max(len(counts), 2)))


def _weights(curriculum: Curriculum | None, progress: float, count: int) -> NDArray[np.float64]:
    if curriculum is None:
        return np.ones(count)
    weights = np.asarray(curriculum(progress), dtype=np.float64)
    if weights.shape != (count,) or (weights < 0).any() or not weights.sum() > 0:
        raise InputError(
            f"the curriculum gave {weights.tolist()} at {progress:.0%}; it must give one weight "
            f"for each of {count} buckets, none negative and not all 0"
        )
    return weights


def _capacities(config: TrainingConfig, environments: Sequence[VectorEnvironment]) -> list[int]:
    """Transitions that each bucket keeps: what was asked for, or an equal share of the memory."""
    share = config.replay_gigabytes * 1e9 / len(environments)
    capacities = []
    for environment in environments:
        fits = int(share // Replay.row_bytes(environment.spec, environment.count))
        capacity = min(config.replay_capacity, fits * environment.count)
        if capacity < max(config.warmup, config.batch, (config.n_step + 2) * environment.count):
            raise InputError(
                f"replay of {environment.count} searches of {environment.spec.nodes} nodes holds "
                f"only {capacity} transitions; raise replay_gigabytes or replay_capacity, or "
                "run fewer searches at once"
            )
        capacities.append(capacity)
    return capacities


def _check_alike(specs: Sequence[ObservationSpec]) -> None:
    if not specs:
        raise InputError("there is no environment to train on")
    for spec in specs[1:]:
        ModelCard.of(specs[0], {}).check_fits(spec, f"environment of {spec.nodes} nodes")


def _check_same_run(
    state: Mapping[str, Any],
    config: TrainingConfig,
    network: NetworkConfig,
    specs: Sequence[ObservationSpec],
    file: Path,
) -> None:
    """A checkpoint goes on under the settings it was made with; the run may only last longer."""
    for kind, now in (("config", config.to_dict()), ("network", network.to_dict())):
        for name, value in now.items():
            if name in ("epochs", "minutes", "device"):
                continue
            if state[kind].get(name) != value:
                raise InputError(
                    f"the run had {name} = {state[kind].get(name)!r}, now it is {value!r}",
                    file=file,
                    remedy="resume with the same settings, or start without --resume",
                )
    if state["specs"] != [repr(spec) for spec in specs]:
        raise InputError(
            "the run had other environments",
            file=file,
            remedy="resume with the same sizes and actions, or start without --resume",
        )
