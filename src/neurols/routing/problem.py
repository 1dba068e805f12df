"""Vehicle routing as the search and the tools see it. Meets ``problems.problem.Problem``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from os import PathLike
from typing import TYPE_CHECKING, Any

from neurols.errors import InfeasibleSolution, InputError

from .check import check
from .instance import VehicleRouting
from .solution import RoutePlan
from .write import read_solution, write_solution

if TYPE_CHECKING:
    from neurols import _core


class RoutingProblem:
    """Ties instance, workspace, solution, checker and files of routing together."""

    solution_suffix = ".sol"

    # The core is imported when it is first needed: the command line must start without it.
    @property
    def operators(self) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.RoutingWorkspace.operator_names)

    @property
    def perturbations(self) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.RoutingWorkspace.perturbation_names)

    @property
    def constructions(self) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.routing_constructions())

    def owns(self, instance: object) -> bool:
        return isinstance(instance, VehicleRouting)

    def workspace(
        self,
        instance: VehicleRouting,
        settings: _core.WorkspaceSettings,
        initial: RoutePlan | None,
    ) -> _core.Workspace:
        from neurols import _core

        if settings.construction == "sweep" and instance.coordinates is None:
            raise InputError(
                f"the construction 'sweep' needs coordinates, and {instance.name} has none",
                remedy="use savings",
            )
        routes = None if initial is None else initial.routes
        native = _core_instance(_Identity(instance))
        try:
            return _core.RoutingWorkspace(native, settings, routes)
        except ValueError as error:
            raise InputError(f"{instance.name}: {error}") from None

    def environment(
        self,
        instances: Sequence[VehicleRouting],
        workspace: _core.WorkspaceSettings,
        settings: _core.EnvironmentSettings,
        count: int,
        threads: int,
    ) -> _core.Environment:
        from neurols import _core

        native = [_core_instance(_Identity(instance)) for instance in instances]
        return _core.routing_environment(native, workspace, settings, count, threads)

    def best_solution(
        self, instance: VehicleRouting, workspace: _core.RoutingWorkspace
    ) -> RoutePlan:
        routes = workspace.best_routes()
        # The checker's own sum: fixed-point sums of the core agree with it to nine digits only.
        return RoutePlan(routes, check(instance, {"routes": routes}))

    def check(self, instance: VehicleRouting, solution: Any) -> int | float:
        return check(instance, solution)

    def read_solution(self, instance: VehicleRouting, path: str | PathLike[str]) -> dict[str, Any]:
        form = read_solution(path)
        try:
            check(instance, {"routes": form["routes"]})
        except InfeasibleSolution as fault:
            raise InputError(
                f"no solution of {instance.name!r} ({fault.faults[0]})",
                file=path,
                remedy=f"give a solution of {instance.name}",
            ) from None
        return form

    def solution(self, instance: VehicleRouting, form: Any) -> RoutePlan:
        return RoutePlan(form["routes"], check(instance, {"routes": form["routes"]}))

    def write_solution(
        self, instance: VehicleRouting, solution: RoutePlan, path: str | PathLike[str]
    ) -> None:
        write_solution(path, solution)


class _Identity:
    """An instance as a cache key: its arrays have no hash, but an instance never changes."""

    def __init__(self, instance: VehicleRouting) -> None:
        self.instance = instance

    def __hash__(self) -> int:
        return id(self.instance)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.instance is self.instance


@lru_cache(maxsize=8)
def _core_instance(key: _Identity) -> _core.RoutingInstance:
    """The native instance; built once however many searches run on it."""
    from neurols import _core

    instance = key.instance
    try:
        return _core.RoutingInstance(**core_data(instance))
    except ValueError as error:  # what the validation has not seen, in one line all the same
        raise InputError(f"{instance.name}: {error}") from None


def core_data(instance: VehicleRouting) -> dict[str, Any]:
    """What the native instance is made of."""
    return {
        "coordinates": instance.coordinates,
        "matrix": None if instance.matrix is None else instance.matrix.astype("float64"),
        "metric": str(instance.metric),
        "demands": instance.demands,
        "capacity": instance.capacity,
        # More vehicles than customers are as good as no limit, and may not fit the core's integer.
        "vehicles": min(instance.vehicles or 0, instance.nodes),
        "max_distance": math.inf if instance.max_distance is None else instance.max_distance,
    }
