"""Published figures to set a table beside: the paper's rows for the suite at hand.

The figures stand in the folder of their problem (``paper_table``).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from neurols.registry import problems


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

    names: str
    """Pattern of the names of the suite's instances."""
    budget: str
    instances: int
    groups: tuple[str, ...]
    rows: list[PublishedRow]

    def best(self, *kinds: str) -> PublishedRow:
        """The row of least average among those of some kinds."""
        return min((row for row in self.rows if row.kind in kinds), key=lambda row: row.average)


def published_for(instances: Collection[str]) -> Published | None:
    """The paper's table, where all of the instances are from the suite that it is about."""
    for problem in problems().values():
        table = problem.paper_table()
        known = None if table is None else table.PUBLISHED
        if known and instances and all(re.fullmatch(known.names, name) for name in instances):
            return known  # type: ignore[no-any-return]
    return None
