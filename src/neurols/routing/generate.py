"""Random instances: Kool et al. (2019) and Uchoa et al. (2017), from a seed.

Only the generator's uniform doubles are drawn and everything else is computed from them, so that
an instance stays the same across NumPy releases. Drawing the parts of Uchoa's instances is in
``uchoa_classes``.
"""

from __future__ import annotations

import math
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from neurols.errors import InputError

from .instance import VehicleRouting
from .metric import Metric
from .uchoa_classes import (
    Demand,
    Depot,
    Positions,
    RouteLength,
    customer_points,
    demands_at,
    depot_point,
    mean_customers,
    uniform_int,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

_E = TypeVar("_E", bound=Enum)
_KOOL_CAPACITY = ((10, 20), (20, 30), (50, 40), (100, 50))  # customers, capacity
_MOST_CUSTOMERS = {"kool": 2_000_000}
_MOST_ON_GRID = 100_000  # beyond, distinct points on Uchoa's grid run out


def kool(
    customers: int,
    seed: int,
    capacity: int | None = None,
    *,
    scale: int | None = None,
    name: str | None = None,
) -> VehicleRouting:
    """Kool et al. (2019): depot and customers uniform in the unit square, demands 1 to 9.

    Distances are not rounded. With ``scale`` (say 1000) coordinates are multiplied by it and
    rounded, and distances are whole numbers (EUC_2D). Without ``capacity`` it is that of the
    literature at 20, 50 and 100 customers (30, 40, 50), interpolated between them, and 50
    sqrt(customers / 100) beyond, so that routes grow longer as well as more.
    """
    import numpy as np

    rng = _rng(customers, seed, "kool")
    points = rng.random((customers + 1, 2))
    demands = [0, *uniform_int(rng, 1, 9, customers).tolist()]
    if scale is not None:
        points = np.floor(points * scale + 0.5)
    return VehicleRouting.from_coordinates(
        points,
        demands,
        _kool_capacity(customers) if capacity is None else capacity,
        name=name or f"kool{customers}-s{seed}",
        metric=Metric.EXACT_2D if scale is None else Metric.EUC_2D,
    )


def uchoa(
    customers: int,
    seed: int,
    depot: Depot | str = Depot.RANDOM,
    positions: Positions | str = Positions.RANDOM_CLUSTERED,
    demand: Demand | int = Demand.SMALL,
    route_length: RouteLength | str | float | None = None,
    *,
    name: str | None = None,
) -> VehicleRouting:
    """Uchoa et al. (2017), section 3: distinct integer points on [0, 1000]^2, EUC_2D.

    ``route_length`` is the mean number r of customers on a full route: a number, a class, or None
    for the paper's triangular(3, 6, 25). The capacity is ceil(r * total demand / customers).
    """
    rng = _rng(customers, seed, "uchoa")
    at = depot_point(rng, _member(Depot, depot, "depot"))
    points = customer_points(rng, customers, _member(Positions, positions, "positions"), at)
    demands = demands_at(rng, points, _member(Demand, demand, "demand"))
    if isinstance(route_length, str):
        route_length = _member(RouteLength, route_length, "route length")
    elif route_length is not None and not 1 <= route_length < math.inf:
        raise InputError(f"route length {route_length}", remedy="give at least 1, or a class")
    mean = mean_customers(rng, route_length)
    total = int(demands.sum())
    return VehicleRouting.from_coordinates(
        [at, *points.tolist()],
        [0, *demands.tolist()],
        # A long demand on a short route still has to fit its vehicle.
        max(int(demands.max()), math.ceil(mean * total / customers)),
        name=name or f"uchoa{customers}-s{seed}",
        metric=Metric.EUC_2D,
    )


def mixed(customers: int | Sequence[int], seed: int, *, name: str | None = None) -> VehicleRouting:
    """An instance of classes drawn at random over all that ``uchoa`` offers, for training.

    ``customers`` is a number or an inclusive range (least, most) to draw from.
    """
    least, most = (customers, customers) if isinstance(customers, int) else customers
    rng = _rng(least, seed, "mixed")
    if most < least:
        raise InputError(f"customers from {least} to {most}", remedy="give the smaller one first")
    drawn = int(uniform_int(rng, least, most, 1)[0])

    def choice(members: Sequence[Enum]) -> int:
        return int(uniform_int(rng, 0, len(members) - 1, 1)[0])

    depots, layouts, demands = list(Depot), list(Positions), list(Demand)
    return uchoa(
        drawn,
        # A seed of its own, so that the classes drawn here do not correlate with the points.
        int(uniform_int(rng, 0, 2**31 - 1, 1)[0]),
        depots[choice(depots)],
        layouts[choice(layouts)],
        demands[choice(demands)],
        name=name or f"mixed{drawn}-s{seed}",
    )


def _rng(customers: int, seed: int, kind: str) -> np.random.Generator:
    import numpy as np

    most = _MOST_CUSTOMERS.get(kind, _MOST_ON_GRID)
    if not 1 <= customers <= most:
        raise InputError(f"{customers} customers", remedy=f"generate from 1 to {most} of them")
    if seed < 0:
        raise InputError(f"seed {seed} is negative", remedy="give 0 or more")
    # The kind is part of the seed: the same number must not give related instances.
    return np.random.Generator(np.random.PCG64([seed, *kind.encode()]))


def _kool_capacity(customers: int) -> int:
    if customers >= 100:
        return round(50 * math.sqrt(customers / 100))
    if customers <= 10:
        return 20
    for (n0, q0), (n1, q1) in pairwise(_KOOL_CAPACITY):
        if customers <= n1:
            return round(q0 + (q1 - q0) * (customers - n0) / (n1 - n0))
    raise AssertionError("unreachable")


def _member(kind: type[_E], value: object, what: str) -> _E:
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(str(member.value) for member in kind)
        raise InputError(f"unknown {what} class {value!r}", remedy=f"use {known}") from None


__all__ = ["Demand", "Depot", "Positions", "RouteLength", "kool", "mixed", "uchoa"]
