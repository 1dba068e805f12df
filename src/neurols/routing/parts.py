"""Decomposition of route plans: groups of neighbouring routes as instances of their own.

Routes are grouped by the centres of their customers, by recursive bisection (Berger and Bokhari,
1987) along random directions and at random shares. Another seed puts the borders elsewhere, so
that routes that are apart in one round come together in the next.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from neurols.problem import Part

from .solution import RoutePlan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .instance import VehicleRouting


def cut(instance: VehicleRouting, plan: RoutePlan, count: int, seed: Sequence[int]) -> list[Part]:
    """Groups of neighbouring routes, about ``count`` of them with as many customers each.

    A part's customers are numbered along its routes. Vehicles that are not out go with the parts
    in turn.
    """
    import numpy as np

    count = min(count, len(plan.routes))
    if count < 2 or instance.coordinates is None:
        return []
    rng = np.random.default_rng(list(seed))
    sizes = np.array([len(route) for route in plan.routes])
    groups = _bisected(_centres(instance, plan, sizes), sizes, count, rng)
    spare = 0 if instance.vehicles is None else instance.vehicles - len(plan.routes)
    return [
        _part(instance, plan, group, spare // len(groups) + (place < spare % len(groups)))
        for place, group in enumerate(groups)
    ]


def join(plan: RoutePlan, parts: Sequence[tuple[Part, RoutePlan]]) -> dict[str, list[list[int]]]:
    """The plan with the routes of these parts replaced by those of their own plans."""
    replaced = set(chain.from_iterable(part.places[0] for part, _ in parts))
    routes = [route for at, route in enumerate(plan.routes) if at not in replaced]
    for part, found in parts:
        names = part.places[1]
        routes += [[names[customer] for customer in route] for route in found.routes]
    return {"routes": routes}


def _centres(instance: VehicleRouting, plan: RoutePlan, sizes: NDArray[Any]) -> NDArray[np.float64]:
    import numpy as np

    assert instance.coordinates is not None
    visits = np.fromiter(chain.from_iterable(plan.routes), dtype=np.int64, count=int(sizes.sum()))
    owner = np.repeat(np.arange(len(sizes)), sizes)
    sums = [np.bincount(owner, instance.coordinates[visits, axis]) for axis in (0, 1)]
    centres: NDArray[np.float64] = np.stack(sums, axis=1) / sizes[:, None]
    return centres


def _bisected(
    centres: NDArray[np.float64], sizes: NDArray[Any], count: int, rng: np.random.Generator
) -> list[NDArray[Any]]:
    """The routes in groups of equal work, each apart from the others by straight lines."""
    import numpy as np

    left = [(np.arange(len(sizes)), count)]
    groups = []
    while left:
        routes, shares = left.pop()
        if shares < 2 or len(routes) < 2:
            groups.append(routes)
            continue
        angle = rng.uniform(0, math.pi)
        along = centres[routes] @ np.array([math.cos(angle), math.sin(angle)])
        ordered = routes[np.argsort(along, kind="stable")]
        first = int(rng.integers(-(-shares // 3), 2 * shares // 3 + 1))
        customers = np.cumsum(sizes[ordered])
        at = int(np.searchsorted(customers, customers[-1] * first / shares, side="right"))
        at = min(max(at, 1), len(routes) - 1)
        left += [(ordered[:at], first), (ordered[at:], shares - first)]
    return groups


def _part(instance: VehicleRouting, plan: RoutePlan, group: NDArray[Any], spare: int) -> Part:
    import numpy as np

    from .check import check

    routes = [plan.routes[at] for at in group]
    names = [0, *chain.from_iterable(routes)]
    own, first = [], 1
    for route in routes:
        own.append(list(range(first, first + len(route))))
        first += len(route)
    vehicles = None if instance.vehicles is None else len(routes) + spare
    part = instance.part(np.array(names), vehicles)
    solution = RoutePlan(own, check(part, {"routes": own}))
    return Part(part, solution, (group.tolist(), names), len(names) - 1)
