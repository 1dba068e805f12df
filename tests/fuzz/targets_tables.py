"""Fuzz targets of tables: instances in workbooks, CSV and Parquet, and plans to be carried over."""

from __future__ import annotations

import io
import zipfile
from functools import cache

import neurols
from neurols.registry import problem_of, problems
from neurols.tables.template import write_template
from tests.fuzz.scratch import FOLDER, empty_folder, file_of
from tests.fuzz.solving import read_and_solve

_SHEET = "xl/worksheets/sheet1.xml"


def tables(data: bytes) -> None:
    """A folder of CSV files: lines of text, each table after a line ``#NAME``."""
    folder = empty_folder("tables")
    for number, part in enumerate(data.split(b"\n#")):
        name, _, rows = part.removeprefix(b"#").partition(b"\n")
        stem = "".join(c for c in name.decode("latin-1") if c.isalnum() or c in " -_")
        (folder / f"{stem[:40] or number}.csv").write_bytes(rows)
    read_and_solve(folder)


def table_alone(data: bytes) -> None:
    """One CSV file."""
    read_and_solve(file_of(data, "fuzz.csv"))


def workbook(data: bytes) -> None:
    """A workbook; what is no archive is put into one as its only sheet."""
    whole = data if data.startswith(b"PK") else _with_sheet(data)
    read_and_solve(file_of(whole, "fuzz.xlsx"))


def parquet(data: bytes) -> None:
    """A Parquet file."""
    read_and_solve(file_of(data, "fuzz.parquet"))


def plan_of_stops(data: bytes) -> None:
    """A table or a file of routes, carried over to new orders by the names of the stops."""
    _carry_over("routing", data)


def plan_of_operations(data: bytes) -> None:
    """A table or a file of a schedule, carried over by the names of its operations."""
    _carry_over("scheduling", data)


def _carry_over(kind: str, data: bytes) -> None:
    instance = _template(kind)
    suffix = "json" if data.lstrip().startswith(b"{") else "csv"
    path = file_of(data, f"fuzz-plan.{suffix}")
    problem = problem_of(instance)
    found = problem.replan(instance, path, 600.0, False, 0.0, iterations=5, seed=1)
    assert neurols.check(found.instance, found.solution) == found.cost
    problem.changes(instance, path, found.solution)


@cache
def _template(kind: str) -> object:
    path = FOLDER / f"template-{kind}.xlsx"
    forms = [form for one in problems().values() if (form := one.tables()) is not None]
    form = next(form for form in forms if form.LAYOUT.problem == kind)
    write_template(path, form.LAYOUT, form.SETTINGS)
    return neurols.read(path)


@cache
def _frame() -> dict[str, bytes]:
    """The parts of a workbook with one empty sheet."""
    from openpyxl import Workbook

    stream = io.BytesIO()
    book = Workbook()
    book.active.title = "fuzz"
    book.save(stream)
    with zipfile.ZipFile(stream) as archive:
        return {part: archive.read(part) for part in archive.namelist()}


def _with_sheet(data: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for part, content in _frame().items():
            archive.writestr(part, data if part == _SHEET else content)
    return stream.getvalue()
