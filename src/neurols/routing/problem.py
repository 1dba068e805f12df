"""Capacitated vehicle routing and the travelling salesman as the search and the tools see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from neurols.errors import InfeasibleSolution, InputError
from neurols.problem import Drawer, Part, Problem

from .check import check
from .instance import VehicleRouting
from .native import native_instance, search_instance
from .solution import RoutePlan
from .write import read_solution, write_solution

if TYPE_CHECKING:
    from neurols import _core
    from neurols.menu import Menu
    from neurols.policy.actions import ActionSet
    from neurols.search.budget import Budget
    from neurols.search.presets import Preset
    from neurols.search.short_budget import ShortBudget
    from neurols.search.spec import ControllerSpec

    from .numbering import Numbering


_SUFFIXES = {".vrp", ".tsp", ".atsp"}
_VALIDATION_CUSTOMERS = (100, 300)
_DESCENT_SECONDS = 8e-6  # a customer, from a good solution
_PART_CUSTOMERS = 15_000  # of a part; smaller ones find less in the same time
_LEAST_CUT = 10_000  # customers


class RoutingProblem(Problem):
    """Capacitated vehicle routing: routes from one depot and back, of least total distance."""

    name = "cvrp"
    title = "vehicle routing"
    search_options = frozenset({"allowance"})
    solution_suffixes = (".sol", ".json")
    built_in = (
        "demo-cvrp, ul-n101-s01 to ul-n1001-s40 and kool100:SEED; X-n101-k25 and the like come from"
        " --data or NEUROLS_DATA"
    )
    formats = frozenset({"tsplib", "cvrplib", "vrplib", "vrp", "tsp", "json"})
    suffixes = (".vrp", ".tsp", ".json")
    default_size = "100"
    size_words = "100 (customers)"
    peers: ClassVar[Mapping[str, str]] = {
        "ortools-gls": "neurols.routing.peers.ortools_gls",
        "ortools-ts": "neurols.routing.peers.ortools_ts",
        "pyvrp": "neurols.routing.peers.pyvrp",
        "hgs": "neurols.routing.peers.hgs",
    }

    def owns(self, instance: object) -> bool:
        return isinstance(instance, VehicleRouting) and instance.problem == self.name

    def names(self) -> Sequence[str]:
        from . import suites

        return suites.names()

    def load(self, name: str, data: str | PathLike[str] | None = None) -> VehicleRouting | None:
        from . import suites

        known = name.startswith(("X-n", "kool")) or name in suites.names() or suites.published(name)
        return suites.load(name, data) if known else None

    def recognises(self, text: str, path: str | PathLike[str]) -> bool:
        from neurols.files.recognise import refuse_documents

        from .read import JSON_FORMAT, detect

        refuse_documents(text, path)
        if text.lstrip()[:1] in ("{", "["):
            return f'"{JSON_FORMAT}"' in text
        return PurePath(path).suffix.lower() in _SUFFIXES or detect(text) == "tsplib"

    def read(self, path: str | PathLike[str], format: str | None = None) -> VehicleRouting:
        from .read import read

        return read(path, None if format == "json" else format)

    def suite(self, name: str, data: str | PathLike[str] | None = None) -> list[str] | None:
        from . import suites

        return suites.suite(name, data) if name.partition(":")[0] in suites.SUITES else None

    def group(self, instance: VehicleRouting) -> str:
        from . import suites

        named = suites.group(instance.name)
        return instance.size if named == "other" else named

    def paper_table(self) -> Any:
        from . import paper_table

        return paper_table

    def facts(self, instance: VehicleRouting) -> dict[str, Any]:
        from .facts import facts

        return facts(instance)

    def generated(self, size: str, seed: int) -> VehicleRouting:
        from .generate import mixed

        if not (size.isdecimal() and len(size) <= 6):
            raise InputError(f"{size!r} is no size", remedy=f"give sizes such as {self.size_words}")
        return mixed(int(size), seed)

    def validation_instance(self, number: int, seed: int) -> VehicleRouting:
        from .generate import mixed

        return mixed(_VALIDATION_CUSTOMERS, seed)

    def generators(self) -> Mapping[str, Callable[..., None]]:
        from .generate_command import cvrp

        return {"cvrp": cvrp}

    # The core is imported when it is first needed: the command line must start without it.
    @property
    def operators(self) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.RoutingWorkspace.operator_names)

    @property
    def perturbations(self) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.RoutingWorkspace.perturbation_names)

    def constructions(self, instance: Any = None) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.routing_constructions())

    def workspace(
        self,
        instance: VehicleRouting,
        settings: Any,
        initial: RoutePlan | None,
    ) -> _core.Workspace:
        from neurols import _core

        return self._workspace(_core.RoutingWorkspace, instance, settings, initial)

    def _native(self, instance: VehicleRouting) -> tuple[_core.RoutingInstance, Numbering | None]:
        """The instance as searches see it, and how they number its customers."""
        return search_instance(instance)

    def _outside(self, instance: VehicleRouting, routes: list[list[int]]) -> RoutePlan:
        """The plan that a search means by its routes."""
        inside = self._native(instance)[1]
        found = routes if inside is None else inside.outside(routes)
        # The checker's own sum: fixed-point sums of the core agree with it to nine digits only.
        return RoutePlan(found, check(instance, {"routes": found}))

    def _workspace(
        self,
        kind: Callable[..., _core.Workspace],
        instance: VehicleRouting,
        settings: _core.WorkspaceSettings,
        initial: RoutePlan | None,
    ) -> _core.Workspace:
        if settings.construction == "sweep" and instance.coordinates is None:
            raise InputError(
                f"the construction 'sweep' needs coordinates, and {instance.name} has none",
                remedy="use savings",
            )
        routes = None if initial is None else initial.routes
        native, inside = self._native(instance)
        if routes is not None and inside is not None:
            routes = inside.inside(routes)
        try:
            return kind(native, settings, routes)
        except ValueError as error:
            raise InputError(f"{instance.name}: {error}") from None

    part_size = _PART_CUSTOMERS

    def pays_to_cut(self, instance: VehicleRouting, workers: int) -> bool:
        customers = instance.customers
        return workers > 1 and customers >= _LEAST_CUT and instance.coordinates is not None

    def parts(
        self, instance: VehicleRouting, solution: RoutePlan, count: int, seed: Sequence[int]
    ) -> list[Part]:
        from .parts import cut

        return cut(instance, solution, count, seed)

    def joined(
        self,
        instance: VehicleRouting,
        solution: RoutePlan,
        parts: Sequence[tuple[Part, RoutePlan]],
    ) -> dict[str, Any]:
        from .parts import join

        return join(solution, parts)

    def part_controller(
        self, given: ControllerSpec, budget: Budget, instance: Any, begin: float, end: float
    ) -> ControllerSpec:
        from .auto import of_part

        return of_part(given, budget, instance, begin, end)

    def current_solution(
        self, instance: VehicleRouting, workspace: _core.RoutingWorkspace | _core.TourWorkspace
    ) -> RoutePlan:
        return self._outside(instance, workspace.routes())

    def action_sets(self) -> Mapping[str, ActionSet]:
        from .actions import ACTION_SETS

        return ACTION_SETS

    def nodes(self, instance: VehicleRouting) -> int:
        return instance.customers

    def learning(self) -> Any:
        from . import learning

        return learning

    def native_policy(self, budget: Budget | None) -> str:
        from .auto import FEW_RUINS

        few = budget is None or (budget.iterations is not None and budget.iterations <= FEW_RUINS)
        return "cvrp-ranking" if few else "cvrp-insertion"

    def rule_features(self, ranks: str) -> tuple[list[str], list[str]] | None:
        from neurols import _core

        if ranks == "candidates":
            return _core.ruin_features(), _core.ruin_state_features()
        return (_core.insertion_features(), []) if ranks == "insertions" else None

    environment_name = "CVRP"
    static_features = ("x", "y", "depot_distance", "demand", "is_depot")
    dynamic_features = (
        "load_before",
        "load_after",
        "distance_before",
        "distance_after",
        "detour",
        "route_load",
        "touched",
    )

    def environment(
        self,
        instances: Sequence[VehicleRouting],
        workspace: Any,
        settings: _core.EnvironmentSettings,
        count: int,
        threads: int,
    ) -> _core.Environment:
        from neurols import _core

        native = [native_instance(instance) for instance in instances]
        return _core.routing_environment(native, workspace, settings, count, threads)

    def new_settings(self) -> _core.RoutingSettings:
        from neurols import _core

        return _core.RoutingSettings()

    def best_solution(
        self,
        instance: VehicleRouting,
        workspace: _core.RoutingWorkspace | _core.TourWorkspace,
    ) -> RoutePlan:
        return self._outside(instance, workspace.best_routes())

    def check(self, instance: VehicleRouting, solution: Any) -> int | float:
        return check(instance, solution)

    def read_form(self, path: str | PathLike[str]) -> dict[str, Any]:
        return read_solution(path)

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

    def presets(self, menu: Menu) -> Mapping[str, Preset]:
        from .presets import PRESETS

        return PRESETS

    def provenance(self, preset: str, controller: str) -> str:
        from .presets import provenance

        return provenance(preset, controller)

    def short_budget(self) -> ShortBudget | None:
        from .presets import SHORT_BUDGET

        return SHORT_BUDGET

    def automatic(self, budget: Budget, instance: Any) -> ControllerSpec | None:
        from .auto import automatic

        return automatic(budget, instance)

    def classical(self, budget: Budget, instance: Any) -> ControllerSpec:
        from .auto import classical

        return classical(budget, instance)

    def descent(self, instance: VehicleRouting) -> tuple[Sequence[str], float]:
        return ("best", "all"), instance.customers * _DESCENT_SECONDS

    def view(self, instance: Any, solution: Any) -> dict[str, Any]:
        from neurols.routing.tables.view import classical_view

        return classical_view(instance, solution)

    def drawer(self) -> Drawer:
        from neurols.routing import drawing

        return drawing


class TourProblem(RoutingProblem):
    """The travelling salesman: one route through all places. Its files are read as routing's."""

    name = "tsp"
    title = "travelling salesman"
    models = "cvrp"
    environment_name = ""

    def learning(self) -> None:
        return None

    def rule_features(self, ranks: str) -> None:
        return None

    built_in = ""
    formats = frozenset()
    default_size = ""
    peers: ClassVar[Mapping[str, str]] = {
        **RoutingProblem.peers,
        "lkh": "neurols.routing.peers.lkh",
    }

    def names(self) -> Sequence[str]:
        return ()

    def load(self, name: str, data: str | PathLike[str] | None = None) -> VehicleRouting | None:
        return None

    def recognises(self, text: str, path: str | PathLike[str]) -> bool:
        return False

    def suite(self, name: str, data: str | PathLike[str] | None = None) -> list[str] | None:
        return None

    def generators(self) -> Mapping[str, Callable[..., None]]:
        return {}

    def _native(self, instance: VehicleRouting) -> tuple[_core.RoutingInstance, None]:
        return native_instance(instance), None

    @property
    def perturbations(self) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.TourWorkspace.perturbation_names)

    def menu(self, instance: VehicleRouting | None = None) -> Menu:
        """Exchanges after Lin and Kernighan turn stretches round: only where that is free."""
        from neurols.menu import Menu

        turns = instance is None or instance.symmetric
        names = self.perturbations if turns else super().perturbations
        return Menu(self.operators, names)

    def workspace(
        self,
        instance: VehicleRouting,
        settings: _core.WorkspaceSettings,
        initial: RoutePlan | None,
    ) -> _core.Workspace:
        from neurols import _core

        return self._workspace(
            _core.TourWorkspace if instance.symmetric else _core.RoutingWorkspace,
            instance,
            settings,
            initial,
        )

    part_size = 0

    def pays_to_cut(self, instance: VehicleRouting, workers: int) -> bool:
        return False

    def paper_table(self) -> None:
        return None

    def short_budget(self) -> None:
        return None

    def automatic(self, budget: Budget, instance: Any) -> ControllerSpec | None:
        return None

    def classical(self, budget: Budget, instance: Any) -> ControllerSpec:
        from .auto import classical

        return classical(budget, instance, tour=True)

    def descent(self, instance: VehicleRouting) -> tuple[Sequence[str], float]:
        """Every kick ends with one."""
        return ((), 0.0) if instance.symmetric else super().descent(instance)


PROBLEMS = (RoutingProblem(), TourProblem())
