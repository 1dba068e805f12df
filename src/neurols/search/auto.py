"""What ``auto`` and ``classical`` stand for: by the problem's own rule, or by a general one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from neurols.search.spec import ControllerSpec, as_spec

if TYPE_CHECKING:
    from neurols.problem import Problem
    from neurols.search.budget import Budget

NATIVE_RULES = ControllerSpec("nls")
"""The learned rules inside the native loop; which ones, the policies shipped for a problem say."""

_GENERAL = ControllerSpec(
    "ils"
)  # of a problem without a rule nothing is known but that descents end


def choose(problem: Problem, budget: Budget, instance: Any = None) -> ControllerSpec:
    """The controller and the settings that ``auto`` stands for."""
    chosen = problem.automatic(budget, instance)
    return as_spec(chosen) if chosen else classical(problem, budget, instance)


def classical(problem: Problem, budget: Budget, instance: Any = None) -> ControllerSpec:
    """Those that ``classical`` stands for: nothing learned has a say in it."""
    chosen = problem.classical(budget, instance)
    return as_spec(chosen) if chosen else _GENERAL


def seconds(budget: Budget) -> float:
    """The seconds that a search may take, infinity where they are not limited."""
    return min(budget.time_limit or math.inf, budget.cpu_limit or math.inf)
