"""The tables of the paper's experiments: every row of the plan, the paper's own beside ours."""

from __future__ import annotations

from collections.abc import Sequence

from neurols.benchmark.experiments import CLOCK, PUBLISHED, STRONGER, contest_of
from neurols.benchmark.plan import Plan, PlannedRow
from neurols.benchmark.published import Published, PublishedRow, published_for
from neurols.benchmark.report import (
    ALL,
    MARKS,
    Cell,
    Row,
    Table,
    caption_of,
    columns_of,
    measured_row,
    value_of,
)
from neurols.benchmark.runner import Record
from neurols.benchmark.statistics import Versus, against_best, by_instance

REPORTED = "as reported by others"
_NAMES = {"": "", STRONGER: " with stronger operators", CLOCK: " on the clock"}
"""Contests, and what is said behind the name of the best row of each."""


def experiment_table(records: Sequence[Record], plan: Plan, budget: str) -> Table:
    """The table of one budget.

    Rows are tested against the best of their contest: those over the paper's operators, those over
    stronger ones, those on the clock. The paper's figures come first, where they are for the same
    steps.
    """
    shown = records_of(records, plan, budget)
    value = value_of(shown)
    groups = list(dict.fromkeys(record["group"] for record in shown))
    columns = columns_of(groups)
    published = published_for({record["instance"] for record in shown})
    paper = _Paper(published, budget, groups)
    versus, best = _compared(shown, plan, budget, value)
    rows = [
        *paper.rows(),
        *(
            _row(shown, planned, plan, budget, columns, versus)
            for planned in plan.rows
            if planned.reason is not None or _source(planned, plan, budget) is not None
        ),
    ]
    return Table(_caption(shown, plan, budget, paper, best), columns, rows)


def records_of(records: Sequence[Record], plan: Plan, budget: str) -> list[Record]:
    """The records behind the table of a budget."""
    wanted = {pair for row in plan.rows if (pair := _source(row, plan, budget)) is not None}
    return [record for record in records if (record["controller"], record["budget"]) in wanted]


def step_controllers(plan: Plan, budget: str) -> dict[str, str]:
    """Label to name in the records, of the rows that ran for the budget's steps."""
    return {
        row.label: row.controllers[budget]
        for row in plan.rows
        if row.section != CLOCK and budget in row.controllers
    }


def _source(row: PlannedRow, plan: Plan, budget: str) -> tuple[str, str] | None:
    """Name and budget of the records behind a row of a table."""
    if row.section == CLOCK:
        return (row.controllers[plan.clock], plan.clock) if plan.clock in row.controllers else None
    if budget in row.controllers:
        return row.controllers[budget], budget
    ran = [pair for pair in row.controllers.items() if pair[0] not in plan.budgets]
    return (ran[0][1], ran[0][0]) if ran else None


def _row(
    records: Sequence[Record],
    planned: PlannedRow,
    plan: Plan,
    budget: str,
    columns: Sequence[str],
    versus: dict[tuple[str, str], Versus],
) -> Row:
    source = _source(planned, plan, budget)
    name = planned.label
    if source is None:
        return Row(f"{name} ({planned.reason})", {}, section=planned.section)
    own = [r for r in records if (r["controller"], r["budget"]) == source]
    if planned.section == CLOCK:
        name += f", {plan.clock}"
    if not own:
        return Row(f"{name} (no records yet)", {}, section=planned.section)
    row = measured_row(own, source[0], columns)
    return row._replace(
        name=name,
        section=planned.section,
        contest=contest_of(planned.section),
        versus=versus.get(source),
        paper=planned.paper or "",
    )


def _compared(
    records: Sequence[Record], plan: Plan, budget: str, value: str
) -> tuple[dict[tuple[str, str], Versus], list[str]]:
    """Each source against the best of its contest, and the labels of the best ones."""
    found: dict[tuple[str, str], Versus] = {}
    best: list[str] = []
    for contest, told in _NAMES.items():
        sources = {
            pair[0]: (pair, row.label)  # a construction and a controller may have the same label
            for row in plan.rows
            if contest_of(row.section) == contest
            and (pair := _source(row, plan, budget)) is not None
        }
        figures = {}
        for name, (pair, _) in sources.items():
            own = [r for r in records if (r["controller"], r["budget"]) == pair]
            if own:
                figures[name] = by_instance(own, name, value)
        against = against_best(figures)
        if against is not None:
            best.append(sources[against[0]][1] + told)
            found |= {sources[name][0]: versus for name, versus in against[1].items()}
    return found, best


class _Paper:
    """The paper's rows for these groups, and whether they are for this budget."""

    def __init__(self, published: Published | None, budget: str, groups: Sequence[str]) -> None:
        self.budget = None if published is None else published.budget
        self.instances = 0 if published is None else published.instances
        self._whole = published is not None and set(groups) == set(published.groups)
        self._groups = groups
        self._rows = {row.name: row for row in (published.rows if published else [])}
        self._same_steps = self.budget == budget

    def rows(self) -> list[Row]:
        """All rows of the paper's table where the steps are its own.

        Otherwise what does not depend on them: solvers on time, and what the paper took over from
        others.
        """
        return [
            self._row(f"{row.name} (as reported)", row, REPORTED)
            if row.kind == "reported"
            else self._row(f"paper: {row.name}", row, PUBLISHED)
            for row in sorted(self._rows.values(), key=lambda row: row.kind != "reported")
            if row.kind in ("reported", "library") or self._same_steps
        ]

    def _row(self, name: str, row: PublishedRow, section: str) -> Row:
        cells = {group: Cell(row.gaps[group]) for group in self._groups if group in row.gaps}
        if self._whole:  # its average is over all of its groups
            cells[ALL] = Cell(row.average)
        return Row(name, cells, row.seconds, published=True, section=section)


def _caption(
    records: Sequence[Record], plan: Plan, budget: str, paper: _Paper, best: Sequence[str]
) -> str:
    ours = [record for record in records if record["budget"] == budget]
    text = caption_of(ours)
    if paper.budget is not None:
        text += (
            f"; rows marked paper are as published, after {paper.budget}, seconds on its machine"
        )
        if len({record["instance"] for record in ours}) < paper.instances:
            text += f", over all {paper.instances} instances"
    if budget in plan.notes:
        text += f"; {plan.notes[budget]}"
    if best:
        listed = " and ".join([", ".join(best[:-1]), best[-1]] if len(best) > 1 else best)
        text += f"; {MARKS.format(best=listed)}"
    return text
