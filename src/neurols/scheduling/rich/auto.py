"""Which controller is strongest for a rich scheduling instance and a budget."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from neurols.scheduling.rich.instance import Objective

if TYPE_CHECKING:
    from neurols.search.budget import Budget

SHORT_BUDGET = 500
"""Steps up to which tabu search over insertions is ahead of annealing over ruins."""
SMALL = 300
"""Operations up to which a search under a time limit sees every one often."""


def automatic(budget: Budget, instance: Any) -> str | None:
    """The specification that ``auto`` stands for; None where ``classical`` does."""
    return None


def classical(budget: Budget, instance: Any) -> str:
    """The specification that ``classical`` stands for: annealing over ruins.

    Sums over the jobs are rougher ground than a longest path: small shops begin hotter there.
    """
    if budget.iterations is not None and budget.iterations <= SHORT_BUDGET:
        return "tabu"
    if instance is None:
        return "sa"
    terms = replace(instance.objective, makespan=0, max_lateness=0, setup_time=0)
    is_small = len(instance.operations) <= SMALL
    if terms == Objective() or instance.permutation or not is_small:
        return "sa"
    return "sa:start=1,end=0.02"
