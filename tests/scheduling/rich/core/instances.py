"""Small random instances of rich scheduling, and a slow reference for their schedules."""

from __future__ import annotations

import random
from itertools import pairwise, permutations, product

from neurols.errors import InputError
from neurols.scheduling.rich.instance import (
    Job,
    Machine,
    Objective,
    Operation,
    Precedence,
    RichScheduling,
)

TERMS = (
    "makespan",
    "total_tardiness",
    "weighted_tardiness",
    "total_completion",
    "weighted_completion",
    "flow_time",
    "weighted_flow_time",
    "max_lateness",
    "late_jobs",
    "weighted_late_jobs",
    "setup_time",
)
TRAITS = (
    "flexible",
    "setups",
    "dates",
    "breaks",
    "pauses",
    "lags",
    "max lags",
    "blocking",
    "graph",
    "deadlines",
)


def random_instance(
    rng: random.Random, traits: set[str], most: int = 12, least: int = 1
) -> RichScheduling:
    """An instance with these traits. Deadlines and maximum lags may leave no schedule at all."""
    while True:
        try:
            return _draw(rng, traits, rng.randint(least, most))
        except InputError:
            continue


def random_traits(rng: random.Random) -> set[str]:
    """Each trait by a coin, but those that may leave no schedule seldom."""
    rare = {"deadlines", "max lags", "blocking"}
    return {trait for trait in TRAITS if rng.random() < (0.12 if trait in rare else 0.4)}


def _draw(rng: random.Random, traits: set[str], count: int) -> RichScheduling:
    machines = rng.randint(1, 4)
    jobs = rng.randint(1, max(1, min(count, 5)))
    families = rng.randint(1, 3) if "setups" in traits else 0
    owner = sorted([*range(jobs), *(rng.randrange(jobs) for _ in range(count - jobs))])
    operations = []
    for job in owner:
        several = rng.randint(1, machines) if "flexible" in traits else 1
        modes = tuple((m, rng.randint(0, 9)) for m in rng.sample(range(machines), several))
        operations.append(
            Operation(
                job,
                modes,
                family=rng.choice([None, *range(families)]) if families else None,
                may_pause="pauses" in traits and rng.random() < 0.6,
                earliest_start=rng.choice([0, 0, 0, rng.randint(0, 9)]),
            )
        )
    return RichScheduling(
        "random",
        tuple(_machine(rng, traits, families) for _ in range(machines)),
        tuple(_job(rng, traits, owner.count(job)) for job in range(jobs)),
        tuple(operations),
        tuple(_precedences(rng, traits, owner)),
        families=tuple(f"f{f}" for f in range(families)),
        objective=_objective(rng),
    )


def _machine(rng: random.Random, traits: set[str], families: int) -> Machine:
    breaks = []
    time = 0
    for _ in range(rng.randint(0, 3) if "breaks" in traits else 0):
        start = time + rng.randint(1, 12)
        time = start + rng.randint(1, 6)
        breaks.append((start, time))
    has_setups = families > 0 and rng.random() < 0.8
    return Machine(
        breaks=tuple(breaks),
        setup_during_breaks=rng.random() < 0.3,
        initial_family=rng.choice([None, *range(families)]) if has_setups else None,
        setups=tuple(tuple(rng.randint(0, 6) for _ in range(families)) for _ in range(families))
        if has_setups
        else (),
        blocking="blocking" in traits and rng.random() < 0.5,
        available_from=rng.choice([0, 0, rng.randint(0, 8)]),
    )


def _job(rng: random.Random, traits: set[str], count: int) -> Job:
    dated = "dates" in traits
    return Job(
        release_date=rng.randint(0, 10) if dated else 0,
        due_date=rng.randint(0, 30) if dated and rng.random() < 0.8 else None,
        deadline=rng.randint(20 + 8 * count, 120)
        if "deadlines" in traits and rng.random() < 0.6
        else None,
        weight=rng.randint(1, 5),
    )


