"""What the search and the tools need to know of a problem, in one place per problem.

A ``Problem`` ties together instance class, native workspace, solution, checker and files. The
search, the command line and the benchmarks know problems by this protocol alone; a problem written
in Python meets it too (docs: "Add a problem").
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from neurols._core import Environment, EnvironmentSettings, Workspace, WorkspaceSettings


class Solution(Protocol):
    """A feasible solution with its cost."""

    @property
    def cost(self) -> float: ...

    def to_json(self) -> dict[str, Any]:
        """The solution as ``solve --json`` shows it."""


class Problem(Protocol):
    """One problem: how its instances are searched, and how its solutions are judged and stored."""

    @property
    def operators(self) -> tuple[str, ...]:
        """Names of the operators, in the order of the workspace's menu."""

    @property
    def perturbations(self) -> tuple[str, ...]:
        """Names of the perturbations, likewise."""

    @property
    def constructions(self) -> tuple[str, ...]:
        """Names of the constructions, the default first."""

    @property
    def solution_suffix(self) -> str:
        """Usual suffix of a solution file, ``.json`` or ``.sol``."""

    def owns(self, instance: object) -> bool:
        """Is this an instance of the problem?"""

    def workspace(
        self, instance: Any, settings: WorkspaceSettings, initial: Any | None
    ) -> Workspace:
        """A new native workspace; ``initial`` is a solution to start from."""

    def environment(
        self,
        instances: Sequence[Any],
        workspace: WorkspaceSettings,
        settings: EnvironmentSettings,
        count: int,
        threads: int,
    ) -> Environment:
        """Searches over the instances for training, stepped side by side by the core."""

    def best_solution(self, instance: Any, workspace: Any) -> Solution:
        """The best solution that the workspace holds."""

    def check(self, instance: Any, solution: Any) -> float:
        """The cost by the independent checker; raises ``InfeasibleSolution``."""

    def read_solution(self, instance: Any, path: str | PathLike[str]) -> dict[str, Any]:
        """A solution file as a plain form that ``check`` takes, with its stated cost if it has one.

        Raises ``InputError`` when the file is for another instance.
        """

    def solution(self, instance: Any, form: Any) -> Solution:
        """A solution from a checked form."""

    def write_solution(self, instance: Any, solution: Any, path: str | PathLike[str]) -> None:
        """Write the solution so that ``read_solution`` reads it back."""


__all__ = ["Problem", "Solution"]
