"""Flexible job shops in the FJS format::

    jobs machines [mean number of modes]
    operations  modes machine duration machine duration ...  modes machine duration ...

One line per job. Machines are counted from 0 or from 1: the numbers tell, or the format's name
must. The mean in the header, where it is given, is not used, but must be a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike

from neurols.errors import InputError
from neurols.scheduling.lines import Line, content_lines, integer, is_number
from neurols.scheduling.read_standard import check_count, header_counts
from neurols.scheduling.rich.instance import Job, Machine, Operation, Precedence, RichScheduling
from neurols.scheduling.rich.validation import DataError, Path
from neurols.scheduling.validation import MACHINE_LIMIT

PathName = str | PathLike[str]


class UncertainMachines(InputError):
    """The numbers do not tell whether machines are counted from 0 or from 1."""


def read_fjs(text: str, file: PathName, name: str, first: int | None = None) -> RichScheduling:
    """The instance in a text of the FJS format.

    Args:
        text: the text.
        file: where it comes from.
        name: name of the instance.
        first: number of the first machine, 0 or 1; by default told from the numbers.

    Raises:
        InputError: the text breaks the format, or the numbers do not tell the first machine.
    """
    header, *rows = content_lines(text, file)
    jobs, machines = fjs_counts(header, file)
    check_count(rows, jobs, header, file)
    operations = fjs_operations(rows, machines, first, header, file)
    return built(
        lambda: RichScheduling(
            name=name,
            machines=tuple(Machine() for _ in range(machines)),
            jobs=tuple(Job() for _ in range(jobs)),
            operations=operations,
            precedences=chains(operations),
        ),
        file,
        lambda path: job_line(path, operations, rows, header),
    )


def fjs_counts(header: Line, file: PathName) -> tuple[int, int]:
    """Jobs and machines from the header; the mean after them must be a number."""
    counts = header_counts(header, file)
    if len(header.tokens) > 3 or not all(map(is_number, header.tokens[2:])):
        raise InputError(
            f"the first line has {len(header.tokens)} values, or ends in one that is no number",
            file=file,
            line=header.number,
            remedy="give there: jobs machines, and at most the mean number of modes",
        )
    check_machines(counts[1], header, file)
    return counts


def check_machines(machines: int, header: Line, file: PathName) -> None:
    """Refuse a number of machines that only a slip explains, before any of them is made."""
    if machines > MACHINE_LIMIT:
        raise InputError(
            f"the header promises {machines:,} machines",
            file=file,
            line=header.number,
            remedy=f"give at most {MACHINE_LIMIT:,}",
        )


def fjs_operations(
    rows: Sequence[Line], machines: int, first: int | None, header: Line, file: PathName
) -> tuple[Operation, ...]:
    """The operations of all jobs, one line each, with machines counted from 0."""
    jobs = [_job(row, file) for row in rows]
    used = [machine for job in jobs for modes in job for machine, _ in modes]
    base = _first_machine(used, machines, first, header, rows, jobs, file)
    return tuple(
        Operation(j, tuple((machine - base, duration) for machine, duration in modes))
        for j, job in enumerate(jobs)
        for modes in job
    )


def _job(row: Line, file: PathName) -> list[list[tuple[int, int]]]:
    """Per operation the (machine, duration) pairs of a line, machines as they stand there."""

    def value(at: int, what: str) -> int:
        if at >= len(row.tokens):
            raise InputError(
                f"the job ends where {what} should stand",
                file=file,
                line=row.number,
                remedy="give per operation the number of modes, then machine and duration of each",
            )
        return integer(row.tokens[at], what, file, row.number)

    at = 1
    job: list[list[tuple[int, int]]] = []
    for operation in range(value(0, "the number of operations")):
        count = value(at, f"the number of modes of operation {operation}")
        modes = []
        for place in range(at + 1, at + 1 + 2 * count, 2):
            of = f"of operation {operation}"
            modes.append((value(place, f"a machine {of}"), value(place + 1, f"a duration {of}")))
        at += 1 + 2 * count
        job.append(modes)
    if at < len(row.tokens):
        raise InputError(
            f"the job has {len(row.tokens)} values, but its counts promise {at}",
            file=file,
            line=row.number,
            remedy="correct the number of operations or of modes",
        )
    return job


def _first_machine(
    used: list[int],
    machines: int,
    first: int | None,
    header: Line,
    rows: Sequence[Line],
    jobs: list[list[list[tuple[int, int]]]],
    file: PathName,
) -> int:
    """0 or 1: as asked for, else as the numbers say."""
    low, high = min(used, default=0), max(used, default=0)
    fits = [base for base in (0, 1) if base <= low and high < machines + base]
    if first in fits or (first is None and len(fits) == 1):
        return fits[0] if first is None else first
    if first is None and fits:
        raise UncertainMachines(
            f"machines {low} to {high} of {machines} could be counted from 0 or from 1",
            file=file,
            line=header.number,
            remedy="name the format: fjs-from-0 or fjs-from-1 (fjs-setups-from-0 or -1)",
        )
    base = first if first is not None else int(low >= 1)
    line, wrong = next(
        (row.number, machine)
        for row, job in zip(rows, jobs, strict=True)
        for modes in job
        for machine, _ in modes
        if not base <= machine < machines + base
    )
    raise InputError(
        f"machine {wrong} is out of range {base} to {machines - 1 + base}",
        file=file,
        line=line,
        remedy="correct the machine or the number of machines",
    )


def chains(operations: Sequence[Operation]) -> tuple[Precedence, ...]:
    """Consecutive operations of a job in a row, as the order of the operations gives them."""
    return tuple(
        Precedence(number, number + 1)
        for number in range(len(operations) - 1)
        if operations[number].job == operations[number + 1].job
    )


def job_line(
    path: Path, operations: Sequence[Operation], rows: Sequence[Line], header: Line
) -> int:
    """The line of the job that a field belongs to; the header's where it belongs to none."""
    match path:
        case ("operations", int(number), *_):
            return rows[operations[number].job].number
        case ("jobs", int(job), *_):
            return rows[job].number
    return header.number


def built(
    make: Callable[[], RichScheduling], file: PathName, line_of: Callable[[Path], int]
) -> RichScheduling:
    """The instance; what is wrong with its data is told with its line.

    Raises:
        InputError: the data make no problem.
    """
    try:
        return make()
    except DataError as error:
        raise InputError(
            error.cause, file=file, line=line_of(error.path), remedy=error.remedy
        ) from None
