"""Mean ranks and critical differences, against figures from the literature."""

from __future__ import annotations

import pytest

from neurols.benchmark.ranks import critical_difference, ranking, studentised_range


@pytest.mark.parametrize(
    ("count", "quantile"), [(2, 2.772), (3, 3.314), (5, 3.858), (10, 4.474), (20, 5.012)]
)
def test_studentised_range_agrees_with_printed_tables(count: int, quantile: float) -> None:
    assert studentised_range(0.95, count) == pytest.approx(quantile, abs=0.002)


def test_critical_difference_is_that_of_demsars_example() -> None:
    # Demšar (2006), section 3.2.2: four classifiers, 14 data sets.
    assert critical_difference(4, 14) == pytest.approx(1.25, abs=0.01)


def test_ranks_are_means_and_ties_share_theirs() -> None:
    found = ranking(
        {
            "a": {"x": 1.0, "y": 5.0, "only here": 0.0},
            "b": {"x": 2.0, "y": 5.0},
            "c": {"x": 3.0, "y": 9.0},
        }
    )
    assert found is not None
    assert found.ranks == {"a": 1.25, "b": 1.75, "c": 3.0}
    assert found.instances == 2


def test_cliques_are_the_widest_stretches_and_none_lies_within_another() -> None:
    from neurols.benchmark.ranks import Ranking

    found = Ranking({"a": 1.0, "b": 1.5, "c": 2.2, "d": 4.0, "e": 4.1}, 1.0, 10)
    assert found.cliques == [(1.0, 1.5), (1.5, 2.2), (4.0, 4.1)]


def test_nothing_to_rank_is_none() -> None:
    assert ranking({"a": {"x": 1.0, "y": 2.0}}) is None
    assert ranking({"a": {"x": 1.0}, "b": {"x": 2.0}}) is None
