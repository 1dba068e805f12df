"""The suite ``general-shops``: generated shops unlike Taillard's, five families of four sizes.

Flow shops, flow-like shops of two stages, shops whose durations spread over orders of magnitude,
flow shops of that kind, and plants: jobs of different length that come back to machines. There are
three of each kind: any good search solves a third of them at once, and those tell no two searches
apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from neurols.scheduling.generate import general_shop, random_shop
from neurols.scheduling.instance import JobShop

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

_KINDS = tuple(f"gs-{family}-{size}" for family, sizes in _SIZES.items() for size in sizes)

NAMES = tuple(f"{kind}{draw}" for draw in ("", "-2", "-3") for kind in _KINDS)

BEST_FOUND: dict[str, int] = {
    "gs-flow-15x10": 1268,
    "gs-flow-20x15": 1895,
    "gs-flow-30x10": 1953,
    "gs-flow-50x20": 3781,
    "gs-stages-15x10": 1186,
    "gs-stages-20x15": 1689,
    "gs-stages-30x10": 1752,
    "gs-stages-50x20": 3455,
    "gs-wide-15x10": 32561,
    "gs-wide-20x15": 59248,
    "gs-wide-20x20": 61425,
    "gs-wide-30x20": 74930,
    "gs-flow-wide-15x10": 33831,
    "gs-flow-wide-20x15": 64160,
    "gs-flow-wide-30x10": 79079,
    "gs-flow-wide-50x20": 128074,
    "gs-plant-15x10": 942,
    "gs-plant-20x15": 1293,
    "gs-plant-20x20": 1494,
    "gs-plant-30x20": 1913,
    "gs-flow-15x10-2": 1334,
    "gs-flow-20x15-2": 1854,
    "gs-flow-30x10-2": 2196,
    "gs-flow-50x20-2": 3854,
    "gs-stages-15x10-2": 1086,
    "gs-stages-20x15-2": 1664,
    "gs-stages-30x10-2": 2015,
    "gs-stages-50x20-2": 3595,
    "gs-wide-15x10-2": 48794,
    "gs-wide-20x15-2": 58876,
    "gs-wide-20x20-2": 65647,
    "gs-wide-30x20-2": 85855,
    "gs-flow-wide-15x10-2": 55110,
    "gs-flow-wide-20x15-2": 60887,
    "gs-flow-wide-30x10-2": 57968,
    "gs-flow-wide-50x20-2": 113571,
    "gs-plant-15x10-2": 910,
    "gs-plant-20x15-2": 1214,
    "gs-plant-20x20-2": 1414,
    "gs-plant-30x20-2": 1720,
    "gs-flow-15x10-3": 1250,
    "gs-flow-20x15-3": 1864,
    "gs-flow-30x10-3": 1916,
    "gs-flow-50x20-3": 3823,
    "gs-stages-15x10-3": 1255,
    "gs-stages-20x15-3": 1734,
    "gs-stages-30x10-3": 1884,
    "gs-stages-50x20-3": 3501,
    "gs-wide-15x10-3": 34378,
    "gs-wide-20x15-3": 56415,
    "gs-wide-20x20-3": 78495,
    "gs-wide-30x20-3": 73781,
    "gs-flow-wide-15x10-3": 41641,
    "gs-flow-wide-20x15-3": 66959,
    "gs-flow-wide-30x10-3": 87190,
    "gs-flow-wide-50x20-3": 141459,
    "gs-plant-15x10-3": 837,
    "gs-plant-20x15-3": 1381,
    "gs-plant-20x20-3": 1557,
    "gs-plant-30x20-3": 1884,
}
"""Best makespans that this library has found in up to 20 CPU seconds; no optima."""


def load(name: str) -> JobShop:
    """The shop of that name, which must be one of ``NAMES``."""
    return generated(name, 1 + NAMES.index(name), BEST_FOUND.get(name))


def generated(name: str, seed: int, best_found: int | None) -> JobShop:
    """The shop of a name such as ``gs-flow-wide-15x10-2``: a suite, a family, a size, a draw."""
    parts = re.fullmatch(r"[a-z]+-([a-z-]+)-(\d+)x(\d+)(-\d)?", name)
    assert parts, name
    family, jobs, machines, _ = parts.groups()
    shop = FAMILIES[family](int(jobs), int(machines), seed)
    return JobShop(shop.jobs, name, shop.machines, best_found)
