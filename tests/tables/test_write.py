"""Pages, calendars and templates as other programs read them."""

import csv
from datetime import datetime

import pytest
from openpyxl import load_workbook

from neurols.errors import InputError
from neurols.tables.calendar_file import Event, write_calendar
from neurols.tables.write import Page, write_pages

PAGES = [
    Page("stops", ["client", "at"], [["=1+1", datetime(2026, 3, 1, 8, 30)], ["b\x01", None]]),
    Page("a/b", ["x"], [[1.5]]),
    Page("A-B", ["x"], []),
]


def test_workbook(tmp_path):
    write_pages(tmp_path / "plan.xlsx", PAGES)
    book = load_workbook(tmp_path / "plan.xlsx")
    assert book.sheetnames == ["stops", "a-b", "A-B 2"]
    cell = book["stops"]["A2"]
    assert (cell.value, cell.data_type) == ("=1+1", "s")
    assert book["stops"]["B2"].value == datetime(2026, 3, 1, 8, 30)
    assert book["stops"]["A3"].value == "b?"


def test_csv_has_no_formulas(tmp_path):
    write_pages(tmp_path / "plan.csv", PAGES)
    text = (tmp_path / "plan.csv").read_text(encoding="utf-8")
    rows = list(csv.reader(text.splitlines()))
    assert rows == [["client", "at"], ["'=1+1", "2026-03-01 08:30"], ["b\x01", ""]]


def test_other_suffixes_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"not written as \.doc"):
        write_pages(tmp_path / "plan.doc", PAGES)
    assert not list(tmp_path.iterdir())


def test_calendar(tmp_path):
    start, end = datetime(2026, 3, 1, 8), datetime(2026, 3, 1, 9)
    event = Event("turn; mill, " + "ü" * 60, start, end, "lathe", "two\nlines")
    write_calendar(tmp_path / "plan.ics", "plan", [event])
    text = (tmp_path / "plan.ics").read_bytes()
    lines = text.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR" and lines[-2:] == [b"END:VCALENDAR", b""]
    assert max(map(len, lines)) <= 75
    unfolded = text.replace(b"\r\n ", b"").decode()
    assert "SUMMARY:turn\\; mill\\, " + "ü" * 60 in unfolded
    assert "DTSTART:20260301T080000" in unfolded and "DESCRIPTION:two\\nlines" in unfolded


def test_parquet_keeps_numbers_and_dates(tmp_path):
    pytest.importorskip("pyarrow")
    from neurols.tables.workbook import read_sheets

    rows = [["a", 1.5, datetime(2026, 3, 2, 8), 1], ["=b", None, datetime(2026, 3, 2, 9), "x"]]
    write_pages(tmp_path / "plan.parquet", [Page("plan", ["name", "cost", "at", "mixed"], rows)])
    (sheet,) = read_sheets(tmp_path / "plan.parquet")
    assert [cells for _, cells in sheet.rows[1:]] == [
        ["a", 1.5, datetime(2026, 3, 2, 8), "1"],
        ["=b", None, datetime(2026, 3, 2, 9), "x"],
    ]
