"""The suite ``large-shops``: thousands of operations, more than a search can turn over in seconds.

Shops as Taillard's, shops of two stages, shops whose durations spread over orders of magnitude, and
plants: jobs of different length that come back to machines.
"""

from __future__ import annotations

from neurols.problems.jobshop.general_suite import generated
from neurols.problems.jobshop.instance import JobShop

_FIRST_SEED = 1_001  # apart from those of the other suite
_FAMILIES = ("random", "stages", "wide", "plant")
_SIZES = ("50x50", "70x50", "80x60", "100x80", "100x100")

NAMES = tuple(f"ls-{family}-{size}" for family in _FAMILIES for size in _SIZES)

BEST_FOUND: dict[str, int] = {}
"""Best makespans that this library has found in up to 20 CPU seconds; no optima."""


def load(name: str) -> JobShop:
    """The shop of that name, which must be one of ``NAMES``."""
    return generated(name, _FIRST_SEED + NAMES.index(name), BEST_FOUND.get(name))
