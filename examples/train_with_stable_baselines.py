"""Learned control with an RL library as it comes: DQN of Stable-Baselines3 on the scalars.

pip install 'neurols[train]' stable-baselines3
python examples/train_with_stable_baselines.py --steps 100000
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from stable_baselines3 import DQN

import neurols.train.gym  # noqa: F401  # registers the environments

TASK = {"instances": "10x10", "actions": "an", "iterations": 100}
UNSEEN = 1_000_000  # seeds of instances that training does not meet


def mean_cost(act: Callable[[Any], int], episodes: int) -> float:
    """Mean of final over initial cost on instances that training has not seen."""
    env = gymnasium.make("neurols/JobShop-v0", **TASK, pool=episodes, instance_seed=UNSEEN)
    costs = []
    for episode in range(episodes):
        observation, info = env.reset(seed=episode)
        over = False
        while not over:
            observation, _, over, _, info = env.step(act(observation))
        costs.append(info["best"] / info["initial"])
    return float(np.mean(costs))


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--steps", type=int, default=10_000)
    options.add_argument("--episodes", type=int, default=64)
    chosen = options.parse_args()

    torch.set_num_threads(1)  # the network is small: threads would cost more than they bring
    env = gymnasium.make("neurols/JobShop-v0", **TASK, seed=1)
    # Rewards are shares of the initial cost; in percent they suit the loss better.
    in_percent = gymnasium.wrappers.TransformReward(env, lambda reward: 100 * reward)
    model = DQN(
        "MlpPolicy",
        in_percent,
        learning_rate=5e-4,
        learning_starts=min(1000, chosen.steps // 2),
        exploration_fraction=0.5,
        seed=1,
    )
    model.learn(chosen.steps)

    def greedy(observation: Any) -> int:
        return int(model.predict(observation, deterministic=True)[0])

    rng = np.random.default_rng(1)
    count = int(env.action_space.n)
    print(f"trained policy {mean_cost(greedy, chosen.episodes):.4f}")
    print(f"random policy  {mean_cost(lambda _: int(rng.integers(count)), chosen.episodes):.4f}")
    for action, name in enumerate(env.unwrapped.action_names):
        print(f"{name:<16} {mean_cost(lambda _, a=action: a, chosen.episodes):.4f}")


if __name__ == "__main__":
    main()
