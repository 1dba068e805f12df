"""The standard (JSPLIB) format: ``jobs machines``, then one line of pairs per job, from 0."""

from __future__ import annotations

from os import PathLike

from neurols.errors import InputError
from neurols.scheduling.instance import JobShop
from neurols.scheduling.lines import Line, content_lines, integer
from neurols.scheduling.validation import OperationError

PathName = str | PathLike[str]


def read_standard(text: str, file: PathName, name: str) -> JobShop:
    """The instance in a text of the standard format.

    Jobs may differ in their number of pairs, and come back to a machine.

    Raises:
        InputError: the text breaks the format.
    """
    header, *rows = content_lines(text, file)
    jobs, machines = header_counts(header, file)
    if len(header.tokens) != 2:
        raise InputError(
            f"the first line has {len(header.tokens)} values",
            file=file,
            line=header.number,
            remedy="give two there: jobs machines",
        )
    check_count(rows, jobs, header, file)
    pairs = [_pairs(row, file) for row in rows]
    return placed(pairs, machines, name, file, header, rows)


def header_counts(header: Line, file: PathName) -> tuple[int, int]:
    """Numbers of jobs and machines, which open the header."""
    if len(header.tokens) < 2:
        raise InputError(
            "the first line has only one value",
            file=file,
            line=header.number,
            remedy="begin with two: jobs machines",
        )
    counts = [
        integer(token, what, file, header.number)
        for token, what in zip(
            header.tokens, ("the number of jobs", "the number of machines"), strict=False
        )
    ]
    if 0 in counts:
        what = "jobs" if counts[0] == 0 else "machines"
        raise InputError(
            f"the header promises 0 {what}",
            file=file,
            line=header.number,
            remedy="give at least one job and one machine",
        )
    return counts[0], counts[1]


def check_count(
    rows: list[Line], jobs: int, header: Line, file: PathName, where: str = "the file"
) -> None:
    """Refuse fewer or more job lines than the header promises."""
    if len(rows) == jobs:
        return
    last = rows[-1] if rows else header
    raise InputError(
        f"{where} has {len(rows)} jobs, but the header promises {jobs}",
        file=file,
        line=last.number if len(rows) < jobs else rows[jobs].number,
        remedy=f"{'add the missing' if len(rows) < jobs else 'remove the surplus'} lines"
        f" or correct line {header.number}",
    )


def placed(
    pairs: list[list[tuple[int, int]]],
    machines: int,
    name: str,
    file: PathName,
    header: Line,
    rows: list[Line],
) -> JobShop:
    """The instance; what is wrong with its data is told with the line of the job (``rows``)."""
    try:
        return JobShop(pairs, name, machines)
    except OperationError as error:
        line = header.number if error.job is None else rows[error.job].number
        raise InputError(error.cause, file=file, line=line, remedy=error.remedy) from None


def _pairs(row: Line, file: PathName) -> list[tuple[int, int]]:
    if len(row.tokens) % 2:
        raise InputError(
            f"the job has an odd number of values ({len(row.tokens)})",
            file=file,
            line=row.number,
            remedy="give pairs: machine duration",
        )
    tokens = iter(row.tokens)
    return [
        (integer(machine, "machine", file, row.number), integer(time, "duration", file, row.number))
        for machine, time in zip(tokens, tokens, strict=True)
    ]
