"""Job shops with setup types::

    machines jobs types
    operations  duration machine type  duration machine type ...      (a line per job)
    initial setup times by type
    setup times from type (row) to type (column)

Machines and types are counted from 1. Setups are the same on all machines; before the first
operation of a machine lies the initial setup of its type.
"""

from __future__ import annotations

from collections.abc import Sequence

from neurols.errors import InputError
from neurols.scheduling.lines import Line, content_lines, integer
from neurols.scheduling.rich.instance import Job, Machine, Operation, RichScheduling
from neurols.scheduling.rich.read_fjs import (
    PathName,
    built,
    chains,
    check_machines,
    job_line,
)
from neurols.scheduling.rich.validation import Path

INITIAL = "initial"
"""The family that every machine is set up for at time 0."""


def read_setup_types(text: str, file: PathName, name: str) -> RichScheduling:
    """The instance in a text of the format.

    Raises:
        InputError: the text breaks the format.
    """
    header, *rows = content_lines(text, file)
    if len(header.tokens) != 3:
        raise InputError(
            f"the first line has {len(header.tokens)} values",
            file=file,
            line=header.number,
            remedy="give three there: machines jobs types",
        )
    machines, jobs, types = (
        integer(token, f"the number of {what}", file, header.number)
        for token, what in zip(header.tokens, ("machines", "jobs", "setup types"), strict=True)
    )
    check_machines(machines, header, file)
    if len(rows) != jobs + 1 + types:
        raise InputError(
            f"there are {len(rows)} lines after the first, but {jobs} jobs and {types} setup types"
            f" need {jobs + 1 + types}",
            file=file,
            line=(rows[-1] if rows else header).number,
            remedy="give a line per job, one of initial setups, and one per setup type",
        )
    operations = tuple(
        operation for j, row in enumerate(rows[:jobs]) for operation in _job(j, row, file, types)
    )
    matrix = rows[jobs:]
    table = [_row(row, types, file) for row in matrix]
    # The initial state is a family of its own that nothing ever changes back to.
    setups = (*((*row, 0) for row in table[1:]), (*table[0], 0))

    def line_of(path: Path) -> int:
        match path:
            case ("machines", _, "setups", int(a), *_):
                return matrix[(a + 1) % (types + 1)].number
        return job_line(path, operations, rows, header)

    return built(
        lambda: RichScheduling(
            name=name,
            machines=tuple(Machine(setups=setups, initial_family=types) for _ in range(machines)),
            jobs=tuple(Job() for _ in range(jobs)),
            operations=operations,
            precedences=chains(operations),
            families=(*(f"type {number + 1}" for number in range(types)), INITIAL),
        ),
        file,
        line_of,
    )


def _job(job: int, row: Line, file: PathName, types: int) -> list[Operation]:
    values = [integer(token, "the value", file, row.number) for token in row.tokens]
    if len(values) != 1 + 3 * values[0]:
        raise InputError(
            f"the job has {len(values) - 1} values, but {values[0]} operations need"
            f" {3 * values[0]}",
            file=file,
            line=row.number,
            remedy="give per operation: duration machine type",
        )
    operations = []
    for duration, machine, kind in _triples(values[1:]):
        if machine < 1 or not 1 <= kind <= types:
            what = "machine 0" if machine < 1 else f"setup type {kind}"
            raise InputError(
                f"{what} is out of range",
                file=file,
                line=row.number,
                remedy="count machines and setup types from 1",
            )
        operations.append(Operation(job, ((machine - 1, duration),), family=kind - 1))
    return operations


def _triples(values: Sequence[int]) -> list[tuple[int, int, int]]:
    return list(zip(values[::3], values[1::3], values[2::3], strict=True))


def _row(row: Line, types: int, file: PathName) -> list[int]:
    if len(row.tokens) != types:
        raise InputError(
            f"the line has {len(row.tokens)} setup times for {types} setup types",
            file=file,
            line=row.number,
            remedy="give one for each type",
        )
    return [integer(token, "setup time", file, row.number) for token in row.tokens]
