"""What several tests need: native workspaces of generated shops, and a reference evaluation."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

from neurols import JobShop, _core

SHARED = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
"""Benchmark files that lie beside the repository on some machines."""


def random_general_shop(rng: random.Random, max_jobs: int = 12, max_machines: int = 8) -> JobShop:
    """Jobs of different length, recirculation, zero durations, machines nobody visits."""
    machines = rng.randint(1, max_machines)
    longest = rng.choice([0, 3, 99])
    jobs = [
        [
            (rng.randrange(machines), rng.randint(0, longest))
            for _ in range(rng.randint(1, machines + 2))
        ]
        for _ in range(rng.randint(1, max_jobs))
    ]
    return JobShop(jobs, machines=machines)


def classic_shop(rng: random.Random, jobs: int, machines: int) -> JobShop:
    """Every job visits every machine once; durations 1 to 99."""
    return JobShop(
        [
            [(m, rng.randint(1, 99)) for m in rng.sample(range(machines), machines)]
            for _ in range(jobs)
        ],
        machines=machines,
    )


def workspace(instance: JobShop, **settings: object) -> _core.JobShopWorkspace:
    chosen = _core.JobShopSettings()
    for name, value in settings.items():
        setattr(chosen, name, value)
    core = _core.JobShopInstance(*instance.flat(), instance.machines)
    return _core.JobShopWorkspace(core, chosen)


def action(name: str, strength: int = 0) -> _core.Action:
    """An operator or perturbation of the job shop by name."""
    operators = list(_core.JobShopWorkspace.operator_names)
    if name in operators:
        return _core.Action.apply(operators.index(name))
    return _core.Action.perturb(_core.JobShopWorkspace.perturbation_names.index(name), strength)


def state(space: _core.JobShopWorkspace) -> tuple[object, ...]:
    """All that undo has to restore."""
    return (space.cost(), space.sequences(), space.heads(), space.tails(), space.fingerprint())


def reference_heads(instance: JobShop, sequences: list[list[int]]) -> list[int]:
    """Earliest starts by relaxation until nothing changes: slow, and unlike the core's way."""
    durations = [d for job in instance.jobs for _, d in job]
    arcs = [(a, b) for order in sequences for a, b in pairwise(order)]
    number = 0
    for job in instance.jobs:
        arcs += [(o, o + 1) for o in range(number, number + len(job) - 1)]
        number += len(job)
    heads = [0] * len(durations)
    for _ in range(len(durations) + 1):
        changed = False
        for a, b in arcs:
            if heads[a] + durations[a] > heads[b]:
                heads[b] = heads[a] + durations[a]
                changed = True
        if not changed:
            return heads
    raise AssertionError("the machine sequences form a cycle")


def reference_tails(instance: JobShop, sequences: list[list[int]]) -> list[int]:
    """Tails, own duration included: heads of the reversed shop, plus the duration."""
    durations = [d for job in instance.jobs for _, d in job]
    last = len(durations) - 1
    mirrored = JobShop([list(reversed(job)) for job in reversed(instance.jobs)])
    heads = reference_heads(mirrored, [[last - o for o in reversed(s)] for s in sequences])
    return [heads[last - o] + durations[o] for o in range(last + 1)]
