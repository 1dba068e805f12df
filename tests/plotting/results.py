"""Results to draw, solved in a blink."""

from __future__ import annotations

from functools import cache

import neurols
from neurols.scheduling import JobShop, general_shop


@cache
def solved(name: str = "ft06", seed: int = 1, iterations: int = 300) -> neurols.Result:
    return neurols.solve(neurols.load(name), iterations=iterations, seed=seed, controller="vns")


def solved_shop(shop: JobShop, iterations: int = 50) -> neurols.Result:
    return neurols.solve(shop, iterations=iterations, controller="tabu")


def general(seed: int) -> JobShop:
    return general_shop(5, 4, seed, zero_share=0.3)
