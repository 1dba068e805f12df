"""Train a policy by proximal policy optimisation (PPO).

Schulman et al. (2017), with generalised advantages (2016). The network is the one of DQN without
quantiles: its advantages are the logits of the actions, its state value is the critic, unless that
is one of its own (critic.py). Read it from top to bottom: the actor, the update, the loop.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from os import PathLike
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from neurols.errors import InputError
from neurols.policy.checkpoint import load_weights
from neurols.policy.network import GraphBatch, NetworkConfig, PolicyNetwork
from neurols.policy.spec import ObservationSpec, VectorEnvironment
from neurols.train.bucket import Bucket, begin_anew
from neurols.train.config import PPOConfig
from neurols.train.critic import InstanceCritic, Prospects
from neurols.train.environment import SearchEnvironment
from neurols.train.record import RunRecord
from neurols.train.rollout import Minibatch, Rollout, joined
from neurols.train.shared import (
    SampledPolicy,
    TrainingResult,
    Validation,
    action_entropy,
    check_alike,
    device_of,
    learning_rate_at,
    optimizer_tensors,
    restore_optimizer,
    under,
)

_FIGURES = ("policy_loss", "value_loss", "entropy", "divergence", "gradient_norm")


class Actor(Bucket):
    """Searches of one size that act by the network, and what they did."""

    def __init__(
        self,
        environment: VectorEnvironment,
        steps: int,
        device: torch.device,
        prospects: Prospects | None = None,
    ) -> None:
        super().__init__(environment, device)
        self.prospects = prospects
        told = Prospects.FEATURES if prospects else 0
        self.rollout = Rollout(self.spec, steps, self.count, device, told)
        self.costs: list[Any] = []
        self._stepping: Future[Any] | None = None
        self._step = 0

    def reset(self, seed: int) -> None:
        """Begin every search anew."""
        super().reset(seed)
        if self.prospects:
            self._instances = _instances_of(self.environment)

    def told(self) -> Tensor:
        """What the critic is told of the searches' instances."""
        if not self.prospects:
            return torch.zeros(self.count, 0, device=self.device)
        return self.prospects.of(self._instances).to(self.device)

    def begin(self, valued: Valued, step: int, generator: torch.Generator) -> Any:
        """Draw an action for every search; returns them for the environment."""
        batch, told = self.batch(), self.told()
        with torch.no_grad():
            logits, value = valued(batch, self.spec, told)
            log_probabilities = F.log_softmax(logits, dim=1)
            uniform = torch.rand(logits.shape, generator=generator, device=self.device)
            # The largest of log p plus Gumbel noise is a draw from p.
            action = (log_probabilities - (-uniform.log()).log()).argmax(1)
            chosen = log_probabilities.gather(1, action.unsqueeze(1)).squeeze(1)
        self.rollout.write(step, batch, action, chosen, value, told)
        return action.cpu().numpy()

    def submit(self, worker: ThreadPoolExecutor, step: int, actions: Any) -> None:
        """Step the searches beside whatever comes next."""
        self._step = step
        self._stepping = worker.submit(self.step, actions)

    def finish(self) -> None:
        """Wait for the step and take in what it brought."""
        if self._stepping is None:
            return
        observation, rewards, dones = self._stepping.result()
        self._stepping = None
        self.rollout.outcome(self._step, rewards, dones)
        self.take_in(observation, dones)
        if dones.any():
            costs = np.asarray(self.environment.episode_costs(), np.float64).ravel()
            self.costs.append(costs)
            if self.prospects:
                self.prospects.note(self._instances[dones], costs)
                self._instances = _instances_of(self.environment)

    def close(self, valued: Valued, config: PPOConfig) -> None:
        """Value where the searches stand, and with it what they did."""
        with torch.no_grad():
            _, last = valued(self.batch(), self.spec, self.told())
        self.rollout.close(last, scale=config.reward_scale, gamma=config.gamma, trace=config.trace)


def _prospects(environment: VectorEnvironment, config: PPOConfig) -> Prospects | None:
    if not config.instance_critic:
        return None
    if not isinstance(environment, SearchEnvironment):
        raise InputError(
            "instance_critic is on, and an environment does not tell which instances it plays",
            remedy="give environments of searches, or set instance_critic to False",
        )
    return Prospects(environment.pool)


def _instances_of(environment: VectorEnvironment) -> NDArray[np.int64]:
    assert isinstance(environment, SearchEnvironment)
    return environment.instances()


class Valued:
    """Logits [B, A] and state values [B] of a batch, by whichever critic there is."""

    def __init__(self, network: PolicyNetwork, critic: InstanceCritic | None) -> None:
        self._network = network
        self._critic = critic

    def __call__(
        self, batch: GraphBatch, spec: ObservationSpec, told: Tensor
    ) -> tuple[Tensor, Tensor]:
        logits, value = self._network.actor_critic(batch, spec.groups, spec.group_size)
        return logits, value if self._critic is None else self._critic(batch.scalars, told)


