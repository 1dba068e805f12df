"""Rich instances for tests: small ones made by hand."""

from __future__ import annotations

from neurols.scheduling.rich.instance import (
    Job,
    Machine,
    Objective,
    Operation,
    Precedence,
    RichScheduling,
)


def workshop(**changes: object) -> RichScheduling:
    """A lathe with a break and changeovers, a mill; two jobs, one with two operations.

    Job 0: turn (lathe 3), then mill (lathe 4 or mill 2). Job 1: turn (lathe 2, may pause).
    """
    fields: dict[str, object] = {
        "name": "workshop",
        "machines": (
            Machine("lathe", breaks=((5, 8),), setups=((0, 2), (3, 0)), initial_family=0),
            Machine("mill"),
        ),
        "jobs": (Job("bolt", due_date=9), Job("nut", release_date=1)),
        "operations": (
            Operation(0, ((0, 3),), family=1, name="turn"),
            Operation(0, ((0, 4), (1, 2)), name="finish"),
            Operation(1, ((0, 2),), family=0, may_pause=True),
        ),
        "precedences": (Precedence(0, 1),),
        "families": ("steel", "brass"),
        "objective": Objective(makespan=1, total_tardiness=2),
    }
    return RichScheduling(**(fields | changes))  # type: ignore[arg-type]


def single_machine(*operations: Operation, **changes: object) -> RichScheduling:
    """Jobs of one operation each on machine 0 (and those that modes name)."""
    jobs = 1 + max(operation.job for operation in operations)
    machines = 1 + max(machine for o in operations for machine, _ in o.modes)
    fields: dict[str, object] = {
        "name": "single",
        "machines": tuple(Machine() for _ in range(machines)),
        "jobs": tuple(Job() for _ in range(jobs)),
        "operations": operations,
    }
    return RichScheduling(**(fields | changes))  # type: ignore[arg-type]
