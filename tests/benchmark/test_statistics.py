"""Statistics against values worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from neurols.benchmark import Record, markdown, tabulate
from neurols.benchmark.statistics import (
    against_best,
    by_instance,
    holm,
    performance_profiles,
    summary,
    wilcoxon,
    wins_ties_losses,
)


def row(*values: float) -> dict[str, float]:
    return {f"i{place}": value for place, value in enumerate(values)}


def record(instance: str, controller: str, gap: float | None, seed: int = 1) -> Record:
    values: dict[str, Any] = {"group": "g", "budget": "1 CPU s", "cost": 100, "cpu_seconds": 1.0}
    return {
        "instance": instance, "controller": controller, "seed": seed, "gap_percent": gap, **values
    }  # fmt: skip


def test_means_are_over_seeds_and_leave_out_what_failed() -> None:
    records = [record("a", "x", 1.0), record("a", "x", 3.0, 2), record("b", "x", None)]
    assert by_instance(records, "x", "gap_percent") == {"a": 2.0}
    assert summary(records, "x", "gap_percent") is None


def test_summary_is_the_mean_of_means_and_the_spread_of_seeds() -> None:
    records = [record("a", "x", 1.0), record("b", "x", 3.0), record("a", "x", 3.0, 2),
               record("b", "x", 5.0, 2), record("a", "x", 2.0, 3)]  # fmt: skip
    found = summary(records, "x", "gap_percent")
    assert found is not None
    assert found.mean == pytest.approx(3.0)  # a: 2, b: 4
    assert found.deviation == pytest.approx(2**0.5)  # seeds 1 and 2 alone: means 2 and 4


def test_five_instances_all_better_have_the_least_p_value_there_is() -> None:
    # All five ranks on one side: 2 of 2^5 ways of setting the signs.
    assert wilcoxon(row(1, 2, 3, 4, 5), row(2, 4, 6, 8, 10)) == 2 / 32


def test_wilcoxon_with_one_rank_on_the_other_side() -> None:
    # Differences 1, 2, 3, -4 (ranks as they are): W- = 4, sums of at most 4 out of {1, 2, 3, 4}
    # are {}, 1, 2, 3, 4, 1+2, 1+3: 7 of 16 ways, doubled.
    assert wilcoxon(row(2, 4, 6, 0), row(1, 2, 3, 4)) == 14 / 16


def test_equal_instances_are_left_out_and_equal_differences_share_ranks() -> None:
    # Zero dropped; differences 1, 1, -2: ranks 1.5, 1.5, 3, W- = 3. Ways to at most 3:
    # {}, 1.5, 1.5, 1.5+1.5, 3: 5 of 8, doubled and at most 1.
    assert wilcoxon(row(2, 2, 1, 7), row(1, 1, 3, 7)) == 1.0
    # Differences 1, 1, 1, 1 of one sign: 2 of 16.
    assert wilcoxon(row(2, 2, 2, 2), row(1, 1, 1, 1)) == 2 / 16


def test_nothing_to_compare_is_no_difference() -> None:
    assert wilcoxon(row(1, 2), row(1, 2)) == 1.0
    assert wilcoxon({"a": 1}, {"b": 2}) == 1.0


@pytest.mark.parametrize("seed", range(5))
def test_wilcoxon_agrees_with_scipy(seed: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    from random import Random

    rng = Random(seed)
    one = row(*(rng.random() for _ in range(20)))
    other = row(*(rng.random() + 0.1 for _ in range(20)))
    expected = stats.wilcoxon(list(one.values()), list(other.values()), method="exact").pvalue
    assert wilcoxon(one, other) == pytest.approx(expected)


def test_holm_steps_down() -> None:
    # 0.01 * 3, then 0.03 * 2, then 0.04 * 1, which must not fall below the one before.
    assert holm({"a": 0.04, "b": 0.01, "c": 0.03}) == pytest.approx(
        {"a": 0.06, "b": 0.03, "c": 0.06}
    )
    assert holm({"a": 0.9, "b": 0.8}) == {"a": 1.0, "b": 1.0}


def test_wins_ties_and_losses_are_over_shared_instances() -> None:
    score = wins_ties_losses(row(1, 2, 3, 9), row(2, 2, 1))
    assert score == (1, 1, 1)
    assert str(score) == "1/1/1"
    assert wins_ties_losses(row(0.1 + 0.2), row(0.3)).ties == 1


def test_best_row_is_compared_with_all_others() -> None:
    found = against_best({"bad": row(3, 3, 3), "best": row(1, 1, 1), "good": row(1, 1, 2)})
    assert found is not None
    best, versus = found
    assert best == "best"
    assert versus["bad"].score == (0, 0, 3)
    assert versus["good"].score == (0, 2, 1)
    assert versus["bad"].p_value == pytest.approx(0.5)  # 2/8, times 2
    assert against_best({"alone": row(1, 2)}) is None
    assert against_best({"one": row(1), "other": row(2)}) is None


def test_profiles_are_shares_of_instances_within_a_ratio_of_the_best() -> None:
    rows = {"x": {"a": 100.0, "b": 220.0}, "y": {"a": 110.0, "b": 200.0}, "z": {"a": 100.0}}
    assert performance_profiles(rows, [1.0, 1.1, 2.0]) == {
        "x": [0.5, 1.0, 1.0],
        "y": [0.5, 1.0, 1.0],
        "z": [0.5, 0.5, 0.5],
    }


def test_table_marks_what_is_surely_worse_than_the_best_row() -> None:
    records = [record(f"i{k}", "x", 1.0 + k) for k in range(9)]
    records += [record(f"i{k}", "y", 2.0 + 2 * k) for k in range(9)]
    table = tabulate(records)
    assert "| controller | g | W/T/L | CPU s a run |" in markdown(table)
    assert r"| y | 10.00 | 0/0/9 \*\* | 1 |" in markdown(table)  # 2 of 512
    assert "against x" in table.caption


def test_failure_of_a_contestant_is_a_dash_and_no_error() -> None:
    records = [record("a", "x", 1.0), record("b", "x", 2.0), record("a", "y", 1.5),
               record("b", "y", None)]  # fmt: skip
    assert "| y | – | 1 |" in markdown(tabulate(records))
