"""The tables of the paper's experiments: every row of the plan, the paper's own beside ours."""

from __future__ import annotations

from collections.abc import Sequence

from neurols.benchmark.experiments import CLOCK
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


def experiment_table(records: Sequence[Record], plan: Plan, budget: str) -> Table:
    """The table of one budget.

    Rows that ran for the budget's steps are tested against the best of them; rows on the clock
    against the best of those. The paper's figures stand where they are for the same steps.
    """
    shown = records_of(records, plan, budget)
    value = value_of(shown)
    groups = list(dict.fromkeys(record["group"] for record in shown))
    columns = columns_of(groups)
    published = published_for({record["instance"] for record in shown})
    paper = _Paper(published, budget, groups)
    versus, best = _compared(shown, plan, budget, value)
    rows = paper.reported_rows()
    for planned in plan.rows:
        rows += paper.row_of(planned)
        rows.append(_row(shown, planned, plan, budget, columns, versus))
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
    contest = CLOCK if planned.section == CLOCK else ""
    own = [r for r in records if (r["controller"], r["budget"]) == source]
    if planned.section == CLOCK:
        name += f", {plan.clock}"
    if not own:
        return Row(f"{name} (no records yet)", {}, section=planned.section)
    row = measured_row(own, source[0], columns)
    return row._replace(
        name=name, section=planned.section, contest=contest, versus=versus.get(source)
    )


def _compared(
    records: Sequence[Record], plan: Plan, budget: str, value: str
) -> tuple[dict[tuple[str, str], Versus], list[str]]:
    """Each source against the best of its kind, and the labels of the best ones."""
    found: dict[tuple[str, str], Versus] = {}
    best: list[str] = []
    for on_clock in (False, True):
        sources = {
            pair[0]: (pair, row.label)  # a construction and a controller may have the same label
            for row in plan.rows
            if (row.section == CLOCK) == on_clock
            and (pair := _source(row, plan, budget)) is not None
        }
        figures = {}
        for name, (pair, _) in sources.items():
            own = [r for r in records if (r["controller"], r["budget"]) == pair]
            if own:
                figures[name] = by_instance(own, name, value)
        against = against_best(figures)
        if against is not None:
            best.append(sources[against[0]][1] + (" on the clock" if on_clock else ""))
            found |= {sources[name][0]: versus for name, versus in against[1].items()}
    return found, best


class _Paper:
    """The paper's rows, where they are for this budget and these groups."""

    def __init__(self, published: Published | None, budget: str, groups: Sequence[str]) -> None:
        self.budget = None if published is None else published.budget
        self.instances = 0 if published is None else published.instances
        self._whole = published is not None and set(groups) == set(published.groups)
        self._groups = groups
        self._rows = {row.name: row for row in (published.rows if published else [])}
        self._same_steps = self.budget == budget

    def reported_rows(self) -> list[Row]:
        """What the paper took over from others; no budget of ours is theirs."""
        return [
            self._row(f"{row.name} (as reported)", row, REPORTED)
            for row in self._rows.values()
            if row.kind == "reported"
        ]

    def row_of(self, planned: PlannedRow) -> list[Row]:
        row = self._rows.get(planned.paper or "")
        if row is None or not (self._same_steps or planned.section == CLOCK):
            return []
        return [self._row(f"paper: {row.name}", row, planned.section)]

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
        text += f"; {MARKS.format(best=' and '.join(best))}"
    return text
