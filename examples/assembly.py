"""Assembly: parts are made side by side and joined, some of them after a drying time.

docs/tutorials/scheduling-assembly.md walks through this file.

python examples/assembly.py
"""

from __future__ import annotations

from neurols import scheduling

CARTS = 4


def plant() -> scheduling.Model:
    """A cart is a frame, two wheels and a box, joined on one of two benches."""
    m = scheduling.Model("carts")
    saw, welder, press = (m.add_machine(name) for name in ("saw", "welder", "press"))
    benches = [m.add_machine(f"bench {n}") for n in (1, 2)]
    for number in range(1, CARTS + 1):
        cart = m.add_job(name=f"cart {number}", due_date=45 * number, linked=False)
        cut = m.add_operation(cart, {saw: 8}, name="cut frame")
        weld = m.add_operation(cart, {welder: 15}, name="weld frame")
        wheels = [m.add_operation(cart, {press: 6}, name=f"press wheel {n}") for n in (1, 2)]
        box = m.add_operation(cart, {saw: 10, press: 14}, name="make box")
        glue = m.add_operation(cart, {bench: 5 for bench in benches}, name="glue box")
        join = m.add_operation(cart, {bench: 12 for bench in benches}, name="join")
        m.add_precedence(cut, weld)
        m.add_precedence(box, glue)
        m.add_precedence(glue, join, min_lag=20)  # the glue dries
        for part in (weld, *wheels):
            m.add_precedence(part, join)
    m.set_objective(makespan=1, total_tardiness=2)
    return m


def main() -> None:
    result = plant().solve(iterations=3_000, seed=1)
    schedule = result.solution
    print(f"the last cart is done at {schedule.objective['makespan']}")
    for load in schedule.loads():
        name = schedule.instance.machines[load.machine].name
        print(f"{name} works {load.utilisation:.0%} of the time")
    for row in schedule.rows():
        if row.operation == "join":
            print(f"{row.job} is joined on {row.machine} from {row.start} to {row.end}")


if __name__ == "__main__":
    main()
