"""The suite ``general-shops``: generated shops unlike Taillard's, five families of four sizes.

Flow shops, flow-like shops of two stages, shops whose durations spread over orders of magnitude,
flow shops of that kind, and plants: jobs of different length that come back to machines.
"""

from __future__ import annotations

from collections.abc import Callable

from neurols.problems.jobshop.generate import general_shop, random_shop
from neurols.problems.jobshop.instance import JobShop

_LONG = 10_000

_FAMILIES: dict[str, Callable[[int, int, int], JobShop]] = {
    "flow": lambda n, m, seed: random_shop(n, m, seed, stages=m),
    "stages": lambda n, m, seed: random_shop(n, m, seed, stages=2),
    "wide": lambda n, m, seed: random_shop(n, m, seed, high=_LONG, wide=True),
    "flow-wide": lambda n, m, seed: random_shop(n, m, seed, high=_LONG, stages=m, wide=True),
    "plant": lambda n, m, seed: general_shop(n, m, seed, shortest=3),
}

# Many jobs on few machines are easy unless all of them start on the same ones.
_FLOW_SIZES = ("15x10", "20x15", "30x10", "50x20")
_SQUARE_SIZES = ("15x10", "20x15", "20x20", "30x20")
_SIZES = {
    "flow": _FLOW_SIZES,
    "stages": _FLOW_SIZES,
    "wide": _SQUARE_SIZES,
    "flow-wide": _FLOW_SIZES,
    "plant": _SQUARE_SIZES,
}

NAMES = tuple(f"gs-{family}-{size}" for family, sizes in _SIZES.items() for size in sizes)

BEST_FOUND: dict[str, int] = {}
"""Best makespans that this library and CP-SAT have found; no more is known of these shops."""


def load(name: str) -> JobShop:
    """The shop of that name, which must be one of ``NAMES``."""
    _, _, rest = name.partition("-")
    family, _, size = rest.rpartition("-")
    jobs, _, machines = size.partition("x")
    shop = _FAMILIES[family](int(jobs), int(machines), 1 + NAMES.index(name))
    return JobShop(shop.jobs, name, shop.machines, BEST_FOUND.get(name))
