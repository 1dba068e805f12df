"""Records as a Parquet file, for those who have pyarrow."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from importlib.util import find_spec
from os import PathLike
from typing import Any

from neurols.benchmark.runner import Record
from neurols.errors import InputError


def available() -> bool:
    """Is pyarrow installed?"""
    return find_spec("pyarrow") is not None


def write_parquet(records: Sequence[Record], path: str | PathLike[str]) -> None:
    """Write a row a record, without traces and solutions.

    Raises:
        InputError: pyarrow is missing.
    """
    if not available():
        raise InputError(
            "Parquet needs the package 'pyarrow'", remedy="pip install 'neurols[parquet]'"
        )
    arrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    keys = [key for key in _keys(records) if key not in ("trace", "solution")]
    columns = {key: _column([record.get(key) for record in records]) for key in keys}
    parquet.write_table(arrow.table(columns), str(path), compression="zstd")


def _keys(records: Sequence[Record]) -> list[str]:
    return list(dict.fromkeys(key for record in records for key in record))


def _column(values: list[Any]) -> list[Any]:
    """Costs are whole on some instances and not on others; a column has one type."""
    mixed = any(isinstance(value, float) for value in values)
    return [float(value) if mixed and isinstance(value, int) else value for value in values]
