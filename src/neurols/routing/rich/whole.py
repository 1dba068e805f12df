"""An instance's numbers as whole numbers: times and distances, and money, in their smallest units.

The checker and the tables count with Python's integers, which never overflow; the core counts on
its own.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

from .instance import RichRouting

FOREVER = 10**30
"""Beyond every time and amount."""


class Whole:
    """Whole numbers of one instance."""

    def __init__(self, instance: RichRouting) -> None:
        self.instance = instance
        self._scale = instance.scale
        self._money = int(10**instance.cost_decimals)

    def time(self, value: float) -> int:
        """A time, duration or distance; ``FOREVER`` where there is no limit."""
        return FOREVER if math.isinf(value) else round(value * self._scale)

    @cached_property
    def shipment_ends(self) -> dict[int, tuple[int, int]]:
        """By location: +1 and the shipment that is picked up there, -1 and the one delivered."""
        depots = len(self.instance.depots)
        found = {}
        for number, shipment in enumerate(self.instance.shipments):
            found[depots + shipment.pickup] = (1, number)
            found[depots + shipment.delivery] = (-1, number)
        return found

    def price(self, value: float) -> int:
        """A price of a unit of time or distance, so that price times time is money."""
        return round(value * self._money)

    def money(self, value: float) -> int:
        """An amount of money, in units of ``10 ** -(decimals + cost_decimals)``."""
        return round(value * self._money) * self._scale

    def distance(self, profile: int, origin: int, destination: int) -> int:
        """How far it is between two locations."""
        return self._entry(self.instance.profiles[profile].distances, origin, destination)

    def arrival(self, profile: int, origin: int, destination: int, departure: int) -> int:
        """When a leg that begins at ``departure`` ends."""
        travel = self._entry(self.instance.profiles[profile].durations, origin, destination)
        speeds = self.instance.profiles[profile].speeds
        if not speeds or travel == 0:
            return departure + travel
        # Work left, in hundredths of a unit; each period does its speed's share of it.
        work, now, speed = 100 * travel, departure, 100
        for start, percent in ((self.time(start), percent) for start, percent in speeds):
            if start > now:
                possible = (start - now) * speed
                if work <= possible:
                    break
                work, now = work - possible, start
            speed = percent
        return now - (-work // speed)

    def _entry(self, matrix: Any, origin: int, destination: int) -> int:
        value = matrix[origin, destination]
        return int(value) if self._scale == 1 else round(float(value) * self._scale)

    def shown(self, value: int) -> str:
        """A time or distance in the user's units, for messages."""
        return f"{value / self._scale:.10g}"

    def units(self, value: int) -> int | float:
        """A time or distance in the user's units."""
        return value if self._scale == 1 else value / self._scale

    def cost(self, money: int) -> int | float:
        """An amount of money in the user's units: a whole number where all amounts are."""
        scale = self.instance.cost_scale
        return money if scale == 1 else money / scale
