"""Rich scheduling as the search and the tools see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar

from neurols.errors import InfeasibleSolution, InputError
from neurols.problem import Drawer, Problem
from neurols.scheduling.rich.formats import NAMES

if TYPE_CHECKING:
    from neurols import _core
    from neurols.menu import Menu
    from neurols.scheduling.rich.instance import RichScheduling
    from neurols.scheduling.rich.replan_start import Begun
    from neurols.scheduling.rich.solution import RichSchedule
    from neurols.search.budget import Budget
    from neurols.search.presets import Preset
    from neurols.search.result import Result
    from neurols.tables.changes import Changes
    from neurols.tables.form import Form

Path = str | PathLike[str]


class RichSchedulingProblem(Problem):
    """Scheduling with alternative machines, setups, due dates, lags, calendars and blocking."""

    name = "scheduling"
    title = "scheduling"
    cost_name = "cost"
    built_in = "rs-brandimarte-15x8 and the like (suite rich-scheduling), hfs-20x5-1, pfs-20x5-1"
    formats = frozenset({*NAMES, "json"})
    suffixes = (".json", ".fjs", ".fjsp", ".dat", ".txt")
    default_size = "brandimarte:10x6"
    size_words = "15x10 (jobs x machines) or brandimarte:15x10"
    peers: ClassVar[Mapping[str, str]] = {
        "cp-sat": "neurols.scheduling.peers.cp_sat",
        "pyjobshop": "neurols.scheduling.peers.pyjobshop",
    }
    static_features = (
        "duration",
        "longest_duration",
        "modes",
        "position_in_job",
        "work_left_in_job",
        "release",
        "slack_to_due_date",
        "weight",
    )
    dynamic_features = (
        "start",
        "slack",
        "critical",
        "lateness",
        "slower_mode",
        "setup",
        "position_on_machine",
        "machine_load",
        "wait",
        "touched",
    )

    # -- Instances --------------------------------------------------------------------------------

    def names(self) -> Sequence[str]:
        from neurols.scheduling.rich import generated_suites

        return generated_suites.names()

    def load(self, name: str, data: Path | None = None) -> RichScheduling | None:
        from neurols.scheduling.rich import suites

        return suites.load(name, data)

    def recognises(self, text: str, path: Path) -> bool:
        from neurols.scheduling.rich.formats import detect

        try:
            return detect(text, path) is not None
        except InputError:
            return False  # the reader that is asked last says what is wrong

    def read(self, path: Path, format: str | None = None) -> Any:
        from neurols.scheduling.read import read

        return read(path, format)

    def suite(self, name: str, data: Path | None = None) -> list[str] | None:
        from neurols.scheduling.rich import suites

        return suites.suite(name, data)

    def group(self, instance: RichScheduling) -> str:
        from neurols.scheduling.rich import suites

        return suites.group(instance)

    def facts(self, instance: RichScheduling) -> dict[str, Any]:
        from neurols.scheduling.rich.facts import facts

        return facts(instance)

    # -- Generated instances ----------------------------------------------------------------------

    def generated(self, size: str, seed: int) -> RichScheduling:
        from neurols.scheduling.rich.kinds import generated

        return generated(size, seed)

    def validation_instance(self, number: int, seed: int) -> RichScheduling:
        from neurols.scheduling.rich.kinds import KINDS

        return self.generated(f"{tuple(KINDS)[number % len(KINDS)]}:15x8", seed)

    def generators(self) -> Mapping[str, Callable[..., None]]:
        from neurols.scheduling.rich.generate_command import COMMANDS

        return COMMANDS

    def tables(self) -> Form:
        from neurols.scheduling import tables

        return tables

    # -- Search: the core is imported when it is first needed -------------------------------------

    @property
    def operators(self) -> tuple[str, ...]:
        from neurols.scheduling.rich import native

        return native.operators()

    @property
    def perturbations(self) -> tuple[str, ...]:
        from neurols.scheduling.rich import native

        return native.perturbations()

    def menu(self, instance: Any = None) -> Menu:
        from neurols.menu import Menu
        from neurols.scheduling.rich import native

        return Menu(native.operators(instance), native.perturbations(instance))

    def constructions(self, instance: Any = None) -> tuple[str, ...]:
        from neurols.scheduling.rich import native

        return native.constructions(instance)

    def workspace(
        self,
        instance: RichScheduling,
        settings: _core.WorkspaceSettings,
        initial: RichSchedule | Begun | None,
    ) -> _core.Workspace:
        from neurols.scheduling.rich import native

        return native.workspace(instance, settings, initial)

    def best_solution(
        self, instance: RichScheduling, workspace: _core.RichSchedulingWorkspace
    ) -> RichSchedule:
        from neurols.scheduling.rich import native

        return native.best_schedule(instance, workspace)

    def environment(
        self,
        instances: Sequence[RichScheduling],
        workspace: _core.WorkspaceSettings,
        settings: _core.EnvironmentSettings,
        count: int,
        threads: int,
    ) -> _core.Environment:
        from neurols.scheduling.rich import native

        return native.environment(instances, workspace, settings, count, threads)

    # -- Solutions --------------------------------------------------------------------------------

    def check(self, instance: RichScheduling, solution: Any) -> float:
        from neurols.scheduling.rich.check import check

        return check(instance, solution)

    def solution(self, instance: RichScheduling, form: Any) -> RichSchedule:
        from neurols.scheduling.rich.solution import from_form

        return from_form(instance, form)

    def read_form(self, path: Path) -> dict[str, Any]:
        from neurols.scheduling.rich.solution_file import read_solution

        return read_solution(path)

    def read_solution(self, instance: RichScheduling, path: Path) -> dict[str, Any]:
        form = self.read_form(path)
        stated = form.get("instance", instance.name)
        if stated == instance.name:
            return form
        try:
            self.check(instance, form)
        except InfeasibleSolution as fault:
            raise InputError(
                f"a solution of {stated!r} does not fit {instance.name!r} ({fault.faults[0]})",
                file=path,
                remedy=f"give a solution of {instance.name}",
            ) from None
        return form

    def write_solution(self, instance: RichScheduling, solution: RichSchedule, path: Path) -> None:
        from neurols.scheduling.rich.solution_file import write_solution

        write_solution(solution, instance, path)

    def replan(
        self,
        instance: RichScheduling,
        plan: Path,
        until: float | None,
        keep: bool,
        price: float,
        **options: Any,
    ) -> Result:
        from neurols.scheduling.rich.named_plan import read_plan
        from neurols.scheduling.rich.replan import replan

        if keep:
            raise InputError(
                "--keep is for stops of vehicles", remedy="give --freeze-until or --change-price"
            )
        begins = 0 if until is None else round(until)
        return replan(instance, read_plan(plan, instance), begins, price, **options)

    def changes(
        self, instance: RichScheduling, plan: Path, solution: RichSchedule
    ) -> Changes | None:
        from neurols.scheduling.rich.named_plan import changes

        return changes(instance, plan, solution)

    def is_begun(self, initial: Any) -> bool:
        from neurols.scheduling.rich.replan_start import Begun

        return isinstance(initial, Begun)

    # -- Controllers ------------------------------------------------------------------------------

    def presets(self, menu: Menu) -> Mapping[str, Preset]:
        from neurols.scheduling.rich.presets import presets

        return presets(menu)

    def provenance(self, preset: str, controller: str) -> str:
        from neurols.scheduling.rich.presets import provenance

        return provenance(preset, controller)

    def automatic(self, budget: Budget, instance: Any) -> str | None:
        from neurols.scheduling.rich.auto import automatic

        return automatic(budget, instance)

    def classical(self, budget: Budget, instance: Any) -> str:
        from neurols.scheduling.rich.auto import classical

        return classical(budget, instance)

    # -- Pictures ---------------------------------------------------------------------------------

    def view(self, instance: Any, solution: Any) -> dict[str, Any]:
        from neurols.scheduling.tables.view import view

        return view(instance, solution)

    def drawer(self) -> Drawer:
        from neurols.scheduling.rich import drawing

        return drawing


PROBLEMS = (RichSchedulingProblem(),)
