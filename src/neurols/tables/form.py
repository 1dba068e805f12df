"""Instances from tables and plans as tables, for whichever problem has a form for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Protocol

from neurols.tables.calendar_file import Event, dates_missing, write_calendar
from neurols.tables.changes import Changes
from neurols.tables.layout import Layout
from neurols.tables.read import Tables, layout_of, read_tables
from neurols.tables.workbook import read_sheets
from neurols.tables.write import Page, write_pages

_SUFFIXES = (".xlsx", ".csv", ".parquet", ".ics")


class Form(Protocol):
    """What a problem's package ``tables`` offers."""

    @property
    def LAYOUT(self) -> Layout:
        """The tables of the problem."""

    @property
    def SETTINGS(self) -> dict[str, str]:
        """The settings, each with its help."""

    @property
    def WRITERS(self) -> Mapping[str, Callable[[Any, Any, str | PathLike[str]], None]]:
        """Files of plans that only this problem has, by suffix."""

    def build(self, tables: Tables) -> Any:
        """The instance that the tables describe."""

    def pages(self, instance: Any, solution: Any) -> list[Page]:
        """A plan as pages, the whole of it first."""

    def events(self, instance: Any, solution: Any) -> list[Event] | None:
        """A plan as events; None where its times are no dates."""


def read_instance(path: str | PathLike[str], forms: Sequence[Form]) -> Any:
    """The instance in a workbook, a table or a folder of tables.

    Raises:
        InputErrors: the tables have mistakes, each named by sheet, row and column.
        InputError: they cannot be read, or are no problem's.
    """
    sheets = read_sheets(path)
    layout = layout_of(path, sheets, [form.LAYOUT for form in forms])
    form = next(form for form in forms if form.LAYOUT is layout)
    return form.build(read_tables(path, Path(fspath(path)).stem, sheets, layout, form.SETTINGS))


def plan_suffixes(form: Form) -> tuple[str, ...]:
    """Suffixes of the files for people that plans are written to."""
    return (*_SUFFIXES, *form.WRITERS)


def check_plan(instance: Any, path: str | PathLike[str]) -> None:
    """Refuse a file that no plan of this instance can be written to.

    Raises:
        InputError: it is a calendar, and the instance's times are no dates.
    """
    if Path(path).suffix.lower() == ".ics" and getattr(instance.clock, "zero", None) is None:
        raise dates_missing(path)


def write_plan(
    form: Form,
    instance: Any,
    solution: Any,
    path: str | PathLike[str],
    changes: Changes | None = None,
) -> None:
    """Write a plan by the file's suffix: .xlsx, .csv, .parquet, .ics or one of the problem's.

    Changes against an earlier plan are a sheet of the workbook.

    Raises:
        InputError: it cannot be written.
    """
    suffix = Path(path).suffix.lower()
    if suffix in form.WRITERS:
        form.WRITERS[suffix](instance, solution, path)
        return
    if suffix != ".ics":
        pages = form.pages(instance, solution)
        if changes is not None:
            pages.insert(2, changes.page(instance.clock))
        write_pages(path, pages)
        return
    events = form.events(instance, solution)
    if events is None:
        raise dates_missing(path)
    write_calendar(path, instance.name, events)
