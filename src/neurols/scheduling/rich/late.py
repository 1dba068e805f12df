"""Why operations start when they do, and which jobs are late because of what.

``causes`` names for every operation what it waits for last; following these back from the end of a
late job gives its critical path, and of all late jobs together the critical tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from neurols.scheduling.rich.calendar import operation_span, setup_span
from neurols.scheduling.rich.check_form import Placed, placed
from neurols.scheduling.rich.table import setup_between

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling
    from neurols.scheduling.rich.solution import RichSchedule


class Cause(NamedTuple):
    """What an operation waits for last before it starts."""

    kind: str
    """``release`` (of the job or its own), ``available`` (of the machine), ``before`` (an operation
    that must come first), ``machine`` (the one before it on the machine, with the setup), ``lag``
    (one that must follow soon after), or ``nothing`` where it could start earlier."""
    operation: int | None = None
    """The other operation."""


@dataclass(frozen=True)
class LateJob:
    """A job that ends after its due date."""

    job: int
    end: int
    due_date: int
    path: tuple[tuple[int, Cause], ...]
    """From its last operation back: operations with what they waited for."""
    lines: tuple[str, ...]
    """The same in words, first operation first."""

    @property
    def lateness(self) -> int:
        """End minus due date."""
        return self.end - self.due_date


def causes(instance: RichScheduling, found: Placed) -> list[Cause]:
    """Per operation what it waits for last."""
    ready: list[list[tuple[int, int, Cause]]] = []  # time, rank among equals, cause
    for number, operation in enumerate(instance.operations):
        release = max(instance.jobs[operation.job].release_date, operation.earliest_start)
        data = instance.machines[found.machine[number]]
        ready.append([(release, 1, Cause("release")), (data.available_from, 0, Cause("available"))])
    released = list(found.end)
    for p in instance.precedences:
        ready[p.after].append((found.end[p.before] + p.min_lag, 3, Cause("before", p.before)))
        if instance.operations[p.before].job == instance.operations[p.after].job:
            released[p.before] = max(released[p.before], found.start[p.after])
        if p.max_lag is not None:
            length = found.end[p.before] - found.start[p.before]
            least = found.start[p.after] - p.max_lag - length
            ready[p.before].append((least, -1, Cause("lag", p.after)))
    for machine, order in enumerate(found.orders):
        data = instance.machines[machine]
        free, family, before = data.available_from, data.initial_family, None
        for number in order:
            own = instance.operations[number].family
            done = setup_span(data, free, setup_between(instance, machine, family, own))[1]
            if before is None:
                ready[number].append((done, 0, Cause("available")))
            else:
                ready[number].append((done, 2, Cause("machine", before)))
            free = max(free, released[number] if data.blocking else found.end[number])
            family, before = own, number
    return [_last(instance, found, number, times) for number, times in enumerate(ready)]


def _last(
    instance: RichScheduling, found: Placed, number: int, times: list[tuple[int, int, Cause]]
) -> Cause:
    time, _, cause = max(times, key=lambda entry: entry[:2])
    machine, start = instance.machines[found.machine[number]], found.start[number]
    operation = instance.operations[number]
    duration = dict(operation.modes)[found.machine[number]]
    earliest, _ = operation_span(machine, max(0, time), duration, operation.may_pause)
    return cause if start <= earliest else Cause("nothing")


def path_to(number: int, because: list[Cause]) -> tuple[tuple[int, Cause], ...]:
    """From an operation back to one that waits for no other."""
    path: list[tuple[int, Cause]] = []
    seen: set[int] = set()
    at: int | None = number
    while at is not None and at not in seen:
        seen.add(at)
        path.append((at, because[at]))
        at = because[at].operation
    return tuple(path)


def late_jobs(schedule: RichSchedule) -> list[LateJob]:
    """The jobs that end after their due dates, with the reasons; the costliest first."""
    instance = schedule.instance
    found = placed(instance, schedule.to_json())
    because = causes(instance, found)
    late = []
    for job, (data, row) in enumerate(zip(instance.jobs, instance.operations_of, strict=True)):
        last = max(row, key=lambda number: (found.end[number], number))
        if data.due_date is None or found.end[last] <= data.due_date:
            continue
        path = path_to(last, because)
        lines = tuple(_line(instance, found, *step) for step in reversed(path))
        late.append(LateJob(job, found.end[last], data.due_date, path, lines))
    return sorted(late, key=lambda one: (-one.lateness * instance.jobs[one.job].weight, one.job))


def critical(schedule: RichSchedule) -> set[int]:
    """Operations on the critical paths: to the end of the schedule where the makespan counts, and
    to the ends of late jobs where dates do (the critical tree)."""
    instance, objective = schedule.instance, schedule.instance.objective
    found = placed(instance, schedule.to_json())
    because = causes(instance, found)
    ends: list[int] = []
    if objective.makespan:
        makespan = max(found.end)
        ends += [number for number, end in enumerate(found.end) if end == makespan][:1]
    if any(
        (
            *(objective.total_tardiness, objective.weighted_tardiness, objective.max_lateness),
            *(objective.late_jobs, objective.weighted_late_jobs),
        )
    ):
        ends += [one.path[0][0] for one in late_jobs(schedule)]
    return {number for end in ends for number, _ in path_to(end, because)}


def _told(instance: RichScheduling, time: int) -> str:
    """A point in time, as a clock time or date where the tables have them."""
    return str(time) if instance.clock is None else instance.clock.shown(time)


def _line(instance: RichScheduling, found: Placed, number: int, cause: Cause) -> str:
    start, end = _told(instance, found.start[number]), _told(instance, found.end[number])
    on = machine_title(instance, found.machine[number])
    text = f"{operation_title(instance, number)} on {on} from {start} to {end}"
    if cause.operation is None:
        job = instance.operations[number].job
        why = {
            "release": f"released at {_told(instance, instance.jobs[job].release_date)}",
            "available": "when the machine is there and set up",
        }.get(cause.kind, "could start earlier")
        earliest = instance.operations[number].earliest_start
        if cause.kind == "release" and earliest > instance.jobs[job].release_date:
            why = f"not before {_told(instance, earliest)}"
        return f"{text}: {why}"
    other = cause.operation
    called = operation_title(instance, other)
    if cause.kind == "machine":
        setup = setup_between(
            instance,
            found.machine[number],
            instance.operations[other].family,
            instance.operations[number].family,
        )
        more = f" and a setup of {setup}" if setup else ""
        return f"{text}: waits for the machine, which does {called} until {found.end[other]}{more}"
    if cause.kind == "lag":
        return f"{text}: must end shortly before {called} starts at {found.start[other]}"
    return f"{text}: after {called}, which ends at {found.end[other]}"


def job_title(instance: RichScheduling, job: int) -> str:
    """A job by its name, or its number."""
    return instance.jobs[job].name or f"job {job}"


def machine_title(instance: RichScheduling, machine: int) -> str:
    """A machine by its name, or its number."""
    return instance.machines[machine].name or f"machine {machine}"


def operation_title(instance: RichScheduling, number: int) -> str:
    """An operation by its job and its name, or its number."""
    job, k = instance.places[number]
    name = instance.operations[number].name or f"operation {k}"
    return f"{job_title(instance, job)} {name}"
