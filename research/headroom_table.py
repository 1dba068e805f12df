"""The measured head-room as a table, paired over instances, and as a CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple


class Row(NamedTuple):
    """One method on one instance."""

    instance: str
    size: str
    method: str
    kind: str
    """random, oracle, constant, online or classical."""
    cost: float
    """Mean final cost of its plays, or the best where the method is to take the best."""
    gap_percent: float
    """Above the reference."""


class Line(NamedTuple):
    """A method of the table."""

    method: str
    kind: str
    instances: int
    gap_percent: float
    """Mean over its instances."""
    difference: float
    """Mean gap less that of the best constant action on the same instances."""
    error: float
    """Standard error of the difference; 0 for the best constant itself."""


def summary(rows: Sequence[Row]) -> list[Line]:
    """One line a method, the lowest gap first, and the best constant action of each instance."""
    gaps: dict[str, dict[str, float]] = {}
    kinds: dict[str, str] = {}
    for row in rows:
        gaps.setdefault(row.method, {})[row.instance] = row.gap_percent
        kinds[row.method] = row.kind
    constants = [method for method, kind in kinds.items() if kind == "constant"]
    best = min(constants, key=lambda method: fmean(gaps[method].values()))
    chosen = "best constant of each instance"
    gaps[chosen] = {name: min(gaps[method][name] for method in constants) for name in gaps[best]}
    kinds[chosen] = "oracle"
    lines = [_line(method, kinds[method], own, gaps[best]) for method, own in gaps.items()]
    return sorted(lines, key=lambda line: line.gap_percent)


def _line(method: str, kind: str, own: dict[str, float], other: dict[str, float]) -> Line:
    differences = [gap - other[name] for name, gap in own.items()]
    error = stdev(differences) / math.sqrt(len(differences)) if len(differences) > 1 else 0.0
    return Line(method, kind, len(own), fmean(own.values()), fmean(differences), error)


def table(lines: Sequence[Line]) -> str:
    """The lines as text: gap to the reference, and difference to the best constant action."""
    width = max(len(line.method) for line in lines)
    head = f"{'method':<{width}}  {'kind':<9}  {'on':>3}  {'gap %':>7}  to the best constant"
    body = [
        f"{line.method:<{width}}  {line.kind:<9}  {line.instances:>3}  {line.gap_percent:>7.2f}"
        f"  {line.difference:+.2f} ± {line.error:.2f}"
        for line in lines
    ]
    return "\n".join([head, *body])


def as_csv(rows: Sequence[Row]) -> str:
    """Every method on every instance."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Row._fields)
    writer.writerows(rows)
    return text.getvalue()
