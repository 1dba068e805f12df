"""Train a policy by double DQN with implicit quantiles, n-step returns and prioritised replay.

The paper's algorithm (Falkner et al., 2022). Here is the loop, from top to bottom; an update is
in learner.py, the other algorithm in ppo.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import PathLike
from typing import Any

import numpy as np

from neurols.errors import InputError
from neurols.policy.network import NetworkConfig
from neurols.policy.spec import VectorEnvironment
from neurols.train.bucket import begin_anew
from neurols.train.config import DQNConfig
from neurols.train.exploration import epsilon_at, explore, spread_epsilons
from neurols.train.learner import Learner, ReplayBucket
from neurols.train.record import RunRecord
from neurols.train.replay import Replay
from neurols.train.shared import (
    GreedyPolicy,
    TrainingResult,
    Validation,
    action_entropy,
    check_alike,
    device_of,
    learning_rate_at,
    under,
)


def train_dqn(
    config: DQNConfig,
    network_config: NetworkConfig,
    environments: Sequence[VectorEnvironment],
    validate: Validation,
    folder: str | PathLike[str],
    *,
    card: Mapping[str, Any] | None = None,
    resume: bool = False,
    progress: bool = False,
) -> TrainingResult:
    """Train one network on all environments; keep the one with the best validation cost.

    `folder` receives best.safetensors, last.safetensors, training.csv, TensorBoard's files and
    checkpoint.safetensors, from which `resume=True` goes on. `card` is added to the model's.
    """
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
    sampling = np.array([float(bucket.count) for bucket in buckets])

    told = {**(card or {}), "algorithm": "dqn"}
    record = RunRecord(folder, config, network_config, specs, validate, told)
    stored = record.stored() if resume else None
    if stored is not None:
        tensors, state = stored
        learner.restore(tensors, record.file)
        learner.updates = record.updates
        for i, bucket in enumerate(buckets):
            kept = under(tensors, f"replay.{i}.")
            if kept:
                bucket.replay.restore(kept, state["rows"][i])
        rng.bit_generator.state = state["rng"]
        credits, debt = state["credits"], state["debt"]

    record.begin(progress=progress)
    total = config.epochs * config.epoch_transitions
    begin_anew(buckets, config.seed, record.epoch)
    worker = ThreadPoolExecutor(1)
    out_of_time = False
    try:
        while record.epoch < config.epochs and not out_of_time:
            # -- collect and learn, one vector step after the other ---------------------------
            record.begin_epoch()
            collected = 0
            rewards_sum, costs, greedy_counts = 0.0, [], np.zeros(specs[0].actions)
            enough = (record.epoch + 1) * config.epoch_transitions
            while record.transitions < enough and not out_of_time:
                done_share = record.share_done(record.transitions / total)
                learner.set_progress(done_share)
                epsilon = epsilon_at(
                    done_share, config.epsilon_start, config.epsilon_end, config.epsilon_fraction
                )

                credits = [credit + 1 / len(buckets) for credit in credits]
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
                record.transitions += bucket.count
                collected += bucket.count
                rewards_sum += float(rewards.sum())
                greedy_counts += np.bincount(greedy, minlength=len(greedy_counts))
                if dones.any():
                    costs.append(np.asarray(bucket.environment.episode_costs()).ravel())
                record.show(done_share, f"ε {epsilon:.2f}")
                out_of_time = record.out_of_time

            # -- validate, keep the best, write the epoch down --------------------------------
            figures = {
                "reward": rewards_sum / max(collected, 1),
                "epsilon": epsilon,
                "learning_rate": learning_rate_at(done_share, config),
                **learner.means(),
                "action_entropy": action_entropy(greedy_counts),
            }
            policy = GreedyPolicy(learner.network, device, learner.autocast)
            record.end_epoch(policy, learner.updates, costs, figures)
            out_of_time = record.out_of_time

            if record.checkpoint_due:
                tensors = learner.tensors()
                if config.checkpoint_replay:
                    for i, b in enumerate(buckets):
                        tensors |= {f"replay.{i}.{k}": v for k, v in b.replay.tensors().items()}
                state = {
                    "rows": [b.replay.row for b in buckets],
                    "rng": rng.bit_generator.state,
                    "credits": credits,
                    "debt": debt,
                }
                record.checkpoint(tensors, state)
                # Searches cannot be stored; begun anew here, they are the same in a resumed run.
                begin_anew(buckets, config.seed, record.epoch)
        return record.end(learner.network, complete=not out_of_time)
    finally:
        worker.shutdown()
        record.close()


def _capacities(config: DQNConfig, environments: Sequence[VectorEnvironment]) -> list[int]:
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
