"""The best so far at several times, from one run."""

from __future__ import annotations

from typing import Any

import pytest

import neurols
from neurols.benchmark import Record, RunBudget, markdown, run
from neurols.benchmark.anytime import (
    at_checkpoint,
    by_stretches,
    checkpoint_table,
    parse_checkpoints,
    thinned,
)
from neurols.plotting.anytime_curves import best_at, curves


def record(instance: str, trace: list[list[float]], **changes: Any) -> Record:
    return {
        "instance": instance, "controller": "x", "group": "g", "seed": 1, "budget": "4 CPU s",
        "best_known": 100, "cost": trace[-1][1], "gap_percent": trace[-1][1] - 100.0,
        "cpu_seconds": 4.0, "trace": trace, **changes,
    }  # fmt: skip


def test_best_at_a_time_is_the_last_improvement_before_it() -> None:
    trace = [[0.5, 130.0], [2.0, 110.0]]
    assert [best_at(trace, t) for t in (0.1, 0.5, 1.9, 2.0, 9.0)] == [None, 130, 130, 110, 110]


def test_checkpoint_table_has_a_column_a_checkpoint() -> None:
    records = [
        record("a", [[0.5, 130.0], [2.0, 110.0]]),
        record("b", [[0.2, 120.0], [3.0, 100.0]]),
    ]
    text = markdown(checkpoint_table(records, [0.3, 1.0, 4.0]))
    assert "| controller | 0.3 s | 1 s | 4 s | CPU s a run |" in text
    assert "| x | – | **25.00** | **5.00** | 4 |" in text  # 130, 120; then 110, 100
    assert "within one run" in text


def test_checkpoint_after_the_end_is_the_result() -> None:
    (seen,) = at_checkpoint([record("a", [[1.0, 110.0]], cpu_seconds=1.5)], 3.0)
    assert seen["gap_percent"] == 10.0


@pytest.mark.parametrize("text", ["", "one", "1,,2", "0,1", "-1", "1,5", "nan"])
def test_senseless_checkpoints_are_refused(text: str) -> None:
    with pytest.raises(neurols.InputError, match="checkpoints"):
        parse_checkpoints(text, 4.0)


def test_checkpoints_need_a_time_budget() -> None:
    with pytest.raises(neurols.InputError, match="--time"):
        parse_checkpoints("1", None)
    assert parse_checkpoints("4, 1,1", 4.0) == [1.0, 4.0]


def test_long_traces_are_thinned_without_moving_the_ends() -> None:
    points = [(0.001 * k, 10_000.0 - k) for k in range(5_000)]
    kept = thinned(points)
    assert len(kept) < 900
    assert (kept[0], kept[-1]) == ([0.0, 10_000.0], [4.999, 5_001.0])
    for seconds in (0.01, 0.1, 1.0, 4.0):
        exact, thin = best_at(points, seconds), best_at(kept, seconds)
        assert exact is not None and thin is not None
        assert exact <= thin <= exact + 0.012 * 1000 * seconds + 1


def test_archived_traces_lag_by_a_stretch_of_time_at_most() -> None:
    points = [[0.001 * k, 10_000.0 - k] for k in range(5_000)]
    kept = by_stretches(points, 1.08)
    assert len(kept) < 120 and kept[-1] == points[-1]
    assert by_stretches(kept, 1.08) == kept
    for seconds in (0.1, 1.0, 4.0, 4.9):
        exact, thin = best_at(points, seconds / 1.08), best_at(kept, seconds)
        assert exact is not None and thin is not None
        assert thin <= exact


def test_records_of_a_run_hold_a_falling_trace_that_ends_at_the_cost() -> None:
    (seen,) = run("ta01", ["tabu"], RunBudget(cpu_limit=0.1)).records
    times, costs = zip(*seen["trace"], strict=True)
    assert list(times) == sorted(times) and times[-1] <= 0.2
    assert list(costs) == sorted(costs, reverse=True)
    assert costs[-1] == seen["cost"]


def test_curve_is_the_mean_over_instances_with_the_range_of_seeds() -> None:
    records = [
        record("a", [[0.1, 120.0], [1.0, 110.0]]),
        record("b", [[0.2, 140.0]]),
        record("a", [[0.1, 130.0]], seed=2),
        record("b", [[0.1, 110.0]], seed=2),
    ]
    (curve,), unit = curves(records)
    assert unit == "gap to best known (%)"
    assert curve.seconds[0] >= 0.2  # before that, one run has no solution
    assert (curve.low[-1], curve.mean[-1], curve.high[-1]) == (20.0, 22.5, 25.0)


def test_gap_is_to_the_best_found_where_no_best_cost_is_known() -> None:
    records = [
        record("a", [[0.1, 120.0]], best_known=None),
        record("a", [[0.1, 100.0]], best_known=None, controller="y"),
    ]
    (x, y), unit = curves(records)
    assert unit == "gap to best found (%)"
    assert (x.mean[-1], y.mean[-1]) == (20.0, 0.0)


def test_contestant_that_failed_somewhere_has_no_curve() -> None:
    failed = record("b", [[0.1, 1.0]], controller="y") | {"trace": [], "cost": None}
    records = [record("a", [[0.1, 120.0]]), record("a", [[0.1, 101.0]], controller="y"), failed]
    assert [curve.name for curve in curves(records)[0]] == ["x"]
