"""The OR-Tools routing library on rich routing, with loads, times and lengths as dimensions."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from neurols.routing.peers.rich_data import KNOWN_TO_ALL, Units, unknown

if TYPE_CHECKING:
    from neurols.routing import RichRouting

_KNOWN = KNOWN_TO_ALL | {
    *("several windows", "optional clients", "groups", "prizes of groups", "longest durations"),
    *("backhauls after linehauls", "pickups"),
}
_ENDLESS = 2**40


def unknown_constraints(instance: RichRouting) -> str:
    """What this model does not know of the instance; empty where it knows all."""
    lacking = unknown(instance, frozenset(_KNOWN))
    if not lacking and not instance.backhaul and any(any(c.pickup) for c in instance.clients):
        return "pickups beside deliveries"
    return lacking


class Model:
    """The library's model of an instance."""

    def __init__(self, api: Any, instance: RichRouting) -> None:
        self.units, self.instance = Units(instance), instance
        self.types = self.units.vehicles()
        kinds = instance.vehicle_types
        starts = [kinds[kind].start_depot for kind in self.types]
        ends = [kinds[kind].end_depot or 0 for kind in self.types]
        self.manager = api.RoutingIndexManager(instance.locations, len(self.types), starts, ends)
        self.routing = api.RoutingModel(self.manager)
        self._costs()
        self._loads()
        self._times()
        self._distances()
        self._choices()
        self._pairs()
        if instance.backhaul:
            self._order()

    def form(self) -> dict[str, Any]:
        """The routes at a solution, read from the variables."""
        routes, types = [], []
        for vehicle, kind in enumerate(self.types):
            index = self.routing.NextVar(self.routing.Start(vehicle)).Value()
            visits = []
            while not self.routing.IsEnd(index):
                visits.append(self.manager.IndexToNode(index))
                index = self.routing.NextVar(index).Value()
            if visits:
                routes.append(visits)
                types.append(kind)
        return {"routes": routes, "vehicle_types": types}

    def cost(self) -> float:
        """The cost of a solution in the user's units."""
        used = sum(
            not self.routing.IsEnd(self.routing.NextVar(self.routing.Start(v)).Value())
            for v in range(len(self.types))
        )
        return self.units.cost(self.routing.CostVar().Value(), used)

    def _indices(self) -> list[tuple[int, int]]:
        """Clients and their indices."""
        depots = len(self.instance.depots)
        return [
            (client, self.manager.NodeToIndex(depots + client))
            for client in range(self.instance.customers)
        ]

    def _per_kind(self, make: Any) -> list[int]:
        """What is made for each type, for each vehicle."""
        made = [make(kind) for kind in range(len(self.instance.vehicle_types))]
        return [made[kind] for kind in self.types]

    def _costs(self) -> None:
        kinds = self.instance.vehicle_types

        def arcs(kind: int) -> int:
            price = self.units.price(kinds[kind].unit_distance_cost)
            table = self.units.matrix(kinds[kind].profile) * price
            return int(self.routing.RegisterTransitMatrix(table.tolist()))

        for vehicle, evaluator in enumerate(self._per_kind(arcs)):
            self.routing.SetArcCostEvaluatorOfVehicle(evaluator, vehicle)
            fixed = self.units.fixed(self.types[vehicle])
            self.routing.SetFixedCostOfVehicle(fixed, vehicle)

    def _loads(self) -> None:
        kinds, depots = self.instance.vehicle_types, len(self.instance.depots)
        ends = {}
        for shipment in self.instance.shipments:
            ends[shipment.pickup] = shipment.amount
            ends[shipment.delivery] = tuple(-amount for amount in shipment.amount)
        for dimension in range(self.instance.dimensions):
            for what in ("delivery", "pickup"):
                amounts = [0] * depots + [
                    ([*getattr(client, what), *[0] * 9])[dimension]
                    for client in self.instance.clients
                ]
                if what == "delivery":
                    for client, amount in ends.items():
                        amounts[depots + client] += ([*amount, *[0] * 9])[dimension]
                if not any(amounts):
                    continue
                loads = self.routing.RegisterUnaryTransitVector(amounts)
                capacities = [
                    kinds[kind].capacity[dimension] if kinds[kind].capacity else _ENDLESS
                    for kind in self.types
                ]
                self.routing.AddDimensionWithVehicleCapacity(
                    loads, 0, capacities, True, f"{what} {dimension}"
                )

    def _times(self) -> None:
        instance, units = self.instance, self.units
        kinds = instance.vehicle_types
        service = [0] * len(instance.depots)
        service += [units.time(client.service_duration, 0) for client in instance.clients]

        def durations(kind: int) -> int:
            table = units.matrix(kinds[kind].profile, durations=True).copy()
            for node, duration in enumerate(service):
                table[node, :] += duration
            return int(self.routing.RegisterTransitMatrix(table.tolist()))

        self.routing.AddDimensionWithVehicleTransits(
            self._per_kind(durations), _ENDLESS, _ENDLESS, False, "time"
        )
        time = self.routing.GetDimensionOrDie("time")
        for client, index in self._indices():
            windows = instance.clients[client].windows
            if not windows:
                continue
            bounds = [(units.time(a, 0), units.time(b, _ENDLESS)) for a, b in windows]
            time.CumulVar(index).SetRange(bounds[0][0], bounds[-1][1])
            for (_, closes), (opens, _) in pairwise(bounds):
                time.CumulVar(index).RemoveInterval(closes + 1, opens - 1)
        for vehicle, kind in enumerate(self.types):
            one = kinds[kind]
            start, end = instance.depots[one.start_depot], instance.depots[one.end_depot or 0]
            opens = units.time(max(one.shift[0], start.opens), 0)
            closes = units.time(min(one.shift[1], end.closes), _ENDLESS)
            time.CumulVar(self.routing.Start(vehicle)).SetRange(opens, closes)
            time.CumulVar(self.routing.End(vehicle)).SetRange(opens, closes)
            longest = units.time(one.max_duration, _ENDLESS)
            if longest < _ENDLESS:
                time.SetSpanUpperBoundForVehicle(longest, vehicle)
                self.routing.AddVariableMaximizedByFinalizer(
                    time.CumulVar(self.routing.Start(vehicle))
                )

    def _distances(self) -> None:
        kinds = self.instance.vehicle_types
        limits = [self.units.time(kinds[kind].max_distance, _ENDLESS) for kind in self.types]
        if min(limits) == _ENDLESS:
            return

        def table(kind: int) -> int:
            matrix = self.units.matrix(kinds[kind].profile)
            return int(self.routing.RegisterTransitMatrix(matrix.tolist()))

        self.routing.AddDimensionWithVehicleTransitAndCapacity(
            self._per_kind(table), 0, limits, True, "distance"
        )

    def _choices(self) -> None:
        """Optional clients, groups, and who may come."""
        indices = dict(self._indices())
        for client, index in indices.items():
            prize = self.instance.clients[client].prize
            if prize is not None and self.instance.clients[client].group is None:
                self.routing.AddDisjunction([index], self.units.money(prize))
        for group in self.instance.groups:
            members = [indices[client] for client in group.clients]
            price = -1 if group.required else self.units.money(group.prize)
            self.routing.AddDisjunction(members, price, 1)
        may = [self.units.may_come(kind) for kind in range(len(self.instance.vehicle_types))]
        for client, index in indices.items():
            able = [v for v, kind in enumerate(self.types) if may[kind][client]]
            if len(able) < len(self.types):
                # -1 is no vehicle at all, for clients that may be left out.
                self.routing.VehicleVar(index).SetValues([-1, *able])

    def _pairs(self) -> None:
        indices, solver = dict(self._indices()), self.routing.solver()
        time = self.routing.GetDimensionOrDie("time")
        for shipment in self.instance.shipments:
            pickup, delivery = indices[shipment.pickup], indices[shipment.delivery]
            self.routing.AddPickupAndDelivery(pickup, delivery)
            solver.Add(self.routing.VehicleVar(pickup) == self.routing.VehicleVar(delivery))
            solver.Add(time.CumulVar(pickup) <= time.CumulVar(delivery))

    def _order(self) -> None:
        """No linehaul after a backhaul, and no backhaul first."""
        clients = self.instance.clients
        backhauls = {index for client, index in self._indices() if any(clients[client].pickup)}
        others = [index for _, index in self._indices() if index not in backhauls]
        for index in backhauls:
            self.routing.NextVar(index).RemoveValues(others)
        for vehicle in range(len(self.types)):
            start = self.routing.NextVar(self.routing.Start(vehicle))
            start.RemoveValues(sorted(backhauls))
