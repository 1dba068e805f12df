"""Tables of a digest: the default controller first, the mean over all instances beside it."""

from __future__ import annotations

from collections.abc import Sequence

from neurols.benchmark.archive import Archive
from neurols.benchmark.duels import duels
from neurols.benchmark.experiments import CLOCK
from neurols.benchmark.experiments import DEFAULT as FIRST
from neurols.benchmark.formats import markdown
from neurols.benchmark.pages import tables_of
from neurols.benchmark.plan import Plan
from neurols.benchmark.published import published_for
from neurols.benchmark.report import Row, Table
from neurols.benchmark.text import cell

DEFAULT = "auto"
_LEARNED = (DEFAULT, "nls")
_NONE = "–"


_HEAD = (
    *("instances", "budget", "number", "default controller", "best other row"),
    *("paper, learned", "paper, classical"),
)


def glance(runs: Sequence[tuple[Archive, str]]) -> str:
    """A line for each run and budget, begun by its link: the default controller, the best row that
    is not learned or by another solver, and the paper's best where steps and instances are its own.
    """
    lines = [line for archive, link in runs for line in _lines(archive, link)]
    kept = [
        place
        for place in range(len(_HEAD))
        if not lines or any(line[place] != _NONE for line in lines)
    ]
    table = [_HEAD, ["---"] * 2 + ["---:"] * (len(_HEAD) - 2), *lines]
    return "".join(f"| {' | '.join(line[place] for place in kept)} |\n" for line in table)


def _lines(archive: Archive, link: str) -> list[list[str]]:
    lines = []
    planned = archive.plan is not None
    shown = tables_of(archive, lambda budget: not planned or _papers_own(archive, budget))
    for budget, (table, _) in shown.items():
        instances = {r["instance"] for r in archive.records if r["budget"] == budget}
        own = [row for row in table.rows if row.controller and row.section != CLOCK]
        mine = _default_of(own)
        others = [row for row in own if not row.controller.startswith(_LEARNED)]
        cells = [
            link,
            cell(budget),
            str(len(instances)),
            _NONE if mine is None else _shown(table, mine, named=mine.controller != DEFAULT),
            _best(table, others),
            *_paper(instances, budget),
        ]
        lines.append(cells)
    return lines


def _default_of(rows: Sequence[Row]) -> Row | None:
    """The default controller's row; the learned search's where it did not take part."""
    for name in _LEARNED:
        for row in rows:
            if row.controller == name and row.cells:
                return row
    return None


def _papers_own(archive: Archive, budget: str) -> bool:
    published = published_for({record["instance"] for record in archive.records})
    return published is None or published.budget == budget


def _best(table: Table, rows: Sequence[Row]) -> str:
    known = [row for row in rows if table.whole in row.cells]
    if not known:
        some = [row.name for row in rows if row.cells]
        return f"{cell(some[0])}: not all solved" if some else _NONE
    return _shown(table, min(known, key=lambda row: row.cells[table.whole].mean), named=True)


def _shown(table: Table, row: Row, *, named: bool) -> str:
    if table.whole not in row.cells:
        return _NONE
    return f"{row.cells[table.whole]}{f' ({cell(row.name)})' if named else ''}"


def _paper(instances: set[str], budget: str) -> tuple[str, str]:
    """The paper's best learned and best classical row, where steps and instances are its own."""
    published = published_for(instances)
    if published is None or (published.budget, published.instances) != (budget, len(instances)):
        return _NONE, _NONE
    learned = published.best("learned")
    classical = published.best("local search", "library")
    return f"{learned.average:.2f}", f"{classical.average:.2f}"


def table_of(archive: Archive, budget: str) -> str:
    """The table of a budget: our rows, the default controller first, without the paper's."""
    table, _ = tables_of(archive, lambda one: one == budget)[budget]
    own = [row for row in table.rows if not row.published]
    own.sort(key=lambda row: row.controller != DEFAULT)
    caption = "; ".join(
        p for p in table.caption.split("; ") if not p.startswith("the paper's rows")
    )
    return markdown(Table(caption, table.groups, own)).rstrip()


def overview(archive: Archive) -> str:
    """A plan's rows against its budgets: means over all instances, and what the tests say.

    Rows on the clock belong to another question, and are left out.
    """
    plan = archive.plan
    assert plan is not None
    tables = {budget: table for budget, (table, _) in tables_of(archive).items()}
    shown = list(tables)
    head = ["controller", *map(cell, shown)]
    lines = [head, ["---", *["---:"] * len(shown)]]
    places: dict[tuple[str, str], dict[str, str]] = {}
    for budget in sorted(shown, key=lambda one: not _papers_own(archive, one)):
        table = tables[budget]
        for row in table.rows:
            if table.whole in row.cells and row.section != CLOCK:
                text = str(row.cells[table.whole])
                places.setdefault((row.section, row.name), {})[budget] = text
    section = ""
    # The default controller stands first, the paper's rows at its own number of steps next.
    for (heading, name), cells in sorted(places.items(), key=lambda one: one[0][0] != FIRST):
        if heading != section:
            lines.append([f"*{cell(heading)}*", *[""] * len(shown)])
            section = heading
        lines.append([cell(name), *(cells.get(budget, _NONE) for budget in shown)])
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    caption = tables[shown[0]].caption.split("; ")[0].partition(", ")
    return (
        f"{caption[0].capitalize()}, over all {len({r['instance'] for r in archive.records})}"
        f" instances.\n\n{body}\n\n{_tests(archive, plan, shown)}".rstrip()
    )


def _tests(archive: Archive, plan: Plan, budgets: Sequence[str]) -> str:
    """Each policy against all rows over the same operators, in a line a budget."""
    lines = []
    for budget in budgets:
        found = duels(archive.records, plan, budget)
        for policy in dict.fromkeys(duel.policy for duel in found):
            own = [duel for duel in found if duel.policy == policy]
            ahead = [duel for duel in own if duel.difference < 0 and duel.p_value < 0.01]
            rest = [duel.opponent for duel in own if duel not in ahead]
            lines.append(
                f"| {cell(policy)} | {cell(budget)} | {len(ahead)} of {len(own)}"
                f" | {', '.join(map(cell, rest)) or _NONE} |"
            )
    if not lines:
        return ""
    return "\n".join(
        [
            "Policies against the rows over the same operators: how many they are better than with"
            " p < 0.01 (paired Wilcoxon test over the instances, Holm's correction), and which"
            " rows are left.",
            "",
            "| policy | budget | better than | not told apart, or ahead |",
            "|---|---|---:|---|",
            *lines,
        ]
    )
