"""A schedule as a table: one row per operation, for people, spreadsheets and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from neurols.errors import InputError
from neurols.scheduling.rich.calendar import setup_span
from neurols.scheduling.rich.check_form import placed

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling
    from neurols.scheduling.rich.solution import RichSchedule


class Row(NamedTuple):
    """An operation of a schedule."""

    job: str
    operation: str
    machine: str
    setup: int
    """Setup time before it."""
    setup_start: int
    start: int
    end: int
    due_date: int | None
    lateness: int | None
    """End of the job minus its due date, in the row of the job's last operation; else None."""
    job_number: int
    operation_number: int
    machine_number: int


def setup_between(
    instance: RichScheduling, machine: int, before: int | None, after: int | None
) -> int:
    """The setup time from one family to another on a machine; none where either has no family."""
    setups = instance.machines[machine].setups
    if before is None or after is None or not setups:
        return 0
    return setups[before][after]


def rows(instance: RichScheduling, schedule: RichSchedule) -> list[Row]:
    """One row per operation, in the order of start times."""
    found = placed(instance, schedule.to_json())
    last = {
        max(row, key=lambda number: (found.end[number], number)) for row in instance.operations_of
    }
    released = list(found.end)
    for p in instance.precedences:
        if instance.operations[p.before].job == instance.operations[p.after].job:
            released[p.before] = max(released[p.before], found.start[p.after])
    table: list[Row] = []
    for machine, order in enumerate(found.orders):
        data = instance.machines[machine]
        free, family = data.available_from, data.initial_family
        for number in order:
            job, k = instance.places[number]
            due, end = instance.jobs[job].due_date, found.end[number]
            setup = setup_between(instance, machine, family, instance.operations[number].family)
            table.append(
                Row(
                    job=instance.jobs[job].name or f"job {job}",
                    operation=instance.operations[number].name or f"operation {k}",
                    machine=data.name or f"machine {machine}",
                    setup=setup,
                    setup_start=setup_span(data, free, setup)[0],
                    start=found.start[number],
                    end=end,
                    due_date=due,
                    lateness=end - due if number in last and due is not None else None,
                    job_number=job,
                    operation_number=k,
                    machine_number=machine,
                )
            )
            free = released[number] if data.blocking else end
            family = instance.operations[number].family
    return sorted(table, key=lambda row: (row.start, row.end, row.machine_number))


_COLUMNS = (
    "job",
    "operation",
    "machine",
    "setup",
    "start",
    "end",
    "lateness",
    "due_date",
    "job_number",
    "operation_number",
    "machine_number",
)


def frame(instance: RichScheduling, schedule: RichSchedule) -> Any:
    """The rows as a pandas table."""
    try:
        import pandas  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        raise InputError(
            "a table needs the package 'pandas'",
            remedy="pip install pandas, or use solution.rows()",
        ) from None
    table = rows(instance, schedule)
    columns = {name: [getattr(row, name) for row in table] for name in _COLUMNS}
    made = pandas.DataFrame(columns)
    return made.astype({"lateness": "Int64", "due_date": "Int64"})
