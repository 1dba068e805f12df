"""A batch from folder to summary: nothing is lost, nothing is done twice, faults end nothing."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.batch import Item, batch
from neurols.batch.item import Settings
from neurols.batch.listing import items_of
from neurols.cluster import Executor, executor_for
from neurols.cluster.inline import Inline

TIMES = ("seconds", "cpu_seconds", "total_seconds", "host", "attempts")


@pytest.fixture
def shops(tmp_path: Path) -> Path:
    folder = tmp_path / "shops"
    folder.mkdir()
    for number in range(4):
        rows = [f"0 {number + 3} 1 {number + 2} 2 5", f"2 4 0 {number + 1} 1 3", "1 2 2 6 0 4"]
        text = "\n".join(["3 3", *rows, ""])
        (folder / f"shop{number}.txt").write_text(text, encoding="utf-8")
    return folder


def _items(shops: Path, **changes: Any) -> list[Item]:
    return items_of(str(shops), Settings(iterations=50, seed=1).but(changes))


class Counting(Inline):
    """Counts the jobs that are carried out, and may stop in the midst."""

    def __init__(self, most: int = 10**9) -> None:
        self.jobs = 0
        self._most = most

    def run(self, jobs: Any) -> Iterator[Any]:
        for outcome in super().run(jobs):
            self.jobs += 1
            yield outcome
            if self.jobs == self._most:
                raise KeyboardInterrupt


def test_every_instance_has_a_checked_plan_and_a_line(shops: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = batch(_items(shops), Inline(), out)
    assert [line["name"] for line in found.lines] == ["shop0", "shop1", "shop2", "shop3"]
    for line in found.lines:
        instance = neurols.read(line["source"])
        plan = json.loads((out / line["plan"]).read_text(encoding="utf-8"))
        assert neurols.check(instance, plan) == line["cost"]
    with (out / "summary.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert (rows[0]["name"], rows[0]["status"]) == ("shop0", "done")
    assert [float(row["cost"]) for row in rows] == [line["cost"] for line in found.lines]


def test_what_is_done_is_not_done_again(shops: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(_items(shops), Inline(), out)
    home = Counting()
    assert batch(_items(shops), home, out).found == 4
    assert home.jobs == 0
    (shops / "shop1.txt").write_text("1 1\n0 5\n", encoding="utf-8")
    (out / "plans" / "shop2.json").unlink()
    assert batch(_items(shops), home, out).found == 2
    assert home.jobs == 2  # the one that has changed, and the one whose plan is gone
    batch(_items(shops, seed=2), home, out)
    assert home.jobs == 6


def test_an_interrupted_batch_goes_on(shops: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = batch(_items(shops), Counting(2), out)
    assert found.interrupted
    assert len(found.lines) == 2
    home = Counting()
    found = batch(_items(shops), home, out)
    assert (len(found.lines), found.found, home.jobs) == (4, 2, 2)


def test_a_torn_last_line_costs_one_result(shops: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(_items(shops), Inline(), out)
    results = out / "results.jsonl"
    results.write_bytes(results.read_bytes()[:-20])
    home = Counting()
    assert len(batch(_items(shops), home, out).lines) == 4
    assert home.jobs == 1


def test_a_fault_ends_nothing_and_is_tried_again(shops: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (shops / "broken.txt").write_text("2 2\n0 1 1\n", encoding="utf-8")
    found = batch(_items(shops), Inline(), out)
    (failure,) = found.failed
    assert failure["name"] == "broken"
    assert str(shops / "broken.txt") in failure["error"]
    assert len(found.lines) == 5
    (shops / "broken.txt").write_text("1 1\n0 5\n", encoding="utf-8")
    found = batch(_items(shops), Inline(), out)
    assert (found.found, found.failed) == (4, ())


def test_a_missing_file_is_a_fault_of_its_item(tmp_path: Path) -> None:
    listing = tmp_path / "list.csv"
    listing.write_text("instance\nft06\ngone.txt\n", encoding="utf-8")
    found = batch(items_of(str(listing), Settings(iterations=5)), Inline(), tmp_path / "out")
    assert [line["status"] for line in found.lines] == ["done", "failed"]
    assert "no such file" in found.failed[0]["error"]


def _same(home: Executor, shops: Path, out: Path) -> list[dict[str, Any]]:
    lines = batch(_items(shops), home, out).lines
    return [{key: value for key, value in line.items() if key not in TIMES} for line in lines]


def test_records_are_the_same_wherever_they_are_made(shops: Path, tmp_path: Path) -> None:
    here = _same(Inline(), shops, tmp_path / "here")
    assert _same(executor_for(2), shops, tmp_path / "there") == here


def test_a_batch_starts_from_given_solutions(tmp_path: Path) -> None:
    neurols.solve("ft06", iterations=2000, seed=1).write(tmp_path / "start.json")
    listing = tmp_path / "list.csv"
    listing.write_text("instance,initial,iterations\nft06,start.json,0\n", encoding="utf-8")
    (line,) = batch(items_of(str(listing), Settings()), Inline(), tmp_path / "out").lines
    assert line["cost"] == 55


def test_two_batches_do_not_share_a_folder(shops: Path, tmp_path: Path) -> None:
    class Second(Inline):
        def run(self, jobs: Any) -> Iterator[Any]:
            batch(_items(shops), Inline(), tmp_path / "out")
            yield from super().run(jobs)

    with pytest.raises(neurols.InputError, match="another process is writing here"):
        batch(_items(shops), Second(), tmp_path / "out")


def test_solve_many_yields_results_and_errors() -> None:
    given = ["ft06", ("ft10", {"iterations": 7}), "no-such-name"]
    found = {one.name: one for one in neurols.solve_many(given, iterations=5, seed=3)}
    assert found["ft06"].result is not None
    assert found["ft06"].result.iterations == 5
    assert found["ft10"].result is not None
    assert found["ft10"].result.iterations == 7
    assert isinstance(found["no-such-name"].error, neurols.InputError)


def test_results_travel_between_processes() -> None:
    here = [one.result for one in neurols.solve_many(["ft06"], iterations=50, seed=3)]
    there = [one.result for one in neurols.solve_many(["ft06"], workers=2, iterations=50, seed=3)]
    assert here[0] is not None and there[0] is not None
    assert there[0].cost == here[0].cost
    assert there[0].solution.to_json() == here[0].solution.to_json()


def test_workbooks_are_solved_as_any_other_file(shops: Path, tmp_path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    book.active.title = "operations"
    for row in (["job", "operation", "machine", "duration"], ["a", "cut", "saw", 5],
                ["a", "drill", "press", 3], ["b", "cut", "saw", 4]):  # fmt: skip
        book.active.append(row)
    book.save(shops / "orders.xlsx")
    found = batch(_items(shops), Inline(), tmp_path / "out")
    assert {line["name"]: line["status"] for line in found.lines}["orders"] == "done"


def test_a_name_too_long_for_a_file_is_a_fault_of_its_row(tmp_path: Path) -> None:
    listing = tmp_path / "list.csv"
    listing.write_text(f"instance\nft06\n{'a' * 5000}.vrp\n", encoding="utf-8")
    items = items_of(str(listing), Settings(iterations=5, seed=1))
    found = batch(items, Inline(), tmp_path / "out")
    assert [line["status"] for line in found.lines] == ["done", "failed"]
