"""Milk collection: lorries make several trips a day and unload at the dairy in between.

docs/tutorials/routing-milk.md walks through this file.

python examples/milk_collection.py
"""

from __future__ import annotations

from random import Random

import numpy as np

from neurols import routing


def farms(count: int = 24) -> tuple[np.ndarray, list[int]]:
    """Places in km and litres of milk, in hundreds."""
    rng = Random(11)
    places = [(rng.uniform(-25, 25), rng.uniform(-25, 25)) for _ in range(count)]
    return np.array([(0.0, 0.0), *places]), [rng.randint(8, 30) for _ in range(count)]


def morning() -> routing.Model:
    """The dairy is the depot and the place to unload; roads are longer than straight lines."""
    places, litres = farms()
    m = routing.Model("milk")
    dairy = m.add_depot(*places[0], opens=240, closes=900, service_duration=25, name="dairy")
    for number, (place, amount) in enumerate(zip(places[1:], litres, strict=True), start=1):
        m.add_client(
            *place,
            pickup=amount,
            service_duration=8 + amount // 3,
            windows=[(300, 660)],  # after milking, before it gets warm
            name=f"farm {number}",
        )
    m.add_vehicle_type(
        3,
        capacity=120,
        fixed_cost=120,
        unit_distance_cost=1.1,
        max_duration=540,
        reload_depots=[dairy],
        max_reloads=3,
        name="tanker",
    )
    straight = np.hypot(*(places[:, None, k] - places[None, :, k] for k in (0, 1)))
    m.set_distances((1.3 * straight).round(1))
    m.set_durations((1.3 * straight / 0.75).round(1))  # 45 km in an hour
    return m


def main() -> None:
    result = morning().solve(iterations=3_000, seed=1)
    plan = result.solution
    print(f"{plan.vehicles} tankers, cost {result.cost:.2f}")
    for route in plan.routes:
        trips = " | ".join(
            " ".join(map(str, trip)) for trip in split(route.visits, len(plan.instance.depots))
        )
        print(f"from {route.start:.0f} to {route.end:.0f}, {route.distance:.0f} km: {trips}")


def split(visits: list[int], depots: int) -> list[list[int]]:
    """The trips of a route: a depot among the visits is a reload."""
    trips: list[list[int]] = [[]]
    for location in visits:
        if location < depots:
            trips.append([])
        else:
            trips[-1].append(location)
    return trips


if __name__ == "__main__":
    main()
