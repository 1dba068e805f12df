"""Why an instance has no plan, where it can be told from one client, shipment or the whole fleet.

Every reason is a proof: a relaxation, in which a vehicle serves one client alone, has no solution.
Instances without a reason may still have no plan.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .whole import FOREVER, Whole

if TYPE_CHECKING:
    from .instance import Client, RichRouting, Shipment, VehicleType

_MOST = 3  # reasons that are told
_SMALL = 200  # locations whose shortest paths are computed


def reasons(instance: RichRouting) -> list[str]:
    """The first reasons why no plan exists; empty where none is found."""
    found: list[str] = []
    for reason in _all(instance):
        found.append(reason)
        if len(found) == _MOST:
            break
    return found


def _all(instance: RichRouting) -> Iterator[str]:
    least = _Least(Whole(instance))
    depots = len(instance.depots)
    for number, client in enumerate(instance.clients):
        if client.prize is None and client.group is None:
            reason = _alone(least, depots + number, client)
            if reason:
                yield f"{instance.label(depots + number)} {reason}"
    for number, shipment in enumerate(instance.shipments):
        if instance.clients[shipment.pickup].prize is not None:
            continue
        named = f"shipment {number}" + (f" ({shipment.name})" if shipment.name else "")
        if not any(_carries(kind, shipment.amount) for kind in instance.vehicle_types):
            yield f"{named} of {_shown(shipment.amount)} is more than any vehicle carries"
        elif reason := _paired(least, shipment):
            yield f"{named} {reason}"
    yield from _too_few(instance)


def _alone(least: _Least, location: int, client: Client) -> str:
    """What keeps every vehicle from serving this client, had it no other; empty where one can."""
    whole = least.whole
    instance = whole.instance
    able = [
        kind for number, kind in enumerate(instance.vehicle_types) if _serves(kind, number, client)
    ]
    if not able:
        return "needs skills, or a type, that no vehicle has"
    able = [k for k in able if _carries(k, client.delivery) and _carries(k, client.pickup)]
    if not able:
        amount = _shown(max(client.delivery, client.pickup))
        return f"has an amount of {amount}, more than any vehicle that may come carries"
    arrivals = [_arrival(least, kind, location, client) for kind in able]
    if client.windows and client.late_price is None:
        closes = whole.time(client.windows[-1][1])
        if min(arrivals) > closes:
            return (
                f"cannot be reached before {whole.shown(min(arrivals))},"
                f" and its last window closes at {whole.shown(closes)}"
            )
    if all(
        _returns(least, kind, location, client, arrival) > _latest(whole, kind)
        for kind, arrival in zip(able, arrivals, strict=True)
    ):
        return "cannot be served and left in time for the end of any shift or depot"
    if all(_length(least, kind, location) > whole.time(kind.max_distance) for kind in able):
        return "is farther away than any vehicle may drive"
    if all(_lasts(least, kind, location, client) > _longest(whole, kind) for kind in able):
        return "takes longer, there and back, than the route of any vehicle may last"
    return ""


def _paired(least: _Least, shipment: Shipment) -> str:
    """What keeps every vehicle from carrying the goods, had it nothing else to do."""
    whole = least.whole
    instance = whole.instance
    ends = [instance.clients[each] for each in (shipment.pickup, shipment.delivery)]
    able = [
        kind
        for number, kind in enumerate(instance.vehicle_types)
        if all(_serves(kind, number, end) for end in ends)
    ]
    if not able:
        return "has no vehicle that may come to both its clients"
    first, last = (len(instance.depots) + each for each in (shipment.pickup, shipment.delivery))
    if shipment.max_time_on_board is not None:
        allowed = whole.time(shipment.max_time_on_board)
        ride = min(least.duration(kind.profile, first, last) for kind in able)
        if ride > allowed:
            return (
                f"is on board for {whole.shown(ride)} at least,"
                f" and {whole.shown(allowed)} are allowed"
            )
    if ends[1].windows and ends[1].late_price is None:
        closes = whole.time(ends[1].windows[-1][1])
        reached = min(
            _left(whole, ends[0], _arrival(least, kind, first, ends[0]))
            + least.duration(kind.profile, first, last)
            for kind in able
        )
        if reached > closes:
            return (
                f"cannot be at {instance.label(last)} before {whole.shown(reached)},"
                f" whose last window closes at {whole.shown(closes)}"
            )
    return ""


def _serves(kind: VehicleType, number: int, client: Client) -> bool:
    allowed = client.allowed_vehicle_types
    return client.skills <= kind.skills and (allowed is None or number in allowed)


def _carries(kind: VehicleType, amounts: tuple[int, ...]) -> bool:
    pairs = zip(amounts, kind.capacity, strict=False)
    return all(amount <= capacity for amount, capacity in pairs)


def _shown(amounts: tuple[int, ...]) -> str:
    return " and ".join(map(str, amounts))


def _arrival(least: _Least, kind: VehicleType, location: int, client: Client) -> int:
    """When a vehicle can be there at the earliest: without its breaks."""
    whole = least.whole
    depot = whole.instance.depots[kind.start_depot]
    leaves = max(whole.time(kind.shift[0]), whole.time(depot.opens))
    if not (kind.reload_depots and kind.max_reloads != 0):
        leaves = max(leaves, whole.time(client.release_time))
    return leaves + least.duration(kind.profile, kind.start_depot, location)


def _returns(least: _Least, kind: VehicleType, location: int, client: Client, start: int) -> int:
    done = _left(least.whole, client, start)
    if kind.end_depot is None:
        return done
    return done + least.duration(kind.profile, location, kind.end_depot)


def _left(whole: Whole, client: Client, reached: int) -> int:
    """When the client can be left that is reached then."""
    for opens, closes in client.windows:
        if reached <= whole.time(closes):
            reached = max(reached, whole.time(opens))
            break
    return reached + whole.time(client.service_duration)


def _lasts(least: _Least, kind: VehicleType, location: int, client: Client) -> int:
    """Of a route to this client alone, without waiting and breaks."""
    there = least.duration(kind.profile, kind.start_depot, location)
    end = kind.end_depot
    back = 0 if end is None else least.duration(kind.profile, location, end)
    return there + least.whole.time(client.service_duration) + back


def _longest(whole: Whole, kind: VehicleType) -> int:
    if math.isinf(kind.max_duration):
        return FOREVER
    return whole.time(kind.max_duration) + whole.time(kind.max_overtime)


def _latest(whole: Whole, kind: VehicleType) -> int:
    end = kind.end_depot
    closes = FOREVER if end is None else whole.time(whole.instance.depots[end].closes)
    return min(whole.time(kind.shift[1]), closes)


def _length(least: _Least, kind: VehicleType, location: int) -> int:
    there = least.distance(kind.profile, kind.start_depot, location)
    back = kind.end_depot
    return there + (0 if back is None else least.distance(kind.profile, location, back))


class _Least:
    """Distances and durations that no detour undercuts.

    Of small instances they are the shortest paths. Of large ones they are the Euclidean distances
    less what rounding may take off, and 0 where distances are not Euclidean.
    """

    def __init__(self, whole: Whole) -> None:
        self.whole = whole
        self._tables: dict[tuple[int, bool], Any] = {}

    def distance(self, profile: int, origin: int, destination: int) -> int:
        return self._entry(profile, False, origin, destination)

    def duration(self, profile: int, origin: int, destination: int) -> int:
        """At the greatest speed of the day."""
        found = self._entry(profile, True, origin, destination)
        speeds = self.whole.instance.profiles[profile].speeds
        return found * 100 // max(100, *(speed for _, speed in speeds), 100)

    def _entry(self, profile: int, durations: bool, origin: int, destination: int) -> int:
        found = self.whole.instance.profiles[profile]
        key = (profile, durations and found.durations is not found.distances)
        if key not in self._tables:
            matrix = found.durations if durations else found.distances
            self._tables[key] = self._shortest(matrix) if len(matrix) <= _SMALL else None
        table = self._tables[key]
        if table is not None:
            return int(table[origin, destination])
        if not self._is_euclidean:
            return 0
        direct = self.whole.distance(profile, origin, destination)
        return max(0, direct - 2 * self.whole.instance.locations)

    @property
    def _is_euclidean(self) -> bool:
        instance = self.whole.instance
        (first, *others) = instance.profiles
        same = first.durations is first.distances and not others
        return same and instance.coordinates is not None and instance.rounding == "exact"

    def _shortest(self, matrix: Any) -> Any:
        """Between all pairs (Floyd, 1962)."""
        import numpy as np

        table = np.rint(np.asarray(matrix, dtype=float) * self.whole.instance.scale)
        for middle in range(len(table)):
            np.minimum(table, table[:, middle, None] + table[None, middle, :], out=table)
        return table


def _too_few(instance: RichRouting) -> Iterator[str]:
    """All vehicles together carry less than must be delivered, or picked up."""
    if any(
        kind.number is None
        or not kind.capacity
        or (kind.reload_depots and kind.max_reloads is None)
        for kind in instance.vehicle_types
    ):
        return
    must = [c for c in instance.clients if c.prize is None and c.group is None]
    for dimension in range(instance.dimensions):
        carried = sum(
            (kind.number or 0)
            * kind.capacity[dimension]
            * (1 + (kind.max_reloads or 0) if kind.reload_depots else 1)
            for kind in instance.vehicle_types
        )
        for what in ("delivery", "pickup"):
            wanted = sum(a[dimension] for a in (getattr(c, what) for c in must) if a)
            if wanted > carried:
                largest = max(kind.capacity[dimension] for kind in instance.vehicle_types)
                hint = (
                    f" (at least {math.ceil(wanted / max(1, largest))} of the largest are needed)"
                )
                words = {"delivery": "delivered", "pickup": "picked up"}[what]
                yield (
                    f"{wanted} must be {words}, but all vehicles together carry {carried}"
                    + (hint if largest else "")
                )
