"""The results at a glance: one line a table, for the index of a report and for the README."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from neurols.benchmark.archive import Archive
from neurols.benchmark.experiments import CLOCK, LEARNED
from neurols.benchmark.pages import tables_of, title_of
from neurols.benchmark.report import Row, Table
from neurols.errors import InputError
from neurols.plotting.output import write_bytes

BEGIN = "<!-- results: begin -->"
END = "<!-- results: end -->"
_DEFAULT = "auto"


def write_index(archives: Sequence[Archive], folder: Path) -> Path:
    """Write ``index.md``: the glance, and a link to every page."""
    text = (
        "# Results\n\nMade by `neurols report` from the raw records in `benchmarks/records`; no"
        " figure here is typed. Mean gap to the best known cost in percent, ± the deviation"
        " between seeds.\n\n" + glance(archives, "")
    )
    path = folder / "index.md"
    write_bytes(path, text.encode())
    return path


def write_into(archives: Sequence[Archive], path: Path, folder: Path) -> None:
    """Put the glance between its two marks in a file.

    Raises:
        InputError: the file has no such marks.
    """
    text = path.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise InputError(
            "there is no place for results", file=path, remedy=f"write {BEGIN} and {END} into it"
        )
    link = folder.as_posix() + "/"
    write_bytes(path, f"{before}{BEGIN}\n{glance(archives, link)}{END}{after}".encode())


def glance(archives: Sequence[Archive], link: str) -> str:
    """A table with the default controller, the best row, and the paper's best beside them."""
    lines = [
        "| | budget | instances | default controller | best row | paper, learned"
        " | paper, classical |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for archive in archives:
        for budget, (table, _) in tables_of(archive).items():
            instances = len({r["instance"] for r in archive.records if r["budget"] == budget})
            steps = [row for row in table.rows if row.section != CLOCK]
            cells = [
                f"[{title_of(archive)}]({link}{archive.name}.md)",
                budget,
                str(instances),
                _figure(table, [row for row in steps if row.controller == _DEFAULT]),
                _best(table, [row for row in steps if row.controller]),
                _figure(table, _paper(steps, learned=True)),
                _figure(table, _paper(steps, learned=False)),
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _paper(rows: Sequence[Row], learned: bool) -> list[Row]:
    return [
        row
        for row in rows
        if row.published and row.name.startswith("paper: ") and (row.section == LEARNED) == learned
        and row.section
    ]  # fmt: skip


def _least(table: Table, rows: Sequence[Row]) -> Row | None:
    known = [row for row in rows if table.whole in row.cells]
    return min(known, key=lambda row: row.cells[table.whole].mean, default=None)


def _figure(table: Table, rows: Sequence[Row]) -> str:
    row = _least(table, rows)
    return "–" if row is None else str(row.cells[table.whole])


def _best(table: Table, rows: Sequence[Row]) -> str:
    row = _least(table, rows)
    return "–" if row is None else f"{row.cells[table.whole]} ({row.name})"
