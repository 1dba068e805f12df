"""What is left to plan once some of a plan is frozen: an instance of its own, and the way back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from .instance import Client, Group, Profile, RichRouting, Shipment, VehicleType
from .plan import distance_of, schedule_of
from .whole import Whole

if TYPE_CHECKING:
    from .plan import RoutingPlan
    from .schedule import Schedule


@dataclass
class _Under:
    """A route under way: what of it is frozen, and what that leaves of its vehicle."""

    kind: int
    visits: list[int]
    frozen: int = 0
    """How many of its visits are; 0 where the vehicle has not left."""
    leaves: float = 0
    """When the last frozen visit is done."""
    schedule: Schedule | None = None


@dataclass
class Rest:
    """The clients that are not frozen, as an instance."""

    now: RichRouting
    """All clients; a type for every route that is bound to its vehicle."""
    instance: RichRouting
    routes: list[_Under]
    left: list[int]
    """Locations in ``now`` of the clients of ``instance``."""
    first_client: int
    """Location of the first client in ``instance``."""

    def begun(self) -> tuple[list[list[int]], list[int]]:
        """The rest of the routes, as the search starts from them."""
        place = {location: self.first_client + at for at, location in enumerate(self.left)}
        routes, kinds = [], []
        for number, route in enumerate(self.routes):
            visits = [place.get(at, at) for at in route.visits[route.frozen :]]
            if visits:
                routes.append(visits)
                kinds.append(self._own(number))
        return routes, kinds

    def vehicle_of(self) -> dict[int, int]:
        """Locations of ``instance`` that the plan visits, each with the type of its vehicle."""
        place = {location: self.first_client + at for at, location in enumerate(self.left)}
        return {
            place[at]: self._own(number)
            for number, route in enumerate(self.routes)
            for at in route.visits[route.frozen :]
            if at in place
        }

    def _own(self, number: int) -> int:
        """The type in ``now`` of a route's vehicle."""
        return len(self.now.vehicle_types) - len(self.routes) + number

    def whole_form(self, plan: RoutingPlan) -> dict[str, Any]:
        """A plan of the rest with what is frozen before it, in the numbers of ``now``."""
        depots = len(self.now.depots)
        by_type: dict[int, list[list[int]]] = {}
        for route in plan.routes:
            visits = [
                self.left[at - self.first_client] if at >= self.first_client else at
                for at in route.visits
            ]
            by_type.setdefault(route.vehicle_type, []).append(visits)
        for number, begun in enumerate(self.routes):
            if begun.frozen:
                start = begun.visits[: begun.frozen]
                rest = by_type.get(self._own(number), [[]])[0]
                by_type[self._own(number)] = [start + rest]
        routes = [(kind, visits) for kind in sorted(by_type) for visits in by_type[kind]]
        kept = [(kind, visits) for kind, visits in routes if any(at >= depots for at in visits)]
        return {"routes": [v for _, v in kept], "vehicle_types": [kind for kind, _ in kept]}


def rest_of(
    instance: RichRouting,
    routes: list[list[int]],
    kinds: list[int],
    until: float | None,
    keep: bool,
) -> Rest:
    """What is left to plan.

    Args:
        instance: all clients.
        routes: the plan under way, feasible route by route; it may leave clients out.
        kinds: the vehicle types of the routes.
        until: routes that have begun by this time are frozen as far as they have come.
        keep: whether every stop stays with its vehicle.

    Raises:
        InputError: the instance has what cannot be frozen.
    """
    if until is not None and instance.backhaul:
        raise InputError(
            "routes with backhauls cannot be frozen in part", remedy="leave out --freeze-until"
        )
    whole = Whole(instance)
    if until is not None:
        until = math.ceil(until * instance.scale - 1e-9) / instance.scale
    under = [_begun(whole, kind, visits, until) for kind, visits in zip(kinds, routes, strict=True)]
    now = _with_types(instance, under, until, keep)
    return _without_frozen(now, under, whole)


def _begun(whole: Whole, kind: int, visits: list[int], until: float | None) -> _Under:
    """How far a route has come: stops reached, and the one that the vehicle drives to."""
    found = schedule_of(whole, kind, visits)
    route = _Under(kind, list(visits), schedule=found)
    if until is None or found.start >= whole.time(until):
        return route
    limit = whole.time(until)
    route.frozen = 1
    while route.frozen < len(visits) and found.stages[route.frozen - 1].end < limit:
        route.frozen += 1
    # What is picked up by then is delivered by the same vehicle; a pickup that is under way stays.
    route.leaves = whole.units(found.stages[route.frozen - 1].end)
    return route


