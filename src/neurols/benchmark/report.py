"""Records as a table: contestants by groups of instances, beside the paper's rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from neurols.benchmark.published import published_for
from neurols.benchmark.runner import Record
from neurols.benchmark.statistics import Versus, against_best, by_instance, summary

if TYPE_CHECKING:
    from rich.table import Table as RichTable

ALL = "all"
VERSUS = "W/T/L"
_MARKS = (
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


@dataclass(frozen=True, slots=True)
class Table:
    """A benchmark at a glance."""

    caption: str
    groups: list[str]
    """Columns; the last one is ``all`` where there are several groups."""
    rows: list[Row]

    @property
    def compared(self) -> bool:
        """Whether rows were tested against the best one."""
        return any(row.versus is not None for row in self.rows)

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
    names = list(dict.fromkeys(record["controller"] for record in records))
    figures = {name: by_instance(records, name, value) for name in names}
    best, versus = against_best(figures) or (None, {})
    rows = []
    for name in names:
        own = [record for record in records if record["controller"] == name]
        cells = {}
        for column in columns:
            cell = _cell([r for r in own if column in (ALL, r["group"])], name, value)
            if cell is not None:
                cells[column] = cell
        seconds = fmean(record["cpu_seconds"] for record in own)
        rows.append(Row(name, cells, seconds, versus=versus.get(name)))
    paper_rows, note = _paper(records, groups) if by_gap else ([], "")
    if best is not None:
        note += f"; {_MARKS.format(best=best)}"
    caption = _caption(records, planned, by_gap) + note
    return Table(caption, columns, paper_rows + rows)


def _cell(records: Sequence[Record], name: str, value: str) -> Cell | None:
    found = summary(records, name, value)
    return None if found is None else Cell(*found)


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
        score = [_score(row)] if table.compared else []
        lines.append((row, [*cells, *score, seconds]))
    return lines


def _score(row: Row) -> str:
    return "–" if row.versus is None else f"{row.versus.score} {row.versus.mark}"


def _columns(table: Table) -> list[str]:
    return [*table.groups, *([VERSUS] if table.compared else []), "CPU s a run"]


def _is_best(table: Table, row: Row, group: str) -> bool:
    return not row.published and group in row.cells and row.cells[group].mean == table.best(group)


def markdown(table: Table) -> str:
    """The table in Markdown, our best figure of every column in bold."""
    head = ["controller", *_columns(table)]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for row, texts in _lines(table):
        bold = [
            f"**{text}**" if _is_best(table, row, group) else text
            for text, group in zip(texts, table.groups, strict=False)
        ]
        plain = [text.replace("*", "\\*") for text in texts[len(table.groups) :]]
        lines.append([row.name, *bold, *plain])
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    caption = table.caption.replace("*", "\\*")
    return f"{body}\n\n{caption[:1].upper()}{caption[1:]}.\n"


def csv_text(table: Table) -> str:
    """The table for spreadsheets: a mean and a deviation column per group."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    columns = [f"{group}{part}" for group in table.groups for part in ("", " deviation")]
    tests = ["wins", "ties", "losses", "p_value"] if table.compared else []
    writer.writerow(["controller", "source", *columns, *tests, "cpu_seconds"])
    for row in table.rows:
        values: list[str] = []
        for group in table.groups:
            cell = row.cells.get(group)
            values.append("" if cell is None else f"{cell.mean:.4f}")
            values.append("" if cell is None or cell.deviation is None else f"{cell.deviation:.4f}")
        if table.compared:
            found = row.versus
            values += (
                [""] * 4 if found is None else [*map(str, found.score), f"{found.p_value:.4g}"]
            )
        seconds = "" if row.seconds is None else f"{row.seconds:.4f}"
        source = "paper" if row.published else "measured"
        writer.writerow([row.name, source, *values, seconds])
    return buffer.getvalue()


def _test_values(row: Row) -> list[str]:
    if row.versus is None:
        return [""] * 4
    return [*map(str, row.versus.score), f"{row.versus.p_value:.4g}"]


def rich_table(table: Table) -> RichTable:
    """The table for a terminal."""
    from rich.table import Table as RichTable

    shown = RichTable(caption=table.caption, caption_justify="left")
    shown.add_column("controller", no_wrap=True)
    for group in _columns(table):
        shown.add_column(group, justify="right", no_wrap=True)
    for row, texts in _lines(table):
        cells = [
            f"[bold green]{text}[/]" if _is_best(table, row, group) else text
            for text, group in zip(texts, table.groups, strict=False)
        ]
        rest = texts[len(table.groups) :]
        shown.add_row(row.name, *cells, *rest, style="dim" if row.published else None)
    return shown
