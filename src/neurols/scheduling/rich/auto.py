"""Which controller is strongest for a rich scheduling instance and a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neurols.search.budget import Budget

FEW_STEPS = 500
"""Steps up to which tabu search over insertions is ahead of annealing over ruins."""


def automatic(budget: Budget, instance: Any) -> str | None:
    """The specification that ``auto`` stands for; None where ``classical`` does."""
    return None


def classical(budget: Budget, instance: Any) -> str:
    """The specification that ``classical`` stands for: annealing over ruins."""
    few = budget.iterations is not None and budget.iterations <= FEW_STEPS
    return "tabu" if few else "sa"
