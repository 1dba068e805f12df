"""An instance that uses every field, and what makes two instances the same."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np

from neurols.routing.rich.instance import (
    Balance,
    Break,
    Client,
    Depot,
    Group,
    Profile,
    RichRouting,
    Shipment,
    VehicleType,
)


def grid(locations: int, step: int = 10) -> Profile:
    """Locations on a line, ``step`` apart."""
    places = np.arange(locations) * step
    distances = np.abs(places[:, None] - places[None, :])
    return Profile(distances, distances)


def plain(count: int = 3, **changes: Any) -> RichRouting:
    """One depot at the end of a line, clients 10, 20, 30 … away, one vehicle without limits."""
    instance = RichRouting(
        name="line",
        depots=(Depot(),),
        clients=tuple(Client(delivery=(1,)) for _ in range(count)),
        vehicle_types=(VehicleType(number=2, capacity=(10,)),),
        profiles=(grid(count + 1),),
    )
    return replace(instance, **changes)


def everything() -> RichRouting:
    """Every field of every class at another value than its default."""
    fast = Profile(grid(8).distances, grid(8).distances / 2, ((60, 50), (120, 100)), "fast")
    return RichRouting(
        name="all",
        depots=(Depot("north", 5, 900, 7), Depot("south", 0, 1000, 0)),
        clients=(
            Client(
                "a", (2, 1), (1, 0), 5, ((0, 100), (200.5, 300)), 1.5, 10, skills=frozenset("k")
            ),
            Client("b", prize=12.5, allowed_vehicle_types=frozenset({0}), priority=2),
            Client("c", (1, 1), group=0),
            Client("d", (1, 1), group=0),
            Client("e", service_duration=2),
            Client("f", windows=((50, 500),)),
        ),
        vehicle_types=(
            VehicleType(
                number=2,
                capacity=(9, 8),
                start_depot=0,
                end_depot=None,
                fixed_cost=100,
                unit_distance_cost=1.5,
                unit_duration_cost=0.5,
                shift=(10, 800),
                max_duration=300,
                max_overtime=60,
                unit_overtime_cost=2,
                max_distance=500,
                reload_depots=(0, 1),
                max_reloads=2,
                breaks=(Break(100, 200, 30), Break(300, 400, 15)),
                initial_load=(1, 0),
                skills=frozenset({"k", "l"}),
                profile=1,
                name="van",
            ),
            VehicleType(number=1, capacity=(5, 5), start_depot=1, end_depot=1, name="bike"),
        ),
        profiles=(grid(8), fast),
        coordinates=np.array([(10.0 * k, 0.0) for k in range(8)]),
        shipments=(Shipment(4, 5, (1, 0), 90, "parcel"),),
        groups=(Group((2, 3), False, 30, "either"),),
        decimals=1,
        cost_decimals=1,
        objective="vehicles",
        balance=Balance(0.5, "spread"),
        best_known=123.5,
        vehicle_order=(0, 1, 0),
    )


def same(one: RichRouting, other: RichRouting) -> bool:
    """Are all fields equal, arrays compared by their numbers?"""
    for field in fields(RichRouting):
        a, b = getattr(one, field.name), getattr(other, field.name)
        if field.name == "coordinates":
            equal = (a is None) == (b is None) and (a is None or np.array_equal(a, b))
        elif field.name == "profiles":
            equal = len(a) == len(b) and all(
                np.array_equal(p.distances, q.distances)
                and np.array_equal(p.durations, q.durations)
                and (p.speeds, p.name) == (q.speeds, q.name)
                for p, q in zip(a, b, strict=True)
            )
        else:
            equal = a == b
        if not equal:
            return False
    return True
