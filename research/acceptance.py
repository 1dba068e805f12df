"""Is there anything to decide in acceptance alone? Simple rules over the action set A.

    python research/acceptance.py cvrp 100 targeted@9/2 targeted@9/4 targeted@9/8
    python research/acceptance.py jobshop 20x20 swaps@4/6

Each rule answers accept or reject for every candidate that does not improve: by a constant
probability, by a threshold on the worsening (in units of a small change: a mean arc, a mean
duration), fixed or falling, by annealing, or by the distance to the best cost. Where none is ahead
of the constants, a policy over A has nothing to learn. Restart rules are given as swaps@4/6: name,
strength, and steps without a new best. The instances are generated, and no training, validation or
tuning has seen them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from neurols.policy.actions import action_set
from neurols.policy.spec import Observation
from neurols.registry import problem_named
from neurols.train.environment import SearchEnvironment
from neurols.train.native_play import play
from neurols.train.plays import play_once

FIRST_SEED = 80_000_000
STEPS = {"jobshop": 100, "cvrp": 200}
INSTANCES = 96
SEEDS = (1,)
CONTROLLERS = ("ils", "ils-sa", "late-acceptance", "sa", "sa-restart")

Values = NDArray[np.float64]
Rule = Callable[[Values, Values, Values, Values], NDArray[np.bool_]]
"""From the worsening, the distance to the best, the progress and a uniform number: accept?"""


def _probability(p: float) -> Rule:
    return lambda worse, above, progress, chance: chance < p


def _threshold(limit: float, falling: bool = False) -> Rule:
    return lambda worse, above, progress, chance: worse <= limit * (1 - falling * progress)


def _annealing(start: float, end: float) -> Rule:
    return lambda worse, above, progress, chance: (
        chance < np.exp(-worse / (start * (end / start) ** progress))
    )


def _near_best(limit: float) -> Rule:
    return lambda worse, above, progress, chance: above <= limit


RULES: dict[str, Rule] = {
    "always": _probability(1),
    "with probability 0.75": _probability(0.75),
    "with probability 0.5": _probability(0.5),
    "with probability 0.25": _probability(0.25),
    "never": _probability(0),
    "worse by at most 0.1": _threshold(0.1),
    "worse by at most 0.3": _threshold(0.3),
    "worse by at most 1": _threshold(1),
    "worse by at most 3": _threshold(3),
    "worse by at most 2, falling to 0": _threshold(2, falling=True),
    "annealed from 1 to 0.05": _annealing(1, 0.05),
    "annealed from 3 to 0.3": _annealing(3, 0.3),
    "within 0.5 of the best": _near_best(0.5),
    "within 2 of the best": _near_best(2),
    "within 5 of the best": _near_best(5),
}


def worsening(shown: NDArray[np.float32]) -> Values:
    """In units of a small change, from exp(-worsening)."""
    found: Values = -np.log(np.maximum(shown.astype(np.float64), 1e-30))
    return found


def costs(environment: SearchEnvironment, rule: Rule, seed: int) -> Values:
    """Final over initial cost, in percent."""
    column = {name: i for i, name in enumerate(environment.spec.scalar_names)}
    rng = np.random.default_rng(seed)

    def act(seen: Observation) -> NDArray[np.int64]:
        scalars = seen["scalars"]
        worse = worsening(scalars[:, column["candidate_worse@1"]])
        above = worsening(scalars[:, column["candidate_above_best@1"]])
        progress = scalars[:, column["progress"]].astype(np.float64)
        return rule(worse, above, progress, rng.random(len(worse))).astype(np.int64)

    initial, best = play_once(environment, act, seed)
    shares: Values = 100 * best / initial
    return shares


def main(problem: str, size: str, restarts: list[str]) -> None:
    steps = STEPS[problem]
    generated = problem_named(problem).generated
    pool = [generated(size, FIRST_SEED + k) for k in range(INSTANCES)]
    found: dict[str, Values] = {}
    initial = np.ones(INSTANCES)
    for restart in restarts:
        name, _, after = restart.partition("/")
        actions = action_set(problem, "a", restart=name, restart_after=int(after))
        environment = SearchEnvironment(
            *(pool, actions, INSTANCES),
            steps=steps,
            in_order=True,
            graph=False,
            begin_at_once=False,
        )
        environment.reset(1)
        initial = np.array([environment.running(i)[1].initial for i in range(INSTANCES)])
        for label, rule in RULES.items():
            played = [costs(environment, rule, seed) for seed in SEEDS]
            found[f"{restart}: {label}"] = np.mean(played, axis=0)
    for controller in CONTROLLERS:
        told = f"{controller}:preset=plain-a"
        ends = [100 * play(None, told, pool, steps, seed) / initial for seed in SEEDS]
        found[told] = np.mean(ends, axis=0)
    first = next(iter(found.values()))
    print(f"| {problem} {size} | final / initial cost, % | difference |\n|---|---:|---:|")
    for label, cost in found.items():
        change = cost - first
        error = change.std(ddof=1) / np.sqrt(INSTANCES)
        print(f"| {label} | {cost.mean():.2f} | {change.mean():+.2f} ± {error:.2f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
