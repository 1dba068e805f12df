"""What the pictures of a rich schedule show, worked out once for paper and for browsers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from neurols.errors import printable
from neurols.plotting import times
from neurols.scheduling.rich.late import critical, job_title, late_jobs, machine_title
from neurols.scheduling.rich.table import rows

if TYPE_CHECKING:
    from neurols.scheduling.rich.late import LateJob
    from neurols.scheduling.rich.solution import RichSchedule
    from neurols.tables.clock import Clock


class Bar(NamedTuple):
    """An operation on its machine."""

    job: int
    k: int
    machine: int
    start: int
    end: int
    critical: bool
    hover: str


class Span(NamedTuple):
    """A setup or break of a machine."""

    machine: int
    start: int
    end: int


class Lateness(NamedTuple):
    """A late job: from its due date to its end, in the row where it ends."""

    machine: int
    due_date: int
    end: int
    job: int


@dataclass(frozen=True)
class Chart:
    """All that stands in a Gantt chart, and beside it."""

    bars: list[Bar]
    setups: list[Span]
    breaks: list[Span]
    lateness: list[Lateness]
    late: list[LateJob]
    machines: list[str]
    jobs: list[str]
    horizon: int
    job_ends: list[int]
    clock: Clock | None
    """What times mean in clock times and dates."""

    def at(self, time: int) -> str:
        """A point in time for people."""
        return times.shown(self.clock, time)


def chart(schedule: RichSchedule) -> Chart:
    """The chart of a schedule."""
    instance = schedule.instance
    at = partial(times.shown, instance.clock)
    table = rows(instance, schedule)
    horizon = max(row.end for row in table)
    chosen = critical(schedule)
    late = late_jobs(schedule)
    ends = [0] * len(instance.jobs)
    bars, setups = [], []
    for row in table:
        number = instance.operations_of[row.job_number][row.operation_number]
        ends[row.job_number] = max(ends[row.job_number], row.end)
        setup_end = row.setup_start + row.setup
        if row.setup:
            setups.append(Span(row.machine_number, row.setup_start, setup_end))
        others = [
            f"{machine_title(instance, machine)} in {duration}"
            for machine, duration in instance.operations[number].modes
            if machine != row.machine_number
        ]
        due = instance.jobs[row.job_number].due_date
        told = [
            f"<b>{row.job}</b>, {row.operation}",
            f"{row.machine} from {at(row.start)} to {at(row.end)}",
            f"setup of {row.setup} from {at(row.setup_start)} to {at(setup_end)}"
            if row.setup
            else "",
            f"could run on {', '.join(others[:6])}" if others else "",
            "" if due is None else f"due at {at(due)}",
            "<i>on a critical path</i>" if number in chosen else "",
        ]
        bars.append(
            Bar(
                row.job_number,
                row.operation_number,
                row.machine_number,
                row.start,
                row.end,
                number in chosen,
                printable("<br>".join(line for line in told if line)),
            )
        )
    breaks = [
        Span(number, first, min(last, horizon))
        for number, machine in enumerate(instance.machines)
        for first, last in machine.breaks
        if first < horizon
    ]
    on = {(row.job_number, row.operation_number): row.machine_number for row in table}
    lateness = [
        Lateness(on[instance.places[one.path[0][0]]], one.due_date, one.end, one.job)
        for one in late
    ]
    return Chart(
        bars,
        setups,
        breaks,
        lateness,
        late,
        [printable(machine_title(instance, m)) for m in range(len(instance.machines))],
        [printable(job_title(instance, j)) for j in range(len(instance.jobs))],
        horizon,
        ends,
        instance.clock,
    )
