"""A schedule as pages of a workbook and as events of a calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from neurols.scheduling.rich.table import Row, rows
from neurols.tables.calendar_file import Event
from neurols.tables.clock import Clock
from neurols.tables.write import Page

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling
    from neurols.scheduling.rich.solution import RichSchedule

_HEADER = ["job", "operation", "machine", "setup from", "setup", "start", "end", "due", "lateness"]


def pages(instance: RichScheduling, schedule: RichSchedule) -> list[Page]:
    """All operations, a summary, the late jobs, and a page per machine."""
    table = rows(instance, schedule)
    clock = instance.clock

    def at(time: int | None) -> Any:
        """A time as a cell: a date where there are dates, a number or clock time else."""
        if time is None or clock is None:
            return time
        return clock.moment(time) or clock.shown(time)

    def cells(row: Row) -> list[Any]:
        return [
            row.job, row.operation, row.machine, at(row.setup_start) if row.setup else None,
            row.setup or None, at(row.start), at(row.end), at(row.due_date), row.lateness,
        ]  # fmt: skip

    late = sorted((r for r in table if (r.lateness or 0) > 0), key=lambda r: -(r.lateness or 0))
    by_machine = [
        Page(
            machine.name or f"machine {number}",
            _HEADER,
            [cells(row) for row in table if row.machine_number == number],
        )
        for number, machine in enumerate(instance.machines)
    ]
    return [
        Page("schedule", _HEADER, [cells(row) for row in table]),
        Page("summary", ["figure", "value"], _summary(instance, schedule, table, clock)),
        Page("late jobs", ["job", "due", "end", "lateness"],
             [[row.job, at(row.due_date), at(row.end), row.lateness] for row in late]),
        *(page for page in by_machine if page.rows),
    ]  # fmt: skip


def _summary(
    instance: RichScheduling, schedule: RichSchedule, table: list[Row], clock: Clock | None
) -> list[list[Any]]:
    end = max((row.end for row in table), default=0)
    busy = [0] * len(instance.machines)
    for row in table:
        busy[row.machine_number] += row.end - row.start
    facts: list[list[Any]] = [
        ["plan", instance.name],
        ["cost", schedule.cost],
        ["jobs", len(instance.jobs)],
        ["operations", len(instance.operations)],
        ["late jobs", sum((row.lateness or 0) > 0 for row in table)],
        ["ends", end if clock is None else clock.moment(end) or clock.shown(end)],
        ["unit of time", "as given" if clock is None else clock.unit],
        *([term.replace("_", " "), value] for term, value in schedule.objective.items()),
    ]
    for number, machine in enumerate(instance.machines):
        share = round(100 * busy[number] / end, 1) if end else 0.0
        facts.append([f"{machine.name or f'machine {number}'}: busy %", share])
    return facts


def events(instance: RichScheduling, schedule: RichSchedule) -> list[Event] | None:
    """One event per operation; None where the times are no dates."""
    clock = instance.clock
    if clock is None or clock.zero is None:
        return None
    found = []
    for row in rows(instance, schedule):
        start, end = clock.moment(row.start), clock.moment(row.end)
        assert start is not None and end is not None
        due = "" if row.due_date is None else f"due {clock.shown(row.due_date)}"
        found.append(Event(f"{row.job}: {row.operation}", start, end, row.machine, due))
    return found
