"""Tables as Markdown, LaTeX, CSV and for a terminal."""

from __future__ import annotations

import csv
import io
from itertools import groupby
from typing import TYPE_CHECKING

from neurols.benchmark.report import Row, Table
from neurols.benchmark.text import cell, plain

if TYPE_CHECKING:
    from rich.table import Table as RichTable

VERSUS = "W/T/L"
NETWORK = "network %"
_LATEX = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "%&_#${}"},
        **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
        **{"±": r"$\pm$", "≈": r"$\approx$", "–": "--"},
    }
)


def markdown(table: Table) -> str:
    """The table in Markdown, our best figure of every column in bold."""
    head = ["controller", *map(cell, _columns(table))]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for section, rows in groupby(table.rows, key=lambda row: row.section):
        if section:
            lines.append([f"*{cell(section)}*", *[""] * (len(head) - 1)])
        for row in rows:
            texts = _texts(table, row)
            bold = [
                f"**{text}**" if _is_best(table, row, group) else text
                for text, group in zip(texts, table.groups, strict=False)
            ]
            others = [text.replace("*", "\\*") for text in texts[len(table.groups) :]]
            lines.append([cell(row.name), *bold, *others])
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    caption = cell(table.caption).replace("*", "\\*")
    return f"{body}\n\n{caption[:1].upper()}{caption[1:]}.\n"


def latex(table: Table) -> str:
    """The table for a paper (booktabs), our best figure of every column in bold."""
    columns = _columns(table)
    lines = [
        r"\begin{tabular}{l" + "r" * len(columns) + "}",
        r"\toprule",
        " & ".join(["controller", *map(_escaped, columns)]) + r" \\",
        r"\midrule",
    ]
    for place, (section, rows) in enumerate(groupby(table.rows, key=lambda row: row.section)):
        if section:
            lines += [r"\midrule"] if place else []
            lines.append(
                rf"\multicolumn{{{len(columns) + 1}}}{{l}}{{\emph{{{_escaped(section)}}}}} \\"
            )
        for row in rows:
            texts = [
                rf"\textbf{{{_escaped(text)}}}" if best else _escaped(text)
                for text, best in zip(_texts(table, row), _bests(table, row), strict=True)
            ]
            lines.append(" & ".join([_escaped(row.name), *texts]) + r" \\")
    caption = plain(f"{table.caption[:1].upper()}{table.caption[1:]}.")
    return "\n".join(
        [*lines, r"\bottomrule", r"\end{tabular}", f"% {caption}", ""]
    )  # the caption as a comment: papers word their own


def csv_text(table: Table) -> str:
    """The table for spreadsheets: a mean and a deviation column per group."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    columns = [f"{group}{part}" for group in table.groups for part in ("", " deviation")]
    tests = ["wins", "ties", "losses", "p_value"] if table.compared else []
    networks = ["network_share"] if table.networks else []
    writer.writerow(["controller", "source", *columns, *tests, *networks, "cpu_seconds"])
    for row in table.rows:
        values: list[str] = []
        for group in table.groups:
            cell = row.cells.get(group)
            values.append("" if cell is None else f"{cell.mean:.4f}")
            values.append("" if cell is None or cell.deviation is None else f"{cell.deviation:.4f}")
        values += _test_values(row) if table.compared else []
        if table.networks:
            values.append("" if row.network is None else f"{row.network:.4f}")
        seconds = "" if row.seconds is None else f"{row.seconds:.4f}"
        source = "paper" if row.published else "measured" if row.cells else "not run"
        writer.writerow([row.name, source, *values, seconds])
    return buffer.getvalue()


def rich_table(table: Table) -> RichTable:
    """The table for a terminal."""
    from rich.markup import escape
    from rich.table import Table as RichTable

    shown = RichTable(caption=escape(plain(table.caption)), caption_justify="left")
    shown.add_column("controller", no_wrap=True)
    for group in _columns(table):
        shown.add_column(escape(plain(group)), justify="right", no_wrap=True)
    for section, rows in groupby(table.rows, key=lambda row: row.section):
        if section:
            shown.add_section()
            shown.add_row(f"[italic]{escape(plain(section))}[/]")
        for row in rows:
            cells = [
                f"[bold green]{text}[/]" if best else text
                for text, best in zip(_texts(table, row), _bests(table, row), strict=True)
            ]
            shown.add_row(escape(plain(row.name)), *cells, style="dim" if row.published else None)
    return shown


def _columns(table: Table) -> list[str]:
    versus = [VERSUS] if table.compared else []
    networks = [NETWORK] if table.networks else []
    return [*table.groups, *versus, "CPU s a run", *networks]


def _texts(table: Table, row: Row) -> list[str]:
    """A row as text, without emphasis."""
    cells = [str(row.cells[group]) if group in row.cells else "–" for group in table.groups]
    if table.compared:
        cells.append("–" if row.versus is None else f"{row.versus.score} {row.versus.mark}")
    cells.append("–" if row.seconds is None else f"{row.seconds:.3g}")
    if table.networks:
        cells.append("–" if row.network is None else f"{100 * row.network:.0f}")
    return cells


def _bests(table: Table, row: Row) -> list[bool]:
    best = [_is_best(table, row, group) for group in table.groups]
    return best + [False] * (len(_columns(table)) - len(best))


def _is_best(table: Table, row: Row, group: str) -> bool:
    if row.published or group not in row.cells:
        return False
    return row.cells[group].mean == table.best(group, row.contest)


def _test_values(row: Row) -> list[str]:
    if row.versus is None:
        return [""] * 4
    return [*map(str, row.versus.score), f"{row.versus.p_value:.4g}"]


def _escaped(text: str) -> str:
    return plain(text).translate(_LATEX)
