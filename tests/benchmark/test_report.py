"""Tables of records: means over instances, spread over seeds, the paper's rows beside them."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from neurols.benchmark import Record, csv_text, markdown, rich_table, tabulate


def record(instance: str, gap: float | None, **changes: Any) -> Record:
    return {
        "instance": instance,
        "controller": "tabu",
        "group": "15x15",
        "seed": 1,
        "budget": "100 iterations",
        "gap_percent": gap,
        "cost": 100,
        "cpu_seconds": 0.5,
        **changes,
    }


def test_mean_is_over_instances_and_spread_over_seeds() -> None:
    records = [
        record("ta01", 1.0), record("ta02", 3.0),  # seed 1: mean 2
        record("ta01", 3.0, seed=2), record("ta02", 5.0, seed=2),  # seed 2: mean 4
    ]  # fmt: skip
    (row,) = (row for row in tabulate(records).rows if not row.published)
    cell = row.cells["15x15"]
    assert cell.mean == pytest.approx(3.0)
    assert cell.deviation == pytest.approx(2**0.5)
    assert str(cell) == "3.00 ± 1.41"


def test_instance_with_more_seeds_weighs_no_more_than_another() -> None:
    records = [record("ta01", 0.0), record("ta01", 0.0, seed=2), record("ta02", 6.0)]
    (row,) = (row for row in tabulate(records).rows if not row.published)
    assert row.cells["15x15"].mean == pytest.approx(3.0)
    assert row.cells["15x15"].deviation is None


def test_papers_rows_are_those_of_the_groups_at_hand() -> None:
    table = tabulate([record("ta01", 1.0), record("ta11", 2.0, group="20x15")])
    vns = next(row for row in table.rows if row.name == "paper: VNS")
    assert {group: cell.mean for group, cell in vns.cells.items()} == {
        "15x15": 9.96,
        "20x15": 13.71,
    }
    assert "the paper's rows are after 100 iterations" in table.caption


def test_papers_average_is_shown_for_the_whole_suite_alone() -> None:
    from neurols.scheduling.paper_table import PUBLISHED

    records = [
        record(f"ta{10 * k + 1:02d}", 1.0, group=group) for k, group in enumerate(PUBLISHED.groups)
    ]
    table = tabulate(records)
    row = next(row for row in table.rows if row.name == "paper: NLS_AN")
    assert row.cells["all"].mean == 12.41


def test_instances_of_a_users_own_have_no_papers_rows() -> None:
    table = tabulate([record("ta01", 1.0), record("mine", 2.0)])
    assert not any(row.published for row in table.rows)


def test_routing_suite_has_its_own_paper() -> None:
    table = tabulate([record("X-n101-k25", 1.0, group="n100")])
    row = next(row for row in table.rows if row.name == "paper: NLS_AN")
    assert row.cells["n100"].mean == 5.42


def test_costs_are_shown_where_no_best_cost_is_known() -> None:
    table = tabulate([record("mine", None, cost=70), record("yours", None, cost=90)])
    assert table.rows[0].cells["15x15"].mean == 80
    assert table.caption.startswith("mean cost")


def test_group_that_lacks_a_best_cost_has_no_gap() -> None:
    table = tabulate([record("a", 1.0), record("b", None, group="9x9")])
    assert set(table.rows[0].cells) == {"15x15"}
    assert "| tabu | – | **1.00** | – | 0.5 |" in markdown(table)


def test_caption_tells_when_runs_are_missing() -> None:
    assert "incomplete: 1 of 5 runs" in tabulate([record("ta01", 1.0)], 5).caption
    assert "incomplete" not in tabulate([record("ta01", 1.0)], 1).caption


def test_markdown_marks_our_best_of_every_column() -> None:
    records = [record("mine", 2.0), record("mine", 1.5, controller="vns")]
    assert markdown(tabulate(records)).splitlines()[:4] == [
        "| controller | 15x15 | CPU s a run |",
        "| --- | ---: | ---: |",
        "| tabu | 2.00 | 0.5 |",
        "| vns | **1.50** | 0.5 |",
    ]


def test_csv_is_read_back() -> None:
    records = [record("ta01", 1.0), record("ta01", 2.0, seed=2)]
    rows = list(csv.DictReader(io.StringIO(csv_text(tabulate(records)))))
    ours = rows[-1]
    assert (ours["controller"], ours["source"]) == ("tabu", "measured")
    assert float(ours["15x15"]) == 1.5
    assert float(ours["15x15 deviation"]) == pytest.approx(0.7071)
    assert {row["source"] for row in rows[:-1]} == {"paper"}


def test_terminal_table_has_a_line_a_row() -> None:
    table = tabulate([record("ta01", 1.0)])
    assert rich_table(table).row_count == len(table.rows)


def test_no_records_make_an_empty_table() -> None:
    assert tabulate([], 3).rows == []
