"""Records that somebody else wrote: bounded, escaped, and refused in one line where broken."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.benchmark import packing
from neurols.benchmark.archive import read_archive
from neurols.benchmark.formats import latex, markdown, rich_table
from neurols.benchmark.pages import write_page
from neurols.benchmark.report import tabulate
from neurols.benchmark.store import record_of
from neurols.benchmark.summary import write_index

RECORD: dict[str, Any] = {
    "instance": "a", "group": "g", "controller": "vns", "budget": "5 iterations", "seed": 1,
    "cost": 10, "best_known": 9, "gap_percent": 11.1, "cpu_seconds": 0.1, "version": "0.1.0",
}  # fmt: skip
ABOUT: dict[str, Any] = {
    "command": "neurols bench a", "seeds": [1], "contestants": ["vns"], "plan": None,
    "sessions": [{"machine": "m", "python": "3.12"}],
}  # fmt: skip
SCRIPT = "<script>alert(1)</script>"


def archive(folder: Path, *records: dict[str, Any], about: Any = ABOUT) -> Path:
    folder.mkdir(exist_ok=True)
    lines = "".join(json.dumps({**RECORD, **record}) + "\n" for record in records or ({},))
    (folder / "records.jsonl").write_text(lines)
    (folder / "run.json").write_text(json.dumps(about))
    return folder


def test_tags_links_and_columns_in_names_are_text(tmp_path: Path) -> None:
    nasty = "<script>|[x](javascript:1)\n# heading `"
    about = {**ABOUT, "command": f"`{SCRIPT}\n", "sessions": [{"machine": nasty, SCRIPT: "1"}]}
    records = [
        {"instance": nasty + str(k), "group": nasty, "controller": f"{name}{nasty}",
         "version": f"peer {SCRIPT}", "seed": k}
        for k in range(3) for name in ("one", "two")
    ]  # fmt: skip
    found = read_archive(archive(tmp_path / "evil", *records, about=about))
    output = tmp_path / "report"
    output.mkdir()
    write_page(found, output)
    write_index([found], output)
    pages = list(output.rglob("*.md"))
    assert len(pages) == 3
    for page in pages:
        text = page.read_text()
        outside = "".join(text.split("`")[::2])  # a code span is text whatever it holds
        assert "<script" not in outside, page
        assert "](javascript" not in text.replace("\\](", "")
        assert "\n# heading" not in text
    for picture in output.rglob("*.svg"):
        assert "<script" not in picture.read_text()


def test_a_budget_names_no_file_outside_the_report(tmp_path: Path) -> None:
    found = read_archive(archive(tmp_path / "evil", {"budget": "/../../../5 iterations"}))
    output = tmp_path / "deep" / "report"
    write_page(found, output)
    files = {path for path in tmp_path.rglob("*") if path.is_file()}
    inside = {path for path in output.rglob("*") if path.is_file()}
    assert files - inside == {tmp_path / "evil" / name for name in ("records.jsonl", "run.json")}


def test_terminals_obey_no_name() -> None:
    name = "\x1b]0;gone\x07[bold]x[/red]\r"
    table = tabulate([{**RECORD, "controller": name, "group": name}])
    for text in (markdown(table), latex(table)):
        assert not any(ord(sign) < 32 and sign != "\n" for sign in text)
    from rich.console import Console

    console = Console(width=200)
    with console.capture() as shown:
        console.print(rich_table(table))
    assert "\x1b]" not in shown.get() and "[bold]x[/red]" in shown.get()


def test_dollar_signs_are_no_formula(tmp_path: Path) -> None:
    records = [
        {"controller": rf"$\frac{k}$", "group": r"$\wrong$", "instance": f"i{n}", "cost": 10 + k,
         "budget": "1 CPU s", "trace": [[0.1, 20], [0.5, 10 + k]]}
        for k in range(2) for n in range(3)
    ]  # fmt: skip
    output = tmp_path / "report"
    write_page(read_archive(archive(tmp_path / "a", *records)), output)
    assert len(list(output.rglob("*.svg"))) == 4


@pytest.mark.parametrize(
    ("limit", "message"), [("MOST_BYTES", "expands to more"), ("MOST_LINE_BYTES", "in one line")]
)
def test_a_file_that_expands_beyond_reason_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, message: str
) -> None:
    monkeypatch.setattr(packing, limit, 2**20)
    folder = archive(tmp_path / "bomb")
    (folder / "records.jsonl").unlink()
    packed = folder / "records.jsonl.xz"
    packed.write_bytes(lzma.compress(bytes(2**24)))
    assert packed.stat().st_size < 2**13
    with pytest.raises(neurols.InputError, match=message):
        read_archive(folder)


@pytest.mark.parametrize("cut", [1, 30, 100])
def test_a_truncated_packed_file_is_told(tmp_path: Path, cut: int) -> None:
    folder = archive(tmp_path / "torn")
    data = lzma.compress((folder / "records.jsonl").read_bytes())
    (folder / "records.jsonl").unlink()
    (folder / "records.jsonl.xz").write_bytes(data[:-cut])
    with pytest.raises(neurols.InputError, match="the file is damaged"):
        read_archive(folder)


def test_a_torn_last_line_is_left_out_of_reports(tmp_path: Path) -> None:
    folder = archive(tmp_path / "torn", {"seed": 1}, {"seed": 2})
    path = folder / "records.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    assert [record["seed"] for record in read_archive(folder).records] == [1]


@pytest.mark.parametrize(
    "change",
    [
        {"instance": 3}, {"controller": None}, {"seed": "1"}, {"cost": "10"}, {"cost": [1]},
        {"cost": float("nan")}, {"gap_percent": {}}, {"trace": [[1]]}, {"trace": "x"},
        {"version": 1}, {"fingerprint": 5}, {"cpu_seconds": float("inf")}, {"budget": []},
    ],
)  # fmt: skip
def test_fields_of_the_wrong_kind_make_no_record(change: dict[str, Any]) -> None:
    assert record_of(json.dumps(RECORD).encode()) == RECORD
    assert record_of(json.dumps({**RECORD, **change}).encode()) is None


@pytest.mark.parametrize(
    "change",
    [
        {"seeds": []}, {"seeds": 1}, {"command": 1}, {"sessions": "x"}, {"sessions": [1]},
        {"plan": 5}, {"plan": {}}, {"plan": {"rows": [{"x": 1}]}}, {"contestants": [1]},
    ],
)  # fmt: skip
def test_a_broken_description_is_told(tmp_path: Path, change: dict[str, Any]) -> None:
    folder = archive(tmp_path / "a", about={**ABOUT, **change})
    with pytest.raises(neurols.InputError, match="this does not describe a benchmark"):
        read_archive(folder)
