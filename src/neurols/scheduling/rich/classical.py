"""Rich instances that are classical job shops underneath, and schedules from one to the other."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from neurols.scheduling.instance import JobShop
from neurols.scheduling.rich.graph import topological
from neurols.scheduling.rich.instance import Objective
from neurols.scheduling.rich.solution import RichSchedule, by_job, from_form

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling
    from neurols.scheduling.solution import Schedule


def routes(instance: RichScheduling) -> list[list[int]] | None:
    """Per job its operations in their order, where the instance is a classical job shop: jobs in a
    row, one machine per operation, nothing but the makespan. Else None."""
    objective = instance.objective
    if objective != Objective(makespan=1) or instance.permutation:
        return None
    if any(
        len(operation.modes) != 1 or operation.earliest_start for operation in instance.operations
    ):
        return None
    if any(job.release_date or job.deadline is not None for job in instance.jobs):
        return None
    for machine in instance.machines:
        setups = any(map(any, machine.setups))
        if machine.breaks or machine.blocking or machine.available_from or setups:
            return None
    if any(p.min_lag or p.max_lag is not None for p in instance.precedences):
        return None
    return _chains(instance)


def _chains(instance: RichScheduling) -> list[list[int]] | None:
    """Each job in a row, by its precedences; None where they say more or less than that."""
    links = {(p.before, p.after) for p in instance.precedences}
    order = {number: rank for rank, number in enumerate(topological(instance))}
    rows = [sorted(row, key=order.__getitem__) for row in instance.operations_of]
    wanted = {(a, b) for row in rows for a, b in pairwise(row)}
    job = [operation.job for operation in instance.operations]
    return rows if wanted <= links and all(job[a] == job[b] for a, b in links) else None


def job_shop(instance: RichScheduling, rows: list[list[int]]) -> JobShop:
    """The classical job shop of the routes."""
    best, bound = instance.best_known, instance.known_lower_bound
    return JobShop(
        [[instance.operations[number].modes[0] for number in row] for row in rows],
        instance.name,
        len(instance.machines),
        None if best is None else int(best),
        None if bound is None else int(bound),
    )


def rich_schedule(
    instance: RichScheduling, rows: list[list[int]], schedule: Schedule
) -> RichSchedule:
    """A classical schedule as a rich one."""
    start = [0] * len(instance.operations)
    for row, times in zip(rows, schedule.start, strict=True):
        for number, time in zip(row, times, strict=True):
            start[number] = time
    visits: list[dict[int, list[int]]] = [{} for _ in instance.machines]
    for job, row in enumerate(rows):
        for number in row:
            visits[instance.operations[number].modes[0][0]].setdefault(job, []).append(number)
    left = [{job: iter(numbers) for job, numbers in by.items()} for by in visits]
    orders = [
        [instance.places[next(left[machine][job])] for job in order]
        for machine, order in enumerate(schedule.machines)
    ]
    return from_form(instance, {"start": by_job(instance, start), "machines": orders})


def classical_form(
    instance: RichScheduling, rows: list[list[int]], schedule: RichSchedule
) -> dict[str, list[list[int]]]:
    """A rich schedule as the classical readers take it, for a warm start."""
    at = dict(zip(instance.places, range(len(instance.places)), strict=True))
    start = {at[j, k]: time for j, row in enumerate(schedule.start) for k, time in enumerate(row)}
    return {"start": [[start[number] for number in row] for row in rows]}