def _with_types(
    instance: RichRouting, under: list[_Under], until: float | None, keep: bool
) -> RichRouting:
    """The instance with a vehicle type for each route, and clients bound to theirs."""
    types = list(instance.vehicle_types)
    earliest = 0.0 if until is None else until
    for route in under:
        number = types[route.kind].number
        if number is not None:
            types[route.kind] = replace(types[route.kind], number=number - 1)
    spare = {t: n for n, t in enumerate(t for t, kind in enumerate(types) if kind.number != 0)}
    types = [
        replace(types[t], shift=(max(earliest, types[t].shift[0]), types[t].shift[1]))
        for t in spare
    ]
    own: list[VehicleType] = []
    for route in under:
        kind = instance.vehicle_types[route.kind]
        begins = kind.shift[0] if route.frozen else max(earliest, kind.shift[0])
        own.append(replace(kind, number=1, shift=(begins, kind.shift[1])))
    first, count = len(types), len(types) + len(own)
    bound = _bound(instance, under, keep)
    rolling = {first + number for number, route in enumerate(under) if route.frozen}
    clients: list[Client] = []
    for at, client in enumerate(instance.clients):
        location = len(instance.depots) + at
        if location in bound:
            allowed: set[int] = {first + bound[location]}
        else:
            may = client.allowed_vehicle_types
            allowed = {n for t, n in spare.items() if may is None or t in may}
            allowed |= {first + n for n, r in enumerate(under) if may is None or r.kind in may}
            if any(client.delivery):  # its goods are at the depot, not on the road
                allowed -= rolling
        everybody = len(allowed) == count
        clients.append(
            replace(client, allowed_vehicle_types=None if everybody else frozenset(allowed))
        )
    return replace(
        instance,
        clients=tuple(clients),
        vehicle_types=(*types, *own),
        vehicle_order=(),
        best_known=None,
    )


def _bound(instance: RichRouting, under: list[_Under], keep: bool) -> dict[int, int]:
    """Clients that only the vehicle of their route may visit, each with the route's number."""
    depots = len(instance.depots)
    delivered_by = {depots + s.pickup: depots + s.delivery for s in instance.shipments}
    found: dict[int, int] = {}
    for number, route in enumerate(under):
        for at, location in enumerate(route.visits):
            if location < depots:
                continue
            loaded = bool(route.frozen) and any(instance.clients[location - depots].delivery)
            if keep or at < route.frozen or loaded:
                found[location] = number
                if location in delivered_by and (keep or at < route.frozen):
                    found[delivered_by[location]] = number
    return found


def _without_frozen(now: RichRouting, under: list[_Under], whole: Whole) -> Rest:
    """The instance of what is not frozen; vehicles on the road start from where they are."""
    import numpy as np

    depots = len(now.depots)
    rolling = [(number, route) for number, route in enumerate(under) if route.frozen]
    gone = {at for _, route in rolling for at in route.visits[: route.frozen] if at >= depots}
    left = [at for at in range(depots, now.locations) if at not in gone]
    if not left:
        raise InputError(
            "everything has begun by then: nothing is left to plan", remedy="give an earlier time"
        )
    here = [route.visits[route.frozen - 1] for _, route in rolling]
    order = np.array([*range(depots), *here, *left], dtype=int)
    first = depots + len(here)

    types = list(now.vehicle_types)
    own = len(types) - len(under)
    for k, (number, route) in enumerate(rolling):
        types[own + number] = _on_the_road(types[own + number], route, depots + k, whole)
    places = [replace(now.depots[0], name=f"vehicle {number}", opens=route.leaves,
                      closes=float("inf")) for number, route in rolling]  # fmt: skip
    position = {at: number for number, at in enumerate(left)}
    clients = [now.clients[at - depots] for at in left]
    shipments = _shipments(now, clients, position, under, whole)
    groups: list[Group] = []
    for group in now.groups:
        members = tuple(position[depots + c] for c in group.clients if depots + c in position)
        done = len(members) < len(group.clients)
        for member in members if done else ():
            clients[member] = replace(clients[member], group=None, prize=0)
        if not done:
            for member in members:
                clients[member] = replace(clients[member], group=len(groups))
            groups.append(replace(group, clients=members))
    instance = replace(
        now,
        depots=(*now.depots, *places),
        clients=tuple(clients),
        vehicle_types=tuple(types),
        profiles=tuple(_part(profile, order) for profile in now.profiles),
        coordinates=None if now.coordinates is None else now.coordinates[order],
        shipments=shipments,
        groups=tuple(groups),
    )
    return Rest(now, instance, under, left, first)


