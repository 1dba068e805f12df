"""Re-planning: an urgent order comes in at noon; what has started stays.

docs/tutorials/scheduling-replan.md walks through this file.

python examples/replan_schedule.py
"""

from __future__ import annotations

from neurols import scheduling

NOW = 12
ORDERS = {"axle": (5, 4), "bolt": (3, 6), "clamp": (7, 3), "disc": (4, 5), "elbow": (6, 4)}


def shop(urgent: bool) -> scheduling.Model:
    """Orders are turned on one of two lathes, then milled; one more where it is urgent."""
    m = scheduling.Model("shop")
    lathes = [m.add_machine("lathe 1"), m.add_machine("lathe 2")]
    mill = m.add_machine("mill")
    for name, (turning, milling) in ORDERS.items():
        job = m.add_job(name=name, due_date=24)
        m.add_operation(job, {lathe: turning for lathe in lathes}, name="turn")
        m.add_operation(job, {mill: milling}, name="mill")
    if urgent:
        job = m.add_job(name="urgent", release_date=NOW, due_date=NOW + 8, weight=10)
        m.add_operation(job, {lathe: 3 for lathe in lathes}, name="turn")
        m.add_operation(job, {mill: 3}, name="mill")
    m.set_objective(weighted_tardiness=1)
    return m


def main() -> None:
    morning = shop(urgent=False).solve(iterations=2_000, seed=1)
    noon = shop(urgent=True).replan(morning.solution, until=NOW, iterations=2_000, seed=1)
    before = {(row.job, row.operation): row for row in morning.solution.rows()}
    print(f"weighted tardiness {morning.cost} in the morning, {noon.cost} with the urgent order")
    for row in noon.solution.rows():
        old = before.get((row.job, row.operation))
        if old is None:
            what = "new"
        elif old.start < NOW:
            what = "has started, stays"
        elif (old.machine, old.start) == (row.machine, row.start):
            what = "as before"
        else:
            what = f"moved, was on {old.machine} at {old.start}"
        print(f"{row.start:3} to {row.end:3}  {row.machine:8}  {row.job} {row.operation}: {what}")


if __name__ == "__main__":
    main()
