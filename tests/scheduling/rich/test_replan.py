"""Re-planning: what has started stays, and the rest starts no earlier."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.errors import InputError
from neurols.scheduling.rich.check import check
from neurols.scheduling.rich.instance import Job, Machine, Operation, RichScheduling
from neurols.scheduling.rich.kinds import generated
from neurols.scheduling.rich.replan import replan, rest_of
from neurols.scheduling.rich.solution import from_form
from neurols.scheduling.rich.solution_file import write_solution
from tests.scheduling.rich.shops import single_machine

KINDS = ("brandimarte", "flexible-setups", "assembly", "calendars", "plant", "flexible-tardiness")


@pytest.mark.parametrize("kind", KINDS)
def test_what_has_started_stays_to_the_minute(kind: str) -> None:
    instance = generated(f"{kind}:8x4", 3)
    plan = neurols.solve(instance, iterations=100, seed=1).solution
    end = max(map(max, plan.start))  # type: ignore[attr-defined]
    for share in (0.25, 0.6):
        until = int(share * end)
        result = replan(instance, plan, until, iterations=100, seed=2)  # type: ignore[arg-type]
        assert check(instance, result.solution) == result.cost  # type: ignore[arg-type]
        new = result.solution
        for job, row in enumerate(plan.start):  # type: ignore[attr-defined]
            for k, start in enumerate(row):
                if start < until:
                    assert new.start[job][k] == start  # type: ignore[attr-defined]
                    assert new.machine[job][k] == plan.machine[job][k]  # type: ignore[attr-defined]
        rest = rest_of(instance, plan, until)  # type: ignore[arg-type]
        for number in rest.numbers:
            job, k = instance.places[number]
            assert new.start[job][k] >= until  # type: ignore[attr-defined]


def test_new_orders_are_planned_behind_what_has_started() -> None:
    def shop(*names: str) -> RichScheduling:
        return RichScheduling(
            "shop",
            (Machine("lathe"),),
            tuple(Job(name) for name in names),
            tuple(Operation(job, ((0, 4),)) for job in range(len(names))),
        )

    old = shop("a", "b")
    plan = from_form(old, {"start": [[0], [4]]})
    result = replan(shop("urgent", "b", "a"), plan, 2, iterations=20)
    assert sorted(map(tuple, result.solution.start)) == [(0,), (4,), (8,)]  # type: ignore[attr-defined]
    assert result.solution.start[2] == [0]  # type: ignore[attr-defined]


def test_a_setup_under_way_keeps_its_operation() -> None:
    instance = single_machine(
        Operation(0, ((0, 2),), family=0),
        Operation(1, ((0, 2),), family=1),
        machines=(Machine(setups=((0, 3), (3, 0)), initial_family=0),),
        families=("a", "b"),
    )
    plan = from_form(instance, {"start": [[0], [5]]})
    assert set(rest_of(instance, plan, 2).staying) == {0}
    with pytest.raises(InputError, match="everything has started by 3"):
        replan(instance, plan, 3)


def test_no_wait_and_blocking_pull_their_successors_along() -> None:
    from neurols.scheduling.rich.instance import Precedence

    base = RichScheduling(
        "chain",
        (Machine(), Machine()),
        (Job(), Job()),
        (Operation(0, ((0, 3),)), Operation(0, ((1, 3),)), Operation(1, ((1, 2),))),
        (Precedence(0, 1, 0, 0),),
    )
    plan = from_form(base, {"start": [[0, 3], [6]]})
    assert set(rest_of(base, plan, 1).staying) == {0, 1}
    held = replace(
        base, precedences=(Precedence(0, 1),), machines=(Machine(blocking=True), Machine())
    )
    assert set(rest_of(held, from_form(held, {"start": [[0, 3], [6]]}), 1).staying) == {0, 1}


def test_plans_come_from_files_and_misfits_are_told(tmp_path: Path) -> None:
    instance = generated("brandimarte:5x3", 1)
    plan = neurols.solve(instance, iterations=20).solution
    path = tmp_path / "plan.json"
    write_solution(plan, instance, path)  # type: ignore[arg-type]
    assert rest_of(instance, path, 10).staying == rest_of(instance, plan, 10).staying  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"the plan is none of 'brandimarte-6x3-1'"):
        rest_of(generated("brandimarte:6x3", 1), path, 10)
    with pytest.raises(InputError, match="has started on machine 0, which can no longer do it"):
        rest_of(
            single_machine(Operation(0, ((1, 3),))),
            from_form(
                single_machine(Operation(0, ((0, 3), (1, 3)))), {"start": [[0]], "machine": [[0]]}
            ),
            1,
        )


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_starts_from_the_known_order(kind: str) -> None:
    from neurols.scheduling.rich.replan_start import begun

    instance = generated(f"{kind}:8x4", 3)
    plan: Any = neurols.solve(instance, iterations=300, seed=1).solution
    kept = replan(instance, plan, 0, price=1e6, iterations=50, seed=2)
    assert check(instance, kept.solution) == kept.cost  # type: ignore[arg-type]
    start = begun(instance, rest_of(instance, plan, 0).known)
    if start is not None:
        assert kept.solution.start == plan.start  # type: ignore[attr-defined]
        assert replan(instance, plan, 0, iterations=50, seed=2).cost <= plan.cost