def loss_of(
    valued: Valued,
    part: Minibatch,
    spec: ObservationSpec,
    config: PPOConfig,
    entropy_weight: float,
) -> tuple[Tensor, Tensor]:
    """The loss of a minibatch, and the figures to report."""
    logits, value = valued(part.observation, spec, part.prospects)
    log_probabilities = F.log_softmax(logits, dim=1)
    chosen = log_probabilities.gather(1, part.action.unsqueeze(1)).squeeze(1)
    change = chosen - part.log_probability
    ratio = change.exp()
    clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
    policy_loss = -torch.minimum(ratio * part.advantage, clipped * part.advantage).mean()
    value_loss = F.smooth_l1_loss(value, part.returns)
    entropy = -(log_probabilities.exp() * log_probabilities).sum(1).mean()
    loss = policy_loss + config.value_weight * value_loss - entropy_weight * entropy
    divergence = ((ratio - 1) - change).mean()  # never negative (Schulman's k3)
    return loss, torch.stack([policy_loss, value_loss, entropy, divergence]).detach()


class Updates:
    """The network, its running average, the optimiser, and one pass over the rollouts."""

    def __init__(
        self,
        config: PPOConfig,
        network_config: NetworkConfig,
        spec: ObservationSpec,
        device: torch.device,
    ) -> None:
        torch.manual_seed(config.seed)
        self.config = config
        self.entropy_weight = 0.0  # it fades
        self.network = PolicyNetwork.for_spec(network_config, spec).to(device)
        with torch.no_grad():  # nearly uniform at first
            self.network.advantage.weight.mul_(0.05)
            self.network.advantage.bias.zero_()
            if config.graph_from:  # the graph has no say before it has learned one
                self.network.head.weight[:, : 2 * network_config.width].zero_()
        self.average = copy.deepcopy(self.network).requires_grad_(False)
        self.parameters: list[Tensor] = list(self.network.parameters())
        self.critic = InstanceCritic(spec.scalars).to(device) if config.instance_critic else None
        self._criticism = list(self.critic.parameters()) if self.critic else []
        every = [*self.parameters, *self._criticism]
        self.optimizer = torch.optim.Adam(every, lr=config.learning_rate, eps=1e-5)
        self.valued = Valued(self.network, self.critic)
        self.generator = torch.Generator(device).manual_seed(config.seed)
        self.count = 0
        self._sums = torch.zeros(len(_FIGURES), device=device)
        self._summed = 0

    def learn(self, actors: Sequence[Actor]) -> None:
        """One pass: every update learns from a part of every bucket's rollout."""
        parts = [
            actor.rollout.minibatches(self.config.minibatches, self.generator) for actor in actors
        ]
        for places in zip(*parts, strict=True):
            self.optimizer.zero_grad()
            read = [actor.rollout.read(where) for actor, where in zip(actors, places, strict=True)]
            if actors[0].spec.nodes == 0:  # scalars look alike on every size: one batch of all
                read = [joined(read)]
            for part, actor in zip(read, actors, strict=False):
                loss, figures = loss_of(
                    self.valued, part, actor.spec, self.config, self.entropy_weight
                )
                (loss / len(read)).backward()  # type: ignore[no-untyped-call]
                self._sums[:4] += figures / len(read)
            limit = self.config.gradient_clip or math.inf
            self._sums[4] += torch.nn.utils.clip_grad_norm_(self.parameters, limit)
            torch.nn.utils.clip_grad_norm_(self._criticism, limit)
            self.optimizer.step()
            self.count += 1
            self._summed += 1
            # A true average at first, then one that forgets.
            share = max(1 - self.config.averaging, 1 / self.count)
            torch._foreach_lerp_(list(self.average.parameters()), self.parameters, share)

    def set_progress(self, progress: float) -> None:
        """Move the schedules on."""
        self.optimizer.param_groups[0]["lr"] = learning_rate_at(progress, self.config)
        self.entropy_weight = self.config.entropy_weight * (1 - progress)

    def tensors(self) -> dict[str, Tensor]:
        """Weights, their average, optimiser and random state, for a checkpoint."""
        result = {f"network.{k}": v for k, v in self.network.state_dict().items()}
        result |= {f"average.{k}": v for k, v in self.average.state_dict().items()}
        if self.critic:
            result |= {f"critic.{k}": v for k, v in self.critic.state_dict().items()}
        result |= optimizer_tensors(self.optimizer)
        result["generator"] = self.generator.get_state()
        return result

    def restore(self, tensors: Mapping[str, Tensor], file: str | PathLike[str]) -> None:
        """Go on where a checkpoint left off."""
        load_weights(self.network, under(tensors, "network."), file)
        load_weights(self.average, under(tensors, "average."), file)
        if self.critic:
            load_weights(self.critic, under(tensors, "critic."), file)
        restore_optimizer(self.optimizer, tensors)
        self.generator.set_state(tensors["generator"].cpu())

    def means(self) -> dict[str, float]:
        """Mean of each figure since the last call."""
        values = (self._sums / max(self._summed, 1)).tolist()
        self._sums.zero_()
        self._summed = 0
        return dict(zip(_FIGURES, values, strict=True))


