"""Every rule that one route breaks: who may be visited, the order, the load, distance and time."""

from __future__ import annotations

from collections.abc import Sequence

from .instance import VehicleType
from .plan import distance_of
from .schedule import Clock
from .whole import FOREVER, Whole


def route_faults(whole: Whole, number: int, kind: int, visits: Sequence[int]) -> list[str]:
    """The faults of a route, each with its number."""
    named = f"route {number}"
    instance = whole.instance
    vehicle = instance.vehicle_types[kind]
    faults = [
        *_compatibility(whole, kind, visits),
        *_reloads(whole, vehicle, visits),
        *_shipments(whole, visits),
        *_backhauls(whole, visits),
        *_loads(whole, vehicle, visits),
        *_distance(whole, kind, visits),
        *_times(whole, kind, visits),
    ]
    return [f"{named}: {fault}" for fault in faults]


def _compatibility(whole: Whole, kind: int, visits: Sequence[int]) -> list[str]:
    instance, depots = whole.instance, len(whole.instance.depots)
    vehicle = instance.vehicle_types[kind]
    faults = []
    for location in visits:
        if location < depots:
            continue
        client = instance.clients[location - depots]
        missing = sorted(client.skills - vehicle.skills)
        if missing:
            faults.append(
                f"{instance.label(location)} needs {', '.join(missing)}, which"
                f" {instance.type_label(kind)} has not"
            )
        allowed = client.allowed_vehicle_types
        if allowed is not None and kind not in allowed:
            faults.append(f"{instance.label(location)} allows no {instance.type_label(kind)}")
    return faults


def _reloads(whole: Whole, vehicle: VehicleType, visits: Sequence[int]) -> list[str]:
    instance = whole.instance
    reloads = [location for location in visits if location < len(instance.depots)]
    faults = [
        f"{instance.label(location)} is no reload depot of this vehicle"
        for location in dict.fromkeys(reloads)
        if location not in vehicle.reload_depots
    ]
    most = vehicle.max_reloads
    if most is not None and len(reloads) > most and not faults:
        faults.append(f"{len(reloads)} reloads, of which {most} are allowed")
    return faults


def _shipments(whole: Whole, visits: Sequence[int]) -> list[str]:
    """Pickup first, and its delivery in the same trip."""
    instance, depots = whole.instance, len(whole.instance.depots)
    if not instance.shipments:
        return []
    trip, place = 0, {}
    for at, location in enumerate(visits):
        trip += location < depots
        place[location] = (trip, at)
    faults = []
    ends = whole.shipment_ends
    for number in dict.fromkeys(ends[location][1] for location in visits if location in ends):
        shipment = instance.shipments[number]
        pickup, delivery = depots + shipment.pickup, depots + shipment.delivery
        named = f"shipment {number}" + (f" ({shipment.name})" if shipment.name else "")
        if pickup not in place or delivery not in place:
            here, away = (pickup, delivery) if pickup in place else (delivery, pickup)
            faults.append(
                f"{named}: {instance.label(here)} without {instance.label(away)} in this route"
            )
        elif place[pickup][1] > place[delivery][1]:
            faults.append(
                f"{named}: {instance.label(delivery)} comes before its pickup"
                f" {instance.label(pickup)}"
            )
        elif place[pickup][0] != place[delivery][0]:
            faults.append(
                f"{named}: a reload between {instance.label(pickup)} and {instance.label(delivery)}"
            )
    return faults


def _backhauls(whole: Whole, visits: Sequence[int]) -> list[str]:
    instance, depots = whole.instance, len(whole.instance.depots)
    if not instance.backhaul:
        return []
    faults = []
    last_pickup: int | None = None
    delivered = False
    for location in visits:
        if location < depots:
            continue
        client = instance.clients[location - depots]
        if any(client.pickup):
            last_pickup = location
        if any(client.delivery):
            delivered = True
            if last_pickup is not None:
                faults.append(
                    f"the delivery to {instance.label(location)} comes after the pickup at"
                    f" {instance.label(last_pickup)}"
                )
    if last_pickup is not None and not delivered:
        faults.append(f"only pickups ({instance.label(last_pickup)}), and no delivery")
    return faults


def _loads(whole: Whole, vehicle: VehicleType, visits: Sequence[int]) -> list[str]:
    """The first leg of each trip and dimension on which the load is above the capacity."""
    if not vehicle.capacity:
        return []
    faults = []
    for dimension, capacity in enumerate(vehicle.capacity):
        peaks = load_peaks(whole, vehicle, visits, dimension)
        for trip, (load, location) in enumerate(peaks):
            if load <= capacity:
                continue
            where = (
                "at the start" if location is None else f"after {whole.instance.label(location)}"
            )
            of_trip = f" of trip {trip + 1}" if len(peaks) > 1 else ""
            unit = f" in dimension {dimension}" if len(vehicle.capacity) > 1 else ""
            faults.append(
                f"a load of {load} {where}{of_trip}, above the capacity of {capacity}{unit}"
            )
    return faults


def load_peaks(
    whole: Whole, vehicle: VehicleType, visits: Sequence[int], dimension: int
) -> list[tuple[int, int | None]]:
    """For each trip the greatest load and the location after which it is carried first; None for
    the start of the trip."""
    instance, depots = whole.instance, len(whole.instance.depots)
    trips: list[list[int]] = [[]]
    for location in visits:
        if location < depots:
            trips.append([])
        else:
            trips[-1].append(location)
    peaks: list[tuple[int, int | None]] = []
    initial = vehicle.initial_load[dimension] if vehicle.initial_load else 0
    for trip in trips:
        load = initial + sum(
            _amount(instance.clients[location - depots].delivery, dimension) for location in trip
        )
        peak: tuple[int, int | None] = (load, None)
        for location in trip:
            load += load_change(whole, location, dimension)
            if load > peak[0]:
                peak = (load, location)
        peaks.append(peak)
        initial = 0
    return peaks


def load_change(whole: Whole, location: int, dimension: int) -> int:
    """By how much the load grows at a client."""
    instance, depots = whole.instance, len(whole.instance.depots)
    client = instance.clients[location - depots]
    change = _amount(client.pickup, dimension) - _amount(client.delivery, dimension)
    if location in whole.shipment_ends:
        sign, shipment = whole.shipment_ends[location]
        change += sign * _amount(instance.shipments[shipment].amount, dimension)
    return change


def _amount(amounts: tuple[int, ...], dimension: int) -> int:
    return amounts[dimension] if amounts else 0


def _distance(whole: Whole, kind: int, visits: Sequence[int]) -> list[str]:
    limit = whole.time(whole.instance.vehicle_types[kind].max_distance)
    if limit == FOREVER:
        return []
    distance = distance_of(whole, kind, visits)
    if distance <= limit:
        return []
    return [f"{whole.shown(distance)} long, above the limit of {whole.shown(limit)}"]


def _times(whole: Whole, kind: int, visits: Sequence[int]) -> list[str]:
    vehicle = whole.instance.vehicle_types[kind]
    clock = Clock(whole, kind, visits)
    longest = whole.time(vehicle.max_duration)
    found = clock.find(put_off=longest < FOREVER)
    if found is None:
        return clock.faults()
    limit = longest + whole.time(vehicle.max_overtime)
    if found.duration <= limit:
        return []
    return [f"it takes {whole.shown(found.duration)}, above the limit of {whole.shown(limit)}"]
