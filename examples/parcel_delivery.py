"""Parcel delivery from two depots: time windows, two kinds of vans, parcels that may be left out.

docs/tutorials/routing-parcels.md walks through this file.

python examples/parcel_delivery.py
"""

from __future__ import annotations

from random import Random

from neurols import routing

MORNING, AFTERNOON, ANY_TIME = (480, 720), (780, 1020), (480, 1080)  # minutes after midnight


def day(customers: int = 40) -> routing.Model:
    """Customers in a town of 20 by 20 km; a depot in the west and one in the east."""
    rng = Random(7)
    m = routing.Model("parcels")
    west = m.add_depot(4, 10, opens=420, closes=1140, name="west")
    east = m.add_depot(16, 9, opens=420, closes=1140, name="east")
    for number in range(1, customers + 1):
        express = number % 4 == 0
        m.add_client(
            round(rng.uniform(0, 20), 1),
            round(rng.uniform(0, 20), 1),
            delivery=rng.randint(1, 4),
            service_duration=5,
            windows=[MORNING if express else rng.choice((AFTERNOON, ANY_TIME))],
            # A standard parcel may wait for tomorrow, at a price.
            prize=None if express else 25,
            name=f"{'express' if express else 'parcel'} {number}",
        )
    for depot in (west, east):
        m.add_vehicle_type(
            2,
            capacity=40,
            start_depot=depot,
            end_depot=depot,
            fixed_cost=60,
            unit_distance_cost=0.4,
            unit_duration_cost=0.3,
            shift=(420, 1020),
            name=f"van {depot.name}",
        )
    m.add_vehicle_type(
        1,
        capacity=90,
        start_depot=west,
        fixed_cost=95,
        unit_distance_cost=0.7,
        unit_duration_cost=0.3,
        shift=(420, 1020),
        name="lorry",
    )
    m.set_metric("euclidean", rounding="dimacs", speed=0.5)  # 30 km in an hour
    return m


def main() -> None:
    model = day()
    result = model.solve(iterations=3_000, seed=1)
    plan = result.solution
    print(f"{plan.vehicles} vehicles, cost {result.cost:.2f}")
    print(f"left for tomorrow: {len(plan.unvisited)} parcels")
    for route in plan.routes:
        kind = plan.instance.vehicle_types[route.vehicle_type].name
        print(
            f"{kind:9} from {route.start:6.1f} to {route.end:6.1f}, {route.distance:5.1f} km:"
            f" {' '.join(map(str, route.visits))}"
        )


if __name__ == "__main__":
    main()
