"""The independent judge of rich schedules. Plain Python; shares no code with any evaluator.

It judges by the rules in instance.py. Machines, jobs and operations are named by their numbers
from 0, with their names if any. Operations may start later than they could; everything else must
hold to the letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from neurols.errors import InfeasibleSolution
from neurols.scheduling.rich.check_form import Placed, placed
from neurols.scheduling.rich.check_machine import machine_faults
from neurols.scheduling.rich.cost import terms, weighted
from neurols.scheduling.rich.naming import job_name, machine_name, operation_name
from neurols.scheduling.rich.solution import RichSchedule

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import Machine, RichScheduling


def check(instance: RichScheduling, solution: RichSchedule | Mapping[str, Any]) -> float:
    """The cost of a solution, once all of it is verified.

    Args:
        instance: the problem.
        solution: a schedule, or its JSON form: ``start``, ``machine`` (which may be missing where
            every operation has one mode), and the order on each machine, ``machines`` (by default
            that of the start times). A ``cost`` must equal the cost.

    Raises:
        InfeasibleSolution: something is wrong; the faults name operations, machines and times.
    """
    form: Mapping[str, Any]
    if isinstance(solution, RichSchedule):
        form = {**solution.to_json(), "cost": solution.cost}
    else:
        form = solution
    schedule = placed(instance, form)
    faults = _calendar_faults(instance, schedule)
    faults += _precedence_faults(instance, schedule)
    setup_time = 0
    released = _released(instance, schedule)
    for machine in range(len(instance.machines)):
        found, setups = machine_faults(instance, schedule, machine, released)
        faults += found
        setup_time += setups
    if instance.permutation:
        faults += _permutation_faults(instance, schedule)
    ends = [max(schedule.end[number] for number in row) for row in instance.operations_of]
    for job, (data, end) in enumerate(zip(instance.jobs, ends, strict=True)):
        if data.deadline is not None and end > data.deadline:
            faults.append(
                f"{job_name(instance, job)} ends at {end}, after its deadline {data.deadline}"
            )
    cost = weighted(instance, terms(instance, ends, setup_time))
    faults += _cost_faults(form.get("cost"), cost)
    if faults:
        raise InfeasibleSolution(faults)
    return cost


def _calendar_faults(instance: RichScheduling, schedule: Placed) -> list[str]:
    """Release dates, and breaks of the machines."""
    faults = []
    for number, operation in enumerate(instance.operations):
        start, end = schedule.start[number], schedule.end[number]
        machine = instance.machines[schedule.machine[number]]
        release = instance.jobs[operation.job].release_date
        called = operation_name(instance, number)
        on = machine_name(instance, schedule.machine[number])
        for least, what in (
            (0, "time 0"),
            (release, f"the job's release date {release}"),
            (operation.earliest_start, f"its earliest start {operation.earliest_start}"),
            (machine.available_from, f"{on} is available at {machine.available_from}"),
        ):
            if start < least:
                faults.append(f"{called} starts at {start}, before {what}")
                break
        hit = _break_at(machine, start, end, operation.may_pause)
        if hit is not None:
            what = "starts in" if operation.may_pause else "cannot pause, and meets"
            faults.append(
                f"{called} on {on} from {start} to {end} {what} the break from {hit[0]} to {hit[1]}"
            )
    return faults


def _break_at(machine: Machine, start: int, end: int, may_pause: bool) -> tuple[int, int] | None:
    """The break that an operation must not meet and does."""
    for first, last in machine.breaks:
        inside = first <= start < last
        if inside or (not may_pause and start < last and first < end):
            return first, last
    return None


def _precedence_faults(instance: RichScheduling, schedule: Placed) -> list[str]:
    faults = []
    for precedence in instance.precedences:
        end, start = schedule.end[precedence.before], schedule.start[precedence.after]
        before = operation_name(instance, precedence.before)
        after = operation_name(instance, precedence.after)
        if start < end + precedence.min_lag:
            wait = f" plus the lag of {precedence.min_lag}" if precedence.min_lag else ""
            faults.append(f"{after} starts at {start}, before {before} ends at {end}{wait}")
        elif precedence.max_lag is not None and start > end + precedence.max_lag:
            faults.append(
                f"{after} starts at {start}, more than {precedence.max_lag} after {before} ends"
                f" at {end}"
            )
    return faults


def _released(instance: RichScheduling, schedule: Placed) -> list[int]:
    """Per operation when it lets its machine go, were that a blocking one."""
    released = list(schedule.end)
    for precedence in instance.precedences:
        before, after = precedence.before, precedence.after
        if instance.operations[before].job == instance.operations[after].job:
            released[before] = max(released[before], schedule.start[after])
    return released


def _permutation_faults(instance: RichScheduling, schedule: Placed) -> list[str]:
    """Two jobs that visit two machines come to both in the same order."""
    faults = []
    first_seen: dict[tuple[int, int], int] = {}
    for machine, order in enumerate(schedule.orders):
        jobs = list(dict.fromkeys(instance.operations[number].job for number in order))
        for place, one in enumerate(jobs):
            for other in jobs[place + 1 :]:
                seen = first_seen.setdefault((one, other), machine)
                against = first_seen.get((other, one))
                if against is not None and seen == machine:
                    faults.append(
                        f"{job_name(instance, one)} comes before {job_name(instance, other)} on"
                        f" {machine_name(instance, machine)}, but after it on"
                        f" {machine_name(instance, against)}: all machines must see the jobs in"
                        " the same order"
                    )
    return faults


def _cost_faults(stated: Any, cost: float) -> list[str]:
    if stated is None:
        return []
    is_number = isinstance(stated, (int, float)) and not isinstance(stated, bool)
    if is_number and abs(stated - cost) <= 1e-9 * max(1.0, abs(cost)):
        return []
    return [f"the stated cost is {stated!r}, but the schedule costs {cost}"]
