"""The independent judge of job-shop solutions. Plain Python; shares no code with any evaluator.

Jobs, operations and machines are named by their numbers from 0, as in the standard format and
in solution files: "job 3 operation 2 (machine 5)" is the third operation of the fourth job.

Two operations on a machine must not overlap: one starts when the other has ended, or later. So
an operation without duration may share an instant with the start or the end of another, but not
fall inside it.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from neurols.errors import InfeasibleSolution
from neurols.scheduling.instance import JobShop
from neurols.scheduling.solution import Schedule


class _Operation(NamedTuple):
    job: int
    place: int
    machine: int
    start: int
    end: int

    def __str__(self) -> str:
        return f"job {self.job} operation {self.place} (machine {self.machine})"


def check(instance: JobShop, solution: Schedule | Mapping[str, Any]) -> int:
    """The makespan of a solution, once all of it is verified.

    Args:
        instance: the job shop.
        solution: a schedule, or its JSON form. With ``start`` alone the start times are judged;
            with ``machines`` alone every operation is taken to start as early as it can. A
            ``cost`` must equal the makespan.

    Raises:
        InfeasibleSolution: something is wrong; the faults name the operations.
    """
    form: Mapping[str, Any]
    if isinstance(solution, Schedule):
        form = {**solution.to_json(), "cost": solution.cost}
    elif isinstance(solution, Mapping):
        form = solution
    else:
        raise InfeasibleSolution([f"no schedule: {str(solution)[:40]!r}"])
    orders, start = form.get("machines"), form.get("start")
    if orders is None and start is None:
        raise InfeasibleSolution(['the solution has neither "machines" nor "start"'])
    faults: list[str] = []
    if orders is not None:
        faults += _order_faults(instance, orders)
    if start is not None:
        faults += _start_faults(instance, start)
    _raise_if(faults)

    simulated = None if orders is None else _simulate(instance, orders)
    schedule = _timed(instance, simulated if start is None else start)
    faults += _job_faults(schedule)
    visits: list[list[_Operation]] = [[] for _ in range(instance.machines)]
    for job in schedule:
        for op in job:
            visits[op.machine].append(op)
    for on_machine in visits:
        faults += _overlap_faults(on_machine)
    if orders is not None and start is not None:
        for on_machine, order in zip(visits, orders, strict=True):
            faults += _sequence_faults(on_machine, order)
    makespan = max(job[-1].end for job in schedule)
    stated = form.get("cost")
    if stated is not None and (isinstance(stated, bool) or stated != makespan):
        faults.append(f"the stated cost is {stated}, but the makespan is {makespan}")
    _raise_if(faults)
    return makespan


def _raise_if(faults: list[str]) -> None:
    if faults:
        raise InfeasibleSolution(faults)


def _integer(value: object) -> int | None:
    """``value`` as an int, or ``None``: neither a bool nor a float is a number to count with."""
    try:
        return None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _is_list(value: object) -> bool:
    return hasattr(value, "__len__") and hasattr(value, "__iter__") and not isinstance(value, str)


def _order_faults(instance: JobShop, orders: Any) -> list[str]:
    """Every machine must list each job as often as the job visits it."""
    if not _is_list(orders) or len(orders) != instance.machines:
        count = len(orders) if _is_list(orders) else "no"
        return [f'"machines" has {count} lists for {instance.machines} machines']
    faults = []
    expected: list[dict[int, list[int]]] = [{} for _ in orders]
    for j, job in enumerate(instance.jobs):
        for k, (machine, _) in enumerate(job):
            expected[machine].setdefault(j, []).append(k)
    for machine, order in enumerate(orders):
        if not _is_list(order):
            faults.append(f"the order of machine {machine} is no list")
            continue
        listed: dict[int, int] = {}
        for entry in order:
            number = _integer(entry)
            if number is None or not 0 <= number < len(instance.jobs):
                last = len(instance.jobs) - 1
                faults.append(f"machine {machine} lists job {entry!r}, not in 0 to {last}")
            else:
                listed[number] = listed.get(number, 0) + 1
        for number, times in listed.items():
            due = len(expected[machine].get(number, ()))
            if times > due:
                faults.append(
                    f"machine {machine} lists job {number} {times} times,"
                    f" but the job visits it {due} times"
                )
        faults += [
            f"job {number} operation {place} (machine {machine}) is missing from the order"
            f" of machine {machine}"
            for number, places in expected[machine].items()
            for place in places[listed.get(number, 0) :]
        ]
    return faults


def _start_faults(instance: JobShop, start: Any) -> list[str]:
    """Every operation must have one start, a whole number from 0."""
    if not _is_list(start) or len(start) != len(instance.jobs):
        count = len(start) if _is_list(start) else "no"
        return [f'"start" has {count} lists for {len(instance.jobs)} jobs']
    faults = []
    for j, (job, row) in enumerate(zip(instance.jobs, start, strict=True)):
        if not _is_list(row):
            faults.append(f"the starts of job {j} are no list")
            continue
        if len(row) > len(job):
            faults.append(f"job {j} has {len(row)} starts for {len(job)} operations")
        for k, (machine, _) in enumerate(job):
            named = f"job {j} operation {k} (machine {machine})"
            if k >= len(row):
                faults.append(f"{named} is missing: it has no start")
            elif (value := _integer(row[k])) is None:
                faults.append(f"{named} starts at {row[k]!r}, which is no whole number")
            elif value < 0:
                faults.append(f"{named} starts at {value}, before time 0")
    return faults


def _simulate(instance: JobShop, orders: Sequence[Sequence[int]]) -> list[list[int]]:
    """Play the machine orders through: a machine waits for the job that is next on its list.

    This finds orders that block each other even where starts agree with them, which a ring of
    operations without duration can make possible.
    """
    start: list[list[int]] = [[] for _ in instance.jobs]
    job_free = [0] * len(instance.jobs)
    machine_free = [0] * instance.machines
    next_in_order = [0] * instance.machines
    to_visit = list(range(instance.machines))
    while to_visit:
        machine = to_visit.pop()
        order = orders[machine]
        while next_in_order[machine] < len(order):
            number = operator.index(order[next_in_order[machine]])
            job, place = instance.jobs[number], len(start[number])
            if place == len(job) or job[place][0] != machine:
                break  # the job is not here yet; the machine it comes from will call
            begin = max(job_free[number], machine_free[machine])
            start[number].append(begin)
            job_free[number] = machine_free[machine] = begin + job[place][1]
            next_in_order[machine] += 1
            if place + 1 < len(job):
                to_visit.append(job[place + 1][0])
    blocked = [
        f"job {number} operation {len(start[number])} (machine {job[len(start[number])][0]})"
        for number, job in enumerate(instance.jobs)
        if len(start[number]) < len(job)
    ]
    _raise_if(blocked and [f"the machine orders block each other: {', '.join(blocked)} wait"])
    return start


def _timed(instance: JobShop, start: Any) -> list[list[_Operation]]:
    return [
        [
            _Operation(j, k, machine, int(row[k]), int(row[k]) + duration)
            for k, (machine, duration) in enumerate(job)
        ]
        for j, (job, row) in enumerate(zip(instance.jobs, start, strict=True))
    ]


def _job_faults(schedule: list[list[_Operation]]) -> list[str]:
    return [
        f"{after} starts at {after.start} before job {before.job} operation {before.place}"
        f" ends at {before.end}"
        for job in schedule
        for before, after in pairwise(job)
        if after.start < before.end
    ]


def _overlap_faults(visits: list[_Operation]) -> list[str]:
    """Of the operations by start, each must begin when all before it have ended."""
    faults = []
    running: _Operation | None = None
    for op in sorted(visits, key=lambda op: (op.start, op.end)):
        if running is not None and op.start < running.end:
            faults.append(
                f"{op} starts at {op.start} and overlaps job {running.job} operation"
                f" {running.place}, which runs from {running.start} to {running.end}"
            )
        if running is None or op.end > running.end:
            running = op
    return faults


def _sequence_faults(visits: list[_Operation], order: Sequence[int]) -> list[str]:
    """The order listed must be the order in time; overlaps are told of elsewhere."""
    queues: dict[int, list[_Operation]] = {}
    for op in reversed(visits):
        queues.setdefault(op.job, []).append(op)
    listed = [queues[operator.index(job)].pop() for job in order]
    return [
        f"machine {before.machine} lists job {before.job} operation {before.place} before"
        f" job {after.job} operation {after.place}, but they start at {before.start}"
        f" and {after.start}"
        for before, after in pairwise(listed)
        if after.start < before.end and after.end <= before.start
    ]
