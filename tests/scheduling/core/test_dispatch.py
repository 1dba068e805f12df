"""Dispatching: the best of the rules, and a learned rule against one in plain Python."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

import neurols
from neurols import JobShop, _core
from neurols.policy.native import dispatch_features
from neurols.scheduling import random_shop

from ...helpers import random_general_shop, workspace

FEATURES = dispatch_features("jobshop", 1)


def rule(**weights: float) -> _core.PerceptronWeights:
    """A linear rule; names of features with underscores for spaces."""
    chosen = [weights.pop(name.replace(" ", "_"), 0.0) for name in FEATURES]
    assert not weights
    return _core.PerceptronWeights(len(FEATURES), 0, 0, chosen)


def started(shop: JobShop, learned: _core.PerceptronWeights, name: str = "") -> list[list[int]]:
    """Operations in the order of each machine."""
    space = workspace(shop, dispatching=learned, construction=name)
    space.construct(_core.Rng(1))
    return space.sequences()


def constructed(shop: JobShop, construction: str) -> neurols.Result:
    return neurols.solve(shop, controller="hill-climbing", iterations=0, construction=construction)


def plain_dispatch(shop: JobShop, weights: np.ndarray) -> list[list[int]]:
    """The learned rule, everything computed anew at every step."""
    jobs, machines = shop.jobs, range(shop.machines)
    first = np.cumsum([0, *map(len, jobs)])
    total = max(1, sum(d for job in jobs for _, d in job))
    operations = sum(map(len, jobs))
    mean = total / operations if any(d for job in jobs for _, d in job) else 1.0
    job_work, machine_work = total / len(jobs), total / shop.machines
    load = [sum(d for job in jobs for m, d in job if m == machine) for machine in machines]
    done = [0] * len(jobs)
    job_ready, machine_ready = [0] * len(jobs), [0] * shop.machines
    sequences: list[list[int]] = [[] for _ in machines]

    def features(j: int, now: int) -> list[float]:
        k = done[j]
        left = [(m, d) for i, job in enumerate(jobs) for m, d in job[done[i] :]]
        early = sum(d for _, d in left) / total
        remaining = sum(d for _, d in jobs[j][k:])
        share, up_to = remaining / job_work, sum(d for _, d in jobs[j][: k + 1])
        burden = sum(d * load[m] / machine_work for m, d in jobs[j][k:]) / job_work
        ratio = math.log(max(1e-3, up_to) / max(1e-3, remaining))
        duration = min(8.0, jobs[j][k][1] / mean)
        ahead = [0.0] * 4
        if k + 1 < len(jobs[j]):
            machine, next_duration = jobs[j][k + 1]
            waiting = sum(
                done[i] < len(job) and job[done[i]][0] == machine for i, job in enumerate(jobs)
            )
            ahead = [
                min(8.0, max(0.0, machine_ready[machine] - now - jobs[j][k][1]) / mean),
                min(8.0, sum(d for m, d in left if m == machine) / max(1, machine_work * early)),
                waiting / 4 / (1 + len(jobs) / shop.machines),
                min(8.0, next_duration / mean),
            ]
        return [
            *(duration, share, (len(jobs[j]) - 1 - k) / max(1, operations / len(jobs)), ratio),
            *(min(8.0, (now - job_ready[j]) / mean / 4), ahead[0], ahead[1], ahead[2], burden),
            *(math.log(max(0.01, share)), ahead[3], duration * early, share * early),
            *(ratio * early, float(k + 1 == len(jobs[j])), burden * early),
        ]

    for _ in range(operations):
        starts = [
            (max(job_ready[j], machine_ready[job[done[j]][0]]), j)
            for j, job in enumerate(jobs)
            if done[j] < len(job)
        ]
        now, earliest = min(starts)
        machine = jobs[earliest][done[earliest]][0]
        waiting = [j for _, j in starts if jobs[j][done[j]][0] == machine and job_ready[j] <= now]
        chosen = min(waiting, key=lambda j: (float(weights @ features(j, now)), j))
        sequences[machine].append(int(first[chosen]) + done[chosen])
        job_ready[chosen] = machine_ready[machine] = now + jobs[chosen][done[chosen]][1]
        done[chosen] += 1
    return sequences


@pytest.mark.parametrize("seed", range(30))
def test_a_learned_rule_dispatches_as_the_plain_one(seed: int) -> None:
    rng = random.Random(seed)
    classic = random_shop(9, 6, seed, stages=rng.choice([1, 2]))
    for shop in (classic, random_general_shop(rng)):
        if _is_flow_shop(shop):
            continue  # those start from NEH where it is better
        weights = np.random.default_rng(seed).standard_normal(len(FEATURES))
        learned = _core.PerceptronWeights(len(FEATURES), 0, 0, weights.tolist())
        assert started(shop, learned) == plain_dispatch(shop, weights)


def _is_flow_shop(shop: JobShop) -> bool:
    routes = {tuple(m for m, _ in job) for job in shop.jobs}
    return len(routes) == 1 and all(len(set(route)) == len(route) for route in routes)


@pytest.mark.parametrize("seed", range(5))
def test_one_weight_is_the_default_rule(seed: int) -> None:
    shop = random_shop(15, 10, seed)
    default = constructed(shop, "fdd/mwkr").solution.to_json()["machines"]
    found = started(shop, rule(log_done_over_left=1))
    assert [[op // 10 for op in sequence] for sequence in found] == default


def test_who_names_a_construction_gets_it_whatever_was_learned() -> None:
    shop = random_shop(15, 10, 1)
    learned = rule(duration=1)
    assert started(shop, learned, "mwkr") == started(shop, rule(duration=-1), "mwkr")
    assert started(shop, learned, "mwkr") != started(shop, learned)


@pytest.mark.parametrize("stages", [1, 2, 8])
def test_the_best_start_is_no_worse_than_any_it_chooses_from(stages: int) -> None:
    wins = set()
    for seed in range(8):
        shop = random_shop(20, 8, seed, stages=stages)
        names = ("fdd/mwkr", "mwkr", "lrpt", "mopnr", "fifo", "neh")
        costs = {name: constructed(shop, name).cost for name in names}
        best = constructed(shop, "best")
        assert neurols.check(shop, best.solution) == best.cost == min(costs.values())
        wins.add(min(costs, key=lambda name: costs[name]))
    assert len(wins) > 1 or stages == 8  # in flow shops it is NEH


@pytest.mark.parametrize("direction", [1, -1])
def test_rules_compete_with_the_learned_one_where_the_best_is_asked_for(direction: int) -> None:
    learned = rule(log_done_over_left=direction, burden_left=-direction, duration=direction)
    wins = 0
    for seed in range(10):
        shop = random_shop(20, 8, seed)
        by_rules = constructed(shop, "best").cost
        costs = {}
        for name in ("", "best"):
            space = workspace(shop, dispatching=learned, construction=name)
            space.construct(_core.Rng(1))
            costs[name] = space.cost()
        assert costs["best"] == min(costs[""], by_rules)
        wins += costs[""] < by_rules
    assert (wins > 0) == (direction == 1)


def test_weights_for_other_features_are_refused() -> None:
    with pytest.raises(ValueError, match="features of waiting operations"):
        started(random_shop(3, 3, 1), _core.PerceptronWeights(2, 0, 0, [1.0, 0.0]))
