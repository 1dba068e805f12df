"""The default controller: which one is strongest for this problem and budget.

Chosen on generated validation instances; docs/results.md tells with what figures.
"""

from __future__ import annotations

from neurols.search.budget import Budget

_FEW_MOVES = 300  # below it, job shops descend fastest with several moves a step
_FEW_RUINS = 5_000  # below it, a ruin is worth a local search of its own


def choose(problem: str, budget: Budget) -> str:
    """The specification that ``auto`` stands for."""
    steps = budget.iterations
    if problem == "jobshop":
        return "tabu:operator=cei3+tabu" if steps is not None and steps <= _FEW_MOVES else "tabu"
    if steps is not None and steps <= _FEW_RUINS:
        return "sa:operator=ruin+all,start=0.1,end=0.01"
    return "sa"
