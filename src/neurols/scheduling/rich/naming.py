"""What machines, jobs and operations are called in messages: their number, and name if any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from neurols.errors import printable

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling

_LONGEST = 40


def named(kind: str, number: int, name: str = "") -> str:
    """``job 3 ('order 17')``, or ``job 3`` where it has no name."""
    if not name or name == f"{kind} {number}":
        return f"{kind} {number}"
    shown = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 3]}..."
    return f"{kind} {number} ('{printable(shown)}')"


def machine_name(instance: RichScheduling, machine: int) -> str:
    """A machine as messages call it."""
    return named("machine", machine, instance.machines[machine].name)


def job_name(instance: RichScheduling, job: int) -> str:
    """A job as messages call it."""
    return named("job", job, instance.jobs[job].name)


def operation_name(instance: RichScheduling, operation: int) -> str:
    """An operation with its job: ``job 3 ('order 17') operation 2 ('turn')``."""
    job, k = instance.places[operation]
    return f"{job_name(instance, job)} {named('operation', k, instance.operations[operation].name)}"
