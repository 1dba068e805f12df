"""Mean ranks over instances and how far two must lie apart (Friedman, Nemenyi; Demšar 2006)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist, fmean
from typing import NamedTuple

from neurols.benchmark.statistics import Values, doubled_ranks

_NORMAL = NormalDist()


class Ranking(NamedTuple):
    """Rows by mean rank, the best first."""

    ranks: dict[str, float]
    critical_difference: float
    """Two rows whose mean ranks differ by less are not told apart at 5 %."""
    instances: int

    @property
    def cliques(self) -> list[tuple[float, float]]:
        """Widest stretches of ranks within which no two rows are told apart, from and to."""
        places = list(self.ranks.values())
        found: list[tuple[float, float]] = []
        for first in places:
            last = max(place for place in places if place - first <= self.critical_difference)
            if last > first and (not found or last > found[-1][1]):
                found.append((first, last))
        return found


def ranking(rows: Mapping[str, Values]) -> Ranking | None:
    """Mean ranks on the instances that every row has; None for fewer than two rows or instances.

    Equal costs share the mean of their ranks.
    """
    if len(rows) < 2:
        return None
    shared = sorted(set.intersection(*(set(values) for values in rows.values())))
    if len(shared) < 2:
        return None
    names = list(rows)
    by_instance = [doubled_ranks([rows[name][key] for name in names]) for key in shared]
    means = {
        name: fmean(ranks[place] for ranks in by_instance) / 2 for place, name in enumerate(names)
    }
    ordered = dict(sorted(means.items(), key=lambda pair: pair[1]))
    return Ranking(ordered, critical_difference(len(rows), len(shared)), len(shared))


def critical_difference(rows: int, instances: int) -> float:
    """Nemenyi's: q sqrt(k (k + 1) / (6 n)), q the 95 % quantile of the studentised range / sqrt 2.

    Degrees of freedom are without limit, as for ranks.
    """
    quantile = studentised_range(0.95, rows) / math.sqrt(2)
    return quantile * math.sqrt(rows * (rows + 1) / (6 * instances))


def studentised_range(probability: float, count: int) -> float:
    """The quantile of the range of so many standard normal numbers, by bisection."""
    low, high = 0.0, 12.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _range_cdf(middle, count) < probability else (low, middle)
    return (low + high) / 2


def _range_cdf(width: float, count: int) -> float:
    """P(range <= width) = count ∫ φ(x) (Φ(x) - Φ(x - width))^(count - 1) dx, by Simpson's rule."""
    start, stop, steps = -8.0, 8.0 + width, 400
    size = (stop - start) / steps
    total = 0.0
    for step in range(steps + 1):
        x = start + step * size
        weight = 1 if step in (0, steps) else 4 if step % 2 else 2
        inside = _NORMAL.cdf(x) - _NORMAL.cdf(x - width)
        total += weight * _NORMAL.pdf(x) * max(0.0, inside) ** (count - 1)
    return count * total * size / 3
