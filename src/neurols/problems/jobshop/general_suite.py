"""The suite ``general-shops``: generated shops unlike Taillard's, five families of four sizes.

Flow shops, flow-like shops of two stages, shops whose durations spread over orders of magnitude,
flow shops of that kind, and plants: jobs of different length that come back to machines.
"""

from __future__ import annotations

from collections.abc import Callable

from neurols.problems.jobshop.generate import general_shop, random_shop
from neurols.problems.jobshop.instance import JobShop

_LONG = 10_000

FAMILIES: dict[str, Callable[[int, int, int], JobShop]] = {
    "random": random_shop,
    "flow": lambda n, m, seed: random_shop(n, m, seed, stages=m),
    "stages": lambda n, m, seed: random_shop(n, m, seed, stages=2),
    "wide": lambda n, m, seed: random_shop(n, m, seed, high=_LONG, wide=True),
    "flow-wide": lambda n, m, seed: random_shop(n, m, seed, high=_LONG, stages=m, wide=True),
    "plant": lambda n, m, seed: general_shop(n, m, seed, shortest=3),
}
"""Kinds of shops: a generator for jobs, machines and seed."""

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

BEST_FOUND: dict[str, int] = {
    "gs-flow-15x10": 1288,
    "gs-flow-20x15": 1967,
    "gs-flow-30x10": 1987,
    "gs-flow-50x20": 3932,
    "gs-stages-15x10": 1196,
    "gs-stages-20x15": 1705,
    "gs-stages-30x10": 1764,
    "gs-stages-50x20": 3507,
    "gs-wide-15x10": 32561,
    "gs-wide-20x15": 59248,
    "gs-wide-20x20": 61425,
    "gs-wide-30x20": 75638,
    "gs-flow-wide-15x10": 36642,
    "gs-flow-wide-20x15": 72166,
    "gs-flow-wide-30x10": 79349,
    "gs-flow-wide-50x20": 161145,
    "gs-plant-15x10": 942,
    "gs-plant-20x15": 1293,
    "gs-plant-20x20": 1495,
    "gs-plant-30x20": 1913,
}
"""Best makespans that this library and CP-SAT have found in 5 CPU seconds each; no optima."""


def load(name: str) -> JobShop:
    """The shop of that name, which must be one of ``NAMES``."""
    return generated(name, 1 + NAMES.index(name), BEST_FOUND.get(name))


def generated(name: str, seed: int, best_found: int | None) -> JobShop:
    """The shop of a name such as ``gs-flow-wide-15x10``: a suite, a family and a size."""
    _, _, rest = name.partition("-")
    family, _, size = rest.rpartition("-")
    jobs, _, machines = size.partition("x")
    shop = FAMILIES[family](int(jobs), int(machines), seed)
    return JobShop(shop.jobs, name, shop.machines, best_found)
