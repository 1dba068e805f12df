"""Random plants: shops with any mix of modes, setups, dates, lags, calendars, blocking and order.

A plant is the plain object that its file holds; ``plant_rules`` judges schedules of it.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.oracle import plant_rules as rules
from tests.oracle.case import Case

_TERMS = (
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
_DUE_DATES = ("tardiness", "lateness", "late_jobs")
_INFEASIBLE = ("no schedule is feasible", "no schedule was found")


def draw(rng: Random) -> Case:
    """A plant of 1 to 12 operations."""
    plant = draw_plant(rng)
    optimum = rules.optimum(plant)

    def may_refuse(words: str) -> bool:
        """Tight lags and deadlines may be too much for a short search."""
        if plant["permutation"] and "permutation shop with a precedence between" in words:
            return between_jobs(plant)
        told = any(phrase in words for phrase in _INFEASIBLE)
        return told and (optimum == float("inf") or is_tight(plant))

    return Case(
        suffix=".json",
        text=json.dumps(plant),
        solution_suffix=".json",
        cost_of=lambda text: rules.cost_of(plant, text),
        optimum=optimum,
        tolerance=1e-9,
        may_refuse=may_refuse,
        to_be_met=not (plant["permutation"] and (between_jobs(plant) or comes_back(plant))),
    )


def between_jobs(plant: dict[str, Any]) -> bool:
    """Whether an operation waits for one of another job."""
    return any(p["before"][0] != p["after"][0] for p in plant["precedences"])


def comes_back(plant: dict[str, Any]) -> bool:
    """Whether a job may visit a machine twice; the core then does its visits one after the other,
    where first visits alone must keep the order of the jobs."""
    for job in plant["jobs"]:
        visited = [machine for o in job["operations"] for machine in {m for m, _ in o["modes"]}]
        if len(visited) > len(set(visited)):
            return True
    return False


def is_tight(plant: dict[str, Any]) -> bool:
    """Whether not every order of operations makes a schedule, as far as one can see at once."""
    return (
        any(p.get("max_lag") is not None for p in plant["precedences"])
        or any(job.get("deadline") is not None for job in plant["jobs"])
        or any(machine.get("blocking") for machine in plant["machines"])
    )


def draw_plant(rng: Random) -> dict[str, Any]:
    """The object of a file in our JSON, version 2."""
    machines = rng.choice((1, 2, 2, 3, 4))
    operations = rng.choice((1, 2, 3, 4, 4, 5, 5, 6, 6, 8, 10, 12))
    longest = rng.choice((1, 5, 20, 100))
    families = rng.choice((0, 0, 1, 2, 3))
    has_breaks, blocking = rng.random() < 0.25, rng.random() < 0.12
    permutation = rng.random() < 0.05
    plant: dict[str, Any] = {
        "format": "neurols-scheduling",
        "version": 2,
        "name": "drawn",
        "families": [f"family {number}" for number in range(families)],
        "machines": [
            _machine(rng, families, longest, has_breaks, blocking) for _ in range(machines)
        ],
        "jobs": [],
        "precedences": [],
        "permutation": permutation,
    }
    left = operations
    while left:
        count = rng.randint(1, min(left, 4))
        plant["jobs"].append(_job(rng, count, machines, families, longest))
        left -= count
    if permutation:
        for job in plant["jobs"]:
            job["linked"] = True
    _link(rng, plant, longest)
    some = rng.sample(_TERMS, rng.choice((1, 1, 1, 2, 3)))
    if any(word in term for word in _DUE_DATES for term in some):
        plant["jobs"][0]["due_date"] = rng.randint(0, 5 * longest)
    plant["objective"] = {term: rng.choice((1, 1, 2, 0.5)) for term in some}
    if rng.random() < 0.3:
        plant["objective"] = {"makespan": 1}
    if rng.random() < 0.1:
        _add_deadlines(rng, plant)
    return plant


def _machine(
    rng: Random, families: int, longest: int, has_breaks: bool, blocking: bool
) -> dict[str, Any]:
    machine: dict[str, Any] = {}
    if families and rng.random() < 0.7:
        most = rng.choice((1, longest, 2 * longest))
        machine["setups"] = [
            [rng.choice((0, rng.randint(0, most))) for _ in range(families)]
            for _ in range(families)
        ]
        if rng.random() < 0.4:
            machine["initial_family"] = rng.randrange(families)
    if has_breaks and rng.random() < 0.7:
        breaks, at = [], rng.randint(0, longest)
        for _ in range(rng.randint(1, 3)):
            end = at + rng.randint(1, longest)
            breaks.append([at, end])
            at = end + rng.randint(1, 2 * longest)
        machine["breaks"] = breaks
        machine["setup_during_breaks"] = rng.random() < 0.3
    if blocking and rng.random() < 0.7:
        machine["blocking"] = True
    if rng.random() < 0.15:
        machine["available_from"] = rng.randint(1, 2 * longest)
    return machine


def _job(rng: Random, count: int, machines: int, families: int, longest: int) -> dict[str, Any]:
    job: dict[str, Any] = {"operations": []}
    if rng.random() < 0.3:
        job["release_date"] = rng.randint(0, 3 * longest)
    if rng.random() < 0.7:
        job["due_date"] = rng.randint(0, 5 * longest)
    if rng.random() < 0.5:
        job["weight"] = rng.choice((0, 1, 2, 4, 0.5))
    if rng.random() < 0.2:
        job["linked"] = False
    for _ in range(count):
        chosen = sorted(rng.sample(range(machines), rng.randint(1, min(machines, 3))))
        if rng.random() < 0.4:
            chosen = chosen[:1]
        operation: dict[str, Any] = {
            "modes": [
                [machine, 0 if rng.random() < 0.04 else rng.randint(1, longest)]
                for machine in chosen
            ]
        }
        if families and rng.random() < 0.9:
            operation["family"] = rng.randrange(families)
        if rng.random() < 0.4:
            operation["may_pause"] = True
        if rng.random() < 0.1:
            operation["earliest_start"] = rng.randint(0, 2 * longest)
        job["operations"].append(operation)
    return job


def _link(rng: Random, plant: dict[str, Any], longest: int) -> None:
    """Precedences within and between jobs, all from earlier operations to later ones."""
    places = [[j, k] for j, job in enumerate(plant["jobs"]) for k in range(len(job["operations"]))]
    chance = rng.choice((0.0, 0.0, 0.1, 0.3))
    for at, after in enumerate(places):
        for before in places[:at]:
            if rng.random() < chance:
                plant["precedences"].append(_precedence(rng, before, after, longest))
    for j, job in enumerate(plant["jobs"]):  # lags on some of the links
        for k in range(1, len(job["operations"])):
            told = any(
                p["before"] == [j, k - 1] and p["after"] == [j, k] for p in plant["precedences"]
            )
            if job.get("linked", True) and not told and rng.random() < 0.15:
                plant["precedences"].append(_precedence(rng, [j, k - 1], [j, k], longest))


def _precedence(rng: Random, before: list[int], after: list[int], longest: int) -> dict[str, Any]:
    made: dict[str, Any] = {"before": before, "after": after}
    if rng.random() < 0.4:
        made["min_lag"] = rng.randint(0, longest)
    if rng.random() < 0.25:
        made["max_lag"] = made.get("min_lag", 0) + rng.choice((0, rng.randint(0, 2 * longest)))
    return made


def _add_deadlines(rng: Random, plant: dict[str, Any]) -> None:
    """Deadlines that some schedule keeps, more or less narrowly; sometimes none does."""
    ends = rules.ends_of_some_schedule(plant, rng)
    for job, end in zip(plant["jobs"], ends or (), strict=False):
        if rng.random() < 0.5:
            allowed = end + rng.choice((0, 0, 5, 50, -1))
            job["deadline"] = max(job.get("release_date", 0), allowed)