def _part(profile: Profile, order: Any) -> Profile:
    rows = order[:, None]
    return replace(
        profile, distances=profile.distances[rows, order], durations=profile.durations[rows, order]
    )


def _on_the_road(kind: VehicleType, route: _Under, place: int, whole: Whole) -> VehicleType:
    """A vehicle that starts from a place on its way: what it may still do."""
    found, frozen = route.schedule, route.visits[: route.frozen]
    assert found is not None
    depots = len(whole.instance.depots)
    spent = route.leaves - whole.units(found.start)
    open_type = replace(whole.instance.vehicle_types[route.kind], end_depot=None)
    driven = _driven(whole, route.kind, open_type, frozen)
    taken = sum(end <= whole.time(route.leaves) for _, end in found.breaks)
    reloads = sum(at < depots for at in frozen)
    return replace(
        kind,
        start_depot=place,
        fixed_cost=0,
        shift=(route.leaves, kind.shift[1]),
        max_duration=kind.max_duration - spent,
        max_distance=kind.max_distance - driven,
        max_reloads=None if kind.max_reloads is None else kind.max_reloads - reloads,
        breaks=kind.breaks[taken:],
        initial_load=_on_board(whole, kind, frozen),
    )


def _driven(whole: Whole, kind: int, vehicle: VehicleType, frozen: list[int]) -> float:
    """How far it has driven to the last frozen stop."""
    full = distance_of(whole, kind, frozen)
    end = whole.instance.vehicle_types[kind].end_depot
    back = 0 if end is None else whole.distance(vehicle.profile, frozen[-1], end)
    return whole.units(full - back)


def _on_board(whole: Whole, kind: VehicleType, frozen: list[int]) -> tuple[int, ...]:
    """What has been picked up for a depot since the last reload."""
    instance, depots = whole.instance, len(whole.instance.depots)
    load = list(kind.initial_load) + [0] * (instance.dimensions - len(kind.initial_load))
    for at in frozen:
        if at < depots:
            load = [0] * instance.dimensions
            continue
        for dimension, amount in enumerate(instance.clients[at - depots].pickup):
            load[dimension] += amount
    return tuple(load) if any(load) else ()


def _shipments(
    now: RichRouting,
    clients: list[Client],
    position: dict[int, int],
    under: list[_Under],
    whole: Whole,
) -> tuple[Shipment, ...]:
    """Shipments that are not on their way; the delivery of one on board is one from the depot."""
    depots = len(now.depots)
    picked_up = {}
    for route in under:
        found = route.schedule
        assert found is not None
        for at, stage in zip(route.visits[: route.frozen], found.stages, strict=False):
            picked_up[at] = whole.units(stage.end)
    kept = []
    for shipment in now.shipments:
        first, last = depots + shipment.pickup, depots + shipment.delivery
        if first in position and last in position:
            kept.append(replace(shipment, pickup=position[first], delivery=position[last]))
        elif last in position:
            client = clients[position[last]]
            amount = [a + b for a, b in _padded(client.delivery, shipment.amount)]
            latest = float("inf")
            if shipment.max_time_on_board is not None:
                latest = picked_up[first] + shipment.max_time_on_board
            windows = client.windows or ((0.0, float("inf")),)
            windows = tuple((a, min(b, latest)) for a, b in windows if a <= latest)
            clients[position[last]] = replace(
                client,
                delivery=tuple(amount),
                windows=() if windows == ((0.0, float("inf")),) else windows,
                release_time=0,
                prize=None,
            )
    return tuple(kept)


def _padded(one: tuple[int, ...], other: tuple[int, ...]) -> list[tuple[int, int]]:
    size = max(len(one), len(other))
    return list(
        zip((*one, *[0] * (size - len(one))), (*other, *[0] * (size - len(other))), strict=True)
    )
