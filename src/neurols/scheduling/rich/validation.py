"""The checks behind ``RichScheduling``: every field, one at a time. Each names what is at fault."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NoReturn

from neurols.errors import InputError
from neurols.scheduling.rich.naming import job_name, machine_name, named, operation_name
from neurols.scheduling.validation import MACHINE_LIMIT, TOTAL_LIMIT, shown, whole

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import Machine, RichScheduling

Path = tuple[str | int, ...]


class DataError(InputError):
    """An :class:`InputError` that knows the field at fault, e.g. ``("operations", 3, "modes")``.

    Readers use the path to find the line in the file.
    """

    def __init__(self, cause: str, *, path: Path = (), remedy: str) -> None:
        super().__init__(cause, remedy=remedy)
        self.path = path


def check_data(instance: RichScheduling) -> None:
    """Refuse data that make no scheduling problem."""
    _check_name(instance.name, "the name", ("name",))
    for what, rows, path in (
        ("machine", instance.machines, "machines"),
        ("job", instance.jobs, "jobs"),
        ("operation", instance.operations, "operations"),
    ):
        if not rows:
            raise DataError(
                f"there are no {what}s", path=(path,), remedy=f"give at least one {what}"
            )
    if len(instance.machines) > MACHINE_LIMIT:
        raise DataError(
            f"there are {len(instance.machines):,} machines",
            path=("machines",),
            remedy=f"give at most {MACHINE_LIMIT:,}",
        )
    _check_families(instance)
    for number in range(len(instance.machines)):
        _check_machine(instance, number)
    for number in range(len(instance.jobs)):
        _check_job(instance, number)
    for number, operation in enumerate(instance.operations):
        job = whole(operation.job)
        if job is None or not 0 <= job < len(instance.jobs):
            raise DataError(
                f"operation {number} is of job {shown(operation.job)}, which is not in 0 to"
                f" {len(instance.jobs) - 1}",
                path=("operations", number, "job"),
                remedy="number the jobs from 0",
            )
    for job, row in enumerate(instance.operations_of):
        if not row:
            raise DataError(
                f"{job_name(instance, job)} has no operations",
                path=("jobs", job),
                remedy="leave an empty job out",
            )
    for number in range(len(instance.operations)):
        _check_operation(instance, number)
    _check_precedences(instance)
    _check_objective(instance)
    _check_bounds(instance)
    _check_total(instance)


def _check_name(name: object, what: str, path: Path, empty: bool = False) -> None:
    if not isinstance(name, str) or not (name or empty) or not name.isprintable():
        raise DataError(
            f"{what} {shown(name)} is no printable text",
            path=path,
            remedy="give a name of one line",
        )


def _time(value: object, what: str, path: Path) -> int:
    """A time or duration: a whole number from 0."""
    number = whole(value)
    if number is None or number < 0 or number >= TOTAL_LIMIT:
        fault = (
            "is no whole number"
            if number is None
            else "is negative"
            if number < 0
            else "is too large (2^53 or more)"
        )
        raise DataError(
            f"{what} {shown(value)} {fault}",
            path=path,
            remedy="give times as whole numbers from 0, in a finer or coarser unit where needed",
        )
    return number


def _flag(value: object, what: str, path: Path) -> None:
    if not isinstance(value, bool):
        raise DataError(
            f"{what} {shown(value)} is neither true nor false",
            path=path,
            remedy="give one of the two",
        )


def _weight(value: object, what: str, path: Path) -> float:
    """A finite number from 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        fault = "is no number"
    elif not math.isfinite(value) or abs(value) >= TOTAL_LIMIT:
        fault = "is too large or no finite number"
    elif value < 0:
        fault = "is negative"
    else:
        return value
    raise DataError(f"{what} {shown(value)} {fault}", path=path, remedy="give a number from 0")


def _check_families(instance: RichScheduling) -> None:
    seen: dict[str, int] = {}
    for number, name in enumerate(instance.families):
        _check_name(name, f"the name of family {number}", ("families", number))
        if name in seen:
            raise DataError(
                f"families {seen[name]} and {number} are both named {shown(name)}",
                path=("families", number),
                remedy="give each family a name of its own",
            )
        seen[name] = number


def _check_family(instance: RichScheduling, value: object, what: str, path: Path) -> None:
    number = whole(value)
    if number is None or not 0 <= number < len(instance.families):
        known = f"0 to {len(instance.families) - 1}" if instance.families else "none at all"
        raise DataError(
            f"{what} is {shown(value)}, but the families are {known}",
            path=path,
            remedy="give the number of a family, or none",
        )


