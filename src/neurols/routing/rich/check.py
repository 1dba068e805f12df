"""The independent checker of rich routing: what a plan costs, or every rule that it breaks.

It reads the rules in the docstring of ``instance`` and shares no code with the core. It counts in
whole numbers, so that its cost is exact. Each fault names the client, the route, and the time or
amount at fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any

from neurols.errors import InfeasibleSolution

from .check_route import route_faults
from .instance import RichRouting
from .plan import RoutingPlan, distance_of
from .schedule import Clock
from .whole import Whole


def check(instance: RichRouting, solution: RoutingPlan | Mapping[str, Any]) -> int | float:
    """The cost of a feasible plan; else ``InfeasibleSolution`` with every rule broken.

    A plan is a ``RoutingPlan``, or an object with ``routes`` (lists of location numbers, a depot
    among them being a reload), ``vehicle_types`` (the type of each route) and perhaps ``cost``.
    Without ``vehicle_types`` the routes stand in the order of the vehicles.
    """
    if isinstance(solution, RoutingPlan):
        solution = {**solution.to_json(), "cost": solution.cost}
    if not isinstance(solution, Mapping):
        raise InfeasibleSolution([f"no routing plan: {str(solution)[:40]!r}"])
    routes, faults = _well_formed(instance, solution.get("routes"))
    kinds: list[int] = []
    if not faults:
        try:
            kinds = types_of(instance, {**solution, "routes": routes})
        except ValueError as error:
            faults.append(str(error))
    if faults:
        raise InfeasibleSolution(faults)
    whole = Whole(instance)
    faults = [*_visits(instance, routes), *_fleet(instance, routes, kinds)]
    for number, (visits, kind) in enumerate(zip(routes, kinds, strict=True), start=1):
        if visits:
            faults += route_faults(whole, number, kind, visits)
    if faults:
        raise InfeasibleSolution(faults)
    cost = _cost(whole, routes, kinds)
    stated = solution.get("cost")
    if stated is not None and not _same(stated, cost):
        raise InfeasibleSolution([f"stated cost {stated}, but the plan costs {cost}"])
    return cost


def types_of(instance: RichRouting, form: Mapping[str, Any]) -> list[int]:
    """The vehicle type of each route.

    Raises:
        ValueError: they are not stated and do not follow from the order, or are wrong.
    """
    routes = form["routes"]
    given = form.get("vehicle_types")
    kinds = len(instance.vehicle_types)
    if given is not None:
        given = list(given) if isinstance(given, Iterable) else given
        if not isinstance(given, list) or len(given) != len(routes):
            raise ValueError(f"{len(routes)} routes, but the vehicle types are {str(given)[:40]}")
        for number, kind in enumerate(given, start=1):
            whole = hasattr(kind, "__index__") and not isinstance(kind, bool)
            if not whole or not 0 <= kind < kinds:
                raise ValueError(f"route {number}: {str(kind)[:40]!r} is no vehicle type")
        return [int(kind) for kind in given]
    if kinds == 1:
        return [0] * len(routes)
    order = list(instance.vehicle_order)
    for kind, vehicle in enumerate(instance.vehicle_types if not order else ()):
        # Behind a type without limit no other comes.
        order += [kind] * (len(routes) if vehicle.number is None else vehicle.number)
        if vehicle.number is None and kind + 1 < kinds:
            raise ValueError("the vehicle types of the routes are not stated")
    if len(routes) > len(order):
        raise ValueError(f"{len(routes)} routes, but only {len(order)} vehicles")
    return order[: len(routes)]


def _well_formed(instance: RichRouting, given: object) -> tuple[list[list[int]], list[str]]:
    """The routes as lists of locations, and a fault for everything else."""
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        return [], [f"no list of routes: {str(given)[:40]!r}"]
    routes: list[list[int]] = []
    faults: list[str] = []
    for number, route in enumerate(given, start=1):
        routes.append([])
        if isinstance(route, str | Mapping) or not isinstance(route, Iterable):
            faults.append(f"route {number} is no list of locations: {str(route)[:40]!r}")
            continue
        for location in route:
            if not hasattr(location, "__index__") or isinstance(location, bool):
                faults.append(f"route {number}: {str(location)[:40]!r} is no location")
            elif not 0 <= location < instance.locations:
                faults.append(
                    f"route {number}: there is no location {location}"
                    f" (they are 0 to {instance.locations - 1})"
                )
            else:
                routes[-1].append(int(location))
    return routes, faults


def _visits(instance: RichRouting, routes: list[list[int]]) -> list[str]:
    """Faults of who is visited how often."""
    depots = len(instance.depots)
    where: dict[int, list[int]] = {}
    for number, route in enumerate(routes, start=1):
        for location in route:
            if location >= depots:
                where.setdefault(location, []).append(number)
    faults = [
        f"{instance.label(location)} is visited {len(found)} times"
        f" (routes {', '.join(map(str, found))})"
        for location, found in sorted(where.items())
        if len(found) > 1
    ]
    for number, client in enumerate(instance.clients):
        if client.group is None and client.prize is None and depots + number not in where:
            faults.append(f"{instance.label(depots + number)} is not visited")
    for number, group in enumerate(instance.groups):
        visited = [depots + client for client in group.clients if depots + client in where]
        named = f"group {number}" + (f" ({group.name})" if group.name else "")
        if len(visited) > 1:
            faults.append(f"{named}: {', '.join(map(instance.label, visited))} are all visited")
        elif group.required and not visited:
            members = ", ".join(str(depots + client) for client in group.clients[:5])
            faults.append(f"{named}: none of its clients ({members}) is visited")
    for number, shipment in enumerate(instance.shipments):
        ends = (depots + shipment.pickup, depots + shipment.delivery)
        missing = [end for end in ends if end not in where]
        if len(missing) == 1 and instance.clients[missing[0] - depots].prize is not None:
            named = f"shipment {number}" + (f" ({shipment.name})" if shipment.name else "")
            faults.append(f"{named}: only one end is visited, not {instance.label(missing[0])}")
    return faults


def _fleet(instance: RichRouting, routes: list[list[int]], kinds: list[int]) -> list[str]:
    """Faults of how many vehicles are in use."""
    used = [0] * len(instance.vehicle_types)
    for visits, kind in zip(routes, kinds, strict=True):
        used[kind] += bool(visits)
    return [
        f"{used[kind]} routes of {instance.type_label(kind)}, of which there are {vehicle.number}"
        for kind, vehicle in enumerate(instance.vehicle_types)
        if vehicle.number is not None and used[kind] > vehicle.number
    ]


def _cost(whole: Whole, routes: list[list[int]], kinds: list[int]) -> int | float:
    """The cost of a plan without fault."""
    instance = whole.instance
    total = 0
    durations = []
    for visits, kind in zip(routes, kinds, strict=True):
        if not visits:
            continue
        vehicle = instance.vehicle_types[kind]
        distance = distance_of(whole, kind, visits)
        total += whole.money(vehicle.fixed_cost)
        total += whole.price(vehicle.unit_distance_cost) * distance
        clock = Clock(whole, kind, visits)
        found = clock.find(put_off=durations_matter(instance, kind))
        assert found is not None  # else there was a fault
        durations.append(found.duration)
        total += clock.late_cost(found)
        total += whole.price(vehicle.unit_duration_cost) * found.duration
        over = max(0, found.duration - whole.time(vehicle.max_duration))
        total += whole.price(vehicle.unit_overtime_cost) * over
    total += _prizes(whole, routes)
    if instance.balance.price and durations:
        least = min(durations) if instance.balance.of == "spread" else 0
        total += whole.price(instance.balance.price) * (max(durations) - least)
    return whole.cost(total)


def durations_matter(instance: RichRouting, kind: int) -> bool:
    """Does the duration of a route cost anything, or have a limit?"""
    vehicle = instance.vehicle_types[kind]
    return bool(
        vehicle.unit_duration_cost or vehicle.max_duration < float("inf") or instance.balance.price
    )


def _prizes(whole: Whole, routes: list[list[int]]) -> int:
    """Of the clients and groups that are not visited."""
    instance, depots = whole.instance, len(whole.instance.depots)
    visited = {location - depots for route in routes for location in route}
    total = sum(
        whole.money(client.prize)
        for number, client in enumerate(instance.clients)
        if client.prize is not None and number not in visited
    )
    return total + sum(
        whole.money(group.prize)
        for group in instance.groups
        if not group.required and not visited.intersection(group.clients)
    )


def _same(stated: object, cost: int | float) -> bool:
    """Costs are exact; only what a decimal number cannot hold is forgiven."""
    if not isinstance(stated, Real) or isinstance(stated, bool):
        return False
    return abs(float(stated) - float(cost)) <= 1e-12 * max(1.0, abs(cost))


__all__ = ["check", "durations_matter", "types_of"]
