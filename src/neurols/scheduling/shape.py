"""What a job shop is like, in a few numbers that need no solution."""

from __future__ import annotations

import math
from dataclasses import dataclass

from neurols.scheduling.instance import JobShop


@dataclass(frozen=True, slots=True)
class Shape:
    """Size and proportions of a shop."""

    operations: int
    breadth: float
    """Jobs per machine that is visited."""
    flow: float
    """How alike the jobs' routes are: 1 where a machine tells an operation's place in its job, as
    in flow shops, about 0 where it tells nothing."""
    unevenness: float
    """Deviation of the durations over their mean."""


def shape_of(shop: JobShop) -> Shape:
    """The shape of a shop."""
    places: dict[int, list[float]] = {}
    durations = []
    for job in shop.jobs:
        for k, (machine, duration) in enumerate(job):
            places.setdefault(machine, []).append((k + 0.5) / len(job))
            durations.append(duration)
    mean = sum(durations) / max(1, len(durations))
    return Shape(
        operations=len(durations),
        breadth=len(shop.jobs) / max(1, len(places)),
        flow=_explained(list(places.values())),
        unevenness=math.sqrt(_variance(durations)) / mean if mean else 0.0,
    )


def _explained(groups: list[list[float]]) -> float:
    """The share of the variance that lies between groups."""
    whole = _variance([value for group in groups for value in group])
    count = sum(map(len, groups))
    within = sum(len(group) * _variance(group) for group in groups)
    return 1 - within / (count * whole) if whole else 0.0


def _variance(values: list[float] | list[int]) -> float:
    mean = sum(values) / max(1, len(values))
    return sum((value - mean) ** 2 for value in values) / max(1, len(values))
