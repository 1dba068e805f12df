"""A workbook to fill in: a sheet a table, with examples and a sheet that explains the columns."""

from __future__ import annotations

from os import PathLike
from typing import Any

from neurols.tables.layout import Layout, Table
from neurols.tables.settings import TABLE as SETTINGS
from neurols.tables.write import Page, write_pages

_HELP = "#help"


def write_template(path: str | PathLike[str], layout: Layout, settings: dict[str, str]) -> None:
    """Write the tables of a layout, with a few rows of an example, as .xlsx or .csv.

    Args:
        path: the file; a .csv holds the main table alone.
        layout: of the problem.
        settings: the settings, each with its help.
    """
    tables = [layout.table(layout.main), *(t for t in layout.tables if t.name != layout.main)]
    pages = [_page(table, settings) for table in tables if table is not None]
    write_pages(path, [*pages, _help(layout, settings)])


def _page(table: Table, settings: dict[str, str]) -> Page:
    if table.name == SETTINGS.name:
        return Page(table.name, ["setting", "value"], [[name, None] for name in settings])
    count = max((len(column.examples) for column in table.columns), default=0)
    rows: list[list[Any]] = [
        [(column.examples[row] or None) if row < len(column.examples) else None
         for column in table.columns]
        for row in range(count)
    ]  # fmt: skip
    return Page(table.name, [column.name for column in table.columns], rows)


def _help(layout: Layout, settings: dict[str, str]) -> Page:
    rows: list[list[Any]] = []
    for table in layout.tables:
        rows.append([table.name, None, table.help, None])
        for column in table.columns if table.name != SETTINGS.name else ():
            told = f"{column.help}{' (required)' if column.required else ''}"
            rows.append([table.name, column.name, told.strip(), ", ".join(column.synonyms)])
    rows += [[SETTINGS.name, name, told, None] for name, told in settings.items()]
    return Page(_HELP, ["table", "column", "meaning", "also called"], rows)
