"""Who draws the solutions of which problem. A new problem registers a drawer of its own."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from neurols.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from neurols.search.result import Result


class Drawer(Protocol):
    """Draws a solution, on paper and on a screen. A module with the two functions will do."""

    def figure(self, result: Result) -> Figure:
        """The solution as a Matplotlib figure."""

    def interactive(self, result: Result) -> Any:
        """The solution as a Plotly figure."""


# Modules by name: they are imported when the first solution of the problem is drawn.
_DRAWERS: dict[str, str | Drawer] = {
    "jobshop": "neurols.plotting.gantt",
    "cvrp": "neurols.plotting.routes",
    "tsp": "neurols.plotting.routes",
}


def register(problem: str, drawer: Drawer) -> None:
    """Let a drawer draw the solutions of a problem, by the name in ``instance.problem``."""
    _DRAWERS[problem] = drawer


def drawer_of(problem: str) -> Drawer:
    """The drawer of a problem.

    Raises:
        InputError: there is none.
    """
    found = _DRAWERS.get(problem)
    if isinstance(found, str) and find_spec(found) is not None:
        return cast(Drawer, import_module(found))
    if found is None or isinstance(found, str):
        raise InputError(
            f"solutions of problem {problem!r} cannot be drawn",
            remedy="give a drawer for them to neurols.plotting.register",
        )
    return found
