"""Paired significance tests between rows over instances, and performance profiles.

What is compared are an instance's means over seeds, so that many seeds do not pass for many
instances. Exact figures, plain Python: no statistics package is needed to read a table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import fmean, stdev
from typing import NamedTuple

from neurols.benchmark.runner import Record

Values = Mapping[str, float]
"""A row's figures by instance; less is better."""

_TIE = 1e-9  # relative; means over seeds of equal costs may differ in the last digit


class Summary(NamedTuple):
    """A row in two figures: mean over instances, and the deviation of that mean between seeds."""

    mean: float
    deviation: float | None


class WinsTiesLosses(NamedTuple):
    """On how many instances a row is better than, equal to and worse than another."""

    wins: int
    ties: int
    losses: int

    def __str__(self) -> str:
        return f"{self.wins}/{self.ties}/{self.losses}"


def by_instance(records: Sequence[Record], controller: str, value: str = "cost") -> Values:
    """A contestant's means over seeds, of the instances on which every seed brought a figure."""
    found: dict[str, list[float | None]] = {}
    for record in records:
        if record["controller"] == controller:
            found.setdefault(record["instance"], []).append(record[value])
    whole = {name: [v for v in seeds if v is not None] for name, seeds in found.items()}
    return {name: fmean(v) for name, v in whole.items() if len(v) == len(found[name])}


def summary(records: Sequence[Record], controller: str, value: str = "cost") -> Summary | None:
    """Mean over instances of means over seeds; the deviation is between the seeds' own means.

    Seeds that have not run on all instances do not count for the deviation: they would differ for
    what they ran on. None where a figure is missing.
    """
    own = [record for record in records if record["controller"] == controller]
    if not own or any(record[value] is None for record in own):
        return None
    means = by_instance(own, controller, value)
    by_seed: dict[int, list[float]] = {}
    for record in own:
        by_seed.setdefault(record["seed"], []).append(record[value])
    full = [fmean(values) for values in by_seed.values() if len(values) == len(means)]
    return Summary(fmean(means.values()), stdev(full) if len(full) > 1 else None)


def wins_ties_losses(row: Values, other: Values) -> WinsTiesLosses:
    """Over the instances that both have figures for."""
    signs = [_sign(row[name], other[name]) for name in row if name in other]
    return WinsTiesLosses(signs.count(-1), signs.count(0), signs.count(1))


def wilcoxon(row: Values, other: Values) -> float:
    """Two-sided p-value of the Wilcoxon signed-rank test over the instances that both have.

    Instances where the two are equal are left out (Wilcoxon 1945); equal differences share the
    mean of their ranks. The p-value is exact: P(W+ at most as likely as observed) over all 2^n
    signs of the ranks as they are, doubled; ties in them are part of the distribution. 1.0 where
    nothing is left to compare.
    """
    differences = [
        row[name] - other[name] for name in row if name in other and _sign(row[name], other[name])
    ]
    ranks = doubled_ranks([abs(d) for d in differences])
    positive = sum(rank for rank, d in zip(ranks, differences, strict=True) if d > 0)
    smaller = min(positive, sum(ranks) - positive)
    # ways[s]: in how many ways of setting the signs the positive ranks sum to s.
    ways = [1] + [0] * smaller
    for rank in ranks:
        for total in range(smaller, rank - 1, -1):
            ways[total] += ways[total - rank]
    return min(1.0, float(Fraction(2 * sum(ways), 2 ** len(ranks))))


def holm(p_values: Mapping[str, float]) -> dict[str, float]:
    """Adjusted p-values of several tests (Holm 1979): the smallest times m, the next times m - 1 …

    None is below the one before it, and none above 1.
    """
    adjusted: dict[str, float] = {}
    highest = 0.0
    for place, (name, p) in enumerate(sorted(p_values.items(), key=lambda pair: pair[1])):
        highest = max(highest, min(1.0, p * (len(p_values) - place)))
        adjusted[name] = highest
    return {name: adjusted[name] for name in p_values}


class Versus(NamedTuple):
    """A row against the best row: the adjusted p-value, and wins, ties and losses."""

    p_value: float
    score: WinsTiesLosses

    @property
    def mark(self) -> str:
        """How sure it is that the row differs: ``**`` below 1 %, ``*`` below 5 %, ``≈`` unsure."""
        return "**" if self.p_value < 0.01 else "*" if self.p_value < 0.05 else "≈"


def against_best(rows: Mapping[str, Values]) -> tuple[str, dict[str, Versus]] | None:
    """The best row and all others against it, on the instances that every row has.

    None where there are fewer than two rows or two such instances: nothing can be told then.
    """
    if len(rows) < 2:
        return None
    shared = set.intersection(*(set(values) for values in rows.values()))
    if len(shared) < 2:
        return None
    common = {
        name: {key: value for key, value in values.items() if key in shared}
        for name, values in rows.items()
    }
    best = min(common, key=lambda name: fmean(common[name].values()))
    others = {name: values for name, values in common.items() if name != best}
    adjusted = holm({name: wilcoxon(values, common[best]) for name, values in others.items()})
    return best, {
        name: Versus(adjusted[name], wins_ties_losses(values, common[best]))
        for name, values in others.items()
    }


def performance_profiles(
    rows: Mapping[str, Values], ratios: Sequence[float]
) -> dict[str, list[float]]:
    """Share of instances on which a row's cost is at most ``ratio`` times the best of all rows.

    Dolan and Moré (2002). Costs, not gaps: a ratio needs a true zero. An instance on which a row
    has no figure counts as one that it did not solve.
    """
    instances = sorted(set().union(*rows.values())) if rows else []
    best = {name: min(row[name] for row in rows.values() if name in row) for name in instances}
    return {
        row: [
            sum(values.get(name, math.inf) <= ratio * best[name] * (1 + _TIE) for name in instances)
            / max(1, len(instances))
            for ratio in ratios
        ]
        for row, values in rows.items()
    }


def _sign(one: float, other: float) -> int:
    """-1 where the first is less, 1 where it is more, 0 where they are equal but for rounding."""
    if math.isclose(one, other, rel_tol=_TIE, abs_tol=_TIE):
        return 0
    return -1 if one < other else 1


def doubled_ranks(sizes: Sequence[float]) -> list[int]:
    """Ranks from 1, equal ones sharing their mean; doubled, so that they are whole numbers."""
    order = sorted(range(len(sizes)), key=lambda place: sizes[place])
    ranks = [0] * len(sizes)
    first = 0
    while first < len(order):
        last = first
        size = sizes[order[first]]
        while last + 1 < len(order) and not _sign(sizes[order[last + 1]], size):
            last += 1
        for place in range(first, last + 1):
            ranks[order[place]] = first + last + 2
        first = last + 1
    return ranks
