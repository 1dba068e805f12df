"""Which paths lead to tables."""

from __future__ import annotations

from os import PathLike
from os.path import isdir  # false, where pathlib raises, for what is too long for a name
from pathlib import Path

SUFFIXES = (".xlsx", ".csv", ".tsv", ".parquet")
"""Suffixes of files with tables."""


def is_table(path: str | PathLike[str]) -> bool:
    """Whether a file of that name would be read as a table."""
    return Path(path).suffix.lower() in SUFFIXES


def is_tables(path: str | PathLike[str]) -> bool:
    """Whether a path leads to tables, by its suffix or by the files in the folder."""
    place = Path(path)
    if isdir(place):
        return any(one.suffix.lower() in SUFFIXES for one in place.iterdir())
    return is_table(place)
