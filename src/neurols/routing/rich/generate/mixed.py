"""Instances with a random mix of constraints, each there with a probability of its own."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from ..instance import (
    Balance,
    Break,
    Client,
    Depot,
    Group,
    RichRouting,
    Shipment,
    VehicleType,
)
from .draw import Draw, built

_HORIZON = 960
_SKILLS = ("lift", "cold", "key")


def mixed(clients: int, seed: int, *, name: str | None = None) -> RichRouting:
    """Depots, vehicle types, windows, shipments, prizes, groups, breaks and reloads, at random.

    Every client can be visited by some vehicle alone, and there are vehicles enough for that.
    """
    draw = Draw("mixed", clients, seed)
    depots = 1 + clients % 3  # all instances of a size have equally many locations
    points: list[tuple[float, float]] = [*draw.square(depots + clients, 100)]
    reach = [
        math.ceil(min(math.dist(points[depots + k], points[d]) for d in range(depots))) + 1
        for k in range(clients)
    ]
    dimensions = draw.choice((0, 1, 1, 1, 2))
    pairs = draw.whole(0, clients // 3) if draw.chance(0.4) else 0
    ends = 2 * pairs
    made = [_client(draw, reach[k], dimensions, k < ends) for k in range(clients)]
    # Goods can be brought whenever they are picked up.
    made[1:ends:2] = [replace(client, windows=(), late_price=None) for client in made[1:ends:2]]
    groups: list[Group] = []
    made = _grouped(draw, made, ends, groups) if draw.chance(0.3) else made
    kinds = _types(draw, clients, depots, dimensions)
    if len(kinds) > 1 and draw.chance(0.3):
        made = _restricted(draw, made, len(kinds), depots, ends)
    shipments = tuple(
        Shipment(
            2 * k,
            2 * k + 1,
            tuple(draw.wholes(1, 8, dimensions)),
            draw.whole(250, 400) if draw.chance(0.3) else None,
        )
        for k in range(pairs)
    )
    return built(
        name or f"mixed-n{clients}-s{seed}",
        points,
        draw.choice(("nearest", "truncate", "dimacs")),
        depots=tuple(
            Depot(closes=_HORIZON + 240, service_duration=draw.choice((0, 10)))
            for _ in range(depots)
        ),
        clients=tuple(made),
        vehicle_types=kinds,
        shipments=shipments,
        groups=tuple(groups),
        balance=Balance(1, draw.choice(("longest", "spread"))) if draw.chance(0.1) else Balance(),
    )


def _client(draw: Draw, reach: int, dimensions: int, end: bool) -> Client:
    """A client; ends of shipments carry nothing of their own and must be visited."""
    amounts: dict[str, Any] = {}
    if dimensions and not end:
        amounts["delivery"] = tuple(draw.wholes(0, 10, dimensions))
        if draw.chance(0.25):
            amounts["pickup"] = tuple(draw.wholes(0, 10, dimensions))
    windows: tuple[tuple[int, int], ...] = ()
    if draw.chance(0.5):
        opens = draw.whole(reach, 400)
        closes = opens + draw.whole(60, 300)
        windows = ((opens, closes),)
        if draw.chance(0.25):
            later = closes + draw.whole(10, 80)
            windows += ((later, later + draw.whole(30, 90)),)
    return Client(
        service_duration=draw.choice((0, 5, 10, 20)),
        windows=windows,
        late_price=1 if windows and draw.chance(0.1) else None,
        release_time=draw.whole(0, 60) if not end and draw.chance(0.15) else 0,
        prize=None if end or not draw.chance(0.2) else draw.whole(5, 120),
        **amounts,
    )


def _grouped(draw: Draw, clients: list[Client], first: int, groups: list[Group]) -> list[Client]:
    """Two or three clients of the last ones exclude each other."""
    size = draw.whole(2, 3)
    if len(clients) - first < size:
        return clients
    members = range(len(clients) - size, len(clients))
    required = draw.chance(0.5)
    groups.append(Group(tuple(members), required, 0 if required else draw.whole(5, 100)))
    return [
        replace(client, prize=None, group=0) if k in members else client
        for k, client in enumerate(clients)
    ]


def _types(draw: Draw, clients: int, depots: int, dimensions: int) -> tuple[VehicleType, ...]:
    """One to three types; the first, of which there are enough, can do everything."""
    kinds = [
        VehicleType(
            number=clients,
            capacity=(25,) * dimensions,
            start_depot=depot,
            end_depot=depot,
            fixed_cost=draw.choice((0, 0, 50)),
            unit_duration_cost=draw.choice((0, 0, 0, 1)),
            skills=frozenset(_SKILLS),
        )
        for depot in range(depots)
    ]
    for _ in range(draw.choice((0, 0, 1, 2))):
        start = draw.whole(0, depots - 1)
        hours = draw.choice((math.inf, 300, 480))
        reloads = draw.chance(0.4)
        kinds.append(
            VehicleType(
                number=draw.whole(1, 3),
                capacity=tuple(draw.wholes(10, 40, dimensions)),
                start_depot=start,
                end_depot=draw.choice((start, start, None)),
                fixed_cost=draw.choice((0, 20)),
                unit_distance_cost=draw.choice((1, 2)),
                unit_duration_cost=draw.choice((0, 0, 1)),
                shift=draw.choice(((0, math.inf), (60, 700))),
                max_duration=hours,
                max_overtime=60 if hours < math.inf and draw.chance(0.5) else 0,
                unit_overtime_cost=2 if hours < math.inf else 0,
                max_distance=draw.choice((math.inf, math.inf, 250)),
                reload_depots=(draw.whole(0, depots - 1),) if reloads else (),
                max_reloads=draw.choice((None, 1, 2)) if reloads else None,
                breaks=(Break(200, 420, 30),) if draw.chance(0.35) else (),
                skills=frozenset(skill for skill in _SKILLS if draw.chance(0.5)),
            )
        )
    return tuple(kinds)


def _restricted(
    draw: Draw, clients: list[Client], kinds: int, depots: int, first: int
) -> list[Client]:
    """Some clients need a skill, or allow only some vehicle types."""
    found = []
    for k, client in enumerate(clients):
        if k >= first and draw.chance(0.3):
            client = replace(client, skills=frozenset({draw.choice(_SKILLS)}))
        elif k >= first and draw.chance(0.15):
            allowed = {*range(depots), draw.whole(0, kinds - 1)}
            client = replace(client, allowed_vehicle_types=frozenset(allowed))
        found.append(client)
    return found
