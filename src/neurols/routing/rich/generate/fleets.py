"""Variants without times on the points of Uchoa et al. (2017): vehicles of several types (Pessoa et
al., 2018), backhauls (Queiroga et al., 2020), and groups of which one client is visited (Bektas et
al., 2011)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from neurols.errors import InputError

from ...generate import mixed
from ..instance import Client, Depot, Group, RichRouting, VehicleType
from .draw import Draw, built

if TYPE_CHECKING:
    from ...instance import VehicleRouting

FLEETS = ("FSMF", "FSMD", "FSMFD", "HD", "HVRP")
"""Fleets of any size with fixed costs, with costs of distance, with both; given fleets with costs
of distance, with both."""


def _plain(draw: Draw, clients: int) -> VehicleRouting:
    return mixed(clients, draw.whole(0, 2**31 - 1))


def hfvrp(
    clients: int, seed: int, fleet: str | None = None, *, name: str | None = None
) -> RichRouting:
    """Vehicles of 3 to 10 types; larger ones cost more in all, and less for each unit of load."""
    draw = Draw("hfvrp", clients, seed)
    kind = fleet or draw.choice(FLEETS)
    if kind not in FLEETS:
        raise InputError(f"unknown fleet {kind!r}", remedy=f"use {', '.join(FLEETS)}")
    plain = _plain(draw, clients)
    demands = [int(demand) for demand in plain.demands[1:]]
    types = draw.whole(3, 10)
    ratio = draw.uniform(1.08, 1.4)
    least = max(max(demands), round(plain.capacity / ratio ** (types // 2)))
    number = math.ceil(1.25 * sum(demands) / (least * ratio ** (types / 2)) / types)
    numbers = [None if kind.startswith("FSM") else max(1, number)] * types
    capacities = [round(least * ratio**k) for k in range(types)]
    while None not in numbers and 0.9 * _carried(numbers, capacities) < sum(demands):
        numbers[-1] = (numbers[-1] or 0) + 1
    scale = draw.uniform(200, 1200)
    return built(
        name or f"hfvrp-{kind}-n{clients}-s{seed}",
        _points(plain),
        "exact",
        depots=(Depot(),),
        clients=tuple(Client(delivery=(demand,)) for demand in demands),
        vehicle_types=tuple(
            VehicleType(
                number=numbers[k],
                capacity=(capacities[k],),
                fixed_cost=0 if kind in ("FSMD", "HD") else round(scale * ratio ** (1.15 * k)),
                unit_distance_cost=1 if kind == "FSMF" else round(ratio ** (0.7 * k), 2),
            )
            for k in range(types)
        ),
    )


def _carried(numbers: list[int | None], capacities: list[int]) -> int:
    return sum((n or 0) * capacity for n, capacity in zip(numbers, capacities, strict=True))


def _points(plain: VehicleRouting) -> list[tuple[float, float]]:
    assert plain.coordinates is not None
    return [(float(x), float(y)) for x, y in plain.coordinates]


def vrpb(clients: int, seed: int, *, name: str | None = None) -> RichRouting:
    """Backhauls after linehauls: half, two thirds or four fifths of the clients are linehauls."""
    draw = Draw("vrpb", clients, seed)
    plain = _plain(draw, clients)
    demands = [int(demand) for demand in plain.demands[1:]]
    share = draw.choice((0.5, 0.66, 0.8))
    linehauls = set(draw.shuffled(clients)[: max(1, round(share * clients))])
    return built(
        name or f"vrpb-{round(100 * share)}-n{clients}-s{seed}",
        _points(plain),
        "nearest",
        depots=(Depot(),),
        clients=tuple(
            Client(delivery=(demand,)) if k in linehauls else Client(pickup=(demand,))
            for k, demand in enumerate(demands)
        ),
        vehicle_types=(VehicleType(number=clients, capacity=(plain.capacity,)),),
        backhaul=True,
    )


def gvrp(clients: int, seed: int, *, name: str | None = None) -> RichRouting:
    """Groups of two to five near clients, of which one is visited."""
    draw = Draw("gvrp", clients, seed)
    plain = _plain(draw, clients)
    points = _points(plain)
    groups = _groups(draw, points[1:], draw.choice((2, 3, 5)))
    member = {client: number for number, group in enumerate(groups) for client in group}
    return built(
        name or f"gvrp-c{len(groups)}-n{clients}-s{seed}",
        points,
        "nearest",
        depots=(Depot(),),
        clients=tuple(
            Client(delivery=(int(demand),), group=member.get(k))
            for k, demand in enumerate(plain.demands[1:])
        ),
        vehicle_types=(VehicleType(number=clients, capacity=(plain.capacity,)),),
        groups=tuple(Group(tuple(sorted(group))) for group in groups),
    )


def _groups(draw: Draw, points: list[tuple[float, float]], size: int) -> list[list[int]]:
    """Every client with the nearest of seeds that lie far apart; those alone are in no group."""
    count = max(1, math.ceil(len(points) / size))
    seeds = [draw.whole(0, len(points) - 1)]
    apart = [math.dist(point, points[seeds[0]]) for point in points]
    while len(seeds) < count:
        seeds.append(max(range(len(points)), key=apart.__getitem__))
        apart = [
            min(old, math.dist(point, points[seeds[-1]]))
            for old, point in zip(apart, points, strict=True)
        ]
    groups: dict[int, list[int]] = {}
    for k, point in enumerate(points):
        nearest = min(range(len(seeds)), key=lambda s: math.dist(point, points[seeds[s]]))
        groups.setdefault(nearest, []).append(k)
    return [group for group in groups.values() if len(group) > 1]
