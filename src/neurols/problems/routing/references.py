"""Reference costs of the generated instances, with their provenance.

No optimum is known for them, so the best cost that several solvers found stands in for it. The
rows are written by a script that runs the solvers; do not edit them by hand.
"""

from __future__ import annotations

from typing import NamedTuple


class Reference(NamedTuple):
    """The best cost found for an instance, and what it took to find it."""

    cost: int | float
    solvers: tuple[str, ...]
    """Every solver that ran, with its version; the first one found the cost."""
    seconds: float
    """CPU seconds that each solver was given."""


REFERENCES: dict[str, Reference] = {}
