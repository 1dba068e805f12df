"""Records of other data under the same name are neither used nor lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from neurols.benchmark import Record, RunBudget, run
from neurols.benchmark.archive import pack, read_archive
from neurols.benchmark.provenance import describe

BUDGET = RunBudget(iterations=5)
FIRST = "2 2\n0 3 1 2\n1 4 0 1\n"
SECOND = "2 2\n0 30 1 20\n1 40 0 10\n"


def bench(shop: Path, folder: Path, controllers: tuple[str, ...] = ("vns",)) -> tuple[float, list]:
    notes: list[str] = []
    found = run(str(shop), controllers, BUDGET, output=folder, on_note=notes.append)
    describe(folder, "neurols bench", [1], controllers)
    return found.records[-1]["cost"], notes


def stored(folder: Path) -> list[Record]:
    return [json.loads(line) for line in (folder / "records.jsonl").read_text().splitlines()]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    path = tmp_path / "shop.txt"
    path.write_text(FIRST)
    return path


def test_a_changed_file_is_run_anew_and_told(tmp_path: Path, shop: Path) -> None:
    folder = tmp_path / "out"
    assert bench(shop, folder) == (6, [])
    before = (folder / "records.jsonl").read_bytes()
    shop.write_text(SECOND)
    cost, notes = bench(shop, folder)
    assert cost == 60
    (told,) = notes
    assert told.startswith("shop has changed since 1 record of it was made")
    assert "not used" in told and "run anew" in told
    assert (folder / "records.jsonl").read_bytes().startswith(before)
    assert bench(shop, folder) == (60, [])  # all is there by now: nothing to say
    shop.write_text(FIRST)
    assert bench(shop, folder) == (6, [])
    assert len(stored(folder)) == 2


def test_records_without_a_fingerprint_are_reported_but_not_resumed(
    tmp_path: Path, shop: Path
) -> None:
    folder = tmp_path / "out"
    bench(shop, folder)
    (record,) = stored(folder)
    del record["fingerprint"]
    path = folder / "records.jsonl"
    path.write_text(json.dumps(record) + "\n")
    assert [r["cost"] for r in read_archive(folder).records] == [6]
    shop.write_text(SECOND)
    cost, (told,) = bench(shop, folder)
    assert cost == 60
    assert "made by an earlier version does not tell the data" in told
    assert path.read_text().startswith(json.dumps(record) + "\n")


def test_a_report_never_sets_old_data_beside_new(tmp_path: Path, shop: Path) -> None:
    folder = tmp_path / "out"
    bench(shop, folder, ("vns", "tabu"))
    shop.write_text(SECOND)
    bench(shop, folder, ("vns",))
    archive = read_archive(folder)
    assert [(r["controller"], r["cost"]) for r in archive.records] == [("vns", 60)]
    assert archive.changed == ("shop",)
    packed = read_archive(pack(archive, tmp_path / "kept"))
    assert packed.records == archive.records


def test_equal_instances_of_different_names_have_records_of_their_own(
    tmp_path: Path, shop: Path
) -> None:
    (tmp_path / "copy.txt").write_text(FIRST)
    found = run(f"{shop},{tmp_path / 'copy.txt'}", ["vns"], BUDGET, output=tmp_path / "out")
    assert [record["instance"] for record in found.records] == ["shop", "copy"]
