"""The job shop as the search and the tools see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar

from neurols.errors import InfeasibleSolution, InputError
from neurols.problem import Drawer, Problem
from neurols.scheduling.check import check
from neurols.scheduling.instance import JobShop
from neurols.scheduling.solution import Schedule, from_json, semi_active
from neurols.scheduling.solution_file import read_solution, write_solution

if TYPE_CHECKING:
    from neurols import _core
    from neurols.menu import Menu
    from neurols.policy.actions import ActionSet
    from neurols.search.budget import Budget
    from neurols.search.presets import Preset
    from neurols.search.short_budget import ShortBudget
    from neurols.search.spec import ControllerSpec


class JobShopProblem(Problem):
    """The job shop with jobs of fixed routes, every operation on one machine; least makespan."""

    name = "jobshop"
    title = "job shop"
    cost_name = "makespan"
    built_in = "ft06, ft10, ft20, ta01 to ta80"
    formats = frozenset({"standard", "taillard", "json"})
    suffixes = (".txt", ".jsp", ".jss", ".json")
    default_size = "15x15"
    size_words = "15x15 (jobs x machines)"
    peers: ClassVar[Mapping[str, str]] = {
        "cp-sat": "neurols.scheduling.peers.cp_sat",
        "pyjobshop": "neurols.scheduling.peers.pyjobshop",
    }

    def owns(self, instance: object) -> bool:
        return isinstance(instance, JobShop)

    def names(self) -> Sequence[str]:
        from neurols.scheduling import suites

        return suites.names()

    def load(self, name: str, data: str | PathLike[str] | None = None) -> JobShop | None:
        from neurols.scheduling import suites

        return suites.load(name) if name.lower() in suites.names() else None

    def recognises(self, text: str, path: str | PathLike[str]) -> bool:
        return True  # asked last: its reader says best what is wrong with an unknown text

    def read(self, path: str | PathLike[str], format: str | None = None) -> Any:
        from neurols.scheduling.read import read

        return read(path, format)

    def suite(self, name: str, data: str | PathLike[str] | None = None) -> list[str] | None:
        from neurols.scheduling import suites

        known = name.lower() in suites.groups() or name.lower() in suites.names()
        # A slip in the group, as in taillard:17x3, is told; `load` would take it for an instance.
        slip = name.partition(":")[0].lower() in suites.groups()
        return suites.suite(name) if known or slip else None

    def paper_table(self) -> Any:
        from . import paper_table

        return paper_table

    def facts(self, instance: JobShop) -> dict[str, Any]:
        from neurols.scheduling.facts import facts

        return facts(instance)

    def generated(self, size: str, seed: int) -> JobShop:
        from neurols.scheduling.generate import random_shop

        return random_shop(*_shape(size), seed)

    def validation_instance(self, number: int, seed: int) -> JobShop:
        from .paper_table import PUBLISHED

        return self.generated(PUBLISHED.groups[number % len(PUBLISHED.groups)], seed)

    def generators(self) -> Mapping[str, Callable[..., None]]:
        from neurols.scheduling.generate_command import jobshop

        return {"jobshop": jobshop}

    # The core is imported when it is first needed: the command line must start without it.
    @property
    def operators(self) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.JobShopWorkspace.operator_names)

    @property
    def perturbations(self) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.JobShopWorkspace.perturbation_names)

    def constructions(self, instance: Any = None) -> tuple[str, ...]:
        from neurols import _core

        return tuple(_core.jobshop_constructions())

    def workspace(
        self, instance: JobShop, settings: Any, initial: Schedule | None
    ) -> _core.Workspace:
        from neurols import _core

        sequences = [] if initial is None else _operation_sequences(instance, initial.machines)
        return _core.JobShopWorkspace(_core_instance(instance), settings, sequences)

    def action_sets(self) -> Mapping[str, ActionSet]:
        from .actions import ACTION_SETS

        return ACTION_SETS

    def nodes(self, instance: JobShop) -> int:
        return instance.operations

    def learning(self) -> Any:
        from . import learning

        return learning

    def native_policy(self, budget: Budget | None) -> str:
        from .auto import FEW_MOVES

        few = budget is None or (budget.iterations is not None and budget.iterations <= FEW_MOVES)
        return "jobshop-ranking" if few else "jobshop-construction"

    def rule_features(self, ranks: str) -> tuple[list[str], list[str]] | None:
        from neurols import _core

        if ranks != "candidates":
            return None
        return _core.move_features(), _core.move_state_features()

    def dispatch_features(self) -> list[str]:
        from neurols import _core

        return _core.dispatch_features()

    def configuration(
        self, budget: Budget, instance: Any, rule: str | PathLike[str] | None = None
    ) -> Mapping[str, Any]:
        from .auto import CONFIGURED, steps_per_operation
        from .configuration import SHIPPED, ConfigurationRule

        found = None if rule is None else ConfigurationRule.load(rule)
        if getattr(instance, "operations", 0) not in CONFIGURED:
            return {}
        found = found or ConfigurationRule.load(SHIPPED)
        return found.options(instance, steps_per_operation(budget, instance))

    def configuration_facts(self, about: Mapping[str, Any], weights: Any) -> dict[str, str]:
        from .configuration import facts

        return facts(about, weights)

    environment_name = "JobShop"
    static_features = ("duration", "position_in_job", "work_left_in_job", "machine_load")
    dynamic_features = (
        "head",
        "tail",
        "slack",
        "critical",
        "position_on_machine",
        "work_left_on_machine",
        "touched",
    )

    def equal_groups(self, instance: JobShop) -> bool:
        machines = set(range(instance.machines))
        return all(
            len(job) == len(machines) and {machine for machine, _ in job} == machines
            for job in instance.jobs
        )

    def environment(
        self,
        instances: Sequence[JobShop],
        workspace: Any,
        settings: _core.EnvironmentSettings,
        count: int,
        threads: int,
    ) -> _core.Environment:
        from neurols import _core

        native = [_core_instance(instance) for instance in instances]
        return _core.jobshop_environment(native, workspace, settings, count, threads)

    def new_settings(self) -> _core.JobShopSettings:
        from neurols import _core

        return _core.JobShopSettings()

    def best_solution(self, instance: JobShop, workspace: _core.JobShopWorkspace) -> Schedule:
        job_of = [j for j, job in enumerate(instance.jobs) for _ in job]
        return semi_active(instance, [[job_of[o] for o in m] for m in workspace.best_sequences()])

    def check(self, instance: JobShop, solution: Any) -> int:
        return check(instance, solution)

    def read_form(self, path: str | PathLike[str]) -> dict[str, Any]:
        return read_solution(path)

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

    def presets(self, menu: Menu) -> Mapping[str, Preset]:
        from neurols.scheduling.presets import PRESETS

        return PRESETS

    def provenance(self, preset: str, controller: str) -> str:
        from neurols.scheduling.presets import provenance

        return provenance(preset, controller)

    def short_budget(self) -> ShortBudget:
        from neurols.scheduling.presets import SHORT_BUDGET

        return SHORT_BUDGET

    def automatic(self, budget: Budget, instance: Any) -> ControllerSpec | None:
        from neurols.scheduling.auto import automatic

        return automatic(budget, instance)

    def classical(self, budget: Budget, instance: Any) -> ControllerSpec:
        from neurols.scheduling.auto import classical

        return classical(budget, instance)

    def view(self, instance: Any, solution: Any) -> dict[str, Any]:
        from neurols.scheduling.tables.view import classical_view

        return classical_view(instance, solution)

    def drawer(self) -> Drawer:
        from neurols.scheduling import drawing

        return drawing


PROBLEMS = (JobShopProblem(),)


def _shape(size: str) -> tuple[int, int]:
    """Jobs and machines of a size such as ``15x15``."""
    jobs, _, machines = size.partition("x")
    if not (jobs.isdecimal() and machines.isdecimal() and max(len(jobs), len(machines)) <= 4):
        raise InputError(
            f"{size!r} is no size", remedy=f"give sizes such as {JobShopProblem.size_words}"
        )
    return int(jobs), int(machines)


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
