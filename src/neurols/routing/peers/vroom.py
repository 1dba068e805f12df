"""VROOM on rich routing: deepest exploration, one thread; it ends by itself, or at the limit."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from neurols.benchmark.peers.adapter import Answer, Limit, package
from neurols.routing.peers.rich_data import KNOWN_TO_ALL, Units, unknown

if TYPE_CHECKING:
    from neurols.routing import RichRouting

PACKAGE = "vroom"
OPTIONS: dict[str, tuple[str, ...]] = {}
BY_ITERATIONS = False

_KNOWN = KNOWN_TO_ALL | {
    *("several windows", "pickups", "open routes", "breaks", "clients with pickup and delivery"),
}
_EXPLORATION = 5
_ENDLESS = 2**31 - 1


def unknown_constraints(instance: RichRouting) -> str:
    """What VROOM does not know of the instance; empty where it knows all."""
    return unknown(instance, frozenset(_KNOWN))


def solve(instance: RichRouting, limit: Limit, seed: int, options: Mapping[str, str]) -> Answer:
    """VROOM has no random numbers: every seed gives the same plan."""
    api = package("vroom")
    units = Units(instance)
    assert limit.seconds is not None
    clock = limit.clock()
    problem, types = _problem(api, units)
    left = max(0.001, limit.seconds - clock.used())
    found = problem.solve(
        exploration_level=_EXPLORATION, nb_threads=1, timeout=timedelta(seconds=left)
    )
    used = clock.used()
    if found.summary.unassigned:
        return Answer(None, used)
    routes: dict[int, list[int]] = {}
    table = found.routes
    depots = len(instance.depots)
    for vehicle, kind, task in zip(table.vehicle_id, table.type, table.id, strict=True):
        if kind in ("job", "pickup", "delivery"):
            routes.setdefault(int(vehicle), []).append(depots + int(task))
    form = {
        "routes": list(routes.values()),
        "vehicle_types": [types[vehicle] for vehicle in routes],
    }
    return Answer(form, used)


def _problem(api: Any, units: Units) -> tuple[Any, list[int]]:
    instance = units.instance
    problem = api.Input()
    types = units.vehicles()
    coarse = _coarseness(units, types)
    for kind, vehicle in enumerate(instance.vehicle_types):
        distances = units.matrix(vehicle.profile)
        problem.set_durations_matrix(f"{kind}", units.matrix(vehicle.profile, durations=True))
        problem.set_distances_matrix(f"{kind}", distances)
        costs = distances * units.price(vehicle.unit_distance_cost)
        problem.set_costs_matrix(f"{kind}", (costs + coarse // 2) // coarse)
    skills = _skills(units)
    problem.add_vehicle(
        [_vehicle(api, units, number, kind, coarse) for number, kind in enumerate(types)]
    )
    ends = {end for s in instance.shipments for end in (s.pickup, s.delivery)}
    depots, dimensions = len(instance.depots), instance.dimensions
    for number, client in enumerate(instance.clients):
        if number in ends:
            continue
        problem.add_job(
            api.Job(
                number,
                depots + number,
                default_service=units.time(client.service_duration, 0),
                delivery=api.Amount(list(client.delivery) or [0] * dimensions),
                pickup=api.Amount(list(client.pickup) or [0] * dimensions),
                skills=skills[number],
                time_windows=_windows(api, units, number),
            )
        )
    for shipment in instance.shipments:
        steps = [
            api.ShipmentStep(
                end,
                depots + end,
                default_service=units.time(instance.clients[end].service_duration, 0),
                time_windows=_windows(api, units, end),
            )
            for end in (shipment.pickup, shipment.delivery)
        ]
        amount = api.Amount(list(shipment.amount) or [0] * dimensions)
        both = skills[shipment.pickup] | skills[shipment.delivery]
        problem.add_shipment(*steps, amount, both)
    return problem, types


def _coarseness(units: Units, types: list[int]) -> int:
    """Units of money in one of VROOM's, whose sums must stay below 2**32."""
    kinds = units.instance.vehicle_types
    dearest = max(units.price(kind.unit_distance_cost) for kind in kinds)
    legs = units.instance.locations + len(types)
    total = legs * units.longest * dearest + sum(units.fixed(kind) for kind in types)
    return 1 + total // _ENDLESS


def _skills(units: Units) -> list[set[int]]:
    """A client that some type may not visit needs a skill that the other types have."""
    kinds = range(len(units.instance.vehicle_types))
    may = [units.may_come(kind) for kind in kinds]
    return [
        set() if all(may[kind][client] for kind in kinds) else {client}
        for client in range(units.instance.customers)
    ]


def _vehicle(api: Any, units: Units, number: int, kind: int, coarse: int) -> Any:
    instance = units.instance
    vehicle = instance.vehicle_types[kind]
    start = instance.depots[vehicle.start_depot]
    opens = max(vehicle.shift[0], start.opens)
    closes = vehicle.shift[1]
    if vehicle.end_depot is not None:
        closes = min(closes, instance.depots[vehicle.end_depot].closes)
    longest = units.time(vehicle.max_distance, _ENDLESS)
    return api.Vehicle(
        number,
        start=vehicle.start_depot,
        end=vehicle.end_depot,
        profile=f"{kind}",
        capacity=list(vehicle.capacity) or [2**30] * instance.dimensions,
        skills={client for client, may in enumerate(units.may_come(kind)) if may},
        time_window=(units.time(opens, 0), units.time(closes, _ENDLESS)),
        breaks=[
            api.Break(
                at,
                time_windows=[(units.time(b.earliest, 0), units.time(b.latest, _ENDLESS))],
                service=units.time(b.duration, 0),
            )
            for at, b in enumerate(vehicle.breaks)
        ],
        costs=api.VehicleCosts(fixed=units.fixed(kind) // coarse),
        **({} if longest == _ENDLESS else {"max_distance": longest}),
    )


def _windows(api: Any, units: Units, client: int) -> list[Any]:
    return [
        api.TimeWindow(units.time(opens, 0), units.time(closes, _ENDLESS))
        for opens, closes in units.instance.clients[client].windows
    ]
