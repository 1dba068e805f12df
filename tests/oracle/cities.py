"""Random routing instances: every metric and matrix format, vehicle and distance limits, tours."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from tests.oracle import distances
from tests.oracle.case import Case
from tests.oracle.routes import RouteJudge

_MOST_TRIED = 7  # customers of an instance whose plans are all tried


@dataclass(frozen=True)
class _City:
    """The numbers that a case is made of."""

    name: str
    geometry: distances.Geometry
    demands: list[int]
    capacity: int
    is_tour: bool
    is_json: bool
    solution_suffix: str
    reach: float
    """Of the customer farthest out: the way there and back."""
    vehicles: int | None = None
    limit: float | None = None


def draw(rng: Random) -> Case:
    """A CVRP, DCVRP, ACVRP, TSP or ATSP."""
    nodes = rng.choice((2, 3, 4, 5, 6, 7, 8, 12, 20, 35, 60))
    geometry = distances.draw(rng, nodes)
    is_tour = rng.random() < 0.25
    demands, capacity = ([0] * nodes, 0) if is_tour else _loads(rng, nodes)
    out = geometry.distance
    city = _City(
        rng.choice(("drawn", "Zürich 3", "a<b>", "x_1")),
        geometry,
        demands,
        capacity,
        is_tour,
        not is_tour and rng.random() < 0.2,
        rng.choice((".sol", ".json")),
        max(out(0, k) + out(k, 0) for k in range(1, nodes)),
    )
    if not is_tour:
        need = -(-sum(demands) // capacity)
        city = replace(city, vehicles=rng.choice((None, None, nodes - 1, need + 1, max(1, need))))
        if city.reach > 0 and rng.random() < 0.4:
            city = replace(city, limit=city.reach * rng.choice((1.0, 1.5)))
    return _case(city)


def _loads(rng: Random, nodes: int) -> tuple[list[int], int]:
    most = rng.choice((1, 9, 100))
    demands = [0, *(rng.randint(0 if rng.random() < 0.05 else 1, most) for _ in range(nodes - 1))]
    capacity = max(max(demands), 1, int(sum(demands) * rng.choice((0.15, 0.3, 0.6, 1.2))))
    return demands, capacity


def _case(city: _City) -> Case:
    distance, nodes = city.geometry.distance, len(city.demands)
    whole = all(distance(a, b).is_integer() for a in range(nodes) for b in range(nodes))
    tolerance = 0.0 if whole else 1e-9
    judge = RouteJudge(
        distance, city.demands, city.capacity, city.vehicles, city.limit, city.is_tour, tolerance
    )
    optimum = judge.optimum() if nodes - 1 <= _MOST_TRIED else None

    def may_refuse(words: str) -> bool:
        if "to 0" in words:
            return city.geometry.collapsed
        if "out of reach" in words:  # by the last digits of a distance that is not whole
            return not whole and city.limit is not None and city.limit < city.reach * (1 + 1e-6)
        limited = city.vehicles is not None
        return limited and "vehicle" in words and (optimum is None or optimum == float("inf"))

    def relaxed(limit: str, value: float) -> Case:
        if limit == "vehicles":
            return _case(replace(city, vehicles=int(value)))
        return _case(replace(city, limit=value))

    suffix = ".json" if city.is_json else ".tsp" if city.is_tour else ".vrp"
    return Case(
        suffix,
        _json(city) if city.is_json else _tsplib(city),
        city.solution_suffix,
        judge.cost_of,
        optimum,
        tolerance,
        may_refuse,
        relaxed,
    )


def _tsplib(city: _City) -> str:
    nodes, distance = len(city.demands), city.geometry.distance
    asymmetric = any(distance(a, b) != distance(b, a) for a, b in combinations(range(nodes), 2))
    kind = ("ATSP" if asymmetric else "TSP") if city.is_tour else "CVRP"
    head = [f"NAME : {city.name}", f"TYPE : {kind}", f"DIMENSION : {nodes}", *city.geometry.head]
    tail = []
    if not city.is_tour:
        head.append(f"CAPACITY : {city.capacity}")
        tail = ["DEMAND_SECTION", *(f"{k + 1} {load}" for k, load in enumerate(city.demands))]
        tail += ["DEPOT_SECTION", "1", "-1"]
    head += [f"VEHICLES : {city.vehicles}"] * (city.vehicles is not None)
    head += [f"DISTANCE : {city.limit!r}"] * (city.limit is not None)
    return "\n".join([*head, *city.geometry.sections, *tail, "EOF", ""])


def _json(city: _City) -> str:
    limits = {"vehicles": city.vehicles, "max_distance": city.limit}
    return json.dumps(
        {
            **{"format": "neurols-routing", "version": 1, "name": city.name},
            **{"demands": city.demands, "capacity": city.capacity, **city.geometry.json},
            **{name: value for name, value in limits.items() if value is not None},
        }
    )
