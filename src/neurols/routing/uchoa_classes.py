"""The classes of Uchoa et al. (2017), section 3, and how each draws its part of an instance."""

from __future__ import annotations

import math
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GRID = 1000
_DECAY = 40.0
_BATCH = 4096  # candidates drawn at once; part of the random sequence, so of every instance


class Depot(StrEnum):
    """Where the depot is."""

    RANDOM = "random"
    ECCENTRIC = "eccentric"
    """At (0, 0)."""
    CENTRAL = "central"
    """At (500, 500)."""


class Positions(StrEnum):
    """Where the customers are."""

    RANDOM = "random"
    CLUSTERED = "clustered"
    """Three to eight random seeds attract the others: a point is kept with probability
    sum over seeds of exp(-distance / 40)."""
    RANDOM_CLUSTERED = "random-clustered"
    """Half of them random, half clustered."""


class Demand(IntEnum):
    """How demands are distributed; all ranges are uniform and inclusive."""

    UNITARY = 0
    SMALL = 1
    """1 to 10: small values, large variation."""
    SMALL_EVEN = 2
    """5 to 10: small values, small variation."""
    LARGE = 3
    """1 to 100."""
    LARGE_EVEN = 4
    """50 to 100."""
    QUADRANT = 5
    """51 to 100 in the first and third quadrant, 1 to 50 in the others."""
    MANY_SMALL = 6
    """70 to 95 % of the customers 1 to 10, the others 50 to 100."""


class RouteLength(StrEnum):
    """Classes of r, the mean number of customers on a full route."""

    VERY_SHORT = "very-short"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"
    VERY_LONG = "very-long"


_LENGTH_RANGE = {
    RouteLength.VERY_SHORT: (3.0, 5.0),
    RouteLength.SHORT: (5.0, 8.0),
    RouteLength.MEDIUM: (8.0, 12.0),
    RouteLength.LONG: (12.0, 16.0),
    RouteLength.VERY_LONG: (16.0, 25.0),
}
_DEMAND_RANGE = {
    Demand.UNITARY: (1, 1),
    Demand.SMALL: (1, 10),
    Demand.SMALL_EVEN: (5, 10),
    Demand.LARGE: (1, 100),
    Demand.LARGE_EVEN: (50, 100),
}


def uniform_int(rng: np.random.Generator, least: int, most: int, count: int) -> NDArray[Any]:
    """``count`` integers from ``least`` to ``most``, both included."""
    import numpy as np

    return least + np.floor(rng.random(count) * (most - least + 1)).astype(np.int64)


def depot_point(rng: np.random.Generator, depot: Depot) -> tuple[int, int]:
    """The depot's position."""
    if depot is Depot.RANDOM:
        x, y = uniform_int(rng, 0, GRID, 2).tolist()
        return x, y
    return (0, 0) if depot is Depot.ECCENTRIC else (GRID // 2, GRID // 2)


def customer_points(
    rng: np.random.Generator, customers: int, positions: Positions, depot: tuple[int, int]
) -> NDArray[Any]:
    """Distinct points, none of them the depot's."""
    import numpy as np

    random = {Positions.RANDOM: customers, Positions.CLUSTERED: 0}.get(positions, customers // 2)
    taken = {depot: None}  # a dict keeps the order in which points were drawn
    _draw(rng, taken, random, None)
    clustered = customers - random
    if clustered:
        seeds = min(int(uniform_int(rng, 3, 8, 1)[0]), clustered)
        _draw(rng, taken, seeds, None)
        centres = np.array(list(taken)[-seeds:], dtype=np.float64)
        _draw(rng, taken, clustered - seeds, centres)
    return np.array(list(taken)[1:], dtype=np.int64)


def _draw(
    rng: np.random.Generator,
    taken: dict[tuple[int, int], None],
    count: int,
    centres: NDArray[Any] | None,
) -> None:
    """Add ``count`` new points: uniform ones, or ones that the centres attract."""
    import numpy as np

    goal = len(taken) + count
    while len(taken) < goal:
        points = uniform_int(rng, 0, GRID, 2 * _BATCH).reshape(_BATCH, 2)
        if centres is not None:
            away = np.sqrt(((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2))
            kept = rng.random(_BATCH) <= np.exp(-away / _DECAY).sum(axis=1)
            points = points[kept]
        for x, y in points.tolist():
            if len(taken) == goal:
                break
            taken[x, y] = None


def demands_at(rng: np.random.Generator, points: NDArray[Any], demand: Demand) -> NDArray[Any]:
    """One demand per customer, at least 1."""
    import numpy as np

    count = len(points)
    if demand in _DEMAND_RANGE:
        return uniform_int(rng, *_DEMAND_RANGE[demand], count)
    if demand is Demand.QUADRANT:
        right, upper = points[:, 0] >= GRID / 2, points[:, 1] >= GRID / 2
        return uniform_int(rng, 1, 50, count) + np.where(right == upper, 50, 0)
    share = 0.70 + 0.25 * float(rng.random())
    large = np.argsort(rng.random(count), kind="stable") >= math.ceil(share * count)
    return np.where(large, uniform_int(rng, 50, 100, count), uniform_int(rng, 1, 10, count))


def mean_customers(rng: np.random.Generator, length: RouteLength | float | None) -> float:
    """r: as given, uniform in its class, or triangular(3, 6, 25) by inversion."""
    u = float(rng.random())
    if isinstance(length, RouteLength):
        least, most = _LENGTH_RANGE[length]
        return least + (most - least) * u
    if length is not None:
        return float(length)
    least, mode, most = 3.0, 6.0, 25.0
    if u < (mode - least) / (most - least):
        return least + math.sqrt(u * (most - least) * (mode - least))
    return most - math.sqrt((1 - u) * (most - least) * (most - mode))
