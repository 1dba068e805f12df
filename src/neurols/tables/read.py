"""From sheets to records: columns found by heading, cells turned into values, faults noted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import zip_longest
from math import isfinite
from os import PathLike
from typing import Any

from neurols.errors import InputError
from neurols.tables import settings as settings_sheet
from neurols.tables.clock import SECONDS, Clock, parse_instant, parse_length
from neurols.tables.faults import Faults, shown
from neurols.tables.layout import Column, Layout, Table, nearest, plain, words
from neurols.tables.settings import DISTANCE_UNITS, METRES, Settings
from neurols.tables.workbook import Sheet

_UNIT = re.compile(r"(.*?)\s*(?:[(\[]\s*([^()\[\]]{1,20}?)\s*[)\]]|\bin\s+([a-z]{1,12}))\s*", re.I)
_BEYOND = 1e15
_ENOUGH = 2  # known headings by which a table without a known name is told


@dataclass
class Record:
    """A row of a table: its cells as they are, and as values once they are converted."""

    sheet: str
    row: int
    raw: dict[str, Any]
    units: dict[str, str]
    """Unit that the heading of a column names."""
    comma: bool = False
    values: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, column: str) -> Any:
        return self.values.get(column)


@dataclass
class Tables:
    """The tables of a file, ready to be made an instance of."""

    name: str
    faults: Faults
    settings: Settings
    clock: Clock
    records: Mapping[str, list[Record]]

    def __getitem__(self, table: str) -> list[Record]:
        return self.records.get(table, [])

    def fault(
        self, record: Record, column: str | None, cause: str, remedy: str | None = None
    ) -> None:
        """Note a mistake in a cell."""
        self.faults.add(cause, sheet=record.sheet, row=record.row, column=column, remedy=remedy)


def layout_of(path: str | PathLike[str], sheets: list[Sheet], layouts: list[Layout]) -> Layout:
    """The layout whose tables the sheets are; that of a file's only sheet by its headings.

    Raises:
        InputError: they are none's.
    """
    for layout in layouts:
        tables = (layout.table(sheet.name) for sheet in sheets)
        if any(table is not None and table.name == layout.main for table in tables):
            return layout
    if len(sheets) == 1:
        known = {layout.problem: _known_headings(layout, sheets[0]) for layout in layouts}
        best = max(layouts, key=lambda layout: known[layout.problem], default=None)
        if best is not None and known[best.problem] >= _ENOUGH:
            return best
    told = " nor ".join(f"a table {one.main!r} ({one.problem})" for one in layouts)
    templates = " or ".join(f"'neurols template {layout.problem}'" for layout in layouts)
    raise InputError(
        f"there is {'neither' if len(layouts) > 1 else 'not'} {told}",
        file=path,
        remedy=f"{templates} writes tables to fill in",
    )


def _known_headings(layout: Layout, sheet: Sheet) -> int:
    main = layout.table(layout.main)
    assert main is not None
    return sum(column is not None for _, column in _headings(main, sheet))


def _table_of(layout: Layout, sheet: Sheet, alone: bool) -> str | None:
    """The table that a sheet is, by its name; a file's only sheet is the main one."""
    table = layout.table(sheet.name)
    if table is None and alone:
        return layout.main
    return None if table is None else table.name


