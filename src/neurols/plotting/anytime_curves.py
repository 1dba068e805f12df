"""Best cost against time, from the traces of records. Plain Python; no drawing here."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

Trace = Sequence[Sequence[float]]
"""Improvements as (seconds, cost), in the order of time."""

_POINTS = 160
_DECADES = 1_000


class Curve(NamedTuple):
    """A contestant: mean gap over instances, and its range from seed to seed."""

    name: str
    seconds: list[float]
    mean: list[float]
    low: list[float]
    high: list[float]


def best_at(trace: Trace, seconds: float) -> float | None:
    """The best cost known by then; None before the first solution."""
    place = bisect_right(trace, seconds, key=lambda point: point[0])
    return None if place == 0 else trace[place - 1][1]


def curves(records: Sequence[Mapping[str, Any]]) -> tuple[list[Curve], str]:
    """A curve a contestant, and the unit of their values.

    The gap is to the best known cost; where an instance has none, to the best cost that any of the
    records found. A curve begins when there is a solution for every instance and seed.
    """
    traced = [record for record in records if record.get("trace")]
    if not traced:
        return [], ""
    references, unit = _references(traced)
    last = max(max(record["cpu_seconds"], record["trace"][-1][0]) for record in traced)
    first = min(record["trace"][0][0] for record in traced)
    # No more than three decades: what happens in the first millisecond would take half the picture.
    grid = _grid(min(max(first, last / _DECADES), last / 10), last)
    # A contestant that failed on some run would look better than it is without that run.
    names = dict.fromkeys(record["controller"] for record in records)
    drawn = []
    for name in names:
        own = [record for record in records if record["controller"] == name]
        if all(record.get("trace") for record in own):
            drawn.append(_curve(name, own, references, grid))
    return drawn, unit


def _references(records: Sequence[Mapping[str, Any]]) -> tuple[dict[str, float], str]:
    found: dict[str, float] = {}
    for record in records:
        name, cost = record["instance"], record["trace"][-1][1]
        found[name] = min(cost, found.get(name, math.inf))
    known = {record["instance"]: record.get("best_known") for record in records}
    if all(known.values()):
        return {name: float(cost or 1) for name, cost in known.items()}, "gap to best known (%)"
    return {name: known[name] or cost for name, cost in found.items()}, "gap to best found (%)"


def _curve(
    name: str, records: Sequence[Mapping[str, Any]], references: dict[str, float], grid: list[float]
) -> Curve:
    curve = Curve(name, [], [], [], [])
    by_seed: dict[int, list[Mapping[str, Any]]] = {}
    for record in records:
        by_seed.setdefault(record["seed"], []).append(record)
    for seconds in grid:
        means = []
        for runs in by_seed.values():
            costs = [(best_at(r["trace"], seconds), references[r["instance"]]) for r in runs]
            if all(cost is not None for cost, _ in costs):
                means.append(fmean(_gap(cost, known) for cost, known in costs if cost is not None))
        if len(means) == len(by_seed):
            curve.seconds.append(seconds)
            curve.mean.append(fmean(means))
            curve.low.append(min(means))
            curve.high.append(max(means))
    return curve


def _gap(cost: float, reference: float) -> float:
    return 100.0 * (cost - reference) / reference if reference else 0.0


def _grid(first: float, last: float) -> list[float]:
    """Times in equal ratios, the last one exact."""
    ratio = (last / first) ** (1 / (_POINTS - 1))
    return [*(first * ratio**k for k in range(_POINTS - 1)), last]
