"""Which paths lead to tables."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

SUFFIXES = (".xlsx", ".csv", ".tsv", ".parquet")
"""Suffixes of files with tables."""


def is_tables(path: str | PathLike[str]) -> bool:
    """Whether a path leads to tables, by its suffix or by the files in the folder."""
    place = Path(path)
    if place.is_dir():
        return any(one.suffix.lower() in SUFFIXES for one in place.iterdir())
    return place.suffix.lower() in SUFFIXES