def _precedences(rng: random.Random, traits: set[str], owner: list[int]) -> list[Precedence]:
    found = []
    for after in range(1, len(owner)):
        same = owner[after - 1] == owner[after]
        if same and ("graph" not in traits or rng.random() < 0.5):
            found.append((after - 1, after))
        if "graph" in traits and rng.random() < 0.3:
            before = rng.randrange(after)
            if (before, after) not in found:
                found.append((before, after))
    lags = "lags" in traits
    return [
        Precedence(
            before,
            after,
            min_lag=rng.randint(0, 5) if lags else 0,
            max_lag=rng.randint(5, 12) if "max lags" in traits and rng.random() < 0.4 else None,
        )
        for before, after in found
    ]


def _objective(rng: random.Random) -> Objective:
    if rng.random() < 0.3:
        return Objective(makespan=1)
    return Objective(
        **{term: rng.choice([1, 1, 2, 5]) for term in rng.sample(TERMS, rng.randint(1, 3))}
    )


def orders(instance: RichScheduling) -> list[list[list[int]]]:
    """All machine sequences, in every choice of modes."""
    found = []
    modes = [[machine for machine, _ in each.modes] for each in instance.operations]
    for chosen in product(*modes):
        on = [
            [o for o, m in enumerate(chosen) if m == machine]
            for machine in range(len(instance.machines))
        ]
        found += [list(map(list, each)) for each in product(*(permutations(row) for row in on))]
    return found


def reference_starts(instance: RichScheduling, sequences: list[list[int]]) -> list[int] | None:
    """The earliest start of every operation, by trying minute after minute; None for a deadlock."""
    count = len(instance.operations)
    machine = {o: m for m, row in enumerate(sequences) for o in row}
    before = {b: a for row in sequences for a, b in pairwise(row)}
    start = [0] * count
    for _ in range(5000):
        end = [_end(instance, o, machine[o], start[o]) for o in range(count)]
        changed = False
        for o in range(count):
            if not _fits(instance, o, machine[o], before.get(o), start, end):
                start[o] += 1
                changed = True
        if not changed:
            return start
        if max(start) > 600:
            return None
    return None


def _breaks(instance: RichScheduling, machine: int) -> set[int]:
    return {t for first, last in instance.machines[machine].breaks for t in range(first, last)}


def _duration(instance: RichScheduling, operation: int, machine: int) -> int:
    return dict(instance.operations[operation].modes)[machine]


def _end(instance: RichScheduling, operation: int, machine: int, start: int) -> int:
    work = _duration(instance, operation, machine)
    if not instance.operations[operation].may_pause:
        return start + work
    idle, end = _breaks(instance, machine), start
    while work > 0:
        work -= end not in idle
        end += 1
    return end


def _fits(
    instance: RichScheduling,
    operation: int,
    machine: int,
    before: int | None,
    start: list[int],
    end: list[int],
) -> bool:
    data, each, time = instance.machines[machine], instance.operations[operation], start[operation]
    idle = _breaks(instance, machine)
    if time < max(each.earliest_start, instance.jobs[each.job].release_date, data.available_from):
        return False
    if time in idle:
        return False
    if not each.may_pause and idle & set(range(time, end[operation])):
        return False
    for link in instance.precedences:
        if link.after == operation and time < end[link.before] + link.min_lag:
            return False
        # Who ends too long before its successor has to wait.
        if (
            link.before == operation
            and link.max_lag is not None
            and start[link.after] > end[operation] + link.max_lag
        ):
            return False
    free, family = data.available_from, data.initial_family
    if before is not None:
        free, family = end[before], instance.operations[before].family
        if data.blocking:
            own = [
                link.after
                for link in instance.precedences
                if link.before == before
                and instance.operations[link.after].job == instance.operations[before].job
            ]
            free = max([free, *(start[o] for o in own)])
    setup = 0
    if data.setups and family is not None and each.family is not None:
        setup = data.setups[family][each.family]
    if setup and not data.setup_during_breaks:
        while idle & set(range(free, free + setup)):
            free += 1
    return time >= free + setup
