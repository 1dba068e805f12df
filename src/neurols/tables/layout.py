"""What tables look like: their names, columns and synonyms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

KINDS = ("text", "number", "whole", "time", "duration", "distance", "yes", "list")
"""What a cell may hold: ``time`` is a point in time, ``duration`` a length of time, ``yes`` yes or
no, ``list`` names separated by commas or semicolons."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    kind: str = "text"
    synonyms: tuple[str, ...] = ()
    required: bool = False
    help: str = ""
    examples: tuple[object, ...] = ()
    """Cells of the first rows of the template."""
    least: float | None = 0
    """Numbers below are refused; None for any."""


@dataclass(frozen=True)
class Table:
    """A table: a sheet of a workbook, or a file of a folder."""

    name: str
    columns: tuple[Column, ...]
    synonyms: tuple[str, ...] = ()
    help: str = ""

    def column(self, heading: str) -> Column | None:
        """The column that a heading names, by its name or a synonym."""
        wanted = plain(heading)
        for column in self.columns:
            if wanted in (plain(word) for word in (column.name, *column.synonyms)):
                return column
        return None


@dataclass(frozen=True)
class Layout:
    """The tables of a problem. ``main`` is the one that a single file holds."""

    problem: str
    main: str
    tables: tuple[Table, ...]

    def table(self, name: str) -> Table | None:
        """The table of that name or synonym."""
        wanted = plain(name)
        for table in self.tables:
            if wanted in (plain(word) for word in (table.name, *table.synonyms)):
                return table
        return None


def plain(text: str) -> str:
    """A name as it is compared: in lower case, without underscores, dashes and double spaces."""
    return re.sub(r"[\s_\-]+", " ", text).strip().lower()


def nearest(word: str, known: Iterable[str]) -> str:
    """``did you mean 'due date'? `` where a known word is near, else nothing."""
    from difflib import get_close_matches

    near = get_close_matches(plain(word), list(known), n=1, cutoff=0.7)
    return f"did you mean {near[0]!r}? " if near else ""


def words(columns: Sequence[Column]) -> list[str]:
    """All names of columns, synonyms included."""
    return [plain(word) for column in columns for word in (column.name, *column.synonyms)]
