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

from ..plausible import VANISHING, may_be_degrees, vanish
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

    def between(some: NDArray[Any], others: NDArray[Any]) -> NDArray[Any]:
        across, along = np.moveaxis(some - others, -1, 0)
        return np.asarray(np.sqrt(across * across + along * along))

    if vanish(points, lambda a, b: _counted(between(a, b), rounding, decimals)):
        raise InputError(
            f"--round {rounding} {VANISHING}",
            remedy="for latitude and longitude use tables or neurols.routing.Model, for a plane"
            " --round none, or scale the coordinates up"
            if may_be_degrees(points)
            else "use --round none, or scale the coordinates up",
        )

    def rows(first: int, last: int) -> NDArray[Any]:
        return between(points[first:last, None, :], points[None, :, :])

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
        scaled = _counted(rows(first, first + _ROWS), rounding, decimals)
        made[first : first + _ROWS] = scaled if whole else scaled / 10**decimals
    return made


def _counted(distances: NDArray[Any], rounding: str, decimals: int) -> NDArray[Any]:
    """Distances as whole numbers of the last decimal."""
    import numpy as np

    scaled = distances * 10**decimals
    if rounding in ("truncate", "dimacs"):
        return np.asarray(np.floor(scaled))
    return np.asarray(np.floor(scaled + 0.5) if rounding == "nearest" else np.rint(scaled))


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
