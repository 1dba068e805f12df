"""The rules of rich scheduling, written a second time: timing of orders, judging, all schedules.

Nothing of the product is used here. A plant is the object that its JSON file holds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from tests.oracle.case import require

_MOST = 1_500
"""Schedules that are looked at for an optimum, at most."""
INFINITY = float("inf")


@dataclass
class Flat:
    """A plant with its operations numbered through."""

    plant: dict[str, Any]
    operations: list[dict[str, Any]] = field(default_factory=list)
    job: list[int] = field(default_factory=list)
    links: list[tuple[int, int, int, int | None]] = field(default_factory=list)
    first: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for number, job in enumerate(self.plant["jobs"]):
            self.first.append(len(self.operations))
            for operation in job["operations"]:
                self.operations.append(operation)
                self.job.append(number)
        told = {}
        for p in self.plant["precedences"]:
            a = self.first[p["before"][0]] + p["before"][1]
            b = self.first[p["after"][0]] + p["after"][1]
            told[a, b] = (a, b, p.get("min_lag", 0), p.get("max_lag"))
        for number, job in enumerate(self.plant["jobs"]):
            if job.get("linked", True):
                for k in range(1, len(job["operations"])):
                    b = self.first[number] + k
                    told.setdefault((b - 1, b), (b - 1, b, 0, None))
        self.links = list(told.values())


def work(machine: dict[str, Any], start: int, duration: int, may_pause: bool) -> int | None:
    """The end of work that begins at a time; None where it may not begin then."""
    breaks = machine.get("breaks", [])
    if any(a <= start < b for a, b in breaks):
        return None
    if not may_pause:
        meets = any(start < b and a < start + duration for a, b in breaks)
        return None if meets else start + duration
    end = start + duration
    for a, b in breaks:
        if a >= start and a < end:
            end += b - a
    return end


def setup_end(machine: dict[str, Any], free: int, duration: int) -> int:
    """When a setup is done that begins at the first place from a time on."""
    if duration == 0 or machine.get("setup_during_breaks"):
        return free + duration
    at = free
    while any(at < b and a < at + duration for a, b in machine.get("breaks", [])):
        at = min(b for a, b in machine["breaks"] if at < b and a < at + duration)
    return at + duration


def setup_time(machine: dict[str, Any], before: int | None, after: int | None) -> int:
    """The setup from one family to another."""
    if before is None or after is None or "setups" not in machine:
        return 0
    return int(machine["setups"][before][after])


def timed(flat: Flat, on: list[int], orders: list[list[int]]) -> tuple[list[int], list[int]] | None:
    """The earliest starts, and ends, that the rules allow for orders on machines; None where no
    starts do. Every rule puts a start off until it holds, until all of them do."""
    machines, operations = flat.plant["machines"], flat.operations
    count = len(operations)
    duration = [dict(map(tuple, o["modes"]))[on[n]] for n, o in enumerate(operations)]
    start = [
        max(
            flat.plant["jobs"][flat.job[n]].get("release_date", 0),
            operations[n].get("earliest_start", 0),
            machines[on[n]].get("available_from", 0),
        )
        for n in range(count)
    ]
    horizon = _horizon(flat)
    end = [0] * count

    def place(n: int) -> None:
        may_pause = bool(operations[n].get("may_pause"))
        machine = machines[on[n]]
        while (found := work(machine, start[n], duration[n], may_pause)) is None:
            start[n] = min(
                b
                for a, b in machine["breaks"]
                if start[n] < b and (a <= start[n] or a < start[n] + duration[n])
            )
        end[n] = found

    for n in range(count):
        place(n)
    while True:
        before = list(start)
        for a, b, least, most in flat.links:
            if start[b] < end[a] + least:
                start[b] = end[a] + least
                place(b)
            while most is not None and start[b] > end[a] + most:
                start[a] += max(1, _shift(flat, on, a, start[b] - most - end[a]))
                place(a)
                if start[a] > horizon:
                    return None
        for machine, order in zip(machines, orders, strict=True):
            free, family = machine.get("available_from", 0), machine.get("initial_family")
            for n in order:
                needed = setup_time(machine, family, operations[n].get("family"))
                ready = setup_end(machine, free, needed)
                if start[n] < ready:
                    start[n] = ready
                    place(n)
                free = max(free, _released(flat, machine, n, start, end))
                family = operations[n].get("family")
        if max(start) > horizon:
            return None
        if start == before:
            return start, end


def _shift(flat: Flat, on: list[int], number: int, missing: int) -> int:
    """By how much a start may be put off at once, so that its end comes by no more than it must."""
    pausing = flat.operations[number].get("may_pause") and flat.plant["machines"][on[number]].get(
        "breaks"
    )
    return 1 if pausing else missing


def _released(
    flat: Flat, machine: dict[str, Any], number: int, start: list[int], end: list[int]
) -> int:
    if not machine.get("blocking"):
        return end[number]
    own = [start[b] for a, b, *_ in flat.links if a == number and flat.job[a] == flat.job[b]]
    return max([end[number], *own])


def _horizon(flat: Flat) -> int:
    """No feasible schedule of least starts goes beyond."""
    plant = flat.plant
    late = [job.get("release_date", 0) for job in plant["jobs"]]
    late += [o.get("earliest_start", 0) for o in flat.operations]
    late += [machine.get("available_from", 0) for machine in plant["machines"]]
    late += [b for machine in plant["machines"] for _, b in machine.get("breaks", [])]
    setups = [t for m in plant["machines"] for row in m.get("setups", []) for t in row]
    total = sum(max(d for _, d in o["modes"]) + max(setups, default=0) for o in flat.operations)
    return max(late) + total + sum(least for _, _, least, _ in flat.links) + 1


def same_order(flat: Flat, orders: list[list[int]]) -> bool:
    """Whether any two jobs come to all machines that both visit in the same order."""
    seen: dict[tuple[int, int], bool] = {}
    for order in orders:
        jobs = list(dict.fromkeys(flat.job[n] for n in order))
        for at, one in enumerate(jobs):
            for other in jobs[at + 1 :]:
                if seen.setdefault((min(one, other), max(one, other)), one < other) != (
                    one < other
                ):
                    return False
    return True


def cost(flat: Flat, orders: list[list[int]], end: list[int]) -> float:
    """The objective; infinity where a deadline is missed."""
    plant = flat.plant
    total = dict.fromkeys(("tardy", "wtardy", "sum", "wsum", "flow", "wflow", "late", "wlate"), 0.0)
    latest, lateness = 0, []
    for number, job in enumerate(plant["jobs"]):
        last = max(end[n] for n in range(len(end)) if flat.job[n] == number)
        weight, released = job.get("weight", 1), job.get("release_date", 0)
        if job.get("deadline") is not None and last > job["deadline"]:
            return INFINITY
        latest = max(latest, last)
        total["sum"] += last
        total["wsum"] += weight * last
        total["flow"] += last - released
        total["wflow"] += weight * (last - released)
        if job.get("due_date") is not None:
            by = last - job["due_date"]
            lateness.append(by)
            total["tardy"] += max(0, by)
            total["wtardy"] += weight * max(0, by)
            total["late"] += by > 0
            total["wlate"] += weight * (by > 0)
    setups = 0
    for machine, order in zip(plant["machines"], orders, strict=True):
        family = machine.get("initial_family")
        for n in order:
            setups += setup_time(machine, family, flat.operations[n].get("family"))
            family = flat.operations[n].get("family")
    values = {
        "makespan": latest,
        "total_tardiness": total["tardy"],
        "weighted_tardiness": total["wtardy"],
        "total_completion": total["sum"],
        "weighted_completion": total["wsum"],
        "flow_time": total["flow"],
        "weighted_flow_time": total["wflow"],
        "max_lateness": max(lateness, default=0),
        "late_jobs": total["late"],
        "weighted_late_jobs": total["wlate"],
        "setup_time": setups,
    }
    return float(sum(weight * values[term] for term, weight in plant["objective"].items()))


def cost_of(plant: dict[str, Any], text: str) -> float:
    """Of a solution file; every rule is looked at, start by start."""
    flat, told = Flat(plant), json.loads(text)
    shape = [len(job["operations"]) for job in plant["jobs"]]
    for key in ("start", "machine"):
        require([len(row) for row in told[key]] == shape, f'"{key}" of other jobs')
    start = [time for row in told["start"] for time in row]
    on = [machine for row in told["machine"] for machine in row]
    orders = [[flat.first[j] + k for j, k in order] for order in told["machines"]]
    for machine, order in enumerate(orders):
        here = [n for n in range(len(on)) if on[n] == machine]
        require(sorted(order) == here, f"machine {machine} lists other operations")
    end = []
    for n, operation in enumerate(flat.operations):
        durations = dict(map(tuple, operation["modes"]))
        require(on[n] in durations, f"operation {n} on machine {on[n]}")
        machine = plant["machines"][on[n]]
        release = plant["jobs"][flat.job[n]].get("release_date", 0)
        require(isinstance(start[n], int), f"operation {n} starts at {start[n]!r}")
        require(start[n] >= max(release, operation.get("earliest_start", 0)), f"{n} too early")
        require(start[n] >= machine.get("available_from", 0), f"{n} before the machine is there")
        found = work(machine, start[n], durations[on[n]], bool(operation.get("may_pause")))
        require(found is not None, f"operation {n} meets a break")
        end.append(int(found or 0))
    for a, b, least, most in flat.links:
        require(start[b] >= end[a] + least, f"operation {b} does not wait for {a}")
        require(most is None or start[b] <= end[a] + most, f"operation {b} waits too long for {a}")
    for machine, order in zip(plant["machines"], orders, strict=True):
        free, family = machine.get("available_from", 0), machine.get("initial_family")
        for n in order:
            needed = setup_time(machine, family, flat.operations[n].get("family"))
            ready = setup_end(machine, free, needed)
            require(start[n] >= ready, f"operation {n} starts before its machine is ready")
            free = max(free, _released(flat, machine, n, start, end))
            family = flat.operations[n].get("family")
    require(not plant["permutation"] or same_order(flat, orders), "jobs overtake each other")
    found_cost = cost(flat, orders, end)
    require(found_cost < INFINITY, "a deadline is missed")
    slack = 1e-9 * max(1.0, abs(found_cost))
    require(abs(told["cost"] - found_cost) <= slack, f"states {told['cost']}, costs {found_cost}")
    return found_cost


def optimum(plant: dict[str, Any]) -> float | None:
    """The least cost of all schedules, infinity where there is none; None where they are many."""
    flat = Flat(plant)
    if len(flat.operations) > 6:
        return None
    choices = 1
    for operation in flat.operations:
        choices *= len(operation["modes"])
    if choices > _MOST:
        return None
    seen: set[tuple[tuple[int, ...], ...]] = set()
    best = INFINITY
    for on in product(*([machine for machine, _ in o["modes"]] for o in flat.operations)):
        for sequence in _sequences(flat):
            orders = tuple(
                tuple(n for n in sequence if on[n] == machine)
                for machine in range(len(plant["machines"]))
            )
            if orders in seen:
                continue
            seen.add(orders)
            if len(seen) > _MOST:
                return None
            lists = [list(order) for order in orders]
            if plant["permutation"] and not same_order(flat, lists):
                continue
            found = timed(flat, list(on), lists)
            if found is not None:
                best = min(best, cost(flat, lists, found[1]))
    return best


def ends_of_some_schedule(plant: dict[str, Any], rng: Random) -> list[int] | None:
    """When the jobs end in a random schedule; None where that one is infeasible."""
    flat = Flat(plant)
    on = [rng.choice(o["modes"])[0] for o in flat.operations]
    sequence = next(_sequences(flat))
    machines = range(len(plant["machines"]))
    found = timed(flat, on, [[n for n in sequence if on[n] == m] for m in machines])
    if found is None:
        return None
    return [
        max(found[1][n] for n in range(len(on)) if flat.job[n] == job)
        for job in range(len(plant["jobs"]))
    ]


def _sequences(flat: Flat) -> Iterator[list[int]]:
    """All orders of all operations in which none comes before one that it waits for."""
    waits: list[set[int]] = [set() for _ in flat.operations]
    for a, b, *_ in flat.links:
        waits[b].add(a)

    def further(done: list[int]) -> Iterator[list[int]]:
        if len(done) == len(waits):
            yield done
            return
        for n, others in enumerate(waits):
            if n not in done and others.issubset(done):
                yield from further([*done, n])

    yield from further([])
