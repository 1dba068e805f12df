"""Random fleets: routing with any mix of depots, vehicle types, windows, shipments, prizes, groups,
breaks, reloads, skills, overtime, speeds by time of day and balance.

A fleet is the plain object that its file holds; ``fleet_rules`` judges plans of it.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.oracle import fleet_rules as rules
from tests.oracle.case import Case
from tests.oracle.fleet_optimum import optimum

_DAY = 100


def draw(rng: Random) -> Case:
    """A fleet for 1 to 12 clients."""
    fleet = draw_fleet(rng)
    clients = len(fleet["clients"])
    best = optimum(fleet) if clients <= 6 else None

    def may_refuse(words: str) -> bool:
        """Told before the search where it can be proven, else where the search found none."""
        if "has no plan: " in words:
            return best is None or best == float("inf")
        return "no plan found that visits" in words

    return Case(
        suffix=".json",
        text=json.dumps(fleet),
        solution_suffix=".json",
        cost_of=lambda text: rules.cost_of(fleet, text),
        optimum=best,
        tolerance=1e-9,
        may_refuse=may_refuse,
        to_be_met=True,
    )


def draw_fleet(rng: Random) -> dict[str, Any]:
    """The object of a file in our JSON, version 2."""
    clients = rng.choice((1, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 8, 10, 12))
    depots, kinds = rng.choice((1, 1, 1, 2, 3)), rng.choice((1, 1, 2, 3))
    dimensions = rng.choice((0, 1, 1, 1, 2))
    backhaul = dimensions > 0 and rng.random() < 0.07
    # How often each constraint is there: rare in some instances, everywhere in others.
    often = rng.choice((0.1, 0.3, 0.6))
    pairs = rng.randint(1, clients // 2) if clients > 1 and rng.random() < 0.25 else 0
    fleet: dict[str, Any] = {
        "format": "neurols-routing",
        "version": 2,
        "name": "drawn",
        "depots": [_depot(rng, often) for _ in range(depots)],
        "clients": [
            _client(rng, often, kinds, 0 if k < 2 * pairs else dimensions, backhaul)
            for k in range(clients)
        ],
        "vehicle_types": [_vehicle(rng, often, depots, dimensions) for _ in range(kinds)],
        "profiles": _profiles(rng, depots + clients),
    }
    if backhaul:
        fleet["backhaul"] = True
    if pairs:
        _add_shipments(rng, fleet, pairs, dimensions)
    if rng.random() < 0.2:
        _add_group(rng, fleet, 2 * pairs)
    if len(fleet["profiles"]) > 1:
        for kind in fleet["vehicle_types"]:
            kind["profile"] = rng.choice((0, 1))
    if rng.random() < 0.1:
        fleet["balance"] = {"price": rng.randint(1, 3), "of": rng.choice(("longest", "spread"))}
    return fleet


def _depot(rng: Random, often: float) -> dict[str, Any]:
    depot: dict[str, Any] = {}
    if rng.random() < often / 2:
        depot["opens"] = rng.randint(1, 15)
    if rng.random() < often:
        depot["closes"] = rng.randint(60, _DAY)
    if rng.random() < often:
        depot["service_duration"] = rng.randint(1, 5)
    return depot


def _client(
    rng: Random, often: float, kinds: int, dimensions: int, backhaul: bool
) -> dict[str, Any]:
    client: dict[str, Any] = {}
    if dimensions:
        pickup = rng.random() < often
        amounts = [rng.randint(0, 4) for _ in range(dimensions)]
        client["pickup" if pickup else "delivery"] = amounts
        if not backhaul and rng.random() < often / 2:
            client["delivery" if pickup else "pickup"] = amounts[::-1]
    if rng.random() < often:
        client["service_duration"] = rng.randint(1, 6)
    if rng.random() < often:
        client["windows"] = _windows(rng)
        if rng.random() < 0.2:
            client["late_price"] = rng.randint(0, 3)
    if rng.random() < often / 2:
        client["release_time"] = rng.randint(1, 25)
    if rng.random() < often / 2:
        client["prize"] = rng.randint(0, 40)
    if rng.random() < often / 3:
        client["skills"] = [rng.choice("ab")]
    if rng.random() < often / 4:
        client["allowed_vehicle_types"] = rng.sample(range(kinds), rng.randint(1, kinds))
    return client


def _windows(rng: Random) -> list[list[int]]:
    opens = rng.randint(0, 45)
    windows = [[opens, opens + rng.randint(0, 30)]]
    while rng.random() < 0.3:
        opens = windows[-1][1] + rng.randint(1, 15)
        windows.append([opens, opens + rng.randint(0, 15)])
    return windows


def _vehicle(rng: Random, often: float, depots: int, dimensions: int) -> dict[str, Any]:
    """A type; every key that it has may bind."""
    start = rng.randrange(depots)
    kind: dict[str, Any] = {
        "number": rng.choice((1, 2, 3, 12, None)),
        "start_depot": start,
        "end_depot": rng.choice((start, start, rng.randrange(depots), None)),
    }
    if dimensions and rng.random() < 0.85:
        kind["capacity"] = [rng.randint(3, 12) for _ in range(dimensions)]
        if rng.random() < often / 4:
            kind["initial_load"] = [rng.randint(0, 2) for _ in range(dimensions)]
    for key, low, high, share in (
        ("fixed_cost", 1, 40, 1.0),
        ("unit_distance_cost", 0, 3, 1.0),
        ("unit_duration_cost", 1, 2, 0.7),
        ("max_distance", 25, 80, 0.5),
    ):
        if rng.random() < often * share:
            kind[key] = rng.randint(low, high)
    if rng.random() < often / 2:
        kind["shift"] = [rng.randint(0, 20), rng.choice((None, rng.randint(50, _DAY)))]
    if rng.random() < often / 2:
        kind["max_duration"] = rng.randint(20, 70)
        if rng.random() < 0.5:
            kind["max_overtime"], kind["unit_overtime_cost"] = rng.randint(1, 20), rng.randint(0, 3)
    if rng.random() < often / 2:
        kind["reload_depots"] = rng.sample(range(depots), rng.randint(1, depots))
        kind["max_reloads"] = rng.choice((None, 1, 2))
    if rng.random() < often / 2:
        kind["breaks"] = _breaks(rng)
    if rng.random() < 2 * often:
        kind["skills"] = rng.choice((["a"], ["b"], ["a", "b"]))
    return kind


def _breaks(rng: Random) -> list[dict[str, Any]]:
    earliest = rng.randint(0, 30)
    breaks = []
    for _ in range(rng.choice((1, 1, 2))):
        latest = rng.choice((None, earliest + rng.randint(0, 30)))
        breaks.append({"earliest": earliest, "latest": latest, "duration": rng.randint(1, 8)})
        earliest += rng.randint(0, 30)
    return breaks


def _profiles(rng: Random, locations: int) -> list[dict[str, Any]]:
    """Distances in the plane, or any; durations of their own in some, and speeds in a few."""
    if rng.random() < 0.7:
        points = [(rng.randint(0, 20), rng.randint(0, 20)) for _ in range(locations)]
        table = [
            [round(((a - c) ** 2 + (b - d) ** 2) ** 0.5) for c, d in points] for a, b in points
        ]
    else:
        table = _any_table(rng, locations)
    profile: dict[str, Any] = {"distances": table}
    if rng.random() < 0.2:
        profile["durations"] = _any_table(rng, locations)
    if rng.random() < 0.1:
        profile["speeds"] = [[rng.randint(0, 20), 50], [rng.randint(21, 60), 150]]
    others = [{"distances": _any_table(rng, locations)}] if rng.random() < 0.1 else []
    return [profile, *others]


def _any_table(rng: Random, locations: int) -> list[list[int]]:
    return [
        [0 if a == b else rng.randint(0, 25) for b in range(locations)] for a in range(locations)
    ]


def _add_shipments(rng: Random, fleet: dict[str, Any], pairs: int, dimensions: int) -> None:
    """The first clients are ends of shipments, both required or both optional."""
    fleet["shipments"] = []
    for number in range(pairs):
        ends = [2 * number, 2 * number + 1]
        optional = rng.random() < 0.15
        for end in ends:
            fleet["clients"][end].pop("prize", None)
            if optional:
                fleet["clients"][end]["prize"] = rng.randint(0, 25)
        rng.shuffle(ends)
        shipment: dict[str, Any] = {"pickup": ends[0], "delivery": ends[1]}
        if dimensions:
            shipment["amount"] = [rng.randint(0, 4) for _ in range(dimensions)]
        if rng.random() < 0.3:
            shipment["max_time_on_board"] = rng.randint(0, 30)
        fleet["shipments"].append(shipment)


def _add_group(rng: Random, fleet: dict[str, Any], first: int) -> None:
    members = list(range(first, len(fleet["clients"])))[-rng.randint(2, 3) :]
    if len(members) < 2:
        return
    for member in members:
        fleet["clients"][member].pop("prize", None)
        fleet["clients"][member]["group"] = 0
    group: dict[str, Any] = {"clients": members, "required": rng.random() < 0.6}
    if not group["required"]:
        group["prize"] = rng.randint(0, 40)
    fleet["groups"] = [group]