def _check_machine(instance: RichScheduling, number: int) -> None:
    machine: Machine = instance.machines[number]
    where: Path = ("machines", number)
    _check_name(machine.name, f"the name of machine {number}", (*where, "name"), empty=True)
    called = machine_name(instance, number)
    _check_breaks(machine.breaks, called, (*where, "breaks"))
    _flag(
        machine.setup_during_breaks,
        f"{called}: setup_during_breaks",
        (*where, "setup_during_breaks"),
    )
    _flag(machine.blocking, f"{called}: blocking", (*where, "blocking"))
    _time(machine.available_from, f"{called}: available_from", (*where, "available_from"))
    if machine.initial_family is not None:
        _check_family(
            instance,
            machine.initial_family,
            f"{called}: its initial family",
            (*where, "initial_family"),
        )
    if not machine.setups:
        return
    count = len(instance.families)
    if len(machine.setups) != count or any(len(row) != count for row in machine.setups):
        raise DataError(
            f"{called}: the setup times are {len(machine.setups)} rows of"
            f" {len(machine.setups[0])} for {count} families",
            path=(*where, "setups"),
            remedy="give a row and a column for each family",
        )
    for a, row in enumerate(machine.setups):
        for b, value in enumerate(row):
            what = f"{called}: the setup from {instance.families[a]!r} to {instance.families[b]!r}"
            _time(value, what, (*where, "setups", a, b))


def _check_breaks(breaks: Sequence[tuple[int, int]], called: str, path: Path) -> None:
    last = -1
    for number, pair in enumerate(breaks):
        here = (*path, number)
        try:
            given_start, given_end = pair
        except (TypeError, ValueError):
            raise DataError(
                f"{called}: break {number} is {shown(pair)}",
                path=here,
                remedy="give breaks as pairs: start, end",
            ) from None
        start = _time(given_start, f"{called}: the start of break {number},", here)
        end = _time(given_end, f"{called}: the end of break {number},", here)
        if end <= start:
            raise DataError(
                f"{called}: break {number} from {start} to {end} does not end after its start",
                path=here,
                remedy="correct its times or leave it out",
            )
        if start <= last:
            raise DataError(
                f"{called}: break {number} from {start} begins before the one before it has ended"
                f" (at {last})"
                if start < last
                else f"{called}: break {number} begins at {start}, when the one before it ends",
                path=here,
                remedy="give breaks in increasing order, and join those that touch",
            )
        last = end


def _check_job(instance: RichScheduling, number: int) -> None:
    job = instance.jobs[number]
    where: Path = ("jobs", number)
    _check_name(job.name, f"the name of job {number}", (*where, "name"), empty=True)
    called = job_name(instance, number)
    release = _time(job.release_date, f"{called}: release_date", (*where, "release_date"))
    if job.due_date is not None:
        _time(job.due_date, f"{called}: due_date", (*where, "due_date"))
    if job.deadline is not None:
        deadline = _time(job.deadline, f"{called}: deadline", (*where, "deadline"))
        if deadline < release:
            raise DataError(
                f"{called}: the deadline {deadline} is before the release date {release}",
                path=(*where, "deadline"),
                remedy="correct one of the two",
            )
    _weight(job.weight, f"{called}: weight", (*where, "weight"))


def _check_operation(instance: RichScheduling, number: int) -> None:
    operation = instance.operations[number]
    where: Path = ("operations", number)
    _check_name(operation.name, f"the name of operation {number}", (*where, "name"), empty=True)
    called = operation_name(instance, number)
    _flag(operation.may_pause, f"{called}: may_pause", (*where, "may_pause"))
    _time(operation.earliest_start, f"{called}: earliest_start", (*where, "earliest_start"))
    if operation.family is not None:
        _check_family(instance, operation.family, f"{called}: its family", (*where, "family"))
    if not operation.modes:
        raise DataError(
            f"{called} has no machine to run on",
            path=(*where, "modes"),
            remedy="give at least one mode: machine and duration",
        )
    seen: set[int] = set()
    for place, pair in enumerate(operation.modes):
        here = (*where, "modes", place)
        try:
            given_machine, given_duration = pair
        except (TypeError, ValueError):
            raise DataError(
                f"{called}: {shown(pair)} is no mode",
                path=here,
                remedy="give a machine and a duration per mode",
            ) from None
        machine = whole(given_machine)
        if machine is None or not 0 <= machine < len(instance.machines):
            raise DataError(
                f"{called}: machine {shown(given_machine)} is not in 0 to"
                f" {len(instance.machines) - 1}",
                path=here,
                remedy="number the machines from 0",
            )
        _time(given_duration, f"{called}: the duration on {machine_name(instance, machine)},", here)
        if machine in seen:
            raise DataError(
                f"{called} has two modes on {machine_name(instance, machine)}",
                path=here,
                remedy="keep the shorter one",
            )
        seen.add(machine)


