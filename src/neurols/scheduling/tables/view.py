"""Schedules as the page of the service draws them."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from neurols.scheduling.rich.table import rows
from neurols.tables.view import new_item, new_row, new_view, told

if TYPE_CHECKING:
    from neurols.scheduling.instance import JobShop
    from neurols.scheduling.rich.instance import RichScheduling
    from neurols.scheduling.rich.solution import RichSchedule
    from neurols.scheduling.solution import Schedule

_COLUMNS = ("machine", "operation")


def view(instance: RichScheduling, schedule: RichSchedule) -> dict[str, Any]:
    """The operations on every machine; all of a job that ends late are late."""
    table = rows(instance, schedule)
    clock = instance.clock
    behind = {row.job_number: row.lateness for row in table if (row.lateness or 0) > 0}
    due = {number: job.due_date for number, job in enumerate(instance.jobs)}
    items: list[list[dict[str, Any]]] = [[] for _ in instance.machines]
    for row in table:
        notes = [f"setup {row.setup:g}"] if row.setup else []
        date = due[row.job_number]
        if date is not None:
            notes.append(f"due {told(date, clock)}")
        if row.job_number in behind:
            notes.append(f"late by {behind[row.job_number]:g}")
        items[row.machine_number].append(
            new_item(
                f"{row.job}: {row.operation}",
                row.job_number,
                ", ".join(notes),
                short=row.job,
                start=row.start,
                end=row.end,
                clock=clock,
                late=row.job_number in behind,
            )
        )
    found = []
    for number, machine in enumerate(instance.machines):
        busy = sum(item["end"] - item["start"] for item in items[number])
        name = machine.name or f"machine {number}"
        found.append(new_row(name, f"{len(items[number])} operations, busy {busy:g}",
                             items[number]))  # fmt: skip
    return new_view(_COLUMNS, found)


def classical_view(instance: JobShop, schedule: Schedule) -> dict[str, Any]:
    """The operations on every machine of a job shop."""
    items: list[list[dict[str, Any]]] = [[] for _ in range(instance.machines)]
    for job, pairs in enumerate(instance.jobs):
        for k, (machine, duration) in enumerate(pairs):
            start = schedule.start[job][k]
            name = f"job {job}: operation {k}"
            items[machine].append(
                new_item(name, job, short=str(job), start=start, end=start + duration)
            )
    for row in items:
        row.sort(key=itemgetter("start", "end"))
    found = [
        new_row(f"machine {number}", f"{len(row)} operations", row)
        for number, row in enumerate(items)
    ]
    return new_view(_COLUMNS, found)
