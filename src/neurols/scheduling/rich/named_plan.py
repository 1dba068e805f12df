"""Schedules by names: plans that outlive the numbers of the instance that they were made for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.scheduling.rich.instance import Job, Machine, Operation, Precedence, RichScheduling
from neurols.scheduling.rich.solution import RichSchedule, by_job, from_form
from neurols.scheduling.rich.table import rows
from neurols.tables.changes import Changes, Place, changes_between

_COLUMNS = ("job", "operation", "machine", "start", "end")


@dataclass(frozen=True)
class Placement:
    """Where and when an operation runs."""

    job: str
    operation: str
    machine: str
    start: int
    end: int


def placements(instance: RichScheduling, schedule: RichSchedule) -> list[Placement]:
    """A schedule by names, in the order of starts."""
    return [
        Placement(row.job, row.operation, row.machine, row.start, row.end)
        for row in rows(instance, schedule)
    ]


def to_json(found: list[Placement]) -> list[dict[str, Any]]:
    """What a solution file tells of names."""
    return [{column: getattr(one, column) for column in _COLUMNS} for one in found]


def read_plan(path: str | PathLike[str], instance: RichScheduling) -> RichSchedule | str:
    """The schedule in a file, of an instance that has its operations by their names.

    Args:
        path: JSON, or the table of a schedule (.xlsx, .csv).
        instance: the problem as it is now: its machines and its clock are those of the plan.

    Returns:
        The schedule; the path itself where the file has no names.

    Raises:
        InputError: it is no schedule.
    """
    found = _read(path, instance)
    return str(path) if found is None else _schedule(found, instance, path)


def changes(
    instance: RichScheduling, path: str | PathLike[str], schedule: RichSchedule
) -> Changes | None:
    """What a schedule changes of the one in a file; None where that has no names."""
    found = _read(path, instance)
    if found is None:
        return None
    old, new = (
        {f"{one.job}: {one.operation}": Place(one.machine, one.start) for one in plan}
        for plan in (found, placements(instance, schedule))
    )
    return changes_between(old, new)


def _read(path: str | PathLike[str], instance: RichScheduling) -> list[Placement] | None:
    if Path(path).suffix.lower() in (".xlsx", ".csv", ".parquet"):
        return _from_table(path, instance)
    from neurols.scheduling.rich.solution_file import read_solution

    listed = read_solution(path).get("placements")
    return None if listed is None else [_from_json(one, path) for one in listed]


def _from_json(one: Any, path: str | PathLike[str]) -> Placement:
    if isinstance(one, Mapping) and all(column in one for column in _COLUMNS):
        start, end = one["start"], one["end"]
        if isinstance(start, int) and isinstance(end, int) and 0 <= start <= end:
            return Placement(
                str(one["job"]), str(one["operation"]), str(one["machine"]), start, end
            )
    raise InputError(
        f"no placement: {str(one)[:40]}", file=path, remedy="leave 'placements' as they were"
    )


def _from_table(path: str | PathLike[str], instance: RichScheduling) -> list[Placement]:
    from neurols.tables.clock import Clock
    from neurols.tables.workbook import read_sheets

    header, *body = read_sheets(path)[0].rows
    columns = {str(name): at for at, name in enumerate(header[1])}
    if not set(_COLUMNS) <= columns.keys():
        raise InputError(
            "this is no table of a schedule",
            file=path,
            remedy="give a plan that 'neurols solve --output plan.xlsx' wrote",
        )
    clock = instance.clock or Clock()
    found = []
    for number, cells in body:
        row = {c: cells[columns[c]] if columns[c] < len(cells) else None for c in _COLUMNS}
        times = [_time(clock, row[column]) for column in ("start", "end")]
        if None in times or None in row.values():
            raise InputError(
                f"row {number} has no operation, machine, start or end that can be read",
                file=path,
                remedy="leave the table as it was written",
            )
        names = (str(row[column]).removeprefix("'") for column in _COLUMNS[:3])
        found.append(Placement(*names, *times))  # type: ignore[arg-type]
    return found


def _time(clock: Any, cell: Any) -> int | None:
    if isinstance(cell, str) and cell.strip().isdigit():
        return int(cell)
    value = clock.instant(cell)
    return None if value is None else round(value)


def _schedule(
    found: list[Placement], now: RichScheduling, path: str | PathLike[str]
) -> RichSchedule:
    """The placements as a schedule of an instance of their own: the machines of ``now`` without
    breaks and setups, and operations that last as long as they did."""
    names = [machine.name or f"machine {n}" for n, machine in enumerate(now.machines)]
    for one in found:
        if one.machine not in names:
            raise InputError(
                f"the plan has a machine {one.machine!r}, which there is no longer",
                file=path,
                remedy="keep the machine; give breaks to one that is out of order",
            )
    jobs = list(dict.fromkeys(one.job for one in found))
    ordered = sorted(found, key=lambda one: (jobs.index(one.job), one.start, one.end))
    operations, precedences = [], []
    for number, one in enumerate(ordered):
        mode = (names.index(one.machine), one.end - one.start)
        operations.append(Operation(jobs.index(one.job), (mode,), name=one.operation))
        if number and ordered[number - 1].job == one.job and ordered[number - 1].end <= one.start:
            precedences.append(Precedence(number - 1, number))
    instance = RichScheduling(
        name=now.name,
        machines=tuple(Machine(name=name) for name in names),
        jobs=tuple(Job(name) for name in jobs),
        operations=tuple(operations),
        precedences=tuple(precedences),
    )
    order: list[list[tuple[int, int]]] = [[] for _ in names]
    for number in sorted(range(len(ordered)), key=lambda n: (ordered[n].start, ordered[n].end)):
        order[names.index(ordered[number].machine)].append(instance.places[number])
    form = {
        "start": by_job(instance, [one.start for one in ordered]),
        "machine": by_job(instance, [names.index(one.machine) for one in ordered]),
        "machines": order,
    }
    return from_form(instance, form)
