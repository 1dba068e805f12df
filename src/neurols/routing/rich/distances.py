"""From coordinates to distances, in the way that ``--round`` names.

=========  ==========================================  ========
name       distance d becomes                          decimals
=========  ==========================================  ========
none       d, counted to up to six decimals            0 to 6
nearest    the nearest whole number (half upwards)     0
truncate   the whole number below                      0
dimacs     the tenth below                             1
exact      the nearest thousandth                      3
=========  ==========================================  ========
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from .validate import ROUNDINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

FINEST = 6
"""Decimals to which distances are counted that are not rounded."""
_MOST = 2**31 - 1  # of a distance in whole units
_ROWS = 512  # that are computed together
_DECIMALS = {"nearest": 0, "truncate": 0, "dimacs": 1, "exact": 3}


def check_rounding(name: str) -> str:
    """The name of a rounding, once it is known."""
    if name not in ROUNDINGS:
        raise InputError(f"unknown rounding {name[:40]!r}", remedy=f"use {', '.join(ROUNDINGS)}")
    return name


def between_points(points: NDArray[Any], rounding: str) -> tuple[NDArray[Any], int]:
    """Euclidean distances between all points, rounded, and the decimals that they have."""
    import numpy as np

    spans = points.max(axis=0) - points.min(axis=0)
    longest = float(np.sqrt((spans * spans).sum()))
    decimals = _DECIMALS.get(rounding, finest_for(longest))
    if longest * 10**decimals > _MOST:
        raise InputError(
            f"the points are up to {longest:g} apart, which is too far for rounding {rounding}",
            remedy="use coarser units for the coordinates",
        )

    def rows(first: int, last: int) -> NDArray[Any]:
        across = points[first:last, None, 0] - points[None, :, 0]
        along = points[first:last, None, 1] - points[None, :, 1]
        return np.asarray(np.sqrt(across * across + along * along))

    return in_blocks(len(points), rows, rounding, decimals), decimals


def rounded(matrix: NDArray[Any], rounding: str) -> tuple[NDArray[Any], int]:
    """A given matrix, rounded in the same way."""
    longest = float(matrix.max())
    decimals = _DECIMALS.get(rounding, finest_for(longest))
    if longest * 10**decimals > _MOST:
        raise InputError(
            f"a distance is {longest:g}, which is too long for rounding {rounding}",
            remedy="use coarser units",
        )
    return in_blocks(len(matrix), lambda a, b: matrix[a:b].astype(float), rounding, decimals), (
        decimals
    )


def in_blocks(
    size: int, rows: Callable[[int, int], NDArray[Any]], rounding: str, decimals: int
) -> NDArray[Any]:
    """The rounded matrix, some rows at a time: of a large one no second copy is ever held."""
    import numpy as np

    whole = decimals == 0
    made = np.empty((size, size), dtype=np.int64 if whole else np.float64)
    for first in range(0, size, _ROWS):
        scaled = rows(first, first + _ROWS) * 10**decimals
        if rounding in ("truncate", "dimacs"):
            scaled = np.floor(scaled)
        elif rounding == "nearest":
            scaled = np.floor(scaled + 0.5)
        else:
            scaled = np.rint(scaled)
        made[first : first + _ROWS] = scaled if whole else scaled / 10**decimals
    return made


def finest_for(longest: float) -> int:
    """Decimals, six at most, with which the longest distance still fits into 31 bits."""
    if longest <= 0:
        return FINEST
    return max(0, min(FINEST, math.floor(math.log10(_MOST / longest))))


def decimals_of(values: object, most: int = FINEST) -> int:
    """How many decimals the numbers have, ``most`` where there would be more."""
    import numpy as np

    numbers = np.unique(np.asarray(values, dtype=float))
    numbers = numbers[np.isfinite(numbers)]
    for decimals in range(most):
        scaled = numbers * 10**decimals
        if (np.abs(scaled - np.rint(scaled)) <= 1e-6).all():
            return decimals
    return most
