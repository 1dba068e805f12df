"""Benchmarks: every contestant on every instance with every seed, on any number of workers."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.benchmark import Record, RunBudget, resolve, run

BUDGET = RunBudget(iterations=30)


def results(records: list[Record]) -> list[tuple[Any, ...]]:
    """What must repeat: everything but the clock."""
    clock = ("seconds", "cpu_seconds", "trace")
    return [tuple((k, repr(v)) for k, v in r.items() if k not in clock) for r in records]


def test_the_default_controller_runs_on_every_problem() -> None:
    found = run("ft06,demo-cvrp,rs-tardiness-10x5,pfs-20x5-1", ["auto"], BUDGET, seeds=(1,))
    assert len(found.records) == 4


def test_records_do_not_depend_on_the_number_of_workers() -> None:
    suite, contestants = "ft06,ta01,ta02", ["vns", "tabu"]
    alone, together = (
        run(suite, contestants, BUDGET, seeds=(1, 2), workers=workers) for workers in (1, 3)
    )
    assert len(alone.records) == alone.planned == 12
    assert results(alone.records) == results(together.records)


def test_every_solution_passes_the_checker() -> None:
    for record in run("ta01,ta11", ["vns", "sa"], BUDGET).records:
        cost = neurols.check(neurols.load(record["instance"]), record["solution"])
        assert cost == record["cost"]


def test_time_budget_is_cpu_seconds_of_each_run() -> None:
    (record,) = run("ta41", ["tabu"], RunBudget(cpu_limit=0.2)).records
    assert record["stopped_by"] == "cpu time"
    assert 0.19 <= record["cpu_seconds"] <= 0.3
    assert record["budget"] == "0.2 CPU s"


def test_wall_clock_budget_is_told_apart_from_cpu_seconds() -> None:
    (record,) = run("ta41", ["tabu"], RunBudget(time_limit=0.2)).records
    assert record["stopped_by"] == "time"
    assert record["budget"] == "0.2 s"


def test_contestant_named_twice_runs_once() -> None:
    assert run("ft06", ["vns", "vns "], BUDGET).planned == 1


@pytest.mark.parametrize(
    "budget",
    [{}, {"iterations": 1, "cpu_limit": 1.0}, {"cpu_limit": 1.0, "time_limit": 1.0},
     {"time_limit": -1.0}, {"iterations": -1}, {"cpu_limit": 0.0},
     {"cpu_limit": float("nan")}, {"cpu_limit": float("inf")}],
)  # fmt: skip
def test_senseless_budgets_are_refused(budget: dict[str, Any]) -> None:
    with pytest.raises(neurols.InputError):
        RunBudget(**budget)


def test_wrong_option_is_told_before_the_first_run(tmp_path: Path) -> None:
    with pytest.raises(neurols.InputError, match="has no option 'magic'"):
        run("ft06", ["vns", "tabu:magic=1"], BUDGET, output=tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


@dataclass(frozen=True)
class Lazy:
    """A contestant of a user's own: keeps the first schedule there is."""

    name: str = "lazy"

    def run(self, instance: Any, budget: RunBudget, seed: int) -> Record:
        if self.name == "suicidal":
            os._exit(9)
        if self.name == "broken":
            raise RuntimeError("out of ideas")
        result = neurols.solve(instance, iterations=0, seed=seed)
        return {**result.to_json(), "cpu_seconds": 0.0}


@pytest.mark.parametrize("workers", [1, 2])
def test_contestant_of_a_users_own_runs_beside_the_controllers(workers: int) -> None:
    found = run("ft06,ta01", ["vns", Lazy()], BUDGET, workers=workers)
    names = [record["controller"] for record in found.records]
    assert names == ["vns", "lazy", "vns", "lazy"]
    assert found.records[1]["iterations"] == 0


def test_error_of_a_contestant_reaches_the_caller() -> None:
    with pytest.raises(RuntimeError, match="out of ideas"):
        run(resolve("ft06,ta01"), [Lazy("broken")], BUDGET, workers=2)


def test_death_of_a_worker_is_told_with_the_run_at_fault() -> None:
    with pytest.raises(neurols.InputError, match=r"no result of ft06 with suicidal.*exit code 9"):
        run("ft06", [Lazy("suicidal"), Lazy("suicidal ")], BUDGET, workers=2)


def test_interrupted_run_keeps_what_was_finished(tmp_path: Path) -> None:
    seen: list[Record] = []

    def stop_at_three(record: Record) -> None:
        seen.append(record)
        if len(seen) == 3:
            raise KeyboardInterrupt

    command: dict[str, Any] = {"seeds": range(1, 7), "output": tmp_path}
    first = run("ft06", ["vns"], BUDGET, on_record=stop_at_three, **command)
    assert first.interrupted
    assert (len(first.records), first.planned) == (3, 6)
    second = run("ft06", ["vns"], BUDGET, **command)
    assert not second.interrupted
    assert [record["seed"] for record in second.records] == [1, 2, 3, 4, 5, 6]


def test_record_tells_what_a_policys_network_took() -> None:
    learned, classical = run("ta01", ["nls-a", "vns"], BUDGET).records
    assert 0 < learned["network_seconds"] < learned["seconds"]
    assert classical["network_seconds"] == 0
