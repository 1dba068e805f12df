"""The independent judge of route plans: plain NumPy over the instance's data, no code of the core.

It judges every solution that leaves neurols, and every property test.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import chain
from numbers import Real
from typing import TYPE_CHECKING, Any

from neurols.errors import InfeasibleSolution

from .instance import VehicleRouting
from .solution import RoutePlan

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TOLERANCE = 1e-9  # relative, and only where distances are not integers


def check(instance: VehicleRouting, solution: RoutePlan | Mapping[str, Any]) -> int | float:
    """The cost of a feasible solution; else ``InfeasibleSolution`` with every rule broken.

    A solution is a ``RoutePlan`` or an object with ``routes`` and perhaps ``cost``. Where a cost
    is stated it must be the true one: exactly for integral distances, else to 1e-9 of it.
    """
    import numpy as np

    if isinstance(solution, RoutePlan):
        solution = {"routes": solution.routes, "cost": solution.cost}
    if not isinstance(solution, Mapping):
        raise InfeasibleSolution([f"no route plan: {str(solution)[:40]!r}"])
    stated = solution.get("cost")
    routes, faults = _well_formed(instance, solution.get("routes"))
    visits = np.array(list(chain.from_iterable(routes)), dtype=np.int64)
    sizes = np.array([len(route) for route in routes], dtype=np.int64)
    owner = np.repeat(np.arange(len(routes)), sizes)

    faults += _visits(instance, visits, owner)
    faults += _loads(instance, routes, visits, owner)
    used = int((sizes > 0).sum())
    if instance.vehicles is not None and used > instance.vehicles:
        faults.append(f"{used} routes, but only {instance.vehicles} vehicles")
    lengths = _lengths(instance, visits, owner, len(routes))
    faults += _too_long(instance, lengths)
    cost = int(lengths.sum()) if instance.integral else math.fsum(lengths.tolist())
    if not faults and stated is not None and not _same(instance, stated, cost):
        faults.append(f"stated cost {stated}, but the routes cost {cost}")
    if faults:
        raise InfeasibleSolution(faults)
    return cost


def _well_formed(instance: VehicleRouting, given: object) -> tuple[list[list[int]], list[str]]:
    """The routes with only customers in them, and a fault for everything else."""
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        return [], [f"no list of routes: {str(given)[:40]!r}"]
    routes: list[list[int]] = []
    faults: list[str] = []
    for number, route in enumerate(given, start=1):
        if _plain(instance, route):
            routes.append(route)
            continue
        routes.append([])
        if isinstance(route, str | Mapping) or not isinstance(route, Iterable):
            faults.append(f"route {number} is no list of customers: {str(route)[:40]!r}")
            continue
        for customer in route:
            if not hasattr(customer, "__index__") or isinstance(customer, bool):
                faults.append(f"route {number}: {str(customer)[:40]!r} is no customer")
            elif not 1 <= customer <= instance.customers:
                faults.append(
                    f"route {number}: there is no customer {customer}"
                    f" (they are 1 to {instance.customers})"
                )
            else:
                routes[-1].append(int(customer))
    return routes, faults


def _plain(instance: VehicleRouting, route: Any) -> bool:
    """Is it a list of customers and nothing else? Most are, and this is soon told."""
    if type(route) is not list or set(map(type, route)) != {int}:
        return False
    return bool(min(route) >= 1 and max(route) <= instance.customers)


def _visits(instance: VehicleRouting, visits: NDArray[Any], owner: NDArray[Any]) -> list[str]:
    import numpy as np

    count = np.bincount(visits, minlength=instance.nodes)
    where: dict[int, list[str]] = {}
    again = count[visits] > 1
    for customer, route in zip(visits[again].tolist(), owner[again].tolist(), strict=True):
        where.setdefault(customer, []).append(str(route + 1))
    faults = [
        f"customer {customer} is visited {len(routes)} times (routes {', '.join(routes)})"
        for customer, routes in sorted(where.items())
    ]
    missing = np.flatnonzero(count[1:] == 0) + 1
    return faults + [f"customer {customer} is not visited" for customer in missing.tolist()]


def _loads(
    instance: VehicleRouting, routes: list[list[int]], visits: NDArray[Any], owner: NDArray[Any]
) -> list[str]:
    import numpy as np

    carried = np.zeros(len(routes), dtype=np.int64)
    np.add.at(carried, owner, instance.demands[visits])
    faults = []
    for at in np.flatnonzero(carried > instance.capacity).tolist():
        loads = instance.demands[routes[at]].cumsum()
        first = routes[at][int((loads > instance.capacity).argmax())]
        faults.append(
            f"route {at + 1} carries {carried[at]}, above the capacity of {instance.capacity}"
            f" (from customer {first} on)"
        )
    return faults


def _lengths(
    instance: VehicleRouting, visits: NDArray[Any], owner: NDArray[Any], routes: int
) -> NDArray[Any]:
    """The length of each route: arcs into each customer, and back to the depot from the last."""
    import numpy as np

    starts = np.append(True, owner[1:] != owner[:-1])[: len(owner)]
    ends = np.append(owner[1:] != owner[:-1], True)[: len(owner)]
    before = np.where(starts, 0, np.roll(visits, 1))
    lengths = np.zeros(routes, dtype=np.int64 if instance.integral else np.float64)
    np.add.at(lengths, owner, instance.distances(before, visits))
    last = visits[ends]
    np.add.at(lengths, owner[ends], instance.distances(last, np.zeros_like(last)))
    return lengths


def _too_long(instance: VehicleRouting, lengths: NDArray[Any]) -> list[str]:
    limit = instance.max_distance
    if limit is None:
        return []
    allowed = limit if instance.integral else limit * (1 + _TOLERANCE)
    return [
        f"route {number} is {length} long, above the limit of {limit}"
        for number, length in enumerate(lengths.tolist(), start=1)
        if length > allowed
    ]


def _same(instance: VehicleRouting, stated: object, cost: int | float) -> bool:
    if not isinstance(stated, Real) or isinstance(stated, bool):
        return False
    if instance.integral:
        return bool(stated == cost)
    return math.isclose(stated, cost, rel_tol=_TOLERANCE)
