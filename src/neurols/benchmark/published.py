"""Published figures to set a table beside: the paper's rows for the suite at hand."""

from __future__ import annotations

import re
from collections.abc import Collection
from statistics import fmean
from typing import NamedTuple


class PublishedRow(NamedTuple):
    """A row of the paper's table: gaps by group, and the average over all of its groups."""

    name: str
    gaps: dict[str, float]
    average: float
    kind: str
    """``reported`` (taken over from others), ``library``, ``local search`` or ``learned``."""
    seconds: float | None = None
    """Mean of the groups' seconds, as printed."""


class Published(NamedTuple):
    """The paper's table for a suite."""

    budget: str
    instances: int
    groups: tuple[str, ...]
    rows: list[PublishedRow]

    def best(self, *kinds: str) -> PublishedRow:
        """The row of least average among those of some kinds."""
        return min((row for row in self.rows if row.kind in kinds), key=lambda row: row.average)


def published_for(instances: Collection[str]) -> Published | None:
    """The paper's table, where all of the instances are from the suite that it is about."""
    if instances and all(re.fullmatch(r"ta\d\d", name) for name in instances):
        from neurols.scheduling import paper

        rows = [
            PublishedRow(name, row.gaps, row.average, row.kind) for name, row in paper.ROWS.items()
        ]
        return Published("100 iterations", 80, paper.GROUPS, rows)
    if instances and all(re.fullmatch(r"X-n\d+-k\d+", name) for name in instances):
        from neurols.routing import paper as routing

        rows = [
            PublishedRow(
                row.model,
                dict(zip(routing.GROUPS, row.gaps, strict=True)),
                row.average,
                row.kind,
                fmean(row.seconds),
            )
            for row in routing.ROWS
        ]
        return Published(f"{routing.ITERATIONS} iterations", 43, routing.GROUPS, rows)
    return None
