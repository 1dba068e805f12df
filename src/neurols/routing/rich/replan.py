"""Re-planning: routes under way are carried over to the orders as they are now.

What still fits stays where it was, new clients are inserted, and the search goes on from there.
``keep`` binds each stop to its vehicle; ``until`` freezes what has begun by a time: a vehicle that
has left by then keeps the stops that it has reached or is driving to, and the goods on board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from .check import check
from .check_route import route_faults
from .instance import RichRouting
from .named_plan import NamedRoute, by_name, from_form, place_names, read_routes, type_names
from .plan import RoutingPlan, plan_of
from .replan_price import priced
from .replan_rest import Rest, rest_of
from .whole import Whole

if TYPE_CHECKING:
    from neurols import Result

_INSERTING = 200  # steps that insert new clients, and as many again for each of them


@dataclass(frozen=True)
class Begun:
    """Routes to start from that may leave clients out; the search inserts these."""

    routes: list[list[int]]
    vehicle_types: list[int]

    def to_json(self) -> dict[str, Any]:
        """The form that the core takes."""
        return {"routes": self.routes, "vehicle_types": self.vehicle_types}


def replan(
    instance: RichRouting,
    plan: Any,
    until: float | None = None,
    keep: bool = False,
    price: float = 0,
    **options: Any,
) -> Result:
    """Search for the best plan from one that is under way, made for other orders.

    Args:
        instance: the orders as they are now.
        plan: a ``RoutingPlan``, a form of this instance, or a file. Places and vehicle types are
            known by their names, where these are missing by their numbers.
        until: what has begun by this time stays as it is; nothing else begins before.
        keep: whether each stop that still fits stays with its vehicle.
        price: what it costs that a stop changes its vehicle; the search weighs it, the cost of the
            plan does not contain it.
        options: those of ``neurols.solve``.

    Returns:
        The result. With ``until`` its instance is the one as it is at that time: vehicles on the
        road are types of their own.
    """
    from neurols.search.solve import solve

    routes, kinds = carried(instance, _named(plan, instance))
    rest: Rest | None = None
    begun, searched = Begun(routes, kinds), instance
    if until is not None or keep or price > 0:
        rest = rest_of(instance, routes, kinds, until, keep)
        begun, searched = Begun(*rest.begun()), rest.instance
        if price > 0:
            searched = priced(rest, price)
    left = len(searched.clients) - sum(map(len, begun.routes))
    steps = _INSERTING * (1 + max(0, left))
    seed = options.get("seed", 0)
    first = solve(searched, initial=begun, iterations=steps, seed=seed, searches=1)
    found = solve(searched, initial=first.solution, **options)
    if rest is None:
        return found
    solution: Any = found.solution
    form = rest.whole_form(solution)
    cost = check(rest.now, form)
    more = cost - found.cost  # what is done already; the price of changes is none of the cost
    return replace(
        found,
        instance=rest.now,
        solution=plan_of(rest.now, form, cost),
        cost=cost,
        initial_cost=found.initial_cost + more,
        trace=tuple(point._replace(cost=point.cost + more) for point in found.trace),
    )


def _named(plan: Any, instance: RichRouting) -> list[NamedRoute]:
    if isinstance(plan, RoutingPlan):
        return by_name(plan)
    if isinstance(plan, (str, PathLike)):
        return read_routes(plan, instance)
    return from_form(plan, instance)


def carried(
    instance: RichRouting, named: Sequence[NamedRoute]
) -> tuple[list[list[int]], list[int]]:
    """Routes and vehicle types of a plan by names, without what no longer fits: clients that are
    gone, vehicles that there are no longer, and stops that a window or a load now forbids."""
    places = {name: number for number, name in enumerate(place_names(instance))}
    types = {name: number for number, name in reversed(list(enumerate(type_names(instance))))}
    whole = Whole(instance)
    free = [kind.number for kind in instance.vehicle_types]
    routes: list[list[int]] = []
    kinds: list[int] = []
    seen: set[int] = set()
    for route in named:
        kind = types.get(route.vehicle)
        if kind is None or free[kind] == 0:
            continue
        visits = [places[name] for name in route.visits if name in places]
        visits = [at for at in visits if at < len(instance.depots) or at not in seen]
        fitting = _fitting(whole, kind, visits)
        if not any(at >= len(instance.depots) for at in fitting):
            continue
        seen.update(fitting)
        left = free[kind]
        free[kind] = None if left is None else left - 1
        routes.append(fitting)
        kinds.append(kind)
    return routes, kinds


def _fitting(whole: Whole, kind: int, visits: list[int]) -> list[int]:
    """The visits, as many of them as one route may have in this order."""
    if not route_faults(whole, 0, kind, visits):
        return visits
    kept: list[int] = []
    ends, depots = whole.shipment_ends, len(whole.instance.depots)
    shipments = whole.instance.shipments
    for at, visit in enumerate(visits):
        if visit in ends:  # the two ends of a shipment come and go together
            sign, number = ends[visit]
            other = depots + (shipments[number].delivery if sign > 0 else shipments[number].pickup)
            if sign < 0:
                continue
            tried = [*kept, visit, *([other] if other in visits[at:] else [])]
        else:
            tried = [*kept, visit]
        if not route_faults(whole, 0, kind, tried):
            kept = tried
    return kept
