"""Reports from stored records: the same bytes, packed or not, and nothing that is not there."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from statistics import fmean

import pytest

import neurols
from neurols.benchmark.archive import Archive, find_archives, pack, read_archive
from neurols.benchmark.instances_table import instance_lines, instances_csv, instances_markdown
from neurols.benchmark.pages import write_page
from neurols.benchmark.planning import make_plan
from neurols.benchmark.provenance import describe, read_description
from neurols.benchmark.run import carry_out
from neurols.benchmark.runner import key_of
from neurols.benchmark.summary import glance, write_index

from .small import small_jobshop


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "small"
    planned = make_plan(small_jobshop(peers=()))
    names = list(dict.fromkeys(task.runner.name for task in planned.tasks))
    describe(path, "neurols bench paper-jobshop", planned.seeds, names, planned.plan)
    carry_out(planned.tasks, output=path)
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_report_is_the_same_to_the_bit_from_packed_records(folder: Path, tmp_path: Path) -> None:
    archive = read_archive(folder)
    write_page(archive, tmp_path / "one")
    kept = pack(archive, tmp_path / "kept")
    again = read_archive(kept)
    assert again == archive
    write_page(again, tmp_path / "two")
    one, two = files(tmp_path / "one"), files(tmp_path / "two")
    assert one == two
    assert {"small.md", "small/table-100-iterations.csv", "small/table-100-iterations.tex",
            "small/instances-100-iterations.md", "small/instances-100-iterations.csv",
            "small/bars-100-iterations.svg", "small/ranks-100-iterations.svg",
            "small/profile-100-iterations.svg", "small/anytime.svg"} <= set(one)  # fmt: skip
    first = files(kept)
    pack(again, tmp_path / "kept")
    assert files(kept) == first


def test_order_of_completion_does_not_matter(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / folder.name
    other.mkdir()
    lines = (folder / "records.jsonl").read_text().splitlines(keepends=True)
    (other / "records.jsonl").write_text("".join(reversed(lines)))
    (other / "run.json").write_bytes((folder / "run.json").read_bytes())
    assert read_archive(other) == read_archive(folder)


def test_page_tells_machine_versions_seeds_and_command(folder: Path, tmp_path: Path) -> None:
    text = write_page(read_archive(folder), tmp_path).read_text()
    assert "`neurols bench paper-jobshop`" in text
    assert "| seeds | 1 to 2 |" in text
    assert f"| neurols | {neurols.__version__} |" in text
    assert "| machine | " in text and "| Python | 3." in text
    for link in ("table-100-iterations.tex", "instances-20-iterations.csv", "anytime.svg"):
        assert f"small/{link}" in text
        assert (tmp_path / "small" / link).exists()


def test_figures_of_an_instance_are_those_of_its_records(folder: Path) -> None:
    records = [json.loads(line) for line in (folder / "records.jsonl").read_text().splitlines()]
    wanted = ("ta11", "vns", "100 iterations")
    costs = [r["cost"] for r in records if key_of(r)[:3] == wanted]
    lines = instance_lines(read_archive(folder).records, {"vns": "vns"}, "100 iterations")
    line = next(line for line in lines if line.instance == "ta11")
    assert line.figures["vns"].mean == fmean(costs)
    assert (line.figures["vns"].best, line.figures["vns"].seeds) == (min(costs), 2)
    row = next(
        r for r in csv.DictReader(io.StringIO(instances_csv(lines))) if r["instance"] == "ta11"
    )
    known = neurols.load("ta11").best_known
    assert known is not None
    assert float(row["gap_percent"]) == pytest.approx(
        100 * (fmean(costs) - known) / known, abs=1e-3
    )
    assert f"| ta11 | 20x15 | {known} | **{fmean(costs):.1f}** |" in instances_markdown(lines)


def test_torn_last_line_is_left_out_and_a_strange_one_is_told(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "torn"
    other.mkdir()
    (other / "run.json").write_bytes((folder / "run.json").read_bytes())
    data = (folder / "records.jsonl").read_bytes()
    (other / "records.jsonl").write_bytes(data[:-30])
    assert len(read_archive(other).records) == len(read_archive(folder).records) - 1
    (other / "records.jsonl").write_bytes(b'{"my": "notes"}\n' + data)
    with pytest.raises(neurols.InputError, match=r"records\.jsonl:1: this is no record"):
        read_archive(other)


def test_folders_without_records_or_description_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(neurols.InputError, match="no records here"):
        find_archives([tmp_path])
    bare = tmp_path / "bare"
    bare.mkdir()
    (bare / "records.jsonl").write_bytes((folder / "records.jsonl").read_bytes())
    assert find_archives([tmp_path]) == [bare]
    with pytest.raises(neurols.InputError, match=r"run\.json is missing"):
        read_archive(bare)
    (bare / "run.json").write_text("[]")
    with pytest.raises(neurols.InputError, match="does not describe a benchmark"):
        read_archive(bare)


def test_a_second_session_is_listed_once(tmp_path: Path) -> None:
    describe(tmp_path, "neurols bench ft06", [1], ["vns"])
    describe(tmp_path, "neurols bench ft06", [1], ["vns"])
    form = read_description(tmp_path)
    assert form is not None and len(form["sessions"]) == 1
    form["sessions"][0]["machine"] = "another"
    (tmp_path / "run.json").write_text(json.dumps(form))
    assert len(describe(tmp_path, "neurols bench ft06", [1], ["vns"])["sessions"]) == 2


def test_description_names_neither_host_nor_path(tmp_path: Path) -> None:
    import platform

    describe(tmp_path, "neurols bench ft06", [1], ["vns"])
    text = (tmp_path / "run.json").read_text()
    assert str(tmp_path) not in text and str(Path.home()) + "/" not in text
    assert not platform.node() or platform.node() not in text


def test_glance_shows_the_default_controller_and_the_papers_best(
    folder: Path, tmp_path: Path
) -> None:
    archive = read_archive(folder)
    from neurols.benchmark.pages import tables_of

    table, _ = tables_of(archive)["100 iterations"]
    auto = next(row for row in table.rows if row.name == "auto")
    line = next(line for line in glance([archive], "docs/").splitlines() if "| 100 iter" in line)
    assert "](docs/small.md)" in line
    assert f"| {auto.cells['all']} |" in line
    assert "small.md" in write_index([archive], tmp_path).read_text()


def test_plain_benchmark_has_a_page_too(folder: Path, tmp_path: Path) -> None:
    archive = read_archive(folder)
    plain = Archive(
        "clock",
        [record for record in archive.records if record["budget"] == "0.05 CPU s"],
        {**archive.description, "plan": None},
    )
    text = write_page(plain, tmp_path).read_text()
    assert "## 0.05 CPU s" in text and "anytime.svg" in text


def test_parquet_holds_every_record(folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    archive = read_archive(folder)
    write_page(archive, tmp_path, as_parquet=True)
    table = parquet.read_table(tmp_path / "small" / "records.parquet")
    assert table.column("cost").to_pylist() == [record["cost"] for record in archive.records]
