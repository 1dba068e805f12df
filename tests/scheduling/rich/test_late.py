"""Which jobs are late because of what, and how machines spend their time."""

from __future__ import annotations

import neurols
from neurols.scheduling.rich.instance import (
    Job,
    Machine,
    Objective,
    Operation,
    Precedence,
    RichScheduling,
)
from neurols.scheduling.rich.kinds import generated
from neurols.scheduling.rich.late import critical, late_jobs
from neurols.scheduling.rich.load import loads
from neurols.scheduling.rich.solution import from_form


def lathe(**changes: object) -> RichScheduling:
    """Job a (3 on the lathe, then 2 on the mill) and job b (4 on the lathe), a setup between."""
    fields: dict[str, object] = {
        "name": "lathe",
        "machines": (
            Machine("lathe", setups=((0, 2), (1, 0)), breaks=((20, 25),)),
            Machine("mill"),
        ),
        "jobs": (Job("a", due_date=9, weight=2), Job("b", due_date=2)),
        "operations": (
            Operation(0, ((0, 3),), family=0, name="turn"),
            Operation(0, ((1, 2),), name="mill"),
            Operation(1, ((0, 4),), family=1, name="turn"),
        ),
        "precedences": (Precedence(0, 1),),
        "families": ("x", "y"),
        "objective": Objective(weighted_tardiness=1),
    }
    return RichScheduling(**(fields | changes))  # type: ignore[arg-type]


def test_late_jobs_are_told_with_what_they_waited_for() -> None:
    schedule = from_form(lathe(), {"start": [[5, 8], [0]]})
    by_job = {one.job: one for one in late_jobs(schedule)}
    assert (by_job[0].lateness, by_job[1].lateness) == (1, 2)
    assert [one.job for one in late_jobs(schedule)] == [0, 1]  # 2 x 1 costs as much as 1 x 2
    assert by_job[0].lines == (
        "b turn on lathe from 0 to 4: released at 0",
        "a turn on lathe from 5 to 8: waits for the machine, which does b turn until 4 and a setup"
        " of 1",
        "a mill on mill from 8 to 10: after a turn, which ends at 8",
    )
    assert critical(schedule) == {0, 1, 2}


def test_time_that_nobody_needs_is_said_so() -> None:
    schedule = from_form(lathe(), {"start": [[6, 9], [0]]})
    by_job = {one.job: one for one in late_jobs(schedule)}
    assert by_job[0].lines[0] == "a turn on lathe from 6 to 9: could start earlier"


def test_the_critical_path_of_the_makespan_leads_to_the_start() -> None:
    instance = generated("brandimarte:8x4", 1)
    schedule = neurols.solve(instance, iterations=200).solution
    assert min(s for row in schedule.start for s in row) == 0  # type: ignore[attr-defined]
    chosen = critical(schedule)  # type: ignore[arg-type]
    starts = [schedule.start[j][k] for j, k in (instance.places[n] for n in chosen)]  # type: ignore[attr-defined]
    assert min(starts) == 0 and len(chosen) > 2


def test_the_time_of_a_machine_adds_up() -> None:
    schedule = from_form(lathe(), {"start": [[5, 8], [0]]})
    turning, milling = loads(schedule)
    assert (turning.work, turning.setup, turning.breaks, turning.idle) == (7, 1, 0, 2)
    assert (milling.work, milling.idle, milling.utilisation) == (2, 8, 0.2)
    plant = generated("plant:6x4", 2)
    solved = neurols.solve(plant, iterations=50).solution
    for load in loads(solved):  # type: ignore[arg-type]
        assert min(load[1:]) >= 0
