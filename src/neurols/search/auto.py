"""What ``auto`` and ``classical`` stand for: by the problem's own rule, or by a general one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neurols.problem import Problem
    from neurols.search.budget import Budget

_GENERAL = "ils"  # of a problem without a rule nothing is known but that descents end


def choose(problem: Problem, budget: Budget, instance: Any = None) -> str:
    """The specification that ``auto`` stands for."""
    return problem.automatic(budget, instance) or classical(problem, budget, instance)


def classical(problem: Problem, budget: Budget, instance: Any = None) -> str:
    """The specification that ``classical`` stands for: nothing learned has a say in it."""
    return problem.classical(budget, instance) or _GENERAL


def seconds(budget: Budget) -> float:
    """The seconds that a search may take, infinity where they are not limited."""
    return min(budget.time_limit or math.inf, budget.cpu_limit or math.inf)
