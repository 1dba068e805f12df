from __future__ import annotations

import csv

import pytest

from neurols.scheduling.paper_table import PUBLISHED
from neurols.scheduling.suites import groups
from tests.helpers import SHARED

ROWS = {row.name: row for row in PUBLISHED.rows}
GROUPS = PUBLISHED.groups
TABLE = SHARED / "paper_jobshop_100_iterations.csv"


def test_rows_are_those_of_the_table() -> None:
    if not TABLE.exists():
        pytest.skip("the table is not at hand")
    with TABLE.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert list(ROWS) == [row["model"] for row in rows]
    for row in rows:
        ours = ROWS[row["model"]]
        assert (ours.kind, ours.average) == (row["kind"], float(row["average"]))
        assert ours.gaps == {group: float(row[group]) for group in GROUPS}


def test_averages_are_means_over_the_groups() -> None:
    for row in ROWS.values():
        assert row.average == pytest.approx(sum(row.gaps.values()) / len(GROUPS), abs=0.011)


def test_columns_are_the_groups_of_the_suite() -> None:
    sizes = [group for group in groups() if group.startswith("taillard:")]
    assert [f"taillard:{group}" for group in GROUPS] == sizes


def test_best_row_is_the_one_to_beat() -> None:
    assert min(row.average for row in ROWS.values()) == ROWS["NLS_AN"].average == 12.41
