"""The terms of the objective, from the ends of the jobs and the sum of setup times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling

_OF_JOB_WEIGHTS = (
    "weighted_tardiness",
    "weighted_completion",
    "weighted_flow_time",
    "weighted_late_jobs",
)


def terms(instance: RichScheduling, ends: Sequence[int], setup_time: int) -> dict[str, float]:
    """Every term of the objective by its name, unweighted."""
    jobs = instance.jobs
    late = [
        (end - job.due_date, job.weight)
        for job, end in zip(jobs, ends, strict=True)
        if job.due_date is not None
    ]
    return {
        "makespan": max(ends),
        "total_tardiness": sum(max(0, by) for by, _ in late),
        "weighted_tardiness": sum(weight * max(0, by) for by, weight in late),
        "total_completion": sum(ends),
        "weighted_completion": sum(job.weight * end for job, end in zip(jobs, ends, strict=True)),
        "flow_time": sum(end - job.release_date for job, end in zip(jobs, ends, strict=True)),
        "weighted_flow_time": sum(
            job.weight * (end - job.release_date) for job, end in zip(jobs, ends, strict=True)
        ),
        "max_lateness": max((by for by, _ in late), default=0),
        "late_jobs": sum(by > 0 for by, _ in late),
        "weighted_late_jobs": sum(weight for by, weight in late if by > 0),
        "setup_time": setup_time,
    }


def weighted(instance: RichScheduling, found: dict[str, float]) -> float:
    """The cost: the weighted sum of the terms; a whole number where all weights are."""
    objective = instance.objective
    cost: float = 0
    for term in fields(objective):
        weight = getattr(objective, term.name)
        if weight:
            cost += weight * found[term.name]
    return round(cost) if is_whole(instance) else float(cost)


def is_whole(instance: RichScheduling) -> bool:
    """Whether every schedule costs a whole number: all weights that count are whole."""
    objective = instance.objective
    weights = [getattr(objective, term.name) for term in fields(objective)]
    if any(getattr(objective, term) for term in _OF_JOB_WEIGHTS):
        weights += [job.weight for job in instance.jobs]
    return all(float(weight).is_integer() for weight in weights)
