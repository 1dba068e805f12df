"""Delivery within time windows after Solomon (1987) and Gehring and Homberger (1999), and what the
literature made of it: prizes, several trips with release times, and pairs of pickup and delivery.

Classes are those of Solomon: R (spread), C (clusters), RC (half of each); 1 has short routes, 2 has
a long horizon and large vehicles. A share of the clients (a quarter to all) has windows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from ..instance import Client, Depot, RichRouting, Shipment, VehicleType
from .draw import Draw, as_array, built, distances_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLASSES = ("r1", "r2", "c1", "c2", "rc1", "rc2")
_CAPACITIES = {"r1": 200, "r2": 1000, "c1": 200, "c2": 700, "rc1": 200, "rc2": 1000}
_SHARES = (0.25, 0.5, 0.75, 1.0, 1.0)
_WIDTHS = {"1": (5, 15, 30, 45, 60), "2": (30, 60, 120, 240)}  # half of them, in time units


@dataclass(frozen=True)
class _Rows:
    """The drawn data before it becomes an instance."""

    points: list[tuple[float, float]]
    demands: list[int]
    windows: list[tuple[int, int]]
    service: int
    horizon: int
    capacity: int
    places: NDArray[Any]
    """The points as an array."""

    def distances(self, at: int) -> NDArray[Any]:
        """From a point to all, not rounded."""
        return distances_of(self.places, at)


def vrptw(
    clients: int, seed: int, layout: str | None = None, *, name: str | None = None
) -> RichRouting:
    """Delivery within time windows."""
    draw = Draw("vrptw", clients, seed)
    kind = _class(draw, layout)
    rows = _rows(draw, clients, kind)
    return _instance(rows, clients, name or f"vrptw-{kind}-n{clients}-s{seed}")


def _instance(rows: _Rows, clients: int, name: str) -> RichRouting:
    return built(
        name,
        rows.points,
        "dimacs",
        depots=(Depot(closes=rows.horizon),),
        clients=tuple(
            Client(delivery=(demand,), service_duration=rows.service, windows=(window,))
            for demand, window in zip(rows.demands, rows.windows, strict=True)
        ),
        vehicle_types=(VehicleType(number=_fleet(rows, clients), capacity=(rows.capacity,)),),
    )


def _fleet(rows: _Rows, clients: int) -> int:
    """A quarter as many vehicles as clients, and never fewer than loads and times allow."""
    least = math.ceil(sum(rows.demands) / rows.capacity)
    return min(clients, max(25, clients // 4, 2 * least))


def pcvrptw(
    clients: int, seed: int, layout: str | None = None, *, name: str | None = None
) -> RichRouting:
    """Windows and prizes: a client may be left out at a price of 0.5 to 6 a unit of demand."""
    draw = Draw("pcvrptw", clients, seed)
    kind = _class(draw, layout)
    rows = _rows(draw, clients, kind)
    made = _instance(rows, clients, name or f"pcvrptw-{kind}-n{clients}-s{seed}")
    around = draw.uniform(1, 4)
    return replace(
        made,
        clients=tuple(
            replace(client, prize=max(1, round(around * draw.uniform(0.5, 1.5) * demand)))
            for client, demand in zip(made.clients, rows.demands, strict=True)
        ),
    )


def mtvrptwr(
    clients: int, seed: int, layout: str | None = None, *, name: str | None = None
) -> RichRouting:
    """Windows, release times and several trips (Cattaruzza et al., 2016; Yang, 2023).

    Classes 2 with small vehicles that may reload at the depot; half of the goods arrive at the
    depot later, by a quarter of the time up to when their client must be served.
    """
    draw = Draw("mtvrptwr", clients, seed)
    kind = _class(draw, layout or draw.choice(CLASSES[1::2]))
    rows = _rows(draw, clients, kind)
    made = _instance(rows, clients, name or f"mtvrptwr-{kind}-n{clients}-s{seed}")
    rate = draw.choice((0.25, 0.5))
    released = []
    for k, client in enumerate(made.clients):
        latest = rows.windows[k][1] - math.ceil(
            float(math.dist(rows.points[0], rows.points[k + 1]))
        )
        late = draw.chance(0.5)
        released.append(
            replace(client, release_time=int(rate * latest * draw.uniform(0.5, 1)) if late else 0)
        )
    capacity = max(100, max(rows.demands))
    trips = math.ceil(sum(rows.demands) / capacity)
    van = VehicleType(
        number=min(clients, max(4, clients // 8, trips // 2)),
        capacity=(capacity,),
        reload_depots=(0,),
    )
    return replace(made, clients=tuple(released), vehicle_types=(van,))


def pdptw(
    clients: int, seed: int, layout: str | None = None, *, name: str | None = None
) -> RichRouting:
    """Pickup and delivery within windows, after Li and Lim (2001).

    Clients of a VRPTW instance that a simple construction puts into one route are paired. Half
    of those without a partner get a second visit at their place, the others are left out, so that
    there are as many clients as asked for, or one more where that is odd. Fewest vehicles first.
    """
    clients += clients % 2
    draw = Draw("pdptw", clients, seed)
    kind = _class(draw, layout)
    rows = _rows(draw, clients, kind)
    pairs: list[tuple[int, int, int]] = []  # two of the drawn clients, or one twice, and an amount
    alone: list[int] = []
    for route in _simple_routes(rows):
        if len(route) % 2:
            alone.append(route.pop(draw.whole(0, len(route) - 1)))
        left = list(range(len(route)))
        while left:
            first = left.pop(0)
            other = left.pop(draw.whole(0, min(3, len(left) - 1)))
            amount = rows.demands[min(route[first], route[other])]
            pairs.append((route[first], route[other], amount))
    pairs += [(client, client, rows.demands[client]) for client in alone[: len(alone) // 2]]
    points, windows = [rows.points[0]], []
    for pickup, delivery, _ in pairs:
        opens, closes = rows.windows[delivery]
        if pickup == delivery:
            closes = min(closes + rows.service, _last(rows, rows.points[delivery + 1]))
        points += [rows.points[pickup + 1], rows.points[delivery + 1]]
        windows += [rows.windows[pickup], (opens, closes)]
    ends = [Shipment(2 * k, 2 * k + 1, (amount,)) for k, (_, _, amount) in enumerate(pairs)]
    made = built(
        name or f"pdptw-{kind}-n{clients}-s{seed}",
        points,
        "none",
        depots=(Depot(closes=rows.horizon),),
        clients=tuple(
            Client(service_duration=rows.service, windows=(window,)) for window in windows
        ),
        vehicle_types=(VehicleType(number=_fleet(rows, clients), capacity=(rows.capacity,)),),
        shipments=tuple(ends),
        objective="vehicles",
    )
    return made


def _class(draw: Draw, layout: str | None) -> str:
    kind = layout or draw.choice(CLASSES)
    if kind not in CLASSES:
        raise InputError(f"unknown class {kind!r}", remedy=f"use {', '.join(CLASSES)}")
    return str(kind)


def _side(clients: int) -> int:
    return 100 if clients <= 100 else max(clients // 2, round(60 + 0.4 * clients))


def _horizon(kind: str, side: int) -> int:
    if kind == "c1":
        return round(1100 + 1.4 * side)
    if kind == "c2":
        return round(3250 + 1.4 * side)
    per_side = {"r1": (2.3, 3.9), "rc1": (2.4, 3.9), "r2": (10, 15), "rc2": (9.6, 15)}[kind]
    return round(side * per_side[side > 100])


def _rows(draw: Draw, clients: int, kind: str) -> _Rows:
    side = _side(clients)
    depot = (round(0.5 * side), round(0.5 * side))
    spread = {"r": clients, "c": 0, "rc": clients // 2}[kind[:-1]]
    points: list[tuple[float, float]] = [depot, *draw.square(spread, side)]
    cluster = [-1] * spread
    rest = clients - spread
    if rest:
        for point, number in draw.clusters(rest, side, max(1, rest // 10), 0.03 * side):
            points.append(point)
            cluster.append(number)
    service = 90 if kind[0] == "c" else 10
    capacity = _CAPACITIES[kind]
    demands = (
        [10 * draw.whole(1, 5) for _ in range(clients)]
        if kind[0] == "c"
        else [min(41, max(1, round(15 + 10 * draw.normal()))) for _ in range(clients)]
    )
    places = as_array(points)
    out = distances_of(places, 0)[1:].tolist()
    horizon = max(_horizon(kind, side), math.ceil(2 * max(out)) + service + 10)
    rows = _Rows(points, demands, [], service, horizon, capacity, places)
    share, half = draw.choice(_SHARES), draw.choice(_WIDTHS[kind[-1]])
    centres = _centres(draw, rows, cluster, out)
    for k in range(clients):
        first, last = math.ceil(out[k]), math.floor(horizon - service - out[k])
        if not draw.chance(share):
            rows.windows.append((0, last))
            continue
        width = max(5, round(half * draw.uniform(0.6, 1.4)))
        centre = min(max(centres[k], first), last)
        rows.windows.append((max(first, centre - width), min(last, centre + width)))
    return rows


def _centres(draw: Draw, rows: _Rows, cluster: list[int], out: list[float]) -> list[int]:
    """Centres of the windows: anywhere they can be, and in clusters where a route would come by."""
    found = []
    for k, distance in enumerate(out):
        last = rows.horizon - rows.service - distance
        found.append(round(draw.uniform(distance, last)) if cluster[k] < 0 else -1)
    for number in sorted({c for c in cluster if c >= 0}):
        left = [k for k, c in enumerate(cluster) if c == number]
        at, now = 0, draw.uniform(0, 0.2 * rows.horizon)
        while left:
            row = rows.distances(at)
            nearest = min(left, key=lambda k: float(row[k + 1]))
            now += float(row[nearest + 1])
            if now > rows.horizon - rows.service - out[nearest]:
                at, now = 0, draw.uniform(0, 0.2 * rows.horizon)  # the next vehicle
                if out[nearest] <= rows.horizon - rows.service - out[nearest] - now:
                    continue
                now = out[nearest]
            left.remove(nearest)
            found[nearest] = round(now)
            at, now = nearest + 1, now + rows.service
    return found


def _last(rows: _Rows, point: tuple[float, float]) -> int:
    """When service at a point may begin at the latest."""
    return math.floor(rows.horizon - rows.service - math.dist(point, rows.points[0]))


def _simple_routes(rows: _Rows) -> list[list[int]]:
    """Routes of clients by nearest neighbour in time, each feasible."""
    left = sorted(range(len(rows.demands)), key=lambda k: rows.windows[k][1])
    routes: list[list[int]] = []
    while left:
        route, at, now, load = [], 0, 0.0, 0
        while True:
            best, when = -1, math.inf
            row = rows.distances(at)
            for k in left:
                start = max(now + float(row[k + 1]), rows.windows[k][0])
                fits = start <= rows.windows[k][1] and load + rows.demands[k] <= rows.capacity
                if fits and start < when:
                    best, when = k, start
            if best < 0:
                break
            left.remove(best)
            route.append(best)
            at, now, load = best + 1, when + rows.service, load + rows.demands[best]
        routes.append(route)
    return routes
