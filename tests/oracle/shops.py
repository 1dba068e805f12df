"""Random job shops: uneven jobs, recirculation, operations without duration, three formats."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random

from tests.oracle.case import Case, require

Jobs = list[list[tuple[int, int]]]  # (machine, duration), machines from 0
_MOST_ORDERS = 3_000  # of operations, tried in full


def draw(rng: Random) -> Case:
    """A job shop."""
    machines = rng.choice((1, 2, 3, 4, 6, 10))
    regular = rng.random() < 0.5
    count = rng.choice((1, 2, 2, 3, 4, 6, 10, 20))
    longest = rng.choice((1, 9, 99, 10_000))
    jobs: Jobs = []
    for _ in range(count):
        if regular:
            route = rng.sample(range(machines), machines)
        else:
            route = [rng.randrange(machines) for _ in range(rng.randint(1, machines + 2))]
        jobs.append([(machine, _duration(rng, longest)) for machine in route])
    form = rng.choice(("json", "standard", "taillard") if regular else ("json", "standard"))
    return Case(
        suffix=".json" if form == "json" else ".txt",
        text=_text(jobs, machines, form, rng),
        solution_suffix=".json",
        cost_of=lambda text: cost_of(jobs, machines, text),
        optimum=_optimum(jobs, machines),
        may_refuse=lambda words: (
            form == "standard" and "format is ambiguous" in words and _may_be_flexible(jobs)
        ),
    )


def _may_be_flexible(jobs: Jobs) -> bool:
    """Whether every line could be one of a flexible shop, too: a number of operations, and of each
    a number of modes and as many pairs."""
    for job in jobs:
        operations, *rest = [number for pair in job for number in pair]
        for _ in range(operations):
            if not rest or rest[0] < 1 or len(rest) < 1 + 2 * rest[0]:
                return False
            rest = rest[1 + 2 * rest[0] :]
        if rest or operations < 1:
            return False
    return True


def _duration(rng: Random, longest: int) -> int:
    return 0 if rng.random() < 0.05 else rng.randint(1, longest)


def _text(jobs: Jobs, machines: int, form: str, rng: Random) -> str:
    if form == "json":
        head = {"format": "neurols-jobshop", "version": 1, "name": "drawn", "machines": machines}
        return json.dumps({**head, "jobs": jobs})
    gap = rng.choice((" ", "  ", "\t"))
    lines = [f"{len(jobs)}{gap}{machines}"]
    if form == "standard":
        lines += [gap.join(f"{m} {duration}" for m, duration in job) for job in jobs]
    else:
        lines += ["Times", *(gap.join(str(duration) for _, duration in job) for job in jobs)]
        lines += ["Machines", *(gap.join(str(machine + 1) for machine, _ in job) for job in jobs)]
    return "\n".join(lines) + "\n"


def cost_of(jobs: Jobs, machines: int, text: str) -> float:
    """Of a solution file; every rule of the job shop is looked at."""
    plan = json.loads(text)
    starts = plan["start"]
    require([len(row) for row in starts] == [len(job) for job in jobs], "starts of other jobs")
    busy: list[list[tuple[int, int, int]]] = [[] for _ in range(machines)]
    makespan = 0
    for number, (job, row) in enumerate(zip(jobs, starts, strict=True)):
        free = 0
        for (machine, duration), start in zip(job, row, strict=True):
            require(isinstance(start, int) and start >= free, f"job {number} starts too early")
            free = start + duration
            busy[machine].append((start, free, number))
        makespan = max(makespan, free)
    for machine, spans in enumerate(busy):
        spans.sort()
        for (_, end, first), (start, _, second) in pairwise(spans):
            require(start >= end, f"jobs {first} and {second} at once on machine {machine}")
    for machine, order in enumerate(plan["machines"]):
        waiting = [
            [start for (m, _), start in zip(job, row, strict=True) if m == machine]
            for job, row in zip(jobs, starts, strict=True)
        ]
        require(sorted(order) == _repeated(waiting), f"machine {machine} lists other jobs")
        in_order = [waiting[number].pop(0) for number in order]
        require(in_order == sorted(in_order), f"machine {machine} is listed in another order")
    require(plan["cost"] == makespan, f"the file states {plan['cost']}, the schedule {makespan}")
    return makespan


def _repeated(waiting: list[list[int]]) -> list[int]:
    return [number for number, of_job in enumerate(waiting) for _ in of_job]


def _optimum(jobs: Jobs, machines: int) -> float | None:
    """By all orders of dispatching: one of the semi-active schedules is an optimum."""
    orders, done = 1, 0
    for job in jobs:
        for position in range(1, len(job) + 1):
            done += 1
            orders = orders * done // position
        if orders > _MOST_ORDERS:
            return None
    best = float("inf")
    stack = [((0,) * len(jobs), (0,) * len(jobs), (0,) * machines)]
    while stack:
        done_of, job_free, machine_free = stack.pop()
        finished = True
        for number, job in enumerate(jobs):
            if done_of[number] == len(job):
                continue
            finished = False
            machine, duration = job[done_of[number]]
            end = max(job_free[number], machine_free[machine]) + duration
            if end < best:
                stack.append(
                    (
                        (*done_of[:number], done_of[number] + 1, *done_of[number + 1 :]),
                        (*job_free[:number], end, *job_free[number + 1 :]),
                        (*machine_free[:machine], end, *machine_free[machine + 1 :]),
                    )
                )
        if finished:
            best = min(best, max(job_free))
    return best
