"""What ``neurols info`` tells of a rich instance: everything that the file was understood to say.

Counts of the parts always stand; a constraint or date stands where the instance has it.
"""

from __future__ import annotations

from dataclasses import fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from neurols.files.text import range_of

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling


def facts(instance: RichScheduling) -> dict[str, Any]:
    """The facts by name, in the order in which they are shown."""
    operations = instance.operations
    modes = [len(operation.modes) for operation in operations]
    found: dict[str, Any] = {
        "jobs": len(instance.jobs),
        "machines": len(instance.machines),
        "operations": len(operations),
        "operations_a_job": range_of([len(row) for row in instance.operations_of]),
        "machines_an_operation": range_of(modes),
        "durations": range_of([d for operation in operations for _, d in operation.modes]),
        "objective": objective_text(instance),
    }
    found |= _precedences(instance) | _setups(instance) | _calendars(instance) | _dates(instance)
    if instance.permutation:
        found["order"] = "the same on all machines (permutation)"
    return found


def objective_text(instance: RichScheduling) -> str:
    """The objective in words: ``makespan``, or ``makespan + 2 x total tardiness``."""
    weights = {f.name: getattr(instance.objective, f.name) for f in fields(instance.objective)}
    words = [
        name.replace("_", " ") if weight == 1 else f"{weight:g} x {name.replace('_', ' ')}"
        for name, weight in weights.items()
        if weight
    ]
    return " + ".join(words) or "none: every schedule costs 0"


def _precedences(instance: RichScheduling) -> dict[str, Any]:
    chains = {pair for row in instance.operations_of for pair in pairwise(row)}
    given = {(p.before, p.after) for p in instance.precedences}
    job = [operation.job for operation in instance.operations]
    between = sum(job[a] != job[b] for a, b in given)
    in_a_row = given == chains
    found: dict[str, Any] = {
        "routing": "operations of a job in a row"
        if in_a_row
        else f"{len(given)} precedences, {between} of them between jobs"
    }
    least = [p.min_lag for p in instance.precedences if p.min_lag]
    most = [p.max_lag for p in instance.precedences if p.max_lag is not None]
    if least:
        found["minimum_lags"] = f"{len(least)}, of {range_of(least)}"
    if most:
        found["maximum_lags"] = f"{len(most)}, of {range_of(most)}"
    return found


def _setups(instance: RichScheduling) -> dict[str, Any]:
    found: dict[str, Any] = {}
    tables = [machine.setups for machine in instance.machines if machine.setups]
    if tables:
        times = [time for table in tables for row in table for time in row]
        found["setup_families"] = len(instance.families)
        found["setup_times"] = (
            f"on {len(tables)} machines, of {range_of(times)}, triangle inequality"
            f" {'holds' if all(map(_triangle, set(tables))) else 'broken'}"
        )
    ready = sum(machine.initial_family is not None for machine in instance.machines)
    if ready:
        found["initial_setups"] = f"{ready} machines are set up at time 0"
    return found


_MOST_FAMILIES = 150
"""Above it the triangle inequality is looked at for so many families only."""


def _triangle(table: tuple[tuple[int, ...], ...]) -> bool:
    size = min(len(table), _MOST_FAMILIES)
    for middle in range(size):
        onward = table[middle][:size]
        for row in table[:size]:
            first = row[middle]
            if any(direct > first + rest for direct, rest in zip(row, onward, strict=False)):
                return False
    return True


def _calendars(instance: RichScheduling) -> dict[str, Any]:
    found: dict[str, Any] = {}
    machines = instance.machines
    with_breaks = [machine for machine in machines if machine.breaks]
    if with_breaks:
        count = sum(len(machine.breaks) for machine in with_breaks)
        found["breaks"] = f"{count} on {len(with_breaks)} machines"
        working = sum(machine.setup_during_breaks for machine in with_breaks)
        if working:
            found["setups_during_breaks"] = f"on {working} machines"
    pausing = sum(operation.may_pause for operation in instance.operations)
    if pausing:
        found["may_pause"] = f"{pausing} operations"
    later = [machine.available_from for machine in machines if machine.available_from]
    if later:
        found["machines_available_later"] = f"{len(later)}, from {range_of(later)}"
    blocking = sum(machine.blocking for machine in machines)
    if blocking:
        found["blocking"] = f"{blocking} machines"
    return found


def _dates(instance: RichScheduling) -> dict[str, Any]:
    jobs = instance.jobs
    columns = {
        "release_dates": [job.release_date for job in jobs if job.release_date],
        "due_dates": [job.due_date for job in jobs if job.due_date is not None],
        "deadlines": [job.deadline for job in jobs if job.deadline is not None],
    }
    found: dict[str, Any] = {
        name: f"of {len(values)} jobs, {range_of(values)}"
        for name, values in columns.items()
        if values
    }
    early = [o.earliest_start for o in instance.operations if o.earliest_start]
    if early:
        found["earliest_starts"] = f"of {len(early)} operations, {range_of(early)}"
    weights = [job.weight for job in jobs]
    if any(weight != 1 for weight in weights):
        found["weights"] = f"{min(weights):g} to {max(weights):g}"
    return found
