"""The cells of a workbook (.xlsx), of a table (.csv, .tsv, .parquet), or of a folder of tables."""

from __future__ import annotations

import csv
import io
import zipfile
import zlib
from dataclasses import dataclass
from os import PathLike
from os.path import isdir
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.files.file_bytes import read_raw
from neurols.tables.suffixes import SUFFIXES

ROWS = 2_000_000
"""Rows that are read at most."""
_COLUMNS = 10_000
_UNPACKED = 1 << 29  # bytes of a workbook's parts, unpacked
_PARTS = 10_000
_HEAD = 1 << 16  # bytes of a part in which its document type would stand
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError
)  # fmt: skip
_DELIMITERS = ",;\t|"


@dataclass(frozen=True)
class Sheet:
    """A sheet: its name and its rows that hold something, each with its number from 1."""

    name: str
    rows: list[tuple[int, list[Any]]]
    decimal_comma: bool = False
    """Whether 1,5 is one and a half: where cells are separated by semicolons."""


def read_sheets(path: str | PathLike[str]) -> list[Sheet]:
    """All sheets with something on them. A folder gives one per file, named after it.

    Raises:
        InputError: it cannot be read, or is larger than any table should be.
    """
    place = Path(path)
    if isdir(place):
        files = sorted(one for one in place.iterdir() if one.suffix.lower() in SUFFIXES)
        return [sheet for file in files for sheet in read_sheets(file)]
    read = {".xlsx": _workbook, ".parquet": _parquet}.get(place.suffix.lower(), _text)
    sheets = [sheet for sheet in read(place) if sheet.rows]
    if not sheets:
        raise InputError("there is nothing in it", file=path, remedy="fill in a table")
    return sheets


def _filled(path: Path, name: str, rows: Any, first: int = 1, comma: bool = False) -> Sheet:
    """The rows that hold something, without empty cells at their ends."""
    found: list[tuple[int, list[Any]]] = []
    for number, row in enumerate(rows, start=first):
        cells = [None if _is_empty(cell) else cell for cell in row]
        while cells and cells[-1] is None:
            cells.pop()
        if cells:
            found.append((number, cells))
        if number > ROWS or len(cells) > _COLUMNS:
            raise InputError(
                f"sheet {name!r} has more than {ROWS:,} rows or {_COLUMNS:,} columns",
                file=path,
                remedy="split it",
            )
    return Sheet(name, found, comma)


def _is_empty(cell: Any) -> bool:
    """Blanks, and the number by which pandas writes a missing value."""
    return (isinstance(cell, str) and not cell.strip()) or cell != cell


def _text(path: Path) -> list[Sheet]:
    try:
        text = read_raw(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"byte {error.start + 1} is no UTF-8", file=path, remedy="save it as CSV in UTF-8"
        ) from None
    if "\0" in text:
        raise InputError("this is no text", file=path, remedy="save it as CSV in UTF-8")
    heading = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=heading.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise InputError(
            f"this is no table of values: {error}", file=path, remedy="look at its quotation marks"
        ) from None
    return [_filled(path, path.stem, rows, comma=delimiter == ";")]


def _workbook(path: Path) -> list[Sheet]:
    from openpyxl import load_workbook  # type: ignore[import-untyped,unused-ignore]

    data = read_raw(path)
    _check_archive(path, data)
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        return [_filled(path, sheet.title, sheet.iter_rows(values_only=True)) for sheet in book]
    except InputError:
        raise
    except Exception as error:  # of a damaged workbook openpyxl raises nearly anything
        raise InputError(
            f"this workbook is damaged: {' '.join(str(error).split())[:120]}",
            file=path,
            remedy="open it in a spreadsheet program and save it again as .xlsx",
        ) from None


def _check_archive(path: Path, data: bytes) -> None:
    """Refuse what is no workbook, unpacks to more than any workbook, or defines XML entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > _PARTS or sum(part.file_size for part in parts) > _UNPACKED:
                raise InputError(
                    f"the workbook unpacks to more than {_UNPACKED >> 20} MiB",
                    file=path,
                    remedy="no plan needs as many; split it",
                )
            for part in parts:
                with archive.open(part) as stream:
                    head = stream.read(_HEAD).replace(b"\0", b"")
                if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
                    raise InputError(
                        "the workbook defines XML entities, which no spreadsheet program does",
                        file=path,
                        remedy="save it again in a spreadsheet program",
                    )
    except InputError:
        raise
    except _DAMAGE as error:
        raise InputError(
            f"this is no .xlsx workbook: {' '.join(str(error).split())[:80]}",
            file=path,
            remedy="save it as .xlsx (Excel workbook) or as CSV",
        ) from None


def _parquet(path: Path) -> list[Sheet]:
    try:
        from pyarrow import ArrowException, BufferReader, parquet
    except ImportError:
        raise InputError(
            "reading Parquet needs the package 'pyarrow'",
            file=path,
            remedy="pip install 'neurols[parquet]', or save the table as CSV",
        ) from None
    try:
        file = parquet.ParquetFile(BufferReader(read_raw(path)))
        if file.metadata.num_rows > ROWS:
            raise InputError(f"it has more than {ROWS:,} rows", file=path, remedy="split it")
        table = file.read()
    except (ArrowException, OSError) as error:
        raise InputError(
            f"this is no Parquet file: {' '.join(str(error).split())[:120]}",
            file=path,
            remedy="write it again",
        ) from None
    columns = [column.to_pylist() for column in table.columns]
    return [_filled(path, path.stem, [table.column_names, *zip(*columns, strict=True)])]
