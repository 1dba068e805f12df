"""PyVRP on rich routing, modelled as its own reader models files of its dialect."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from neurols.benchmark.peers.adapter import Answer, Limit, Trace, package
from neurols.routing.peers.rich_data import KNOWN_TO_ALL, Units, unknown

if TYPE_CHECKING:
    from neurols.routing import RichRouting

_KNOWN = KNOWN_TO_ALL | {
    *("pickups", "release times", "optional clients", "costs of duration", "longest durations"),
    *("overtime", "reloads", "initial loads", "groups", "backhauls after linehauls"),
    "clients with pickup and delivery",
}
_NO_COST = 2**60
_ENDLESS = 2**63 - 1


def unknown_constraints(instance: RichRouting) -> str:
    """What PyVRP does not know of the instance; empty where it knows all."""
    return unknown(instance, frozenset(_KNOWN))


def solve(instance: RichRouting, limit: Limit, seed: int) -> Answer:
    """PyVRP's own defaults; stopped by CPU time, which it asks for at every iteration."""
    api = package("pyvrp")
    units = Units(instance)
    data = _Model(api, units).data()
    clock = limit.clock()
    trace = Trace(clock)
    steps = 0

    def stop(best: float) -> bool:
        nonlocal steps
        # With fewest vehicles first its cost has a price a vehicle, and is no cost of a plan.
        if best < _NO_COST and not units.vehicle_price:
            trace.add(units.cost(best))
        if clock.expired() or (limit.iterations is not None and steps >= limit.iterations):
            return True
        steps += 1
        return False

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", api.exceptions.PenaltyBoundWarning)
        warnings.simplefilter("ignore", api.exceptions.ScalingWarning)
        result = api.solve(data, stop, seed=seed % 2**31, collect_stats=False, display=False)
    used = clock.used()
    if not result.best.is_feasible():
        return Answer(None, used, iterations=steps)
    return Answer(_form(instance, result.best), used, trace.points, steps)


def _form(instance: RichRouting, best: Any) -> dict[str, Any]:
    """The solution as the checker takes it."""
    ends = {end for s in instance.shipments for end in (s.pickup, s.delivery)}
    plain = [c for c in range(instance.customers) if c not in ends]
    depots = len(instance.depots)
    routes, types = [], []
    for route in best.routes():
        visits = []
        inner = list(route)
        for place, activity in enumerate(inner):
            if activity.is_client():
                visits.append(depots + plain[activity.idx])
            elif activity.is_depot():
                if 0 < place < len(inner) - 1:
                    visits.append(int(activity.idx))
            else:
                shipment = instance.shipments[activity.idx]
                visits.append(
                    depots + (shipment.pickup if activity.is_pickup() else shipment.delivery)
                )
        if visits:
            routes.append(visits)
            types.append(int(route.vehicle_type()))
    return {"routes": routes, "vehicle_types": types}


