"""What ``neurols info`` tells of a rich routing instance: every constraint that was understood."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from neurols.files.text import range_of

if TYPE_CHECKING:
    from .instance import RichRouting


def facts(instance: RichRouting) -> dict[str, Any]:
    """Sizes, constraints, and how costs are counted."""
    numbers = [kind.number for kind in instance.vehicle_types]
    vehicles = None if None in numbers else sum(number or 0 for number in numbers)
    capacities = [kind.capacity[0] for kind in instance.vehicle_types if kind.capacity]
    return {
        "clients": instance.customers,
        "depots": len(instance.depots),
        "vehicle_types": len(instance.vehicle_types),
        "vehicle_limit": vehicles,
        "capacities": range_of(capacities) if capacities else None,
        "total_delivery": sum(client.delivery[0] for client in instance.clients if client.delivery),
        "shipments": len(instance.shipments),
        "groups": len(instance.groups),
        "constraints": ", ".join(constraints(instance)) or "none",
        "objective": "fewest vehicles, then cost" if instance.objective == "vehicles" else "cost",
        "rounding": instance.rounding,
        "decimals": instance.decimals,
    }


def constraints(instance: RichRouting) -> list[str]:
    """Names of all constraints and prices that the instance has."""
    return [*_of_clients(instance), *_of_vehicles(instance), *_of_the_whole(instance)]


def _of_clients(instance: RichRouting) -> Iterator[str]:
    clients = instance.clients
    if instance.dimensions > 1:
        yield f"loads of {instance.dimensions} dimensions"
    if any(client.windows for client in clients):
        yield "time windows"
    if any(len(client.windows) > 1 for client in clients):
        yield "several windows"
    if any(client.late_price is not None for client in clients):
        yield "lateness at a price"
    if any(client.service_duration for client in clients):
        yield "service durations"
    if any(any(client.pickup) for client in clients):
        yield "pickups"
    if any(client.release_time for client in clients):
        yield "release times"
    if any(client.prize is not None for client in clients):
        yield "optional clients"
    if any(client.skills for client in clients):
        yield "skills"
    if any(client.allowed_vehicle_types is not None for client in clients):
        yield "allowed vehicle types"
    if any(client.priority for client in clients):
        yield "priorities"


def _of_vehicles(instance: RichRouting) -> Iterator[str]:
    kinds = instance.vehicle_types
    if any(kind.capacity for kind in kinds):
        yield "capacities"
    if any(kind.end_depot is None for kind in kinds):
        yield "open routes"
    if any(kind.fixed_cost for kind in kinds):
        yield "fixed costs"
    if len({kind.unit_distance_cost for kind in kinds} | {1}) > 1:
        yield "costs of distance"
    if any(kind.unit_duration_cost for kind in kinds):
        yield "costs of duration"
    if any(kind.shift != (0, math.inf) for kind in kinds):
        yield "shifts"
    if any(math.isfinite(kind.max_duration) for kind in kinds):
        yield "longest durations"
    if any(kind.max_overtime for kind in kinds):
        yield "overtime"
    if any(math.isfinite(kind.max_distance) for kind in kinds):
        yield "longest distances"
    if any(kind.reload_depots and kind.max_reloads != 0 for kind in kinds):
        yield "reloads"
    if any(kind.breaks for kind in kinds):
        yield "breaks"
    if any(any(kind.initial_load) for kind in kinds):
        yield "initial loads"


def _of_the_whole(instance: RichRouting) -> Iterator[str]:
    if instance.shipments:
        yield "shipments"
    if any(shipment.max_time_on_board is not None for shipment in instance.shipments):
        yield "limited time on board"
    if instance.groups:
        yield "groups"
    if instance.backhaul:
        yield "backhauls after linehauls"
    if any(depot.opens or math.isfinite(depot.closes) for depot in instance.depots):
        yield "opening times of depots"
    if len(instance.profiles) > 1:
        yield "profiles of travel"
    if any(profile.speeds for profile in instance.profiles):
        yield "speeds by time of day"
    if instance.balance.price:
        yield f"balance ({instance.balance.of})"
