"""Records as a table: contestants by groups of instances, beside the paper's rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

from neurols.benchmark.published import published_for
from neurols.benchmark.runner import Record

if TYPE_CHECKING:
    from rich.table import Table as RichTable

ALL = "all"


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


@dataclass(frozen=True, slots=True)
class Table:
    """A benchmark at a glance."""

    caption: str
    groups: list[str]
    """Columns; the last one is ``all`` where there are several groups."""
    rows: list[Row]

    def best(self, group: str) -> float | None:
        """The least mean of our own rows in a column."""
        means = [row.cells[group].mean for row in self._own() if group in row.cells]
        return min(means, default=None)

    def _own(self) -> Iterable[Row]:
        return (row for row in self.rows if not row.published)


def tabulate(records: Sequence[Record], planned: int | None = None) -> Table:
    """Mean gaps in percent by group; mean costs where no instance has a best known cost.

    Args:
        records: of one budget.
        planned: how many there were to be; the caption says so where some are missing.
    """
    by_gap = any(record["gap_percent"] is not None for record in records)
    value = "gap_percent" if by_gap else "cost"
    groups = list(dict.fromkeys(record["group"] for record in records))
    columns = [*groups, ALL] if len(groups) > 1 else groups
    rows = []
    for name in dict.fromkeys(record["controller"] for record in records):
        own = [record for record in records if record["controller"] == name]
        cells = {}
        for column in columns:
            cell = _cell([r for r in own if column in (ALL, r["group"])], value)
            if cell is not None:
                cells[column] = cell
        rows.append(Row(name, cells, fmean(record["cpu_seconds"] for record in own)))
    paper_rows, note = _paper(records, groups) if by_gap else ([], "")
    caption = _caption(records, planned, by_gap) + note
    return Table(caption, columns, paper_rows + rows)


def _cell(records: Sequence[Record], value: str) -> Cell | None:
    """The mean over instances of their means over seeds.

    The spread is that of the seeds' own means, of those seeds that have run on all instances:
    others would differ for what they ran on.
    """
    known = [record for record in records if record[value] is not None]
    if not known or len(known) < len(records):
        return None
    by_instance: dict[str, list[float]] = {}
    by_seed: dict[int, list[float]] = {}
    for record in known:
        by_instance.setdefault(record["instance"], []).append(record[value])
        by_seed.setdefault(record["seed"], []).append(record[value])
    full = [fmean(values) for values in by_seed.values() if len(values) == len(by_instance)]
    mean = fmean(fmean(values) for values in by_instance.values())
    return Cell(mean, stdev(full) if len(full) > 1 else None)


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


def _caption(records: Sequence[Record], planned: int | None, by_gap: bool) -> str:
    if not records:
        return "no records"
    instances = len({record["instance"] for record in records})
    seeds = len({record["seed"] for record in records})
    budgets = ", ".join(dict.fromkeys(record["budget"] for record in records))
    what = "mean gap in % to the best known cost" if by_gap else "mean cost"
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


def _lines(table: Table) -> list[tuple[Row, list[str]]]:
    """The rows as text, without emphasis."""
    lines = []
    for row in table.rows:
        cells = [str(row.cells[group]) if group in row.cells else "–" for group in table.groups]
        seconds = "–" if row.seconds is None else f"{row.seconds:.3g}"
        lines.append((row, [*cells, seconds]))
    return lines


def _is_best(table: Table, row: Row, group: str) -> bool:
    return not row.published and group in row.cells and row.cells[group].mean == table.best(group)


def markdown(table: Table) -> str:
    """The table in Markdown, our best figure of every column in bold."""
    head = ["controller", *table.groups, "CPU s a run"]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for row, texts in _lines(table):
        bold = [
            f"**{text}**" if _is_best(table, row, group) else text
            for text, group in zip(texts, table.groups, strict=False)
        ]
        lines.append([row.name, *bold, texts[-1]])
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{body}\n\n{table.caption[:1].upper()}{table.caption[1:]}.\n"


def csv_text(table: Table) -> str:
    """The table for spreadsheets: a mean and a deviation column per group."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    columns = [f"{group}{part}" for group in table.groups for part in ("", " deviation")]
    writer.writerow(["controller", "source", *columns, "cpu_seconds"])
    for row in table.rows:
        values: list[str] = []
        for group in table.groups:
            cell = row.cells.get(group)
            values.append("" if cell is None else f"{cell.mean:.4f}")
            values.append("" if cell is None or cell.deviation is None else f"{cell.deviation:.4f}")
        seconds = "" if row.seconds is None else f"{row.seconds:.4f}"
        source = "paper" if row.published else "measured"
        writer.writerow([row.name, source, *values, seconds])
    return buffer.getvalue()


def rich_table(table: Table) -> RichTable:
    """The table for a terminal."""
    from rich.table import Table as RichTable

    shown = RichTable(caption=table.caption, caption_justify="left")
    shown.add_column("controller", no_wrap=True)
    for group in [*table.groups, "CPU s a run"]:
        shown.add_column(group, justify="right", no_wrap=True)
    for row, texts in _lines(table):
        cells = [
            f"[bold green]{text}[/]" if _is_best(table, row, group) else text
            for text, group in zip(texts, table.groups, strict=False)
        ]
        shown.add_row(row.name, *cells, texts[-1], style="dim" if row.published else None)
    return shown
