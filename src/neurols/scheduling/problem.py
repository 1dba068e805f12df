"""The job shop as the search and the tools see it. Meets ``problems.problem.Problem``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from os import PathLike
from typing import TYPE_CHECKING, Any

from neurols.errors import InfeasibleSolution, InputError
from neurols.scheduling.check import check
from neurols.scheduling.instance import JobShop
from neurols.scheduling.solution import Schedule, from_json, semi_active
from neurols.scheduling.solution_file import read_solution, write_solution

if TYPE_CHECKING:
    from neurols import _core


class JobShopProblem:
    """Ties the job shop's instance, workspace, solution, checker and files together."""

    solution_suffix = ".json"

    # The core is imported when it is first needed: the command line must start without it.
    @property
    def operators(self) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.JobShopWorkspace.operator_names)

    @property
    def perturbations(self) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.JobShopWorkspace.perturbation_names)

    @property
    def constructions(self) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.jobshop_constructions())

    def owns(self, instance: object) -> bool:
        return isinstance(instance, JobShop)

    def workspace(
        self, instance: JobShop, settings: _core.WorkspaceSettings, initial: Schedule | None
    ) -> _core.Workspace:
        from neurols import _core

        sequences = [] if initial is None else _operation_sequences(instance, initial.machines)
        return _core.JobShopWorkspace(_core_instance(instance), settings, sequences)

    def environment(
        self,
        instances: Sequence[JobShop],
        workspace: _core.WorkspaceSettings,
        settings: _core.EnvironmentSettings,
        count: int,
        threads: int,
    ) -> _core.Environment:
        from neurols import _core

        native = [_core_instance(instance) for instance in instances]
        return _core.jobshop_environment(native, workspace, settings, count, threads)

    def best_solution(self, instance: JobShop, workspace: _core.JobShopWorkspace) -> Schedule:
        job_of = [j for j, job in enumerate(instance.jobs) for _ in job]
        return semi_active(instance, [[job_of[o] for o in m] for m in workspace.best_sequences()])

    def check(self, instance: JobShop, solution: Any) -> int:
        return check(instance, solution)

    def read_solution(self, instance: JobShop, path: str | PathLike[str]) -> dict[str, Any]:
        form = read_solution(path)
        stated = form.get("instance", instance.name)
        try:
            check(instance, {key: form[key] for key in ("machines", "start") if key in form})
        except InfeasibleSolution as fault:
            if stated == instance.name:
                return form
            raise InputError(
                f"a solution of {stated!r} does not fit {instance.name!r} ({fault.faults[0]})",
                file=path,
                remedy=f"give a solution of {instance.name}",
            ) from None
        return form

    def solution(self, instance: JobShop, form: Any) -> Schedule:
        return from_json(instance, form)

    def write_solution(
        self, instance: JobShop, solution: Schedule, path: str | PathLike[str]
    ) -> None:
        write_solution(solution, instance, path)


@lru_cache(maxsize=8)
def _core_instance(instance: JobShop) -> _core.JobShopInstance:
    """The native instance; built once however many searches run on it."""
    from neurols import _core

    # The stub asks for NumPy's arrays; the core takes every buffer.
    return _core.JobShopInstance(*instance.flat(), instance.machines)  # type: ignore[arg-type]


def _operation_sequences(instance: JobShop, machines: list[list[int]]) -> list[list[int]]:
    """Job numbers per machine as operation numbers, as the core counts them."""
    first = [0]
    for job in instance.jobs:
        first.append(first[-1] + len(job))
    visits: dict[tuple[int, int], list[int]] = {}
    for j, job in enumerate(instance.jobs):
        for k, (machine, _) in enumerate(job):
            visits.setdefault((machine, j), []).append(first[j] + k)
    left = {key: iter(operations) for key, operations in visits.items()}
    return [[next(left[machine, j]) for j in order] for machine, order in enumerate(machines)]
