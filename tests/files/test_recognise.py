"""Files are told apart by their content, and the message speaks of what a file is."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
from pathlib import Path

import pytest

import neurols
from neurols.errors import InputError
from neurols.files import file_bytes
from neurols.routing import VehicleRouting
from neurols.routing.write import vrp_text

VRP = vrp_text(
    VehicleRouting.from_coordinates(
        [(0, 0), (3, 4), (3, -4)], [0, 5, 5], 10, metric="EUC_2D", name="tiny"
    )
)
SHOP = "2 2\n0 3 1 2\n1 4 0 1\n"


def zipped(*names: str, first: str = "") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in names:
            archive.writestr(name, first)
    return stream.getvalue()


def refusal(path: str | Path) -> str:
    """The one line for a file, the same from ``read`` and from ``load``."""
    messages = []
    for reader in (neurols.read, neurols.load):
        with pytest.raises(InputError) as caught:
            reader(path)
        messages.append(str(caught.value))
        assert "\n" not in str(caught.value)
    assert messages[0] == messages[1]
    return messages[0]


@pytest.mark.parametrize("name", ["tiny.txt", "tiny", "tiny.dat", "TINY.VRP", "tiny.json", "a.tsp"])
def test_a_vrp_file_is_read_whatever_its_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(VRP)
    assert neurols.load(path).problem == neurols.read(path).problem == "cvrp"


@pytest.mark.parametrize("name", ["shop.txt", "shop", "shop.jsp", "shop.json"])
def test_a_job_shop_is_read_whatever_its_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(SHOP)
    assert neurols.load(path).problem == "jobshop"


def test_json_is_read_whatever_its_name(tmp_path: Path) -> None:
    from neurols.routing.write import write_instance
    from neurols.scheduling import JobShop, json_text

    path = tmp_path / "a.json"
    write_instance(path, neurols.load("demo-cvrp"))  # type: ignore[arg-type]
    renamed = path.rename(tmp_path / "routes.txt")
    assert neurols.load(renamed).problem == "cvrp"
    shop = tmp_path / "shop.txt"
    shop.write_text(json_text(JobShop([[(0, 3)]])))
    assert neurols.load(shop).problem == "jobshop"


@pytest.mark.parametrize("suffix", [".txt", ".vrp", ""])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("customer,x,y,demand\n1,3,4,5\n2,3,-4,5\n", "this is a table"),
        ("name;lat;lon\nMitte;52,5;13,4\nKreuzberg;52,4;13,4\n", "this is a table"),
        ("<!DOCTYPE html>\n<html></html>\n", "this is a web page"),
        ('<?xml version="1.0"?>\n<a/>\n', "this is an XML document"),
        ("Route #1: 1 2\nCost 18\n", "this is a solution (routes), not an instance"),
    ],
)
def test_texts_of_other_kinds_are_named(
    tmp_path: Path, text: str, message: str, suffix: str
) -> None:
    path = tmp_path / f"instance{suffix}"
    path.write_bytes(text.encode())
    assert message in refusal(path)
    assert "jobs machines" not in refusal(path)


def test_tables_are_told_by_their_suffix(tmp_path: Path) -> None:
    table = tmp_path / "a.csv"
    table.write_text("1,3,4\n2,5,6\n")
    assert "writes tables to fill in" in refusal(table)


@pytest.mark.parametrize("suffix", ["", ".vrp", ".json"])
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "this is an Excel workbook (.xlsx)"),
        (
            zipped("mimetype", first="application/vnd.oasis.opendocument.spreadsheet"),
            "this is an OpenDocument spreadsheet (.ods)",
        ),
        (zipped("tiny.vrp", first=VRP), "this is a ZIP archive; unpack it first"),
        (gzip.compress(VRP.encode()), "this is compressed with gzip; unpack it first"),
        (b"%PDF-1.7\n...", "this is a PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "this is an old Office document"),
        (VRP.encode("utf-16"), "this text is in UTF-16; save it as UTF-8"),
        (b"\xfe\xff" + VRP.encode("utf-16-be"), "this text is in UTF-16"),
        (VRP.encode("utf-16-le"), "this is a binary file"),
        (VRP.encode() + b"\0", "this is a binary file"),
        (b"", "the file is empty"),
    ],
)
def test_files_that_are_no_text_are_named(
    tmp_path: Path, data: bytes, message: str, suffix: str
) -> None:
    path = tmp_path / f"instance{suffix}"
    path.write_bytes(data)
    assert message in refusal(path)


@pytest.mark.parametrize(
    "change", [lambda text: "\ufeff" + text, lambda t: t.replace("\n", "\r\n")]
)
@pytest.mark.parametrize("text", [VRP, SHOP])
def test_marks_and_line_ends_of_other_systems_are_read(
    tmp_path: Path, text: str, change: object
) -> None:
    path = tmp_path / "instance"
    path.write_bytes(change(text).encode())  # type: ignore[operator]
    assert neurols.load(path).name == ("tiny" if text is VRP else "instance")


def test_directories_pipes_and_devices_are_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.vrp"
    os.mkfifo(pipe)
    assert refusal(pipe).endswith("this is a pipe, not a file; save it to a file first")
    assert "this is a device" in refusal("/dev/zero")
    folder = tmp_path / "folder.vrp"
    folder.mkdir()
    assert "this is a directory" in refusal(folder)


def test_a_file_of_gigabytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.vrp"
    with open(path, "wb") as stream:
        stream.truncate(20 << 30)  # takes no room on the disk
    assert "the file has more than 512 MiB" in refusal(path)


def test_a_file_that_grows_is_read_up_to_the_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.vrp"
    path.write_text(VRP)
    monkeypatch.setattr(file_bytes, "LARGEST", 100)
    assert "the file has more than 0 MiB" in refusal(path)


def test_file_names_that_are_no_text_can_be_read(tmp_path: Path) -> None:
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/\xff\x1b[31m.vrp")
    assert refusal(odd).endswith("no such file; check the path")
    Path(odd).write_text(VRP.replace("NAME : tiny\n", ""))
    assert neurols.load(odd).name == "??[31m"
    shop = os.fsdecode(os.fsencode(tmp_path) + b"/\xfe\x1b[31m")
    Path(shop).write_text(SHOP)
    assert neurols.load(shop).name == "??[31m"


def test_names_inside_files_cannot_command_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.vrp"
    path.write_text(VRP.replace("NAME : tiny", "NAME : \x9b31mtiny\u202e"))
    assert neurols.load(path).name == "?31mtiny?"
    path.write_text(VRP.replace("NAME : tiny", "NAME : \x1b[31mtiny"))
    assert "this is a binary file" in refusal(path)
    path.write_text(
        '{"format": "neurols-jobshop", "version": 1, "name": "\\u001b[31m",\n"jobs": []}'
    )
    assert "no jobs" in refusal(path)
    path.write_text(path.read_text().replace("[]", "[[[0, 1]]]"))
    assert r"'\x1b[31m' is no printable text" in refusal(path)


def test_an_instance_named_like_a_suite_is_read_from_its_path(tmp_path: Path) -> None:
    path = tmp_path / "X-n3-k1.txt"
    path.write_text(VRP)
    assert neurols.load(path).name == "tiny"
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        assert neurols.load("X-n3-k1.txt").name == "tiny"
    finally:
        os.chdir(before)
