"""Small random instances with any mix of the constraints of rich routing."""

from __future__ import annotations

import random
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

_SIDE = 50
_DAY = 400


def random_instance(seed: int, clients: int) -> RichRouting:
    """An instance with so many clients; which constraints it has depends on the seed."""
    rng = random.Random(seed)
    has = {name: rng.random() < 0.3 for name in _TRAITS}
    depots = 2 if has["depots"] else 1
    profiles = tuple(
        _profile(rng, has, depots + clients) for _ in range(2 if has["profile"] else 1)
    )
    dimensions = 2 if has["dimensions"] else 1
    shipments = _shipments(rng, clients, dimensions) if has["shipments"] else ()
    ends = {end for one in shipments for end in (one.pickup, one.delivery)}
    backhaul = has["backhaul"] and not shipments
    groups = _groups(rng, clients, ends) if has["groups"] else ()
    group_of = {c: g for g, group in enumerate(groups) for c in group.clients}
    optional_ends = {end for end in ends if has["prizes"]}
    return RichRouting(
        name=f"mix-{seed}",
        depots=tuple(_depot(rng, has) for _ in range(depots)),
        clients=tuple(
            _client(rng, has, dimensions, backhaul, c in ends, c in optional_ends, group_of.get(c))
            for c in range(clients)
        ),
        vehicle_types=tuple(
            _vehicle(rng, has, dimensions, depots, len(profiles), clients)
            for _ in range(2 if has["types"] else 1)
        ),
        profiles=profiles,
        shipments=shipments,
        groups=groups,
        backhaul=backhaul,
        objective="vehicles" if has["fewest"] else "cost",
        balance=Balance(rng.randint(1, 3), rng.choice(("longest", "spread")))
        if has["balance"]
        else Balance(),
    )


_TRAITS = [
    "depots",
    "dimensions",
    "shipments",
    "backhaul",
    "groups",
    "prizes",
    "profile",
    "types",
    "windows",
    "several",
    "soft",
    "service",
    "release",
    "pickups",
    "skills",
    "open",
    "fixed",
    "duration",
    "shift",
    "longest",
    "overtime",
    "furthest",
    "reloads",
    "breaks",
    "speeds",
    "fewest",
    "balance",
    "opening",
    "onboard",
    "asymmetric",
    "initial",
]


def _profile(rng: random.Random, has: dict[str, bool], locations: int) -> Profile:
    places = [(rng.randint(0, _SIDE), rng.randint(0, _SIDE)) for _ in range(locations)]
    distances = np.array([[abs(x - u) + abs(y - v) for u, v in places] for x, y in places])
    if has["asymmetric"]:
        distances = distances + np.array(
            [
                [rng.randint(0, 9) if a != b else 0 for b in range(locations)]
                for a in range(locations)
            ]
        )
    speeds = ((100, rng.choice((50, 200))), (200, 100)) if has["speeds"] else ()
    return Profile(distances, distances, speeds)


def _depot(rng: random.Random, has: dict[str, bool]) -> Depot:
    if not has["opening"]:
        return Depot()
    return Depot(opens=rng.randint(0, 20), closes=_DAY + rng.randint(0, 100), service_duration=3)


def _client(
    rng: random.Random,
    has: dict[str, bool],
    dimensions: int,
    backhaul: bool,
    is_end: bool,
    optional_end: bool,
    group: int | None,
) -> Client:
    fields: dict[str, Any] = {}
    amount = tuple(rng.randint(0, 4) for _ in range(dimensions))
    if not is_end:
        if backhaul:
            fields["pickup" if rng.random() < 0.4 else "delivery"] = amount
        else:
            fields["delivery"] = amount
            if has["pickups"]:
                fields["pickup"] = tuple(rng.randint(0, 4) for _ in range(dimensions))
    if has["service"]:
        fields["service_duration"] = rng.randint(0, 10)
    if has["windows"] and rng.random() < 0.8:
        opens = rng.randint(0, 200)
        windows = [(opens, opens + rng.randint(20, 120))]
        if has["several"]:
            later = windows[0][1] + rng.randint(5, 40)
            windows.append((later, later + rng.randint(10, 60)))
        fields["windows"] = tuple(windows)
        if has["soft"]:
            fields["late_price"] = rng.randint(1, 3)
    if has["release"] and rng.random() < 0.5:
        fields["release_time"] = rng.randint(0, 120)
    if group is not None:
        fields["group"] = group
    elif optional_end or (has["prizes"] and not is_end and rng.random() < 0.6):
        fields["prize"] = rng.randint(0, 80)
    if has["skills"] and has["types"] and rng.random() < 0.3:
        fields["allowed_vehicle_types"] = frozenset({rng.randint(0, 1)})
    return Client(**fields)


def _vehicle(
    rng: random.Random,
    has: dict[str, bool],
    dimensions: int,
    depots: int,
    profiles: int,
    clients: int,
) -> VehicleType:
    start = rng.randrange(depots)
    end: int | None = None if has["open"] and rng.random() < 0.5 else rng.randrange(depots)
    breaks = ()
    if has["breaks"]:
        earliest = rng.randint(20, 100)
        breaks = (Break(earliest, earliest + rng.randint(20, 150), rng.randint(5, 20)),)
    capacity = tuple(rng.randint(6, 12) for _ in range(dimensions))
    return VehicleType(
        number=clients,
        capacity=capacity,
        start_depot=start,
        end_depot=end,
        fixed_cost=rng.randint(5, 60) if has["fixed"] else 0,
        unit_distance_cost=rng.randint(1, 3) if has["types"] else 1,
        unit_duration_cost=rng.randint(1, 2) if has["duration"] else 0,
        shift=(rng.randint(0, 30), _DAY) if has["shift"] else (0, 10 * _DAY),
        max_duration=rng.randint(150, 300) if has["longest"] else 100 * _DAY,
        max_overtime=50 if has["longest"] and has["overtime"] else 0,
        unit_overtime_cost=3 if has["longest"] and has["overtime"] else 0,
        max_distance=rng.randint(150, 400) if has["furthest"] else 100 * _DAY,
        reload_depots=tuple(range(depots)) if has["reloads"] else (),
        max_reloads=rng.randint(1, 2) if has["reloads"] else None,
        breaks=breaks,
        initial_load=tuple(rng.randint(0, 2) for _ in range(dimensions)) if has["initial"] else (),
        profile=rng.randrange(profiles),
    )


def _shipments(rng: random.Random, clients: int, dimensions: int) -> tuple[Shipment, ...]:
    order = rng.sample(range(clients), clients)
    count = rng.randint(0, clients // 2)
    return tuple(
        Shipment(
            order[2 * k],
            order[2 * k + 1],
            tuple(rng.randint(0, 4) for _ in range(dimensions)),
            rng.randint(20, 150) if rng.random() < 0.3 else None,
        )
        for k in range(count)
    )


def _groups(rng: random.Random, clients: int, taken: set[int]) -> tuple[Group, ...]:
    free = [c for c in range(clients) if c not in taken]
    rng.shuffle(free)
    groups = []
    while len(free) > 2 and rng.random() < 0.7:
        size = rng.randint(1, 3)
        members, free = free[:size], free[size:]
        required = rng.random() < 0.6
        groups.append(Group(tuple(members), required, 0 if required else rng.randint(0, 60)))
    return tuple(groups)