def train_ppo(
    config: PPOConfig,
    network_config: NetworkConfig,
    environments: Sequence[VectorEnvironment],
    validate: Validation,
    folder: str | PathLike[str],
    *,
    blind: Sequence[VectorEnvironment] = (),
    card: Mapping[str, Any] | None = None,
    resume: bool = False,
    progress: bool = False,
) -> TrainingResult:
    """Train one network on all environments; keep the average with the best validation cost.

    `blind` are environments that show no graph, for the part of training before `graph_from`.
    """
    device = device_of(config.device)
    if config.graph_from and not blind:
        raise InputError(
            "graph_from is above 0, and no environment is there that shows no graph",
            remedy="give such environments, or set graph_from to 0",
        )
    if device.type == "cuda":
        torch.set_float32_matmul_precision("high")
    network_config = replace(network_config, distributional=False, dueling=True, output="logits")
    specs = [environment.spec for environment in environments]
    check_alike(specs)
    prospects = [_prospects(environment, config) for environment in environments]
    updates = Updates(config, network_config, specs[0], device)
    iterations, total = 0, config.epochs * config.epoch_iterations
    told = {**(card or {}), "algorithm": "ppo"}
    record = RunRecord(folder, config, network_config, specs, validate, told)
    stored = record.stored() if resume else None
    if stored is not None:
        tensors, state = stored
        updates.restore(tensors, record.file)
        updates.count, iterations = record.updates, state["iterations"]
        for number, one in enumerate(prospects):
            if one:
                one.restore(under(tensors, f"prospects.{number}."))

    def share_done() -> float:
        return record.share_done(iterations / total)

    def new_actors(sees_graph: bool) -> list[Actor]:
        shown = environments if sees_graph else blind
        actors = [
            Actor(environment, config.rollout, device, known)
            for environment, known in zip(shown, prospects, strict=True)
        ]
        begin_anew(actors, config.seed, record.epoch)
        return actors

    record.begin(progress=progress)
    sees_graph = share_done() >= config.graph_from
    actors = new_actors(sees_graph)
    worker = ThreadPoolExecutor(1)
    try:
        while share_done() < 1.0:
            if not sees_graph and share_done() >= config.graph_from:
                sees_graph = True
                actors = new_actors(sees_graph)
            # -- act: while one bucket's searches step, the network decides for the next ------
            record.begin_epoch()
            counts = np.zeros(specs[0].actions)
            for _ in range(config.epoch_iterations):
                updates.set_progress(share_done())
                for step in range(config.rollout):
                    for actor in actors:
                        actor.finish()
                        actions = actor.begin(updates.valued, step, updates.generator)
                        actor.submit(worker, step, actions)
                        counts += np.bincount(actions, minlength=len(counts))
                        record.transitions += actor.count
                for actor in actors:
                    actor.finish()
                    actor.close(updates.valued, config)
                # -- learn ---------------------------------------------------------------------
                for _ in range(config.passes):
                    updates.learn(actors)
                iterations += 1
                record.show(share_done(), f"entropy {action_entropy(counts):.2f}")
                if share_done() >= 1.0:
                    break
            # -- validate, keep the best, write the epoch down ---------------------------------
            costs = [part for actor in actors for part in actor.costs]
            for actor in actors:
                actor.costs = []
            figures = {
                "learning_rate": learning_rate_at(share_done(), config),
                **updates.means(),
                "action_entropy": action_entropy(counts),
            }
            policy = SampledPolicy(updates.average, device)  # draws the same in every epoch
            policy.sees_graph = sees_graph
            record.end_epoch(policy, updates.count, costs, figures)
            if record.checkpoint_due:
                tensors = updates.tensors()
                for number, one in enumerate(prospects):
                    if one:
                        told = one.tensors()
                        tensors |= {f"prospects.{number}.{name}": it for name, it in told.items()}
                record.checkpoint(tensors, {"iterations": iterations})
                # Searches cannot be stored; begun anew here, they are the same in a resumed run.
                begin_anew(actors, config.seed, record.epoch)
        return record.end(updates.average, complete=iterations >= total)
    finally:
        worker.shutdown()
        record.close()
