"""Tables for people and programs: workbooks with a sheet a page, CSV, or Parquet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.files.whole_file import write_bytes, write_text, writing_failed

WIDEST = 60  # characters of a column
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_ILLEGAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # in the XML of a workbook
_NO_TITLE = re.compile(r"[\[\]:*?/\\]")
_TITLE = 31  # characters that a sheet's name may have
_SHEETS = 250


@dataclass(frozen=True)
class Page:
    """A sheet to be written."""

    name: str
    header: Sequence[str]
    rows: Sequence[Sequence[Any]]


def write_pages(path: str | PathLike[str], pages: Sequence[Page]) -> None:
    """Write pages by the file's suffix: all into .xlsx, the first into .csv or .parquet.

    Raises:
        InputError: the suffix is another one, or the file cannot be written.
    """
    suffix = Path(path).suffix.lower()
    if suffix == ".xlsx":
        _write_workbook(path, pages[:_SHEETS])
    elif suffix == ".csv":
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(pages[0].header)
        table.writerows([_plain(cell) for cell in row] for row in pages[0].rows)
        write_text(path, out.getvalue())
    elif suffix == ".parquet":
        _write_parquet(path, pages[0])
    else:
        raise InputError(
            f"tables are not written as {suffix or 'a file without suffix'}",
            file=path,
            remedy="use .xlsx, .csv or .parquet",
        )


def _plain(cell: Any) -> Any:
    """A cell of a CSV: no program that opens it takes a name for a formula."""
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d %H:%M")
    if isinstance(cell, str) and cell.startswith(_FORMULA):
        return f"'{cell}"
    return "" if cell is None else cell


def _write_parquet(path: str | PathLike[str], page: Page) -> None:
    """A column of numbers or of dates stays one; a mixed one becomes text."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            "writing Parquet needs the package 'pyarrow'",
            file=path,
            remedy="pip install 'neurols[parquet]', or write .csv",
        ) from None
    columns = {}
    for number, name in enumerate(page.header):
        cells = [row[number] for row in page.rows]
        kinds = {float if isinstance(c, int | float) else type(c) for c in cells if c is not None}
        if len(kinds) > 1:
            cells = [None if cell is None else str(cell) for cell in cells]
        columns[name] = pyarrow.array(cells)
    data = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), data)
    write_bytes(path, data.getvalue())


def _write_workbook(path: str | PathLike[str], pages: Sequence[Page]) -> None:
    from openpyxl import Workbook  # type: ignore[import-untyped,unused-ignore]
    from openpyxl.styles import Font, PatternFill  # type: ignore[import-untyped,unused-ignore]
    from openpyxl.utils import get_column_letter  # type: ignore[import-untyped,unused-ignore]

    book = Workbook()
    book.remove(book.active)
    used: set[str] = set()
    bold, grey = Font(bold=True), PatternFill("solid", fgColor="E8ECF0")
    for page in pages:
        sheet = book.create_sheet(_title(page.name, used))
        sheet.append(list(page.header))
        for cell in sheet[1]:
            cell.font, cell.fill = bold, grey
        sheet.freeze_panes = "A2"
        widths = [len(str(head)) for head in page.header]
        for number, row in enumerate(page.rows, start=2):
            for column, value in enumerate(row, start=1):
                if value is None:
                    continue
                if isinstance(value, datetime):
                    value = value.replace(tzinfo=None)  # a workbook knows no time zones
                if isinstance(value, str):
                    value = _ILLEGAL.sub("?", value)[:32767]
                cell = sheet.cell(number, column, value)
                if isinstance(value, str):
                    cell.data_type = "s"  # a name that begins with = is no formula
                elif isinstance(value, datetime):
                    cell.number_format = "yyyy-mm-dd hh:mm"
                wide = 16 if isinstance(value, datetime) else len(str(value))
                widths[column - 1] = max(widths[column - 1], wide)
        for column, width in enumerate(widths, start=1):
            sheet.column_dimensions[get_column_letter(column)].width = min(WIDEST, width + 2)
    data = io.BytesIO()
    try:
        book.save(data)
    except OSError as error:  # it has its parts in files first
        raise writing_failed(path, error) from None
    write_bytes(path, data.getvalue())


def _title(name: str, used: set[str]) -> str:
    """A name that a sheet may have, and no other sheet has."""
    plain = _ILLEGAL.sub("?", _NO_TITLE.sub("-", name)).strip("' ")[:_TITLE] or "sheet"
    title, number = plain, 2
    while title.lower() in used:
        ending = f" {number}"
        title, number = plain[: _TITLE - len(ending)] + ending, number + 1
    used.add(title.lower())
    return title
