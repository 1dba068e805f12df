"""Re-planning: what has started by some time stays, everything else is scheduled anew.

The operations that stay leave the instance; what remains of it starts where they end. Staying are
operations that start before the time, those whose machine is being set up for them by then (where
all that they wait for stays), and what hangs on these: direct successors with a maximum lag or on a
blocking machine, all of a job in a permutation shop, and whatever comes before one that stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from os import PathLike
from typing import TYPE_CHECKING, Any

from neurols.errors import InfeasibleSolution, InputError
from neurols.scheduling.rich.check import check
from neurols.scheduling.rich.check_form import Placed, placed
from neurols.scheduling.rich.instance import Precedence, RichScheduling
from neurols.scheduling.rich.naming import job_name
from neurols.scheduling.rich.replan_start import weighed
from neurols.scheduling.rich.solution import RichSchedule, by_job, from_form
from neurols.scheduling.rich.solution_file import read_solution
from neurols.scheduling.rich.table import rows

if TYPE_CHECKING:
    from neurols import Result

Plan = RichSchedule | Mapping[str, Any] | str | PathLike[str]


@dataclass(frozen=True)
class Rest:
    """What is left to schedule, and how its schedule completes the plan."""

    whole: RichScheduling
    until: int
    staying: dict[int, tuple[int, int, int]]
    """Operations that stay, by number: machine, start, end."""
    orders: list[list[int]]
    """Per machine the operations that stay, in processing order."""
    instance: RichScheduling | None
    """The operations that do not; None where all stay."""
    numbers: list[int]
    """Of the operations of ``instance``, their numbers in ``whole``."""
    known: dict[int, tuple[int, int]]
    """Of the operations of ``instance`` that the plan has: machine and start there."""

    def complete(self, schedule: RichSchedule | None) -> RichSchedule:
        """The schedule of the whole instance; the checker has passed it."""
        machine = [0] * len(self.whole.operations)
        start = list(machine)
        orders = [list(order) for order in self.orders]
        for number, (on, begin, _) in self.staying.items():
            machine[number], start[number] = on, begin
        if schedule is not None and self.instance is not None:
            found = placed(self.instance, schedule.to_json())
            for number, on, begin in zip(self.numbers, found.machine, found.start, strict=True):
                machine[number], start[number] = on, begin
            for order, more in zip(orders, found.orders, strict=True):
                order += [self.numbers[one] for one in more]
        form = {
            "start": by_job(self.whole, start),
            "machine": by_job(self.whole, machine),
            "machines": [[self.whole.places[number] for number in order] for order in orders],
        }
        check(self.whole, form)
        return from_form(self.whole, form)


def rest_of(instance: RichScheduling, plan: Plan, until: int) -> Rest:
    """What a plan leaves open at a time.

    Args:
        instance: the problem as it is now; it may have other jobs than the plan. Jobs are known by
            their names where all have different ones, else by their numbers.
        plan: the schedule that is under way: of this instance or an earlier one, a form, or a file.
        until: the time; operations that start before stay.

    Raises:
        InputError: a job that has started has changed, or the plan is for other jobs.
    """
    old, found = _under_way(instance, plan)
    same = _numbers(old, instance)
    stay = _staying(old, found, until)
    staying: dict[int, tuple[int, int, int]] = {}
    for number in sorted(stay):
        now = same.get(number)
        if now is not None:
            _check_same(instance, now, found.machine[number])
            staying[now] = (found.machine[number], found.start[number], found.end[number])
    orders = [[same[n] for n in order if n in stay and n in same] for order in found.orders]
    busy = [max((found.end[n] for n in order if n in stay), default=0) for order in found.orders]
    numbers = [n for n in range(len(instance.operations)) if n not in staying]
    left = _left(instance, numbers, staying, orders, busy, until) if numbers else None
    place = {number: at for at, number in enumerate(numbers)}
    known = {
        place[now]: (found.machine[number], found.start[number])
        for number, now in same.items()
        if now in place
    }
    return Rest(instance, until, staying, orders, left, numbers, known)


def replan(
    instance: RichScheduling, plan: Plan, until: int, price: float = 0, **options: Any
) -> Result:
    """Search for the best schedule in which everything stays that the plan has started by a time.

    Args:
        instance: the problem as it is now, with jobs that came in since.
        plan: the schedule that is under way: of this instance or an earlier one, a form, or a file.
        until: the time; operations that start before stay as they are, others start no earlier.
        price: of each operation that is to run on another machine or at another time than in the
            plan. Of the schedules that the search meets the one is taken whose cost and price
            together are the least; its cost does not contain the price.
        options: those of ``neurols.solve``.

    Returns:
        The result, its solution a schedule of the whole instance.

    Raises:
        InputError: a job that has started has changed, or the plan is for other jobs.
    """
    from neurols import solve as search
    from neurols.search.result import TracePoint

    rest = rest_of(instance, plan, until)
    if rest.instance is None:
        raise InputError(
            f"everything has started by {until}: nothing is left to schedule",
            remedy="give an earlier time",
        )
    found, chosen = weighed(search, rest.instance, rest.known, price, options)
    schedule: Any = found.solution if chosen is None else chosen
    whole = rest.complete(schedule)
    more = whole.cost - found.cost  # what the jobs add that are done; the maximum's share, if any
    return replace(
        found,
        instance=instance,
        solution=whole,
        cost=whole.cost,
        initial_cost=found.initial_cost + more,
        trace=tuple(TracePoint(i, t, cost + more) for i, t, cost in found.trace),
    )


def _under_way(instance: RichScheduling, plan: Plan) -> tuple[RichScheduling, Placed]:
    if isinstance(plan, RichSchedule):
        return plan.instance, placed(plan.instance, plan.to_json())
    form = read_solution(plan) if isinstance(plan, (str, PathLike)) else plan
    try:
        return instance, placed(instance, form)
    except InfeasibleSolution as fault:
        raise InputError(
            f"the plan is none of {instance.name!r}: {fault.faults[0]}",
            remedy="give the schedule together with its instance, as a RichSchedule",
        ) from None


def _numbers(old: RichScheduling, new: RichScheduling) -> dict[int, int]:
    """Operations of the old instance by their numbers in the new one; those gone are missing."""
    if old is new:
        return {number: number for number in range(len(new.operations))}
    if len(old.machines) != len(new.machines):
        raise InputError(
            f"the plan has {len(old.machines)} machines, the instance {len(new.machines)}",
            remedy="keep the machines; give breaks to one that is out of order",
        )
    names = [job.name for job in old.jobs], [job.name for job in new.jobs]
    by_name = all(len(set(each)) == len(each) and all(each) for each in names)
    at = {name: number for number, name in enumerate(names[1])}
    found: dict[int, int] = {}
    for number, (job, k) in enumerate(old.places):
        now = at.get(names[0][job]) if by_name else (job if job < len(new.jobs) else None)
        if now is None:
            continue
        ours = [new.operations[n].name for n in new.operations_of[now]]
        name = old.operations[number].name
        if name and all(ours) and len(set(ours)) == len(ours):
            k = ours.index(name) if name in ours else len(ours)
        if k < len(ours):
            found[number] = new.operations_of[now][k]
    return found


def _check_same(instance: RichScheduling, number: int, machine: int) -> None:
    if all(on != machine for on, _ in instance.operations[number].modes):
        job, k = instance.places[number]
        raise InputError(
            f"{job_name(instance, job)} operation {k} has started on machine {machine}, which can"
            " no longer do it",
            remedy="keep the modes of what has started",
        )


def _staying(instance: RichScheduling, found: Placed, until: int) -> set[int]:
    stay = {number for number, start in enumerate(found.start) if start < until}
    before: dict[int, list[int]] = {}
    after: dict[int, list[Precedence]] = {}
    for p in instance.precedences:
        before.setdefault(p.after, []).append(p.before)
        after.setdefault(p.before, []).append(p)
    for order in found.orders:
        for one, other in pairwise(order):
            before.setdefault(other, []).append(one)
    schedule = from_form(
        instance,
        {
            "start": by_job(instance, found.start),
            "machine": by_job(instance, found.machine),
            "machines": [[instance.places[n] for n in order] for order in found.orders],
        },
    )
    for row in rows(instance, schedule):
        number = instance.operations_of[row.job_number][row.operation_number]
        if row.setup and row.setup_start < until and stay.issuperset(before.get(number, ())):
            stay.add(number)
    left = list(stay)
    while left:
        number = left.pop()
        holds = instance.machines[found.machine[number]].blocking
        job = instance.operations[number].job
        pulled = list(before.get(number, ()))
        pulled += [
            p.after
            for p in after.get(number, ())
            if p.max_lag is not None or (holds and instance.operations[p.after].job == job)
        ]
        pulled += instance.operations_of[job] if instance.permutation else ()
        for one in pulled:
            if one not in stay:
                stay.add(one)
                left.append(one)
    return stay


def _left(
    instance: RichScheduling,
    numbers: list[int],
    staying: dict[int, tuple[int, int, int]],
    orders: list[list[int]],
    busy: list[int],
    until: int,
) -> RichScheduling:
    """The instance without what stays."""
    place = {number: at for at, number in enumerate(numbers)}
    jobs = sorted({instance.operations[number].job for number in numbers})
    job_place = {job: at for at, job in enumerate(jobs)}
    ready = dict.fromkeys(numbers, until)
    for p in instance.precedences:
        if p.before in staying and p.after in place:
            ready[p.after] = max(ready[p.after], staying[p.before][2] + p.min_lag)
    return replace(
        instance,
        machines=tuple(
            replace(
                machine,
                available_from=max(machine.available_from, until, end),
                initial_family=instance.operations[order[-1]].family
                if order
                else machine.initial_family,
            )
            for machine, order, end in zip(instance.machines, orders, busy, strict=True)
        ),
        jobs=tuple(instance.jobs[job] for job in jobs),
        operations=tuple(
            replace(
                instance.operations[number],
                job=job_place[instance.operations[number].job],
                earliest_start=max(instance.operations[number].earliest_start, ready[number]),
            )
            for number in numbers
        ),
        precedences=tuple(
            replace(p, before=place[p.before], after=place[p.after])
            for p in instance.precedences
            if p.before in place and p.after in place
        ),
        best_known=None,
        known_lower_bound=None,
    )
