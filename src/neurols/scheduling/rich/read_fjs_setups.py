"""Flexible job shops with sequence-dependent setups: FJS, then a matrix per machine.

After the job lines stand, machine by machine, the setup times from each operation (row) to each
operation (column), all operations numbered through the jobs. Entries of pairs that cannot follow
each other on the machine (its own, and those of operations that cannot run there) mean nothing;
files fill them with a large number.
"""

from __future__ import annotations

from neurols.errors import InputError
from neurols.scheduling.lines import Line, content_lines, integer
from neurols.scheduling.rich.instance import Job, Machine, Operation, RichScheduling
from neurols.scheduling.rich.read_fjs import (
    PathName,
    built,
    chains,
    fjs_counts,
    fjs_operations,
    job_line,
)
from neurols.scheduling.rich.validation import Path


def read_fjs_setups(
    text: str, file: PathName, name: str, first: int | None = None
) -> RichScheduling:
    """The instance in a text of the format; ``first`` as for ``read_fjs``.

    Raises:
        InputError: the text breaks the format.
    """
    header, *lines = content_lines(text, file)
    jobs, machines = fjs_counts(header, file)
    if len(lines) < jobs:
        raise InputError(
            f"the file has {len(lines)} jobs, but the header promises {jobs}",
            file=file,
            line=lines[-1].number if lines else header.number,
            remedy="add the missing lines or correct the header",
        )
    rows, matrix = lines[:jobs], lines[jobs:]
    plain = fjs_operations(rows, machines, first, header, file)
    count = len(plain)
    if len(matrix) != machines * count:
        raise InputError(
            f"there are {len(matrix)} lines of setup times, but {machines} machines and {count}"
            f" operations need {machines * count}",
            file=file,
            line=lines[-1].number,
            remedy="give a line per machine and operation",
        )
    operations = tuple(Operation(o.job, o.modes, family=n) for n, o in enumerate(plain))
    setups = [
        _setups(matrix[machine * count : (machine + 1) * count], machine, operations, file)
        for machine in range(machines)
    ]

    def line_of(path: Path) -> int:
        match path:
            case ("machines", int(machine), "setups", int(row), *_):
                return matrix[machine * count + row].number
        return job_line(path, operations, rows, header)

    return built(
        lambda: RichScheduling(
            name=name,
            machines=tuple(Machine(setups=table) for table in setups),
            jobs=tuple(Job() for _ in range(jobs)),
            operations=operations,
            precedences=chains(operations),
            families=tuple(f"operation {number}" for number in range(count)),
        ),
        file,
        line_of,
    )


def _setups(
    rows: list[Line], machine: int, operations: tuple[Operation, ...], file: PathName
) -> tuple[tuple[int, ...], ...]:
    """The matrix of a machine; 0 for pairs that cannot follow each other."""
    runs = [any(on == machine for on, _ in operation.modes) for operation in operations]
    table = []
    for a, row in enumerate(rows):
        if len(row.tokens) != len(operations):
            raise InputError(
                f"the line has {len(row.tokens)} setup times for {len(operations)} operations",
                file=file,
                line=row.number,
                remedy="give one for each operation",
            )
        values = [integer(token, "setup time", file, row.number) for token in row.tokens]
        table.append(
            tuple(v if runs[a] and runs[b] and a != b else 0 for b, v in enumerate(values))
        )
    return tuple(table)
