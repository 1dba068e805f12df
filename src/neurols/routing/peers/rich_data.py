"""Rich routing as the peers want it: whole numbers, and what a peer does not know."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neurols.routing import RichRouting


class Units:
    """Whole numbers of an instance: times and distances in its smallest unit, and money."""

    def __init__(self, instance: RichRouting) -> None:
        self.instance = instance
        self.scale = instance.scale
        self.price_scale = int(10**instance.cost_decimals)
        longest = max(float(profile.distances.max()) for profile in instance.profiles)
        dearest = max(float(kind.unit_distance_cost) for kind in instance.vehicle_types)
        self.longest = max(1, round(longest * self.scale))
        # Fewest vehicles first: each costs more than the routes of a quarter of the clients.
        legs = 2 + instance.customers // 4
        self.vehicle_price = (
            round(self.longest * max(1.0, dearest) * self.price_scale) * legs
            if instance.objective == "vehicles"
            else 0
        )

    def time(self, value: float, endless: int) -> int:
        """A time or distance; ``endless`` for infinity."""
        return endless if math.isinf(value) else round(value * self.scale)

    def load(self, amounts: Sequence[int], without: int = 0) -> list[int]:
        """Amounts in the scale of distances, as PyVRP's own reader has them: its price of a unit
        too many is bounded, and would otherwise weigh nothing beside them."""
        scaled = [amount * self.scale for amount in amounts]
        return scaled or [without] * self.instance.dimensions

    def price(self, value: float) -> int:
        """Money a unit of time or distance."""
        return round(value * self.price_scale)

    def money(self, value: float) -> int:
        return round(value * self.price_scale) * self.scale

    def fixed(self, kind: int) -> int:
        """Of a vehicle, with what fewest vehicles add."""
        return self.money(self.instance.vehicle_types[kind].fixed_cost) + self.vehicle_price

    def cost(self, money: float, vehicles: int = 0) -> float:
        """A peer's money in the user's units."""
        return (money - vehicles * self.vehicle_price) / self.instance.cost_scale

    def matrix(self, profile: int, durations: bool = False) -> Any:
        """Distances or durations of a profile as whole numbers."""
        import numpy as np

        found = self.instance.profiles[profile]
        table = found.durations if durations else found.distances
        if self.scale == 1 and table.dtype.kind == "i":
            return np.asarray(table, dtype=np.int64)
        return np.rint(np.asarray(table, dtype=float) * self.scale).astype(np.int64)

    def may_come(self, kind: int) -> list[bool]:
        """Of each client, whether a vehicle type may visit it."""
        vehicle = self.instance.vehicle_types[kind]
        return [
            client.skills <= vehicle.skills
            and (client.allowed_vehicle_types is None or kind in client.allowed_vehicle_types)
            for client in self.instance.clients
        ]

    def vehicles(self) -> list[int]:
        """The type of each vehicle; of types without limit as many as there are clients."""
        most = self.instance.customers
        kinds = self.instance.vehicle_types
        return [
            kind
            for kind, vehicle in enumerate(kinds)
            for _ in range(min(most, vehicle.number or most))
        ]


def unknown(instance: RichRouting, known: frozenset[str]) -> str:
    """What a peer does not know of an instance, by the words of ``neurols info``."""
    return ", ".join(word for word in _words(instance) if word not in known)


def _words(instance: RichRouting) -> Iterator[str]:
    from neurols.routing.rich.facts import constraints

    for word in constraints(instance):
        yield "balance" if word.startswith("balance") else word
    if any(group.prize for group in instance.groups):
        yield "prizes of groups"
    if any(any(c.pickup) and any(c.delivery) for c in instance.clients):
        yield "clients with pickup and delivery"
    if instance.dimensions > 1:
        yield "several dimensions"


KNOWN_TO_ALL = frozenset(
    {
        *("capacities", "time windows", "service durations", "fixed costs", "costs of distance"),
        *("opening times of depots", "shifts", "skills", "allowed vehicle types", "priorities"),
        *("longest distances", "several dimensions", "profiles of travel", "shipments"),
        *(f"loads of {dimensions} dimensions" for dimensions in range(2, 10)),
    }
)
"""The constraints that all peers know."""
