"""``RichRouting`` as the core has it: whole numbers of smallest units, built once an instance."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols import _core

    from .instance import Client, Depot, Profile, RichRouting, VehicleType

FOREVER = 10**15
"""The core's infinity of times, distances and amounts."""
_MOST = 2**53
"""Costs are doubles in the search; beyond this they would not be exact."""


def core_instance(instance: RichRouting) -> _core.RichRoutingInstance:
    """The native instance; built once however many searches run on it.

    Raises:
        InputError: a number does not fit the core.
    """
    return _built(_Identity(instance))


class _Identity:
    """An instance as a cache key: its arrays have no hash, but an instance never changes."""

    def __init__(self, instance: RichRouting) -> None:
        self.instance = instance

    def __hash__(self) -> int:
        return id(self.instance)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.instance is self.instance


@lru_cache(maxsize=8)
def _built(key: _Identity) -> _core.RichRoutingInstance:
    from neurols import _core

    instance = key.instance
    try:
        return _core.RichRoutingInstance(_Units(instance).data())
    except IndexError as error:  # std::range_error of the matrices
        raise InputError(f"{instance.name}: {error}", remedy="use fewer decimals") from None
    except ValueError as error:  # what the validation has not seen, in one line all the same
        raise InputError(f"{instance.name}: {error}") from None


class _Units:
    """Collects the data of an instance in units of the core.

    Times and distances come in units of ``10 ** -decimals``. Prices of them come in units of
    ``10 ** -cost_decimals``, so that money in the core has both powers.
    """

    def __init__(self, instance: RichRouting) -> None:
        self.instance = instance
        self.scale = 10**instance.decimals
        self.price_scale = 10**instance.cost_decimals

    def time(self, value: float) -> int:
        """A time or a distance."""
        return FOREVER if value == math.inf else min(FOREVER, round(value * self.scale))

    def price(self, value: float) -> int:
        """Money a unit of time or distance."""
        return self._money(value, self.price_scale)

    def money(self, value: float) -> int:
        return self._money(value, self.price_scale * self.scale)

    def _money(self, value: float, scale: int) -> int:
        whole = round(value * scale)
        if not abs(whole) < _MOST:
            raise InputError(
                f"{self.instance.name}: the price {value} is too large for so many decimals",
                remedy="use fewer decimals or a larger unit of money",
            )
        return whole

    def data(self) -> _core.RichRoutingData:
        from neurols import _core

        instance = self.instance
        data = _core.RichRoutingData()
        data.backhaul = instance.backhaul
        data.fewest_vehicles = instance.objective == "vehicles"
        data.scale = float(self.scale * self.price_scale)
        data.set_balance(self.price(instance.balance.price), instance.balance.of == "spread")
        for depot in instance.depots:
            self._add_depot(data, depot)
        group_of = {c: g for g, group in enumerate(instance.groups) for c in group.clients}
        for c, client in enumerate(instance.clients):
            self._add_client(data, client, group_of.get(c, -1))
        for profile in instance.profiles:
            self._add_profile(data, profile)
        for vehicle in instance.vehicle_types:
            self._add_vehicle_type(data, vehicle)
        first = len(instance.depots)
        for group in instance.groups:
            clients = [first + c for c in group.clients]
            data.add_group(clients, group.required, self.money(group.prize))
        for shipment in instance.shipments:
            limit = shipment.max_time_on_board
            data.add_shipment(
                first + shipment.pickup,
                first + shipment.delivery,
                [int(amount) for amount in shipment.amount],
                FOREVER if limit is None else self.time(limit),
            )
        if instance.coordinates is not None:
            data.set_coordinates(
                instance.coordinates[:, 0].tolist(), instance.coordinates[:, 1].tolist()
            )
        return data

    def _add_depot(self, data: _core.RichRoutingData, depot: Depot) -> None:
        data.add_depot(
            self.time(depot.opens), self.time(depot.closes), self.time(depot.service_duration)
        )

    def _add_client(self, data: _core.RichRoutingData, client: Client, group: int) -> None:
        free = client.late_price is None
        prize = -1 if client.prize is None or group >= 0 else self.money(client.prize)
        data.add_client(
            delivery=[int(amount) for amount in client.delivery],
            pickup=[int(amount) for amount in client.pickup],
            service=self.time(client.service_duration),
            windows=[(self.time(opens), self.time(closes)) for opens, closes in client.windows],
            late_price=-1 if free else self.price(client.late_price or 0),
            release=self.time(client.release_time),
            prize=prize,
            group=group,
            priority=max(0, int(client.priority)),
            types=self._types_for(client),
        )

    def _types_for(self, client: Client) -> list[int]:
        """Vehicle types that may come; empty where all may, [-1] where none may."""
        types = [
            t
            for t, vehicle in enumerate(self.instance.vehicle_types)
            if client.skills <= vehicle.skills
            and (client.allowed_vehicle_types is None or t in client.allowed_vehicle_types)
        ]
        return [] if len(types) == len(self.instance.vehicle_types) else types or [-1]

    def _add_profile(self, data: _core.RichRoutingData, profile: Profile) -> None:
        import numpy as np

        distances = np.asarray(profile.distances, dtype=np.float64)
        same = profile.durations is profile.distances
        data.add_profile(
            distances,
            None if same else np.asarray(profile.durations, dtype=np.float64),
            float(self.scale),
            [(self.time(start), int(percent)) for start, percent in profile.speeds],
        )

    def _add_vehicle_type(self, data: _core.RichRoutingData, vehicle: VehicleType) -> None:
        data.add_vehicle_type(
            number=-1 if vehicle.number is None else min(vehicle.number, 2**31 - 1),
            capacity=[int(amount) for amount in vehicle.capacity],
            start=vehicle.start_depot,
            end=-1 if vehicle.end_depot is None else vehicle.end_depot,
            fixed=self.money(vehicle.fixed_cost),
            unit_distance=self.price(vehicle.unit_distance_cost),
            unit_duration=self.price(vehicle.unit_duration_cost),
            shift=(self.time(vehicle.shift[0]), self.time(vehicle.shift[1])),
            max_duration=self.time(vehicle.max_duration),
            max_overtime=self.time(vehicle.max_overtime),
            unit_overtime=self.price(vehicle.unit_overtime_cost),
            max_distance=self.time(vehicle.max_distance),
            reload_depots=list(vehicle.reload_depots),
            max_reloads=2**31 - 1 if vehicle.max_reloads is None else vehicle.max_reloads,
            breaks=[
                (self.time(rest.earliest), self.time(rest.latest), self.time(rest.duration))
                for rest in vehicle.breaks
            ],
            initial_load=[int(amount) for amount in vehicle.initial_load],
            profile=vehicle.profile,
        )


__all__ = ["FOREVER", "core_instance"]
