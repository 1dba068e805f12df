"""Due dates and weights: as little weighted tardiness as possible, and why orders are late.

docs/tutorials/scheduling-due-dates.md walks through this file.

python examples/due_dates.py
"""

from __future__ import annotations

from neurols import scheduling

ORDERS = [  # name, in the house from, due at, weight, (machine, hours) in the order of work
    ("pump", 0, 16, 4, (("saw", 3), ("lathe", 6), ("paint", 4))),
    ("valve", 0, 12, 2, (("saw", 2), ("lathe", 4), ("paint", 2))),
    ("shaft", 2, 14, 1, (("lathe", 7), ("saw", 2))),
    ("frame", 0, 20, 2, (("saw", 6), ("paint", 5))),
    ("gear", 5, 18, 4, (("lathe", 5), ("paint", 3))),
    ("cover", 3, 15, 1, (("saw", 4), ("paint", 4))),
    ("hinge", 6, 19, 2, (("lathe", 3), ("saw", 1), ("paint", 2))),
]


def workshop() -> scheduling.Model:
    """Three machines, seven orders with dates and weights."""
    m = scheduling.Model("workshop")
    machines = {name: m.add_machine(name) for name in ("saw", "lathe", "paint")}
    for name, release, due, weight, route in ORDERS:
        job = m.add_job(release_date=release, due_date=due, weight=weight, name=name)
        for machine, hours in route:
            m.add_operation(job, {machines[machine]: hours}, name=machine)
    m.set_objective(weighted_tardiness=1)
    return m


def main() -> None:
    result = workshop().solve(iterations=5_000, seed=1)
    schedule = result.solution
    late = schedule.late_jobs()
    print(f"weighted tardiness {result.cost}, {len(late)} of {len(ORDERS)} orders late")
    for one in late:
        name, _, _, weight, _ = ORDERS[one.job]
        print(f"\n{name} is {one.lateness} hours late (weight {weight}):")
        for line in one.lines:
            print(f"  {line}")


if __name__ == "__main__":
    main()
