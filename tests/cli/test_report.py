"""``neurols report`` and the paper's tables on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Cli


@pytest.fixture
def records(cli: Cli, tmp_path: Path) -> Path:
    folder = tmp_path / "shops"
    command = ("bench", "ft06,ft10", "--controllers", "vns,tabu", "--iterations", "20")
    assert cli(*command, "--seeds", "2", "--workers", "1", "--output", folder).code == 0
    return folder


def test_report_is_made_of_a_benchmark_of_any_suite(
    cli: Cli, records: Path, tmp_path: Path
) -> None:
    out = tmp_path / "pages"
    code, text, err = cli("report", records, "--output", out)
    assert (code, err) == (0, "")
    assert text.splitlines() == [str(out / "shops.md"), str(out / "index.md")]
    page = (out / "shops.md").read_text()
    assert "`neurols bench ft06,ft10 --controllers vns,tabu --iterations 20 --seeds 2`" in page
    assert "| vns | " in page


def test_kept_records_make_the_same_report(cli: Cli, records: Path, tmp_path: Path) -> None:
    cli("report", records, "--output", tmp_path / "one", "--keep", tmp_path / "kept")
    assert (tmp_path / "kept" / "shops" / "records.jsonl.xz").exists()
    cli("report", tmp_path / "kept", "--output", tmp_path / "two")
    one, two = (
        {p.relative_to(f): p.read_bytes() for p in f.rglob("*") if p.is_file()}
        for f in (tmp_path / "one", tmp_path / "two")
    )
    assert one == two and len(one) > 5


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["report", "nowhere", "--output", "new"], "no records here"),
        (["bench", "paper-tsp", "--output", "new"], "paper-jobshop or paper-cvrp"),
        (["bench", "paper-jobshop", "--iterations", "5", "--output", "new"], "no --iterations"),
        (["bench", "paper-jobshop", "--controllers", "sa", "--output", "new"], "no --controllers"),
        (["bench", "paper-jobshop", "--time", "-1", "--output", "new"], "seconds above 0"),
        (["bench", "paper-jobshop", "--seeds", "0", "--output", "new"], "--seeds is 0"),
        (["bench", "ft06", "--iterations", "5", "--quick"], "--quick"),
    ],
    ids=lambda value: " ".join(value[:4]) if isinstance(value, list) else None,
)
def test_wrong_input_is_one_line_and_makes_no_folder(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], word: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = cli(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert word in err
    assert list(tmp_path.iterdir()) == []


def test_papers_routing_table_without_its_files_says_what_is_missing(
    cli: Cli, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    code, _, err = cli("bench", "paper-cvrp", "--data", empty, "--output", tmp_path / "new")
    assert code == 2
    assert "no X-n*.vrp files" in err and "--data" in err
