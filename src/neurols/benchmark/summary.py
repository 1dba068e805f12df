"""The results at a glance: one line a table, for the index of a report."""

from __future__ import annotations

from collections.abc import Sequence
from os import fsencode
from pathlib import Path
from urllib.parse import quote

from neurols.benchmark.archive import Archive
from neurols.benchmark.experiments import CLOCK
from neurols.benchmark.learned import learned_glance
from neurols.benchmark.pages import tables_of, title_of
from neurols.benchmark.published import published_for
from neurols.benchmark.report import Row, Table
from neurols.benchmark.text import cell
from neurols.files.whole_file import write_bytes

_DEFAULT = "auto"


def write_index(archives: Sequence[Archive], folder: Path, introduction: str = "") -> Path:
    """Write ``index.md``: an introduction, the glance with a link to every page, learned against
    classical search."""
    text = (
        f"{introduction.strip() or '# Results'}\n\n## At a glance\n\n"
        "Mean gap to the best known cost in percent, or mean cost where none is known, ± the"
        " deviation between seeds. The paper's best rows stand beside the same steps.\n\n"
        + glance(archives, "")
    )
    if learned := learned_glance(archives):
        text += f"\n{learned}"
    path = folder / "index.md"
    write_bytes(path, text.encode())
    return path


def glance(archives: Sequence[Archive], link: str) -> str:
    """A table with the default controller, the best row, and the paper's best beside them."""
    lines = [
        "| | budget | instances | default controller | best row | paper, learned"
        " | paper, classical |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for archive in archives:
        for budget, (table, _) in tables_of(archive).items():
            instances = {r["instance"] for r in archive.records if r["budget"] == budget}
            own = [row for row in table.rows if row.controller and row.section != CLOCK]
            cells = [
                f"[{title_of(archive)}]({link}{quote(fsencode(archive.name))}.md)",
                cell(budget),
                str(len(instances)),
                _least(table, [row for row in own if row.controller == _DEFAULT], named=False),
                _least(table, own, named=True),
                *_paper(instances, budget),
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _paper(instances: set[str], budget: str) -> tuple[str, str]:
    """The paper's best learned and best classical row, where steps and instances are its own."""
    published = published_for(instances)
    if published is None or (published.budget, published.instances) != (budget, len(instances)):
        return "–", "–"
    learned = published.best("learned")
    classical = published.best("local search", "library")
    return f"{learned.average:.2f}", f"{classical.average:.2f}"


def _least(table: Table, rows: Sequence[Row], *, named: bool) -> str:
    known = [row for row in rows if table.whole in row.cells]
    if not known:
        return "–"
    row = min(known, key=lambda row: row.cells[table.whole].mean)
    return f"{row.cells[table.whole]}{f' ({cell(row.name)})' if named else ''}"