def read_tables(
    path: str | PathLike[str], name: str, sheets: list[Sheet], layout: Layout, known: dict[str, str]
) -> Tables:
    """All records of the sheets; what is wrong with them is in ``faults``, not raised.

    Args:
        path: the file, for messages.
        name: of the plan, where the settings have none.
        sheets: its sheets.
        layout: of the problem.
        known: the settings, each with its help.
    """
    faults = Faults(path)
    records: dict[str, list[Record]] = {}
    for sheet in sheets:
        if sheet.name.startswith("#"):
            continue
        found = _table_of(layout, sheet, len(sheets) == 1)
        if found is None:
            names = [plain(table.name) for table in layout.tables]
            faults.add(
                "unknown table",
                sheet=sheet.name,
                remedy=f"{nearest(sheet.name, names)}known are {', '.join(names)}; let its name"
                " begin with # to leave it out",
            )
        elif found in records:
            faults.add(f"there are two tables {found!r}", sheet=sheet.name)
        else:
            table = layout.table(found)
            assert table is not None
            records[found] = _records(table, sheet, faults)
    settings = settings_sheet.collect(records.pop("settings", []), known, faults)
    clock = settings_sheet.clock_of(settings, _earliest(layout, records), faults)
    distance = plain(str(settings.get("distance unit", "kilometres")))
    if distance not in DISTANCE_UNITS:
        settings.fault(faults, "distance unit", f"unknown unit {shown(distance)}",
                       f"use {', '.join(METRES)}")  # fmt: skip
    unit = DISTANCE_UNITS.get(distance, "kilometres")
    tables = Tables(str(settings.get("name", name)), faults, settings, clock, records)
    for found, rows in records.items():
        table = layout.table(found)
        assert table is not None
        _convert(table, rows, tables, unit)
    return tables


def _headings(table: Table, sheet: Sheet) -> Iterator[tuple[str, Column | None]]:
    for cell in sheet.rows[0][1]:
        heading = "" if cell is None else str(cell)
        column = table.column(heading)
        if column is None:
            unit = _UNIT.fullmatch(heading)
            column = table.column(unit.group(1)) if unit else None
        yield heading, column


def _records(table: Table, sheet: Sheet, faults: Faults) -> list[Record]:
    first, *rows = sheet.rows
    columns: list[Column | None] = []
    units: dict[str, str] = {}
    for number, (heading, column) in enumerate(_headings(table, sheet), start=1):
        leave = heading.startswith("#")
        if not heading and any(len(row) >= number and row[number - 1] is not None
                               for _, row in rows):  # fmt: skip
            faults.add(f"column {number} has no heading", sheet=sheet.name, row=first[0])
        if column is None and heading and not leave:
            faults.add(
                "unknown column",
                sheet=sheet.name,
                row=first[0],
                column=heading,
                remedy=f"{nearest(heading, words(table.columns))}let it begin with # to leave it"
                " out",
            )
        if column is not None and column in columns:
            faults.add(f"a second column {column.name!r}", sheet=sheet.name, column=heading)
            column = None
        unit = _UNIT.fullmatch(heading)
        if column is not None and unit and table.column(heading) is None:
            units[column.name] = plain(unit.group(2) or unit.group(3))
            _check_unit(sheet.name, column, heading, units[column.name], faults)
        columns.append(column)
    for column in table.columns:
        if column.required and column not in columns:
            faults.add(f"there is no column {column.name!r}", sheet=sheet.name, row=first[0])
    found = []
    for number, row in rows:
        if len(row) > len(columns):
            faults.add(
                f"{len(row)} cells under {len(columns)} headings", sheet=sheet.name, row=number
            )
        raw = {c.name: v for c, v in zip_longest(columns, row[: len(columns)]) if c is not None}
        found.append(Record(sheet.name, number, raw, units, sheet.decimal_comma))
    return found


def _check_unit(sheet: str, column: Column, heading: str, unit: str, faults: Faults) -> None:
    known = list(DISTANCE_UNITS if column.kind == "distance" else SECONDS)
    if column.kind in ("time", "duration", "distance") and unit not in known:
        faults.add(
            f"unknown unit {shown(unit)}",
            sheet=sheet,
            column=heading,
            remedy=f"use one of {', '.join(known)}",
        )