class _Model:
    """PyVRP's data of an instance."""

    def __init__(self, api: Any, units: Units) -> None:
        self.api, self.units, self.instance = api, units, units.instance
        self.distances: list[Any] = []
        self.durations: list[Any] = []
        self._profiles: dict[tuple[int, tuple[bool, ...]], int] = {}

    def data(self) -> Any:
        instance, api = self.instance, self.api
        types = [self._type(kind) for kind in range(len(instance.vehicle_types))]
        ends = {end for s in instance.shipments for end in (s.pickup, s.delivery)}
        plain = [c for c in range(instance.customers) if c not in ends]
        number = {client: at for at, client in enumerate(plain)}
        points = instance.coordinates
        return api.ProblemData(
            [
                api.Location(*((0.0, 0.0) if points is None else map(float, points[at])))
                for at in range(instance.locations)
            ],
            [self._client(client) for client in plain],
            [self._depot(depot) for depot in range(len(instance.depots))],
            types,
            self.distances,
            self.durations,
            [
                api.ClientGroup([number[c] for c in group.clients], group.required)
                for group in instance.groups
            ],
            [self._shipment(number) for number in range(len(instance.shipments))],
        )

    def _window(self, client: int) -> tuple[int, int]:
        windows = self.instance.clients[client].windows
        if not windows:
            return 0, _ENDLESS
        opens, closes = windows[0]
        return self.units.time(opens, 0), self.units.time(closes, _ENDLESS)

    def _client(self, client: int) -> Any:
        one, units = self.instance.clients[client], self.units
        opens, closes = self._window(client)
        return self.api.Client(
            len(self.instance.depots) + client,
            units.load(one.delivery),
            units.load(one.pickup),
            service_duration=units.time(one.service_duration, 0),
            tw_early=opens,
            tw_late=closes,
            release_time=units.time(one.release_time, 0),
            prize=units.money(one.prize or 0),
            required=one.prize is None and one.group is None,
            group=one.group,
        )

    def _depot(self, depot: int) -> Any:
        one, units = self.instance.depots[depot], self.units
        return self.api.Depot(
            depot,
            tw_early=units.time(one.opens, 0),
            tw_late=units.time(one.closes, _ENDLESS),
            service_duration=units.time(one.service_duration, 0),
        )

    def _shipment(self, number: int) -> Any:
        shipment, units = self.instance.shipments[number], self.units
        first, second = self._window(shipment.pickup), self._window(shipment.delivery)
        depots = len(self.instance.depots)
        ends = [self.instance.clients[end] for end in (shipment.pickup, shipment.delivery)]
        prizes = [end.prize for end in ends]
        return self.api.Shipment(
            depots + shipment.pickup,
            depots + shipment.delivery,
            pickup_tw_early=first[0],
            pickup_tw_late=first[1],
            pickup_service_duration=units.time(ends[0].service_duration, 0),
            delivery_tw_early=second[0],
            delivery_tw_late=second[1],
            delivery_service_duration=units.time(ends[1].service_duration, 0),
            amount=units.load(shipment.amount),
            prize=sum(units.money(prize or 0) for prize in prizes),
            required=None in prizes,
        )

    def _type(self, kind: int) -> Any:
        vehicle, units = self.instance.vehicle_types[kind], self.units
        start, end = vehicle.shift
        assert vehicle.end_depot is not None
        reloads = {}
        if vehicle.reload_depots:
            reloads["reload_depots"] = list(vehicle.reload_depots)
            if vehicle.max_reloads is not None:
                reloads["max_reloads"] = vehicle.max_reloads  # type: ignore[assignment]
        return self.api.VehicleType(
            vehicle.number or self.instance.customers,
            units.load(vehicle.capacity, without=2**40),
            vehicle.start_depot,
            vehicle.end_depot,
            fixed_cost=units.fixed(kind),
            tw_early=units.time(start, 0),
            tw_late=units.time(end, _ENDLESS),
            shift_duration=units.time(vehicle.max_duration, _ENDLESS),
            max_distance=units.time(vehicle.max_distance, _ENDLESS),
            unit_distance_cost=units.price(vehicle.unit_distance_cost),
            unit_duration_cost=units.price(vehicle.unit_duration_cost),
            profile=self._profile(kind),
            initial_load=units.load(vehicle.initial_load),
            max_overtime=units.time(vehicle.max_overtime, 0),
            unit_overtime_cost=units.price(vehicle.unit_overtime_cost),
            **reloads,
        )

    def _profile(self, kind: int) -> int:
        """Matrices in which clients that a type may not visit are too far away."""
        travel = self.instance.vehicle_types[kind].profile
        allowed = tuple(self.units.may_come(kind))
        key = (travel, allowed)
        if key not in self._profiles:
            depots = len(self.instance.depots)
            far = 2**44 // max(1, self.units.price_scale)
            tables = [self.units.matrix(travel), self.units.matrix(travel, durations=True)]
            for table in tables:
                for client, may in enumerate(allowed):
                    if not may:
                        table[:, depots + client] = table[depots + client, :] = far
                        table[depots + client, depots + client] = 0
                if self.instance.backhaul:
                    self._keep_order(table, far)
            self._profiles[key] = len(self.distances)
            self.distances.append(tables[0])
            self.durations.append(tables[1])
        return self._profiles[key]

    def _keep_order(self, table: Any, far: int) -> None:
        """No linehaul after a backhaul, and no backhaul first."""
        depots = len(self.instance.depots)
        backhauls = [depots + k for k, c in enumerate(self.instance.clients) if any(c.pickup)]
        others = [depots + k for k, c in enumerate(self.instance.clients) if not any(c.pickup)]
        for location in backhauls:
            table[location, others] = far
            table[:depots, location] = far
