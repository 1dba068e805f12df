"""Train a policy by double DQN with implicit quantiles, n-step returns and prioritised replay.

The paper's algorithm (Falkner et al., 2022). Here is the loop, from top to bottom; an update is
in learner.py, the other algorithm in ppo.py.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neurols.errors import InputError
from neurols.policy.checkpoint import load_training, save_model, save_training
from neurols.policy.network import NetworkConfig
from neurols.policy.spec import ModelCard, ObservationSpec, VectorEnvironment
from neurols.train.config import TrainingConfig
from neurols.train.exploration import epsilon_at, explore, spread_epsilons
from neurols.train.learner import Learner, ReplayBucket
from neurols.train.log import TrainingLog
from neurols.train.replay import Replay
from neurols.train.shared import (
    GreedyPolicy,
    TrainingResult,
    Validation,
    action_entropy,
    check_alike,
    device_of,
    judged,
    learning_rate_at,
    under,
)

Curriculum = Callable[[float], Sequence[float]]
"""Progress in [0, 1] → weight of each bucket, 0 for none; asked at the start of each epoch. It may
also change the environments it knows (their budgets, say)."""


def train_dqn(
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
    device = device_of(config.device)
    specs = [environment.spec for environment in environments]
    check_alike(specs)
    learner = Learner(config, network_config, specs[0], device)
    capacities = _capacities(config, environments)
    buckets = [
        ReplayBucket(environment, config, capacity, device)
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
            stored = under(tensors, f"replay.{i}.")
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
            cost, named = judged(validate(GreedyPolicy(learner.network, device, learner.autocast)))
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
                    "action_entropy": action_entropy(greedy_counts),
                    "transitions_per_second": round(speed, 1),
                    **named,
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
