"""What every fuzz target of instances does with one that could be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import neurols

_SMALL = 40  # nodes or operations of an instance that is solved
_STEPS = 20


def read_and_solve(path: Path) -> None:
    """Read an instance; a small one is solved, and the result judged."""
    instance: Any = neurols.read(path)
    if _size(instance) <= _SMALL:
        result = neurols.solve(instance, iterations=_STEPS, seed=1)
        assert neurols.check(instance, result.solution) == result.cost


def _size(instance: Any) -> int:
    """Nodes, clients or operations."""
    names = ("nodes", "clients", "operations")
    size = next(getattr(instance, name) for name in names if hasattr(instance, name))
    return size if isinstance(size, int) else len(size)
