"""What makes data a job shop: the checks behind ``JobShop``, each naming job and operation."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import NoReturn, SupportsIndex

from neurols.errors import InputError

Jobs = tuple[tuple[tuple[int, int], ...], ...]
"""Per job the (machine, duration) pairs."""

TOTAL_LIMIT = 2**53
"""Durations must sum to less than this, so that every cost is exact as a float, too."""

MACHINE_LIMIT = 1_000_000
"""More machines than this is a slip in a header, and would only exhaust the memory."""


class OperationError(InputError):
    """An :class:`InputError` that knows the job and operation at fault (``None``: all of it).

    Readers use the two numbers to find the line in the file.
    """

    def __init__(self, cause: str, *, job: int | None, operation: int | None, remedy: str) -> None:
        where = "" if job is None else f"job {job}"
        where += "" if operation is None else f" operation {operation}"
        super().__init__(f"{where}: {cause}" if where else cause, remedy=remedy)
        self.job = job
        self.operation = operation


def whole(value: object) -> int | None:
    """``value`` as an int; ``None`` where it is none (a bool is none: it is a slip)."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def shown(value: object) -> str:
    """``value`` for an error message, cut to a readable length."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"of {value.bit_length()} bits"  # repr of a huge number is slow and may refuse
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def checked_job(job: int, pairs: Iterable[Iterable[SupportsIndex]]) -> tuple[tuple[int, int], ...]:
    """The operations of one job as plain tuples."""
    try:
        operations = tuple(_checked_pair(job, k, pair) for k, pair in enumerate(pairs))
    except TypeError:
        raise OperationError(
            f"{shown(pairs)} is no list of (machine, duration) pairs",
            job=job,
            operation=None,
            remedy="give a list of pairs per job",
        ) from None
    if not operations:
        raise OperationError(
            "the job has no operations", job=job, operation=None, remedy="leave an empty job out"
        )
    return operations


def _checked_pair(job: int, operation: int, pair: Iterable[SupportsIndex]) -> tuple[int, int]:
    try:
        machine_given, duration_given = pair
    except (TypeError, ValueError):
        raise OperationError(
            f"{shown(pair)} is no (machine, duration) pair",
            job=job,
            operation=operation,
            remedy="give one machine and one duration per operation",
        ) from None
    machine, duration = whole(machine_given), whole(duration_given)
    if machine is None or machine < 0:
        raise OperationError(
            f"machine {shown(machine_given)} is no whole number from 0",
            job=job,
            operation=operation,
            remedy="number the machines from 0",
        )
    if duration is None or duration < 0:
        fault = "is no whole number" if duration is None else "is negative"
        raise OperationError(
            f"duration {shown(duration_given)} {fault}",
            job=job,
            operation=operation,
            remedy="give durations as whole numbers from 0, in a finer unit where needed",
        )
    return machine, duration


def checked_machines(jobs: Jobs, given: int | None) -> int:
    """The number of machines, once every operation's machine is in range."""
    used = {machine for job in jobs for machine, _ in job}
    count = max(used) + 1 if given is None else whole(given)
    if count is None or not 1 <= count <= MACHINE_LIMIT:
        raise OperationError(
            f"the number of machines is {shown(given if count is None else count)}",
            job=None,
            operation=None,
            remedy=f"give a whole number from 1 to {MACHINE_LIMIT:,}",
        )
    if max(used) >= count:
        _raise_out_of_range(jobs, count, from_one=0 not in used and max(used) == count)
    return count


def _raise_out_of_range(jobs: Jobs, count: int, from_one: bool) -> NoReturn:
    job, operation, machine = next(
        (j, k, machine)
        for j, pairs in enumerate(jobs)
        for k, (machine, _) in enumerate(pairs)
        if machine >= count
    )
    cause = f"machine {machine} is out of range 0 to {count - 1}"
    if from_one:
        cause += ", and machine 0 never occurs: the machines seem to be counted from 1"
        remedy = "count the machines from 0: subtract 1 from every machine number"
    else:
        remedy = "correct the machine number or the number of machines"
    raise OperationError(cause, job=job, operation=operation, remedy=remedy)


def check_total(jobs: Jobs) -> None:
    """Refuse durations whose sum leaves the exact range."""
    total = 0
    for job, pairs in enumerate(jobs):
        for operation, (_, duration) in enumerate(pairs):
            total += duration
            if total >= TOTAL_LIMIT:
                raise OperationError(
                    f"with duration {shown(duration)} the sum of durations reaches 2^53",
                    job=job,
                    operation=operation,
                    remedy="give durations in a coarser unit",
                )


def trivial_bound(jobs: Jobs) -> int:
    """Largest machine load or job length: no schedule is shorter."""
    loads: dict[int, int] = {}
    for job in jobs:
        for machine, duration in job:
            loads[machine] = loads.get(machine, 0) + duration
    return max(*loads.values(), *(sum(duration for _, duration in job) for job in jobs))


def check_bound(jobs: Jobs, bound: int | None) -> None:
    """Refuse a lower bound above what one operation after the other takes: it cannot be proven."""
    total = sum(duration for job in jobs for _, duration in job)
    if bound is not None and bound > total:
        raise OperationError(
            f"the lower bound {bound} is above the sum of all durations, {total}, which no"
            " makespan needs to exceed",
            job=None,
            operation=None,
            remedy="correct it or leave it out",
        )


def checked_name(name: object) -> str:
    """A name of one printable line, as tables and one-line error messages need it."""
    if not isinstance(name, str) or not name or not name.isprintable():
        raise OperationError(
            f"the name {shown(name)} is no printable text",
            job=None,
            operation=None,
            remedy="give a name of one line",
        )
    return name


def checked_bound(value: object, what: str) -> int | None:
    """A bound on the makespan, or ``None`` where none is given."""
    if value is None:
        return None
    bound = whole(value)
    if bound is None or not 0 <= bound < TOTAL_LIMIT:
        raise OperationError(
            f"the {what} {shown(value)} is no whole number from 0",
            job=None,
            operation=None,
            remedy="correct it or leave it out",
        )
    return bound
