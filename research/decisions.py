"""What the shipped graph policies do: shares of their actions, and what they reject.

    python research/decisions.py jobshop 20x20 an anp
    python research/decisions.py cvrp 100 an

Generated instances that no training, validation or tuning has seen.
"""

from __future__ import annotations

import sys

import numpy as np

from neurols.policy.actions import action_set
from neurols.policy.controller import drawn, shipped_model
from neurols.policy.onnx import OnnxPolicy
from neurols.registry import problem_named
from neurols.train.environment import SearchEnvironment

_FIRST_SEED = 50_000_000
_STEPS = {"jobshop": 100, "cvrp": 200}
_INSTANCES = 64
_THIRDS = ("first third", "second", "last")


def observe(problem: str, size: str, kind: str) -> None:
    """Play one policy once on every instance, and print its tables."""
    steps = _STEPS[problem]
    pool = [problem_named(problem).generated(size, _FIRST_SEED + k) for k in range(_INSTANCES)]
    environment = SearchEnvironment(
        pool, action_set(problem, kind), _INSTANCES, steps=steps, in_order=True, begin_at_once=False
    )
    names = environment.spec.action_names
    policy = OnnxPolicy(shipped_model(problem, kind), environment.spec)
    column = {name: i for i, name in enumerate(environment.spec.scalar_names)}
    rng = np.random.default_rng(1)
    counts = np.zeros((len(_THIRDS), len(names)))
    rejected: list[list[float]] = []
    accepted: list[list[float]] = []
    seen = environment.reset(1)
    over = np.zeros(_INSTANCES, bool)
    for _ in range(steps):
        values = policy.q_values(seen)
        actions = np.array(
            [drawn(row, chance) for row, chance in zip(values, rng.random(_INSTANCES), strict=True)]
        )
        scalars = seen["scalars"]
        third = np.minimum(len(_THIRDS) * scalars[:, column["progress"]], len(_THIRDS) - 1).astype(
            int
        )
        asked = (scalars[:, column["pending"]] > 0) & (scalars[:, column["improving"]] == 0)
        for i in np.flatnonzero(~over):
            counts[third[i], actions[i]] += 1
            if asked[i]:
                told = [
                    scalars[i, column["visits"]] > 0,
                    5 * scalars[i, column["candidate_change"]],
                    np.expm1(4 * scalars[i, column["since_best"]]),
                ]
                (rejected if names[actions[i]].startswith("reject") else accepted).append(told)
        seen, _, ends = environment.step(actions.astype(np.int64))
        over |= ends
    shares = 100 * counts / counts.sum(1, keepdims=True)
    print(f"\n{problem} {size}, {kind}: percent of the actions\n")
    print("| action | " + " | ".join(_THIRDS) + " |")
    print("|---" * (len(_THIRDS) + 1) + "|")
    for action in np.argsort(-counts.sum(0)):
        if counts[:, action].sum() >= 0.005 * counts.sum():
            cells = " | ".join(f"{share:.0f}" for share in shares[:, action])
            print(f"| {names[action].replace(':', ' ')} | {cells} |")
    for verdict, told in (("rejected", rejected), ("accepted", accepted)):
        visits, change, age = np.mean(told, axis=0)
        print(
            f"{verdict}: {100 * len(told) / max(1, len(rejected) + len(accepted)):.0f} % of the"
            f" candidates that do not improve; {100 * visits:.0f} % of them visited before;"
            f" mean worsening {change:.2f} % of the initial cost, {age:.0f} steps after the last"
            " new best"
        )


if __name__ == "__main__":
    for wanted in sys.argv[3:]:
        observe(sys.argv[1], sys.argv[2], wanted)
