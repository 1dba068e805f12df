"""The default controller: which one is strongest for this problem and budget.

Chosen on generated validation instances; docs/results tells with what figures.
"""

from __future__ import annotations

from neurols.search.budget import Budget

_FEW_STEPS = 5_000  # per search; below it, sweeps of many operators beat small ruins


def choose(problem: str, budget: Budget) -> str:
    """The specification that ``auto`` stands for."""
    if problem == "jobshop":
        return "tabu"
    few = budget.iterations is not None and budget.iterations <= _FEW_STEPS
    return "ils-sa" if few else "sa"
