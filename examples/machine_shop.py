"""A machine shop: alternative machines, changeovers between materials, a lunch break.

docs/tutorials/scheduling-machine-shop.md walks through this file.

python examples/machine_shop.py
"""

from __future__ import annotations

from neurols import scheduling

MATERIALS = ("steel", "brass", "aluminium")
CHANGEOVER = [  # minutes from the material of the row to that of the column
    [0, 25, 30],
    [20, 0, 15],
    [30, 10, 0],
]
ORDERS = [  # material, minutes of turning, milling and grinding
    *(("steel", 40, 35, 20), ("brass", 25, 30, 15), ("steel", 50, 20, 25)),
    *(("aluminium", 20, 45, 10), ("brass", 30, 25, 20), ("aluminium", 35, 30, 15)),
    *(("steel", 45, 40, 30), ("brass", 20, 20, 10)),
]


def shop() -> scheduling.Model:
    """Two lathes, two mills of which one is slower, one grinder with a lunch break."""
    m = scheduling.Model("machine shop")
    lathes = [m.add_machine(f"lathe {n}", initial_family="steel") for n in (1, 2)]
    mill, old_mill = m.add_machine("mill"), m.add_machine("old mill")
    grinder = m.add_machine("grinder", breaks=[(240, 270)])
    m.set_setup_times([*lathes, mill, old_mill], CHANGEOVER, families=MATERIALS)
    for number, (material, turning, milling, grinding) in enumerate(ORDERS, start=1):
        job = m.add_job(name=f"order {number}")
        m.add_operation(job, {lathe: turning for lathe in lathes}, material, name="turn")
        m.add_operation(job, {mill: milling, old_mill: milling * 3 // 2}, material, name="mill")
        m.add_operation(job, {grinder: grinding}, may_pause=True, name="grind")
    m.set_objective(makespan=1)
    return m


def main() -> None:
    result = shop().solve(iterations=3_000, seed=1)
    schedule = result.solution
    print(f"all orders are done after {result.cost} minutes")
    print(f"{schedule.objective['setup_time']} minutes go into changeovers")
    for row in schedule.rows():
        changeover = f", changeover of {row.setup}" if row.setup else ""
        print(
            f"{row.start:4} to {row.end:4}  {row.machine:8}  {row.job} {row.operation}{changeover}"
        )


if __name__ == "__main__":
    main()
