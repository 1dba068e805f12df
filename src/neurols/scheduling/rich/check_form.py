"""What a solution says, made plain: per operation its machine, start and end; orders on machines.

Part of the checker: anything that is no solution of the instance is told, all faults at once.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from neurols.errors import InfeasibleSolution
from neurols.scheduling.rich.naming import job_name, machine_name, operation_name

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling

_FARTHEST = 2**53


@dataclass(frozen=True)
class Placed:
    """Where and when the operations run, by their numbers in the instance."""

    machine: list[int]
    start: list[int]
    end: list[int]
    orders: list[list[int]]
    """Per machine its operations in processing order."""


def placed(instance: RichScheduling, form: Mapping[str, Any]) -> Placed:
    """The solution by operation numbers.

    Raises:
        InfeasibleSolution: it does not say for every operation where and when it runs.
    """
    if not isinstance(form, Mapping) or form.get("start") is None:
        raise InfeasibleSolution(['the solution has no "start"'])
    faults: list[str] = []
    start = _by_operation(instance, form["start"], "start", faults)
    given = form.get("machine")
    if given is None:
        machine = _only_machines(instance, faults)
    else:
        machine = _by_operation(instance, given, "machine", faults)
    if faults:
        raise InfeasibleSolution(faults)
    durations = [
        _duration(instance, number, machine[number], faults) for number in range(len(start))
    ]
    faults += [
        f"{operation_name(instance, number)} starts at {value}, which is no time"
        for number, value in enumerate(start)
        if abs(value) >= _FARTHEST
    ]
    if faults:
        raise InfeasibleSolution(faults)
    end = [
        _end(instance, number, machine[number], begin, duration)
        for number, (begin, duration) in enumerate(zip(start, durations, strict=True))
    ]
    if form.get("machines") is None:
        orders = _by_time(instance, machine, start, end)
    else:
        orders = _orders(instance, form["machines"], machine, faults)
    if faults:
        raise InfeasibleSolution(faults)
    return Placed(machine, start, end, orders)


def _whole(value: object) -> int | None:
    try:
        return None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _is_list(value: object) -> bool:
    return (
        hasattr(value, "__len__")
        and hasattr(value, "__iter__")
        and not isinstance(value, (str, Mapping))
    )


def _by_operation(instance: RichScheduling, rows: Any, key: str, faults: list[str]) -> list[int]:
    """A list per job of whole numbers per operation, by operation numbers."""
    values = [0] * len(instance.operations)
    if not _is_list(rows) or len(rows) != len(instance.jobs):
        count = len(rows) if _is_list(rows) else "no"
        faults.append(f'"{key}" has {count} lists for {len(instance.jobs)} jobs')
        return values
    for job, (row, numbers) in enumerate(zip(rows, instance.operations_of, strict=True)):
        if not _is_list(row):
            faults.append(f'"{key}" of {job_name(instance, job)} is no list')
            continue
        if len(row) > len(numbers):
            faults.append(
                f'{job_name(instance, job)} has {len(row)} entries of "{key}" for'
                f" {len(numbers)} operations"
            )
        for k, number in enumerate(numbers):
            value = _whole(row[k]) if k < len(row) else None
            if k >= len(row):
                faults.append(f'{operation_name(instance, number)} is missing from "{key}"')
            elif value is None:
                faults.append(
                    f'{operation_name(instance, number)}: "{key}" is {row[k]!r}, which is no whole'
                    " number"
                )
            else:
                values[number] = value
    return values


def _only_machines(instance: RichScheduling, faults: list[str]) -> list[int]:
    for number, one in enumerate(instance.operations):
        if len(one.modes) > 1:
            faults.append(
                f'the solution has no "machine", but {operation_name(instance, number)} may run on'
                f" {len(one.modes)} machines"
            )
            break
    return [one.modes[0][0] for one in instance.operations]


def _duration(instance: RichScheduling, number: int, machine: int, faults: list[str]) -> int:
    for on, duration in instance.operations[number].modes:
        if on == machine:
            return duration
    allowed = ", ".join(str(on) for on, _ in instance.operations[number].modes)
    faults.append(
        f"{operation_name(instance, number)} runs on machine {machine}, but may run on {allowed}"
    )
    return 0


def _end(instance: RichScheduling, number: int, machine: int, start: int, duration: int) -> int:
    """Work goes on between the breaks until the duration is done."""
    if not instance.operations[number].may_pause:
        return start + duration
    now, left = start, duration
    for first, last in instance.machines[machine].breaks:
        if last <= now:
            continue
        work = first - now
        if work >= left:
            break
        left -= max(0, work)
        now = last
    return now + left


def _by_time(
    instance: RichScheduling, machine: list[int], start: list[int], end: list[int]
) -> list[list[int]]:
    """By start and end; among those without duration, predecessors first."""
    from neurols.scheduling.rich.graph import topological

    rank = {number: place for place, number in enumerate(topological(instance))}
    orders: list[list[int]] = [[] for _ in instance.machines]
    for number in sorted(rank, key=lambda o: (start[o], end[o], rank[o])):
        orders[machine[number]].append(number)
    return orders


def _orders(
    instance: RichScheduling, given: Any, machine: list[int], faults: list[str]
) -> list[list[int]]:
    """The stated orders: per machine [job, operation] pairs, each operation where it runs."""
    orders: list[list[int]] = [[] for _ in instance.machines]
    if not _is_list(given) or len(given) != len(instance.machines):
        count = len(given) if _is_list(given) else "no"
        faults.append(f'"machines" has {count} lists for {len(instance.machines)} machines')
        return orders
    listed: set[int] = set()
    for on, row in enumerate(given):
        if not _is_list(row):
            faults.append(f"the order of {machine_name(instance, on)} is no list")
            continue
        for entry in row:
            number = _numbered(instance, entry)
            if number is None:
                faults.append(
                    f"{machine_name(instance, on)} lists {entry!r}, which is no [job, operation]"
                )
            elif number in listed:
                faults.append(f"{operation_name(instance, number)} is listed twice")
            elif machine[number] != on:
                faults.append(
                    f"{machine_name(instance, on)} lists {operation_name(instance, number)}, which"
                    f" runs on {machine_name(instance, machine[number])}"
                )
            else:
                orders[on].append(number)
            if number is not None:
                listed.add(number)
    faults += [
        f"{operation_name(instance, number)} is missing from the order of"
        f" {machine_name(instance, machine[number])}"
        for number in range(len(machine))
        if number not in listed
    ]
    return orders


def _numbered(instance: RichScheduling, entry: Any) -> int | None:
    if not _is_list(entry) or len(entry) != 2:
        return None
    job, k = _whole(entry[0]), _whole(entry[1])
    if job is None or k is None or not 0 <= job < len(instance.jobs):
        return None
    row = instance.operations_of[job]
    return row[k] if 0 <= k < len(row) else None
