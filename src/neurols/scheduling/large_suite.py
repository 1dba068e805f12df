"""The suite ``large-shops``: thousands of operations, more than a search can turn over in seconds.

Shops as Taillard's, shops of two stages, shops whose durations spread over orders of magnitude, and
plants: jobs of different length that come back to machines.
"""

from __future__ import annotations

from neurols.scheduling.general_suite import generated
from neurols.scheduling.instance import JobShop

_FIRST_SEED = 1_001  # apart from those of the other suite
_FAMILIES = ("random", "stages", "wide", "plant")
_SIZES = ("50x50", "70x50", "80x60", "100x80", "100x100")

NAMES = tuple(f"ls-{family}-{size}" for family in _FAMILIES for size in _SIZES)

BEST_FOUND: dict[str, int] = {
    "ls-random-50x50": 3774,
    "ls-random-70x50": 4584,
    "ls-random-80x60": 5348,
    "ls-random-100x80": 6834,
    "ls-random-100x100": 7863,
    "ls-stages-50x50": 4919,
    "ls-stages-70x50": 6251,
    "ls-stages-80x60": 7566,
    "ls-stages-100x80": 9967,
    "ls-stages-100x100": 11025,
    "ls-wide-50x50": 157861,
    "ls-wide-70x50": 171546,
    "ls-wide-80x60": 205073,
    "ls-wide-100x80": 270435,
    "ls-wide-100x100": 317580,
    "ls-plant-50x50": 3510,
    "ls-plant-70x50": 3936,
    "ls-plant-80x60": 4735,
    "ls-plant-100x80": 6322,
    "ls-plant-100x100": 6939,
}
"""Best makespans that this library has found in up to 20 CPU seconds; no optima."""


def load(name: str) -> JobShop:
    """The shop of that name, which must be one of ``NAMES``."""
    return generated(name, _FIRST_SEED + NAMES.index(name), BEST_FOUND.get(name))