def _check_precedences(instance: RichScheduling) -> None:
    count = len(instance.operations)
    seen: set[tuple[int, int]] = set()
    for number, precedence in enumerate(instance.precedences):
        where: Path = ("precedences", number)
        ends: list[int] = []
        for key, value in (("before", precedence.before), ("after", precedence.after)):
            operation = whole(value)
            if operation is None or not 0 <= operation < count:
                raise DataError(
                    f"precedence {number}: operation {shown(value)} is not in 0 to {count - 1}",
                    path=(*where, key),
                    remedy="number the operations from 0",
                )
            ends.append(operation)
        called = f"{operation_name(instance, ends[0])} before {operation_name(instance, ends[1])}"
        if whole(precedence.min_lag) is not None and precedence.min_lag < 0:
            raise DataError(
                f"{called}: min_lag {precedence.min_lag} is negative",
                path=(*where, "min_lag"),
                remedy="operations that overlap are not supported; split the first one where the"
                " second may start",
            )
        low = _time(precedence.min_lag, f"{called}: min_lag", (*where, "min_lag"))
        if precedence.max_lag is not None:
            high = _time(precedence.max_lag, f"{called}: max_lag", (*where, "max_lag"))
            if high < low:
                raise DataError(
                    f"{called}: max_lag {high} is less than min_lag {low}",
                    path=(*where, "max_lag"),
                    remedy="correct one of the two",
                )
        if (ends[0], ends[1]) in seen:
            raise DataError(f"{called} is given twice", path=where, remedy="keep one of the two")
        seen.add((ends[0], ends[1]))
    _check_acyclic(instance)


def _check_acyclic(instance: RichScheduling) -> None:
    from neurols.scheduling.rich.graph import topological

    order = topological(instance)
    if len(order) == len(instance.operations):
        return
    left = set(range(len(instance.operations))) - set(order)
    before = {p.after: p.before for p in instance.precedences if {p.before, p.after} <= left}
    walk = [min(before)]
    while before[walk[-1]] not in walk:
        walk.append(before[walk[-1]])
    cycle = walk[walk.index(before[walk[-1]]) :][::-1]
    first = cycle.index(min(cycle))
    cycle = cycle[first:] + cycle[:first]
    shown_part = " -> ".join(operation_name(instance, number) for number in cycle[:6])
    more = " -> ..." if len(cycle) > 6 else ""
    raise DataError(
        f"the precedences form a cycle: {shown_part}{more} -> {operation_name(instance, cycle[0])}",
        path=("precedences",),
        remedy="take one of them out",
    )


_OF_DUE_DATES = (
    "total_tardiness",
    "weighted_tardiness",
    "max_lateness",
    "late_jobs",
    "weighted_late_jobs",
)


def _check_objective(instance: RichScheduling) -> None:
    objective = instance.objective
    weights = {term.name: getattr(objective, term.name) for term in fields(objective)}
    for term, value in weights.items():
        _weight(value, f"the objective's weight of {term}", ("objective", term))
    if not any(weights.values()):
        raise DataError(
            "the objective has no term with a weight above 0",
            path=("objective",),
            remedy=f"give one of {', '.join(weights)}",
        )
    if all(job.due_date is None for job in instance.jobs):
        for term in _OF_DUE_DATES:
            if weights[term]:
                raise DataError(
                    f"the objective asks for {term}, but no job has a due date",
                    path=("objective", term),
                    remedy="give due dates",
                )
    _flag(instance.permutation, "permutation", ("permutation",))


def _check_bounds(instance: RichScheduling) -> None:
    for key in ("best_known", "known_lower_bound"):
        value: Any = getattr(instance, key)
        if value is None:
            continue
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float))
            or not math.isfinite(value)
        ):
            raise DataError(
                f"{key} {shown(value)} is no number",
                path=(key,),
                remedy="correct it or leave it out",
            )
    best, bound = instance.best_known, instance.known_lower_bound
    if best is not None and bound is not None and best < bound:
        raise DataError(
            f"the best known cost {best} is below the lower bound {bound}",
            path=("best_known",),
            remedy="correct one of the two or leave both out",
        )


def _check_total(instance: RichScheduling) -> None:
    """Times must stay below 2^53, so that every cost is exact as a float, too."""
    total = max(
        max((job.release_date for job in instance.jobs), default=0),
        max(operation.earliest_start for operation in instance.operations),
        max(machine.available_from for machine in instance.machines),
        max((pair[1] for machine in instance.machines for pair in machine.breaks), default=0),
    )
    setup = max(
        (max(map(max, machine.setups)) for machine in instance.machines if machine.setups),
        default=0,
    )
    paused = sum(end - start for machine in instance.machines for start, end in machine.breaks)
    total += paused + sum(precedence.min_lag for precedence in instance.precedences)
    for number, operation in enumerate(instance.operations):
        total += setup + max(duration for _, duration in operation.modes)
        if total >= TOTAL_LIMIT:
            _raise_too_long(instance, number)


def _raise_too_long(instance: RichScheduling, number: int) -> NoReturn:
    raise DataError(
        f"{operation_name(instance, number)}: with it the sum of all times reaches 2^53",
        path=("operations", number, "modes"),
        remedy="give times in a coarser unit",
    )


__all__ = ["DataError", "check_data", "named"]
