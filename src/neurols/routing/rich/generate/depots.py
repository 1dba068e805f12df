"""Several depots and site-dependent vehicles within time windows, after Cordeau et al. (2001)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..instance import Client, Depot, RichRouting, VehicleType
from .draw import Draw, built

if TYPE_CHECKING:
    from collections.abc import Callable

_HORIZON = 1000
_CAPACITIES = (100, 150, 200, 250)


def mdvrptw(clients: int, seed: int, *, name: str | None = None) -> RichRouting:
    """Several depots, windows, and routes of limited duration."""
    draw = Draw("mdvrptw", clients, seed)
    depots = 2 if clients < 24 else 4 if clients < 150 else 6
    bases, places = _points(draw, clients, depots)
    vehicles = max(2, math.ceil(1.6 * clients / 10 / depots))
    limit = draw.choice((400, 450, 500))
    return built(
        name or f"mdvrptw-n{clients}-s{seed}",
        [*bases, *places],
        "exact",
        depots=tuple(Depot(closes=_HORIZON) for _ in bases),
        clients=_clients(draw, bases, places),
        vehicle_types=tuple(
            VehicleType(
                number=vehicles,
                capacity=(200,),
                start_depot=depot,
                end_depot=depot,
                max_duration=limit,
            )
            for depot in range(depots)
        ),
    )


def sdvrptw(clients: int, seed: int, *, name: str | None = None) -> RichRouting:
    """One depot, vehicles of several types, and clients that only some of them may visit."""
    draw = Draw("sdvrptw", clients, seed)
    bases, places = _points(draw, clients, 1)
    kinds = draw.whole(2, 4)
    vehicles = max(2, math.ceil(2 * clients / 10 / kinds))

    def allowed() -> frozenset[int] | None:
        chosen = frozenset(kind for kind in range(kinds) if draw.chance(0.5))
        return None if len(chosen) in (0, kinds) else chosen

    return built(
        name or f"sdvrptw-n{clients}-s{seed}",
        [*bases, *places],
        "exact",
        depots=(Depot(closes=_HORIZON),),
        clients=_clients(draw, bases, places, allowed),
        vehicle_types=tuple(
            VehicleType(number=vehicles, capacity=(_CAPACITIES[kind],), max_duration=500)
            for kind in range(kinds)
        ),
    )


def _points(
    draw: Draw, clients: int, depots: int
) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Depots near the middle, clients in clusters on [-100, 100]²."""
    bases = [
        (round(draw.uniform(-50, 50), 3), round(draw.uniform(-50, 50), 3)) for _ in range(depots)
    ]
    seeds = [(draw.uniform(-80, 80), draw.uniform(-80, 80)) for _ in range(4)]
    places: list[tuple[float, float]] = []
    while len(places) < clients:
        x, y = draw.uniform(-100, 100), draw.uniform(-100, 100)
        # Cordeau et al. keep a point with a probability that falls with its distance to a seed.
        if draw.chance(max(math.exp(-0.05 * math.dist((x, y), seed)) for seed in seeds)):
            places.append((round(x, 3), round(y, 3)))
    return bases, places


def _clients(
    draw: Draw,
    bases: list[tuple[float, float]],
    places: list[tuple[float, float]],
    allowed: Callable[[], frozenset[int] | None] = lambda: None,
) -> tuple[Client, ...]:
    """Service and demand 1 to 25; windows 90 to 180 wide, in half of the instances 180 to 360."""
    narrow = 90 if draw.chance(0.5) else 180
    found = []
    for place in places:
        nearest = math.ceil(min(math.dist(place, base) for base in bases))
        service = draw.whole(1, 25)
        last = _HORIZON - nearest - service - 1
        width = draw.whole(narrow, 2 * narrow)
        opens = draw.whole(nearest, max(nearest, last - width))
        found.append(
            Client(
                delivery=(draw.whole(1, 25),),
                service_duration=service,
                windows=((opens, min(last, opens + width)),),
                allowed_vehicle_types=allowed(),
            )
        )
    return tuple(found)
