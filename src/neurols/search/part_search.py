"""The search of one part of a decomposition, as a job for any executor; rounds and joining are in
``decomposition``."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from neurols.errors import InfeasibleSolution
from neurols.menu import Menu
from neurols.search.budget import Budget
from neurols.search.controllers import resolve
from neurols.search.spec import ControllerSpec

if TYPE_CHECKING:
    from neurols.problem import Part


@dataclass(frozen=True, slots=True)
class Found:
    """What the search of a part brought."""

    solution: Any
    """The solution with which the search would go on, in the part's own numbers."""
    iterations: int
    cpu_seconds: float
    counters: list[tuple[int, int, int, int]]


@dataclass(eq=False)
class SearchPart:
    """A job: search a part for its share of the round."""

    part: Part
    controller: ControllerSpec
    budget: Budget
    """Its limits; where a solution is given to the whole, ``given`` tells so."""
    seed: int
    place: int
    """Among the parts of the round."""
    last: bool
    """Whether this is the last round: the best solution counts, and descents end it."""
    _progress: Any = field(default=None, repr=False)
    _cancelled: bool = False

    def __call__(self) -> Found:
        from neurols import _core
        from neurols.registry import problem_of

        began = time.thread_time()
        instance = self.part.instance
        problem = problem_of(instance)
        menu = Menu.of(problem, instance)
        setup = resolve(self.controller, problem, menu, self.budget, instance)
        workspace = problem.workspace(instance, setup.workspace, self.part.solution)
        if self.last:
            descents = _core.Descents()
            descents.last = menu.actions(problem.descent(instance)[0])
            setup.search.descents = descents
        rules = self.budget.stop_rules(1.0, -math.inf)
        controller = setup.new_controller(workspace, rules)
        search = _core.SearchJob(workspace, controller, setup.search, rules, self.seed, 0)
        self._progress = _core.Progress()
        if self._cancelled:
            self._progress.cancel()
        (found,) = _core.run_together([search], 1, 1, self._progress)
        solution = problem.best_solution(instance, workspace)
        if not self.last:
            with suppress(InfeasibleSolution):  # a search may go through overloaded solutions
                solution = problem.current_solution(instance, workspace)
        counters = [
            (c.proposed, c.accepted, c.improving, c.new_best)
            for c in (*found.operators, *found.perturbations)
        ]
        return Found(solution, found.iterations, time.thread_time() - began, counters)

    def cancel(self) -> None:
        """End the search, where it runs in this process."""
        self._cancelled = True
        if self._progress is not None:
            self._progress.cancel()

    def __getstate__(self) -> dict[str, Any]:
        """What is sent to another process: the place of the part stays here."""
        return {
            **self.__dict__,
            "part": self.part._replace(places=None),
            "_progress": None,
        }
