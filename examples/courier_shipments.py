"""Courier shipments: pick up at one place, deliver at another, not too long on board.

docs/tutorials/routing-couriers.md walks through this file.

python examples/courier_shipments.py
"""

from __future__ import annotations

from random import Random

from neurols import routing


def afternoon(orders: int = 14) -> routing.Model:
    """Bicycles and a car; hot meals travel at most 25 minutes, documents as long as they like."""
    rng = Random(5)
    m = routing.Model("couriers")
    base = m.add_depot(5, 5, name="base")
    for number in range(1, orders + 1):
        hot = number % 2 == 0
        placed = rng.randint(0, 90)
        pickup = m.add_client(
            *place(rng), service_duration=2, windows=[(placed, placed + 60)], name=f"from {number}"
        )
        delivery = m.add_client(
            *place(rng), service_duration=2, windows=[(placed, placed + 150)], name=f"to {number}"
        )
        m.add_shipment(
            pickup,
            delivery,
            amount=1 if hot else 2,
            max_time_on_board=25 if hot else None,
            name=f"{'meal' if hot else 'documents'} {number}",
        )
    bicycle = m.add_profile("bicycle")
    m.add_vehicle_type(5, capacity=4, start_depot=base, end_depot=None, unit_distance_cost=1,
                       fixed_cost=5, profile=bicycle, max_distance=45, name="bicycle")  # fmt: skip
    m.add_vehicle_type(1, capacity=12, start_depot=base, fixed_cost=15, unit_distance_cost=2,
                       name="car")  # fmt: skip
    m.set_metric("euclidean", rounding="exact", speed=0.5)  # km a minute
    m.set_metric("euclidean", rounding="exact", speed=0.3, profile=bicycle)
    return m


def place(rng: Random) -> tuple[float, float]:
    return round(rng.uniform(0, 10), 1), round(rng.uniform(0, 10), 1)


def main() -> None:
    result = afternoon().solve(iterations=3_000, seed=1)
    plan = result.solution
    print(f"{plan.vehicles} couriers, cost {result.cost:.2f}")
    table = plan.to_frame()
    for number, stops in table.groupby("route"):
        way = " > ".join(stops.client[1:])
        print(f"{number} {stops.vehicle.iloc[0]}: {way}")


if __name__ == "__main__":
    main()
