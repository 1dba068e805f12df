"""Technicians with skills, lunch breaks, working hours with overtime, and appointments.

docs/tutorials/routing-technicians.md walks through this file.

python examples/technicians.py
"""

from __future__ import annotations

from random import Random

from neurols import routing

TEAM = {"Ada": ["gas", "electric"], "Ben": ["electric"], "Cem": ["gas", "heating"]}


def week_day(jobs: int = 15) -> routing.Model:
    """Everybody starts at home and comes back there; time costs, and overtime costs more."""
    rng = Random(3)
    m = routing.Model("technicians")
    homes = {
        name: m.add_depot(x, y, name=f"home of {name}")
        for name, (x, y) in zip(TEAM, [(2, 2), (18, 4), (9, 17)], strict=True)
    }
    for number in range(1, jobs + 1):
        morning, noon = rng.choice(((480, 600), (540, 660))), (780, 900)
        m.add_client(
            rng.randint(0, 20),
            rng.randint(0, 20),
            service_duration=rng.choice((30, 45, 60)),
            windows=[morning, noon] if number % 3 == 0 else [(480, 1020)],
            skills=[rng.choice(("gas", "electric", "heating"))],
            late_price=None if number % 3 == 0 else 2,
            name=f"job {number}",
        )
    for name, skills in TEAM.items():
        m.add_vehicle_type(
            1,
            start_depot=homes[name],
            unit_distance_cost=0.3,
            unit_duration_cost=0.5,
            shift=(450, 1140),
            max_duration=480,
            max_overtime=120,
            unit_overtime_cost=0.5,
            breaks=[routing.Break(earliest=690, latest=780, duration=30)],
            skills=skills,
            name=name,
        )
    m.set_metric("euclidean", rounding="exact", speed=0.5)
    m.set_balance(0.25)
    return m


def main() -> None:
    result = week_day().solve(iterations=2_000, seed=1)
    plan = result.solution
    print(f"cost {result.cost:.2f}")
    for route in plan.routes:
        technician = plan.instance.vehicle_types[route.vehicle_type].name
        over = max(0.0, route.duration - 480)
        print(
            f"{technician}: {len(route.visits)} jobs, {route.duration:.0f} min, overtime {over:.0f}"
        )
    for row in plan.to_frame().itertuples():
        times = f"{row.arrival:7.1f} {row.start:7.1f} {row.departure:7.1f}"
        print(f"{row.vehicle:4} {row.client:12} {times}")


if __name__ == "__main__":
    main()
