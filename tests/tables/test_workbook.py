"""Reading cells: dialects of CSV, workbooks, Parquet, folders, and what is refused."""

import zipfile

import pytest
from openpyxl import Workbook

from neurols.errors import InputError
from neurols.tables.workbook import read_sheets


def test_dialects_of_csv(tmp_path):
    for name, text in (
        ("comma", 'a,b\n1,"x, y"\n'),
        ("semicolon", 'a;b\n1;"x, y"\n'),
        ("tab", "a\tb\n1\tx, y\n"),
        ("mark", '\ufeffa,b\n\n1,"x, y",,\n'),
    ):
        file = tmp_path / f"{name}.csv"
        file.write_text(text, encoding="utf-8")
        [sheet] = read_sheets(file)
        assert [cells for _, cells in sheet.rows] == [["a", "b"], ["1", "x, y"]]
        assert sheet.decimal_comma == (name == "semicolon")
    assert sheet.rows[1][0] == 3  # the number of the row as an editor shows it


def test_workbook_and_folder(tmp_path):
    book = Workbook()
    book.active.title = "one"
    book.active.append(["a", "b"])
    book.active.append([1, None])
    book.create_sheet("empty")
    book.save(tmp_path / "book.xlsx")
    [sheet] = read_sheets(tmp_path / "book.xlsx")
    assert (sheet.name, sheet.rows) == ("one", [(1, ["a", "b"]), (2, [1])])
    (tmp_path / "two.csv").write_text("c\n2\n")
    assert [sheet.name for sheet in read_sheets(tmp_path)] == ["one", "two"]


def test_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({"a": [1, 2], "b": ["x", None]}), tmp_path / "t.parquet")
    [sheet] = read_sheets(tmp_path / "t.parquet")
    assert sheet.rows == [(1, ["a", "b"]), (2, [1, "x"]), (3, [2])]
    (tmp_path / "t.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(InputError, match="no Parquet"):
        read_sheets(tmp_path / "t.parquet")


def test_refused(tmp_path):
    def refused(name, data, match):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InputError, match=match):
            read_sheets(tmp_path / name)

    refused("latin.csv", "größe\n1\n".encode("latin-1"), "no UTF-8")
    refused("zero.csv", b"a\0b\n", "no text")
    refused("empty.csv", b"\n\n", "nothing in it")
    refused("quotes.csv", b'a,b\n"x"y,2\n', "no table")
    refused("text.xlsx", b"not a workbook", "no .xlsx")


def test_bombs_and_entities_are_refused_before_they_are_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr("neurols.tables.workbook._UNPACKED", 9 << 20)
    bomb = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in range(9):
            archive.writestr(f"xl/{part}.xml", b"0" * (1 << 21))
    with pytest.raises(InputError, match="unpacks to more"):
        read_sheets(bomb)
    laughs = tmp_path / "laughs.xlsx"
    with zipfile.ZipFile(laughs, "w") as archive:
        archive.writestr("xl/workbook.xml", '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>')
    with pytest.raises(InputError, match="XML entities"):
        read_sheets(laughs)
