"""Which controller is strongest for rich routing under a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neurols.search.budget import Budget


def automatic(budget: Budget, instance: Any = None) -> str | None:
    """The specification that ``auto`` stands for; None where ``classical`` does."""
    return None


def classical(budget: Budget, instance: Any = None) -> str:
    """The specification that ``classical`` stands for: annealed ruin and recreate (Christiaens
    and Vanden Berghe, 2020)."""
    return "sa"


__all__ = ["automatic", "classical"]
