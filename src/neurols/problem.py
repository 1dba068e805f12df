"""All that search, training, benchmarks, pictures and the command line may know of a problem.

A problem is one object of a class derived from ``Problem``. It lives in the folder of the problem,
in a module ``problem`` that names it in ``PROBLEMS``; ``registry.HOMES`` lists the folders. No
other folder contains the name of a problem. What a problem leaves out has a default here: the
defaults serve a problem of which only a workspace, a solution and a checker exist.

Modules of other layers are imported inside the methods, when they are first called: the command
line must start without NumPy and without the core.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols._core import Environment, EnvironmentSettings, Workspace, WorkspaceSettings
    from neurols.menu import Menu
    from neurols.policy.actions import ActionSet
    from neurols.search.budget import Budget
    from neurols.search.result import Result
    from neurols.search.settings import Common
    from neurols.search.short_budget import ShortBudget
    from neurols.search.spec import ControllerSpec
    from neurols.tables.changes import Changes
    from neurols.tables.form import Form
    from neurols.workspace import Workspace as PythonWorkspace

Path = str | PathLike[str]


class Solution(Protocol):
    """A feasible solution with its cost."""

    @property
    def cost(self) -> float: ...

    def to_json(self) -> dict[str, Any]:
        """The solution as ``solve --json`` shows it."""


class Part(NamedTuple):
    """A part of an instance, as an instance of its own, with its share of a solution."""

    instance: Any
    solution: Any
    places: Any
    """Where it belongs in the whole; for ``Problem.joined`` alone."""
    size: int
    """Its share of the work, in the units of ``Problem.work``."""


class Drawer(Protocol):
    """Draws a solution. A module with the two functions will do.

    With a third one, ``further(result)``, reports show more figures: a list of (heading, Plotly
    figure) pairs.
    """

    def figure(self, result: Any) -> Any:
        """The solution as a Matplotlib figure."""

    def interactive(self, result: Any) -> Any:
        """The solution as a Plotly figure."""


class Problem:
    """One problem. Derive a class, name the problem, and define what the defaults do not serve."""

    name: ClassVar[str]
    """As in ``instance.problem``, in records and in model files."""
    title: ClassVar[str] = ""
    """The problem's name in prose, such as ``job shop``; the name where it is empty."""
    cost_name: ClassVar[str] = "cost"
    """What the cost is called in the problem's own words."""
    models: ClassVar[str] = ""
    """Problem whose policies and action sets serve this one, too; the name where it is empty."""
    search_options: ClassVar[frozenset[str]] = frozenset()
    """Settings of controllers that this problem's searches have and others refuse."""

    # -- Instances --------------------------------------------------------------------------------

    def owns(self, instance: object) -> bool:
        """Whether this is an instance of the problem."""
        return getattr(instance, "problem", None) == self.name

    built_in: ClassVar[str] = ""
    """The built-in names in a few words, for messages: ``ft06, ta01 to ta80``."""

    def names(self) -> Sequence[str]:
        """The built-in names."""
        return ()

    reading_options: ClassVar[frozenset[str]] = frozenset()
    """Keyword arguments that ``load`` and ``read`` take, among ``rounding`` (how coordinates become
    distances) and ``objective``."""

    def load(self, name: str, data: Path | None = None) -> Any | None:
        """The instance of that name, built in or in the folder ``data``; None for other names."""
        return None

    formats: ClassVar[frozenset[str]] = frozenset()
    """Names of the file formats that ``read`` takes."""

    suffixes: ClassVar[tuple[str, ...]] = ()
    """Suffixes of instance files, such as ``.vrp``: a benchmark looks for them in a folder."""

    def recognises(self, text: str, path: Path) -> bool:
        """Whether the text of a file is an instance of this problem.

        Problems are asked in the reverse order of ``registry.HOMES``, rich problems before the
        classical ones.
        """
        return False

    def read(self, path: Path, format: str | None = None) -> Any:
        """The instance in a file; the format is told from the text unless it is named."""
        raise NotImplementedError(f"{type(self).__name__} reads no files")

    def suite(self, name: str, data: Path | None = None) -> list[str] | None:
        """The names in a suite such as ``taillard:15x15``; None for names of other suites."""
        return None

    def group(self, instance: Any) -> str:
        """The group under which tables list an instance."""
        return str(instance.size)

    def paper_table(self) -> Any | None:
        """The paper's table on this problem, a module with ``EXPERIMENT`` (of
        ``benchmark.experiments``) and ``PUBLISHED`` (of ``benchmark.published``)."""
        return None

    def facts(self, instance: Any) -> dict[str, Any]:
        """What ``neurols info`` tells of an instance beside its name, size and bounds."""
        return {}

    peers: ClassVar[Mapping[str, str]] = {}
    """Other solvers of the problem, by the names that ``--peers`` takes, each with the module of
    its adapter (``benchmark.peers.adapter.Adapter``)."""

    def tables(self) -> Form | None:
        """What reads instances from tables and writes plans as tables; None where nothing does."""
        return None

    # -- Generated instances ----------------------------------------------------------------------

    default_size: ClassVar[str] = ""
    """Size of generated instances where none is asked for; empty where none can be generated."""
    size_words: ClassVar[str] = ""
    """What a size looks like, for messages: ``15x15 (jobs x machines)``."""

    def generated(self, size: str, seed: int) -> Any:
        """A generated instance of that size, for training, tuning and validation.

        Raises:
            InputError: it is no size of this problem.
        """
        from neurols.errors import InputError

        raise InputError(f"instances of problem {self.name!r} cannot be generated by size")

    def validation_instance(self, number: int, seed: int) -> Any:
        """A generated instance on which a benchmark chooses its best constant action; those of
        successive numbers take turns in the sizes."""
        return self.generated(self.default_size, seed)

    def generators(self) -> Mapping[str, Callable[..., None]]:
        """Commands of ``neurols generate`` by name, as Typer takes them."""
        return {}

    # -- Search -----------------------------------------------------------------------------------

    workspace_class: ClassVar[type[PythonWorkspace] | None] = None
    """The workspaces of a problem written in Python; menu and constructions are read from it."""

    @property
    def operators(self) -> Sequence[str]:
        """Names of all operators, in the order of the workspace's menu."""
        from neurols.workspace import menu_of

        return () if self.workspace_class is None else menu_of(self.workspace_class)

    @property
    def perturbations(self) -> Sequence[str]:
        """Names of all perturbations, likewise."""
        return () if self.workspace_class is None else self.workspace_class.perturbations

    def menu(self, instance: Any = None) -> Menu:
        """Operators and perturbations of an instance's workspace, in its order; without an instance
        all that the problem has."""
        from neurols.menu import Menu

        return Menu(tuple(self.operators), tuple(self.perturbations))

    def constructions(self, instance: Any = None) -> Sequence[str]:
        """Names of the constructions, the default first."""
        return () if self.workspace_class is None else self.workspace_class.constructions

    def new_settings(self) -> WorkspaceSettings:
        """Settings of a workspace, at their defaults."""
        from neurols import _core

        return _core.WorkspaceSettings()

    def workspace(
        self, instance: Any, settings: WorkspaceSettings, initial: Any | None
    ) -> Workspace:
        """A new workspace; ``initial`` is a solution to start from."""
        if self.workspace_class is None:
            raise NotImplementedError(f"{type(self).__name__} names no workspace_class")
        from neurols import _core

        return _core.PythonWorkspace(self.workspace_class(instance, settings, initial))

    def best_solution(self, instance: Any, workspace: Any) -> Solution:
        """The best solution that the workspace holds."""
        found: Solution = workspace.object.best_solution()
        return found

    # -- Decomposition ----------------------------------------------------------------------------

    part_size: ClassVar[int] = 0
    """Work of a part that serves well where an instance is cut; 0 where none can be."""

    def work(self, instance: Any) -> int:
        """The size of an instance in the units of ``part_size``."""
        return self.nodes(instance)

    def pays_to_cut(self, instance: Any, workers: int) -> bool:
        """Whether ``auto`` and ``classical`` do better with parts than with the whole, where so
        many of them can be searched at once."""
        return False

    def parts(self, instance: Any, solution: Any, count: int, seed: Sequence[int]) -> list[Part]:
        """Cut an instance and a solution into about so many parts that can be searched apart.

        Borders follow from the seed: those of another one lie elsewhere. Empty where the instance
        cannot be cut.
        """
        return []

    def joined(
        self, instance: Any, solution: Any, parts: Sequence[tuple[Part, Any]]
    ) -> Mapping[str, Any]:
        """The form, as ``check`` takes it, of the solution with these parts replaced by solutions
        of their own."""
        raise NotImplementedError

    def part_controller(
        self, given: ControllerSpec, budget: Budget, instance: Any, begin: float, end: float
    ) -> ControllerSpec:
        """The controller of a part from one share of the whole budget to another one."""
        return given

    def current_solution(self, instance: Any, workspace: Any) -> Solution:
        """The solution with which the workspace's search would go on; the best one by default."""
        return self.best_solution(instance, workspace)

    # -- Costs ------------------------------------------------------------------------------------

    def shown_cost(self, instance: Any, cost: float) -> float:
        """The cost that a search's own figure stands for, where a search ranks by more than cost.

        With fewest vehicles first, say, its figure has a price for each vehicle.
        """
        return cost

    # -- Solutions --------------------------------------------------------------------------------

    solution_suffixes: ClassVar[tuple[str, ...]] = (".json",)
    """Suffixes of the solution files that ``write_solution`` writes, the usual one first."""

    def check(self, instance: Any, solution: Any) -> float:
        """The cost by the independent checker; raises ``InfeasibleSolution``."""
        raise NotImplementedError

    def solution(self, instance: Any, form: Any) -> Solution:
        """A solution from a checked form."""
        raise NotImplementedError

    def read_form(self, path: Path) -> dict[str, Any]:
        """A solution file as it is, in the form that ``check`` takes, whatever its instance."""
        from neurols.files.file_bytes import read_bytes
        from neurols.files.json_text import parse_json

        return dict(parse_json(read_bytes(path).decode("utf-8", "replace"), path))

    def read_solution(self, instance: Any, path: Path) -> dict[str, Any]:
        """The same for an instance; raises ``InputError`` when the file is for another one."""
        return self.read_form(path)

    def write_plan(
        self, instance: Any, solution: Any, path: Path, changes: Changes | None = None
    ) -> None:
        """Write the solution by the file's suffix: for people where it is one of tables, else by
        ``write_solution``."""
        form = self.tables()
        if form is not None:
            from neurols.tables.form import plan_suffixes, write_plan

            if fspath(path).lower().endswith(plan_suffixes(form)):
                write_plan(form, instance, solution, path, changes)
                return
        self.write_solution(instance, solution, path)

    def plan_suffixes(self) -> tuple[str, ...]:
        """Suffixes of all files that ``write_plan`` writes."""
        form = self.tables()
        if form is None:
            return self.solution_suffixes
        from neurols.tables.form import plan_suffixes

        return self.solution_suffixes + plan_suffixes(form)

    def write_solution(self, instance: Any, solution: Any, path: Path) -> None:
        """Write the solution so that ``read_solution`` reads it back."""
        from json import dumps

        from neurols.files.whole_file import write_text

        write_text(path, dumps(solution.to_json()) + "\n")

    def is_begun(self, initial: Any) -> bool:
        """Whether this is a start that the search completes: no whole solution, not checked."""
        return False

    def replan(
        self,
        instance: Any,
        plan: Path,
        until: float | None,
        keep: bool,
        price: float,
        **options: Any,
    ) -> Result:
        """Search from a plan that is under way, made for an earlier instance.

        Args:
            instance: the problem as it is now.
            plan: the file of the plan.
            until: what has begun by this time stays; None where nothing is frozen.
            keep: whether everything that still fits stays with its vehicle or machine.
            price: of each change of what people already know; 0 for none.
            options: those of ``neurols.solve``.
        """
        raise InputError(f"plans of problem {self.name!r} cannot be carried over")

    def changes(self, instance: Any, plan: Path, solution: Any) -> Changes | None:
        """What a solution changes of an earlier plan in a file; None where that has no names."""
        return None

    # -- Controllers ------------------------------------------------------------------------------

    def presets(self, menu: Menu) -> Mapping[str, Mapping[str, Common]]:
        """Settings of the controllers by preset and controller, the default preset first.

        Without any the settings follow from the menu (``search.generic``).
        """
        return {}

    def provenance(self, preset: str, controller: str) -> str:
        """On what, and how, the settings of a controller were chosen."""
        return "not tuned: taken from the problem's menu"

    def short_budget(self) -> ShortBudget | None:
        """Settings for searches of few steps; None where the presets serve them, too."""
        return None

    def automatic(self, budget: Budget, instance: Any) -> ControllerSpec | str | None:
        """The controller and the settings that ``auto`` stands for, as an object or as
        ``--controller`` takes them; None where ``classical`` does."""
        return None

    def classical(self, budget: Budget, instance: Any) -> ControllerSpec | str | None:
        """The same for ``classical``; None where nothing is known."""
        return None

    def descent(self, instance: Any) -> tuple[Sequence[str], float]:
        """Perturbations and operators, each of these applied until it improves no more, with which
        ``auto`` and ``classical`` end and with which they begin on a given solution; and about how
        many seconds they take."""
        return (), 0.0

    # -- Native rules -----------------------------------------------------------------------------

    def native_policy(self, budget: Budget | None) -> str:
        """Name of the shipped policy of native rules, for few steps or for a long search; few where
        no budget is given. Empty where none is shipped."""
        return ""

    def rule_features(self, ranks: str) -> tuple[list[str], list[str]] | None:
        """What a native rule sees of what it ranks (``candidates`` or ``insertions``), and what of
        the search; None where nothing is ranked so."""
        return None

    def dispatch_features(self) -> list[str]:
        """What a learned dispatching rule sees of what is waiting."""
        return []

    def configuration(
        self, budget: Budget, instance: Any, rule: Path | None = None
    ) -> Mapping[str, Any]:
        """Settings of the search by instance, by the shipped rule or the one in a file."""
        return {}

    def configuration_facts(self, about: Mapping[str, Any], weights: Any) -> dict[str, str]:
        """What the file of such a rule tells."""
        return {}

    # -- Learning ---------------------------------------------------------------------------------

    environment_name: ClassVar[str] = ""
    """As in the Gymnasium environment ``neurols/NAME-v0``; empty where it has none."""

    static_features: ClassVar[tuple[str, ...]] = ()
    """Node features of an instance that a graph policy sees; empty where there is no graph."""
    dynamic_features: ClassVar[tuple[str, ...]] = ()
    """Node features of a solution, likewise."""

    def equal_groups(self, instance: Any) -> bool:
        """Whether all groups of nodes (machines, routes) have equally many members."""
        return False

    def nodes(self, instance: Any) -> int:
        """Nodes of an instance's graph, about: they share out the searches of a training."""
        return 1

    def learning(self) -> Any | None:
        """How policies are trained (``train.training_data.Learning``); None where none are."""
        return None

    def action_sets(self) -> Mapping[str, ActionSet]:
        """Action sets of learned control by kind: ``a``, ``an``, ``anp``; by default the menu's."""
        from neurols.plugins import service

        found: Mapping[str, ActionSet] = service("action sets")(self.menu())
        return found

    def environment(
        self,
        instances: Sequence[Any],
        workspace: WorkspaceSettings,
        settings: EnvironmentSettings,
        count: int,
        threads: int,
    ) -> Environment:
        """Searches over the instances for training, stepped side by side by the core."""
        from neurols import _core

        def new_workspace(number: int) -> Workspace:
            return self.workspace(instances[number], workspace, None)

        return _core.environment(len(instances), new_workspace, settings, count, threads)

    # -- Pictures ---------------------------------------------------------------------------------

    def view(self, instance: Any, solution: Any) -> dict[str, Any] | None:
        """A solution as the page of the service draws it (``neurols.tables.view``); None where
        nothing does."""
        return None

    def drawer(self) -> Drawer | None:
        """What draws the problem's solutions; None where nothing does."""
        return None


__all__ = ["Drawer", "Part", "Problem", "Solution"]
