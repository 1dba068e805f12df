"""Rich routing as the search and the tools see it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from neurols.errors import InfeasibleSolution, InputError
from neurols.problem import Drawer, Problem

from .check import check
from .instance import RichRouting
from .plan import RoutingPlan, plan_of

if TYPE_CHECKING:
    from neurols import _core
    from neurols.menu import Menu
    from neurols.search.budget import Budget
    from neurols.search.presets import Preset
    from neurols.search.result import Result
    from neurols.tables.changes import Changes
    from neurols.tables.form import Form

_VERSION_2 = re.compile(r'"version"\s{0,99}:\s{0,99}2\b')


class RichRoutingProblem(Problem):
    """Vehicle routing with windows, depots, vehicle types, shipments, breaks and reloads."""

    name = "routing"
    title = "vehicle routing with constraints"
    solution_suffixes = (".sol", ".json")
    built_in = "rr-vrptw-n50 and the like; C101, PR11A and others come from --data or NEUROLS_DATA"
    formats = frozenset(
        {
            *("vrplib", "cvrplib", "tsplib", "vrp", "solomon", "homberger", "gh"),
            *("gehring-homberger", "lilim", "cordeau", "json"),
        }
    )
    suffixes = (".vrp", ".txt", ".json")
    default_size = "100"
    size_words = "100 (clients, of a family that the seed chooses) or vrptw:100"
    reading_options = frozenset({"rounding", "objective"})
    peers: ClassVar[Mapping[str, str]] = {
        "ortools-gls": "neurols.routing.peers.ortools_gls",
        "ortools-ts": "neurols.routing.peers.ortools_ts",
        "pyvrp": "neurols.routing.peers.pyvrp",
        "vroom": "neurols.routing.peers.vroom",
    }

    def owns(self, instance: object) -> bool:
        return isinstance(instance, RichRouting)

    def names(self) -> Sequence[str]:
        from . import suites

        return suites.names()

    def load(
        self, name: str, data: str | PathLike[str] | None = None, **options: Any
    ) -> RichRouting | None:
        from . import suites

        return suites.load(name, data, **options) if suites.knows(name) else None

    def recognises(self, text: str, path: str | PathLike[str]) -> bool:
        from ..read import JSON_FORMAT, detect
        from ..scan import scan
        from .dialect_terms import is_rich
        from .read import text_format

        if text.lstrip()[:1] in ("{", "["):
            return f'"{JSON_FORMAT}"' in text and _VERSION_2.search(text) is not None
        if text_format(text) is not None:
            return True
        if PurePath(path).suffix.lower() != ".vrp" and detect(text) != "tsplib":
            return False
        try:
            return is_rich(scan(text, path))
        except InputError:
            return False  # the classical reader says what is wrong

    def read(
        self, path: str | PathLike[str], format: str | None = None, **options: Any
    ) -> RichRouting:
        from .read import read

        return read(path, format, **options)

    def suite(self, name: str, data: str | PathLike[str] | None = None) -> list[str] | None:
        from . import suites

        base = name.partition(":")[0].lower()
        return suites.suite(name, data) if base in suites.SUITES else None

    def group(self, instance: RichRouting) -> str:
        from . import suites

        return suites.group(instance) or instance.size

    def facts(self, instance: RichRouting) -> dict[str, Any]:
        from .facts import facts

        return facts(instance)

    def tables(self) -> Form:
        from neurols.routing import tables

        return tables

    def generated(self, size: str, seed: int) -> RichRouting:
        from .generate import generated

        return generated(size, seed)

    def generators(self) -> Mapping[str, Callable[..., None]]:
        from .generate_command import COMMANDS

        return COMMANDS

    @property
    def operators(self) -> tuple[str, ...]:
        from .search import menu_names

        return menu_names()[0]

    @property
    def perturbations(self) -> tuple[str, ...]:
        from .search import menu_names

        return menu_names()[1]

    def constructions(self, instance: Any = None) -> tuple[str, ...]:
        from .search import CONSTRUCTIONS

        return CONSTRUCTIONS

    def workspace(
        self, instance: RichRouting, settings: _core.WorkspaceSettings, initial: RoutingPlan | None
    ) -> _core.Workspace:
        from .infeasible import reasons
        from .search import workspace

        found = reasons(instance)
        if found:
            raise InputError(
                f"{instance.name} has no plan: {'; '.join(found)}",
                remedy="correct these, or give prizes to clients that may be left out",
            )
        return workspace(instance, settings, initial)

    def best_solution(
        self, instance: RichRouting, workspace: _core.RichRoutingWorkspace
    ) -> RoutingPlan:
        from .search import best_form

        return self.solution(instance, best_form(instance, workspace))

    def shown_cost(self, instance: RichRouting, cost: float) -> float:
        if instance.objective != "vehicles":
            return cost
        from .native import core_instance

        # Where fewest vehicles come first, each of them costs more than any plan.
        scale = instance.cost_scale
        price = round(core_instance(instance).vehicle_price * scale)
        return round(cost * scale) % price / scale

    def environment(
        self,
        instances: Sequence[RichRouting],
        workspace: _core.WorkspaceSettings,
        settings: _core.EnvironmentSettings,
        count: int,
        threads: int,
    ) -> _core.Environment:
        from .search import environment

        return environment(instances, workspace, settings, count, threads)

    def check(self, instance: RichRouting, solution: Any) -> int | float:
        return check(instance, solution)

    def solution(self, instance: RichRouting, form: Any) -> RoutingPlan:
        return plan_of(instance, form, check(instance, form))

    def read_form(self, path: str | PathLike[str]) -> dict[str, Any]:
        from .solution_file import read_form

        return read_form(path)

    def read_solution(self, instance: RichRouting, path: str | PathLike[str]) -> dict[str, Any]:
        form = self.read_form(path)
        form.pop("named_routes", None)
        try:
            check(instance, form)
        except InfeasibleSolution as fault:
            raise InputError(
                f"no solution of {instance.name!r} ({fault.faults[0]})",
                file=path,
                remedy=f"give a solution of {instance.name}",
            ) from None
        return form

    def write_solution(
        self, instance: RichRouting, solution: RoutingPlan, path: str | PathLike[str]
    ) -> None:
        from .solution_file import write_solution

        write_solution(path, instance, solution)

    def is_begun(self, initial: Any) -> bool:
        from .replan import Begun

        return isinstance(initial, Begun)

    def replan(
        self,
        instance: RichRouting,
        plan: str | PathLike[str],
        until: float | None,
        keep: bool,
        price: float,
        **options: Any,
    ) -> Result:
        from .replan import replan

        return replan(instance, plan, until, keep, price, **options)

    def changes(
        self, instance: RichRouting, plan: str | PathLike[str], solution: RoutingPlan
    ) -> Changes:
        from .named_plan import changes

        return changes(instance, plan, solution)

    def presets(self, menu: Menu) -> Mapping[str, Preset]:
        from .presets import PRESETS

        return PRESETS

    def provenance(self, preset: str, controller: str) -> str:
        from .presets import provenance

        return provenance(preset, controller)

    def automatic(self, budget: Budget, instance: Any) -> str | None:
        from .auto import automatic

        return automatic(budget, instance)

    def classical(self, budget: Budget, instance: Any) -> str:
        from .auto import classical

        return classical(budget, instance)

    def view(self, instance: Any, solution: Any) -> dict[str, Any]:
        from neurols.routing.tables.view import view

        return view(instance, solution)

    def drawer(self) -> Drawer:
        from . import drawing

        return drawing


PROBLEMS = (RichRoutingProblem(),)
