"""Records as a table: contestants by groups of instances, beside the paper's rows.

``formats.py`` writes tables down, ``experiment_table.py`` makes those of the paper's experiments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from neurols.benchmark.published import published_for
from neurols.benchmark.runner import Record
from neurols.benchmark.statistics import Versus, against_best, by_instance, summary

ALL = "all"
MARKS = (
    "W/T/L: instances won, tied and lost against {best}, and whether the rows differ by the paired"
    " Wilcoxon test with Holm's correction (** p < 0.01, * p < 0.05, ≈ not told apart)"
)


class Cell(NamedTuple):
    """Mean over instances and seeds, and the spread of the mean from seed to seed."""

    mean: float
    deviation: float | None = None

    def __str__(self) -> str:
        spread = "" if self.deviation is None else f" ± {self.deviation:.2f}"
        return f"{self.mean:.2f}{spread}"


class Row(NamedTuple):
    """A line of the table; no cell where there are no figures."""

    name: str
    cells: dict[str, Cell]
    seconds: float | None = None
    published: bool = False
    versus: Versus | None = None
    """Against the best row of ours, over all instances; None for the best row itself."""
    section: str = ""
    """The heading under which it stands."""
    contest: str = ""
    """Rows of one contest had the same budget: the best of them is marked."""
    network: float | None = None
    """Share of the CPU seconds that a policy's network took."""
    controller: str = ""
    """Its name in the records."""
    paper: str = ""
    """The paper's row of the same controller."""


@dataclass(frozen=True, slots=True)
class Table:
    """A benchmark at a glance."""

    caption: str
    groups: list[str]
    """Columns; the first one is ``all`` where there are several groups."""
    rows: list[Row]

    @property
    def compared(self) -> bool:
        """Whether rows were tested against the best one."""
        return any(row.versus is not None for row in self.rows)

    @property
    def networks(self) -> bool:
        """Whether a row has a network whose share of the time is of interest."""
        return any(row.network for row in self.rows)

    @property
    def whole(self) -> str:
        """The column over all instances."""
        return ALL if ALL in self.groups else self.groups[0]

    def best(self, group: str, contest: str = "") -> float | None:
        """The least mean in a column of our own rows of a contest."""
        own = (row for row in self.rows if not row.published and row.contest == contest)
        return min((row.cells[group].mean for row in own if group in row.cells), default=None)


def tabulate(records: Sequence[Record], planned: int | None = None) -> Table:
    """Mean gaps in percent by group; mean costs where no instance has a best known cost.

    Args:
        records: of one budget.
        planned: how many there were to be; the caption says so where some are missing.
    """
    value = value_of(records)
    groups = list(dict.fromkeys(record["group"] for record in records))
    columns = columns_of(groups)
    names = list(dict.fromkeys(record["controller"] for record in records))
    figures = {name: by_instance(records, name, value) for name in names}
    best, versus = against_best(figures) or (None, {})
    rows = [
        measured_row(records, name, columns)._replace(versus=versus.get(name)) for name in names
    ]
    paper_rows, note = _paper(records, groups) if value == "gap_percent" else ([], "")
    if best is not None:
        note += f"; {MARKS.format(best=best)}"
    return Table(caption_of(records, planned) + note, columns, paper_rows + rows)


def value_of(records: Sequence[Record]) -> str:
    """What a table of the records shows: gaps, or costs where no gap is known."""
    by_gap = any(record["gap_percent"] is not None for record in records)
    return "gap_percent" if by_gap else "cost"


def columns_of(groups: Sequence[str]) -> list[str]:
    return [ALL, *groups] if len(groups) > 1 else list(groups)


def measured_row(records: Sequence[Record], controller: str, columns: Sequence[str]) -> Row:
    """The row of a contestant that has records."""
    value = value_of(records)
    own = [record for record in records if record["controller"] == controller]
    cells = {}
    for column in columns:
        part = [record for record in own if column in (ALL, record["group"])]
        found = summary(part, controller, value)
        if found is not None:
            cells[column] = Cell(*found)
    seconds = [record["cpu_seconds"] for record in own]
    network = sum(record.get("network_seconds") or 0.0 for record in own)
    return Row(
        controller,
        cells,
        fmean(seconds),
        network=network / sum(seconds) if network else None,
        controller=controller,
    )


def _paper(records: Sequence[Record], groups: list[str]) -> tuple[list[Row], str]:
    table = published_for({record["instance"] for record in records})
    if table is None:
        return [], ""
    whole = set(groups) == set(table.groups)
    rows = []
    for row in table.rows:
        cells = {group: Cell(row.gaps[group]) for group in groups if group in row.gaps}
        if whole:  # its average is over all of its groups
            cells[ALL] = Cell(row.average)
        rows.append(Row(f"paper: {row.name}", cells, published=True))
    return rows, f"; the paper's rows are after {table.budget}"


def caption_of(records: Sequence[Record], planned: int | None = None) -> str:
    """What the figures are, of how many instances and seeds, and whether runs are missing."""
    if not records:
        return "no records"
    by_gap = value_of(records) == "gap_percent"
    instances = len({record["instance"] for record in records})
    seeds = len({record["seed"] for record in records})
    budgets = ", ".join(dict.fromkeys(record["budget"] for record in records))
    known = "reference" if any((r["gap_percent"] or 0.0) < 0 for r in records) else "best known"
    what = f"mean gap in % to the {known} cost" if by_gap else "mean cost"
    spread = " ± deviation between seeds" if seeds > 1 else ""
    missing = (
        f"; incomplete: {len(records)} of {planned} runs"
        if planned is not None and planned > len(records)
        else ""
    )
    plural = "s" if instances > 1 else "", "s" if seeds > 1 else ""
    return (
        f"{what}{spread}, {budgets}, {instances} instance{plural[0]}, {seeds} seed{plural[1]}"
        f"{missing}"
    )