def _earliest(layout: Layout, records: Mapping[str, list[Record]]) -> date | None:
    """The day of the earliest date in any column of times."""
    days = []
    for name, rows in records.items():
        table = layout.table(name)
        assert table is not None
        times = [column.name for column in table.columns if column.kind == "time"]
        for record in rows:
            for column in times:
                cell = record.raw.get(column)
                cell = parse_instant(cell) if isinstance(cell, str) else cell
                if isinstance(cell, date):
                    days.append(cell.date() if isinstance(cell, datetime) else cell)
    return min(days, default=None)


def _convert(table: Table, rows: list[Record], tables: Tables, distance_unit: str) -> None:
    """Turn cells into values; an empty cell is no value, in a required column a fault."""
    clock = tables.clock

    def time(cell: Any, record: Record, column: Column) -> float | None:
        unit = record.units.get(column.name)
        number = _number(cell, record.comma)
        if number is not None:
            return number if unit is None else number * SECONDS.get(unit, 1) / clock.seconds
        return clock.instant(cell)

    def duration(cell: Any, record: Record, column: Column) -> float | None:
        unit = record.units.get(column.name)
        number = _number(cell, record.comma)
        if number is not None:
            return number if unit is None else number * SECONDS.get(unit, 1) / clock.seconds
        return parse_length(cell, clock.unit)

    def distance(cell: Any, record: Record, column: Column) -> float | None:
        unit = DISTANCE_UNITS.get(record.units.get(column.name, ""), distance_unit)
        number = _number(cell, record.comma)
        return None if number is None else number * METRES[unit] / METRES[distance_unit]

    read: dict[str, tuple[Callable[[Any, Record, Column], Any], str]] = {
        "text": (lambda cell, *_: _text(cell), "a text"),
        "list": (lambda cell, *_: _names(cell), "names separated by commas"),
        "yes": (lambda cell, *_: settings_sheet.yes(cell), "yes or no"),
        "number": (lambda cell, record, _: _number(cell, record.comma), "a number"),
        "whole": (lambda cell, record, _: _whole(_number(cell, record.comma)), "a whole number"),
        "distance": (distance, "a number"),
        "duration": (duration, f"a number of {clock.unit}, or like 1:30 or 1 h 30 min"),
        "time": (time, f"a number of {clock.unit}, a clock time or a date"),
    }
    for record in rows:
        for column in table.columns:
            cell = record.raw.get(column.name)
            if cell is None:
                if column.required and column.name in record.raw:
                    tables.fault(record, column.name, "this cell is empty")
                continue
            convert, wanted = read[column.kind]
            value = convert(cell, record, column)
            if value is None:
                tables.fault(record, column.name, f"{shown(cell)} is not {wanted}")
            elif isinstance(value, float) and not abs(value) <= _BEYOND:
                tables.fault(record, column.name, f"{shown(cell)} is beyond reason")
            elif (
                isinstance(value, int | float)
                and not isinstance(value, bool)
                and (column.least is not None and value < column.least)
            ):
                tables.fault(record, column.name, f"{shown(cell)} is less than {column.least:g}")
            else:
                record.values[column.name] = value


def _number(cell: Any, comma: bool) -> float | None:
    if isinstance(cell, bool):
        return None
    if isinstance(cell, int | float):
        return float(cell) if isfinite(cell) else None
    if type(cell).__name__ == "Decimal":
        return float(cell)
    if not isinstance(cell, str) or len(cell) > 60:
        return None
    text = cell.strip().replace(",", ".") if comma else cell.strip()
    if re.fullmatch(r"[+-]?\d{1,30}(\.\d{0,30})?([eE][+-]?\d{1,3})?|[+-]?\.\d{1,30}", text):
        value = float(text)
        return value if isfinite(value) else None
    return None


def _whole(value: float | None) -> int | None:
    return int(value) if value is not None and value == int(value) else None


def _text(cell: Any) -> str:
    """A cell as a name: 17.0 of a spreadsheet is 17."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()


def _names(cell: Any) -> tuple[str, ...] | None:
    names = tuple(part.strip() for part in re.split(r"[,;]", _text(cell)) if part.strip())
    return names or None
