"""Rich scheduling as the core takes it: instances, workspaces and environments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.scheduling.rich.naming import job_name

if TYPE_CHECKING:
    from neurols import _core
    from neurols.scheduling.rich.instance import RichScheduling
    from neurols.scheduling.rich.replan_start import Begun
    from neurols.scheduling.rich.solution import RichSchedule


@lru_cache(maxsize=8)
def native_instance(instance: RichScheduling) -> _core.RichSchedulingInstance:
    """The native instance; built once however many searches run on it.

    Raises:
        InputError: the core cannot search it; the message says why.
    """
    from neurols import _core

    _check_permutation(instance)
    data = _core.RichSchedulingData()
    _put_operations(instance, data)
    _put_machines(instance, data)
    _put_jobs(instance, data, _core.RICH_NEVER)
    _put_precedences(instance, data, _core.RICH_NEVER)
    data.families = len(instance.families)
    data.permutation = instance.permutation
    for each in fields(instance.objective):
        setattr(data.objective, each.name, getattr(instance.objective, each.name))
    try:
        return _core.RichSchedulingInstance(data)
    except ValueError as fault:
        raise InputError(f"instance {instance.name!r} cannot be searched: {fault}") from None


def _check_permutation(instance: RichScheduling) -> None:
    """One order of the jobs says nothing of precedences between jobs."""
    if not instance.permutation:
        return
    for each in instance.precedences:
        one, other = (instance.operations[number].job for number in (each.before, each.after))
        if one != other:
            raise InputError(
                f"instance {instance.name!r} is a permutation shop with a precedence between"
                f" {job_name(instance, one)} and {job_name(instance, other)}, which the core"
                " cannot search",
                remedy="drop 'permutation' where machines may see the jobs in different orders",
            )


def _put_operations(instance: RichScheduling, data: _core.RichSchedulingData) -> None:
    operations = instance.operations
    data.job = [each.job for each in operations]
    data.family = [-1 if each.family is None else each.family for each in operations]
    data.release = [
        max(each.earliest_start, instance.jobs[each.job].release_date) for each in operations
    ]
    data.may_pause = [int(each.may_pause) for each in operations]
    data.mode_first = list(accumulate((len(each.modes) for each in operations), initial=0))
    data.mode_machine = [machine for each in operations for machine, _ in each.modes]
    data.mode_duration = [duration for each in operations for _, duration in each.modes]


def _put_machines(instance: RichScheduling, data: _core.RichSchedulingData) -> None:
    machines = instance.machines
    data.available_from = [each.available_from for each in machines]
    data.initial_family = [
        -1 if each.initial_family is None else each.initial_family for each in machines
    ]
    data.blocking = [int(each.blocking) for each in machines]
    data.setup_during_breaks = [int(each.setup_during_breaks) for each in machines]
    data.break_first = list(accumulate((len(each.breaks) for each in machines), initial=0))
    data.break_start = [start for each in machines for start, _ in each.breaks]
    data.break_end = [end for each in machines for _, end in each.breaks]
    data.has_setups = [int(bool(each.setups)) for each in machines]
    data.setup_times = [time for each in machines for row in each.setups for time in row]


def _put_jobs(instance: RichScheduling, data: _core.RichSchedulingData, never: int) -> None:
    jobs = instance.jobs
    data.job_release = [each.release_date for each in jobs]
    data.due_date = [never if each.due_date is None else each.due_date for each in jobs]
    data.deadline = [never if each.deadline is None else each.deadline for each in jobs]
    data.job_weight = [each.weight for each in jobs]
    data.job_name = [job_name(instance, number) for number in range(len(jobs))]


def _put_precedences(instance: RichScheduling, data: _core.RichSchedulingData, none: int) -> None:
    precedences = instance.precedences
    data.before = [each.before for each in precedences]
    data.after = [each.after for each in precedences]
    data.min_lag = [each.min_lag for each in precedences]
    data.max_lag = [none if each.max_lag is None else each.max_lag for each in precedences]


def operators(instance: RichScheduling | None = None) -> tuple[str, ...]:
    """Names of the operators, in the order of the menu of the instance's workspace."""
    return tuple(_workspace_class(instance).operator_names)


def perturbations(instance: RichScheduling | None = None) -> tuple[str, ...]:
    """Names of the perturbations, likewise."""
    return tuple(_workspace_class(instance).perturbation_names)


def constructions(instance: RichScheduling | None = None) -> tuple[str, ...]:
    """Names of the constructions, the default first."""
    from neurols import _core

    if instance is not None and instance.permutation:
        return tuple(_core.PermutationShopWorkspace.construction_names)
    return tuple(_core.rich_scheduling_constructions())


def _workspace_class(instance: RichScheduling | None) -> Any:
    from neurols import _core

    if instance is not None and instance.permutation:
        return _core.PermutationShopWorkspace
    return _core.RichSchedulingWorkspace


def workspace(
    instance: RichScheduling,
    settings: _core.WorkspaceSettings,
    initial: RichSchedule | Begun | None = None,
) -> _core.Workspace:
    """A new native workspace; ``initial`` is a schedule to start from, or the order of one."""
    sequences = [] if initial is None else sequences_of(instance, initial)
    found: _core.Workspace = _workspace_class(instance)(
        native_instance(instance), settings, sequences
    )
    return found


def environment(
    instances: Sequence[RichScheduling],
    settings: _core.WorkspaceSettings,
    environment_settings: _core.EnvironmentSettings,
    count: int,
    threads: int,
) -> _core.Environment:
    """Searches over the instances for training, stepped side by side by the core."""
    from neurols import _core

    native = [native_instance(instance) for instance in instances]
    return _core.rich_scheduling_environment(native, settings, environment_settings, count, threads)


def best_schedule(instance: RichScheduling, workspace: Any) -> RichSchedule:
    """The best schedule that a workspace holds."""
    from neurols.scheduling.rich.solution import from_sequences

    _, starts, _ = workspace.best_times()
    return from_sequences(instance, workspace.best_sequences(), starts)


def sequences_of(instance: RichScheduling, schedule: RichSchedule | Begun) -> list[list[int]]:
    """Numbers of operations per machine, in processing order."""
    numbers = instance.operations_of
    return [[numbers[job][k] for job, k in order] for order in schedule.machines]
