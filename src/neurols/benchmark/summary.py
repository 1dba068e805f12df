"""The results at a glance: one line a table, for the index of a report and for the README."""

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
from neurols.benchmark.targets import targets_glance
from neurols.benchmark.text import cell
from neurols.errors import InputError
from neurols.plotting.output import write_bytes

BEGIN = "<!-- results: begin -->"
END = "<!-- results: end -->"
_DEFAULT = "auto"


def write_index(archives: Sequence[Archive], folder: Path, introduction: str = "") -> Path:
    """Write ``index.md``: an introduction, the glance with a link to every page, learned against
    classical search, the targets."""
    text = (
        f"{introduction.strip() or '# Results'}\n\n## At a glance\n\n"
        "Mean gap to the best known cost in percent, or mean cost where none is known, ± the"
        " deviation between seeds. The paper's best rows stand beside the same steps.\n\n"
        + glance(archives, "")
    )
    if learned := learned_glance(archives):
        text += f"\n{learned}"
    if targets := targets_glance(archives):
        text += f"\n{targets}"
    path = folder / "index.md"
    write_bytes(path, text.encode())
    return path


def write_into(archives: Sequence[Archive], path: Path, folder: Path) -> None:
    """Put the glance between its two marks in a file: what the default controller took part in.

    Where it took part in nothing, all there is.

    Raises:
        InputError: the file has no such marks.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "it is no text in UTF-8").lower()
        raise InputError(
            f"cannot be read: {reason}", file=path, remedy="name a text file"
        ) from None
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise InputError(
            "there is no place for results", file=path, remedy=f"write {BEGIN} and {END} into it"
        )
    link = folder.as_posix() + "/"
    default = [a for a in archives if any(r["controller"] == _DEFAULT for r in a.records)]
    table = glance(default or archives, link)
    write_bytes(path, f"{before}{BEGIN}\n{table}{END}{after}".encode())


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
