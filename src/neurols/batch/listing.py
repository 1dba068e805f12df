"""What belongs to a batch: the files of a folder or of a pattern, or the rows of a list."""

from __future__ import annotations

import csv
import glob
import io
import json
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from os import fspath
from os.path import exists, isdir  # false, where pathlib raises, for what is too long for a name
from pathlib import Path
from typing import Any

from neurols.batch.item import Item, Settings, with_unique_names
from neurols.errors import InputError

COLUMNS = {
    "instance": str,
    "name": str,
    "controller": str,
    "time": float,
    "cpu_time": float,
    "iterations": int,
    "target": float,
    "seed": int,
    "initial": str,
    "format": str,
}
"""Columns of a list; all but the first may be missing or empty."""

_SETTING = {"time": "time_limit", "cpu_time": "cpu_limit"}  # where the names differ
_LISTS = (".csv", ".jsonl", ".ndjson")


def items_of(source: str, settings: Settings, data: str | None = None) -> list[Item]:
    """The items that a folder, a pattern, a list or a single instance stands for.

    Files of a folder that begin with a dot and folders in it are left out; files are taken in the
    order of their names, rows in the order of the list. Paths in a list are relative to it.

    Raises:
        InputError: nothing is there, or a row of the list is wrong.
    """
    path = Path(source)
    if isdir(path):
        files = sorted(file for file in path.iterdir() if file.is_file() and file.name[0] != ".")
        return _of_files(files, f"the folder {source} holds no files", settings, data)
    if path.suffix.lower() in _LISTS:
        return _of_list(path, settings, data)
    if glob.has_magic(source) and not exists(path):
        files = sorted(Path(name) for name in glob.glob(source, recursive=True))
        files = [file for file in files if file.is_file()]
        return _of_files(files, f"no file matches {source}", settings, data)
    return [Item(_name_of(path), source, settings, data=data)]


def _of_files(files: list[Path], empty: str, settings: Settings, data: str | None) -> list[Item]:
    if not files:
        raise InputError(empty, remedy="name a folder or a pattern that holds instances")
    stems = [file.stem for file in files]
    items = [
        # Names of files, with the suffix where the stem alone belongs to another file, too.
        Item(
            _name_of(file) if stems.count(file.stem) == 1 else file.name,
            fspath(file),
            settings,
            data=data,
        )
        for file in files
    ]
    return with_unique_names(items)


def _name_of(path: Path) -> str:
    return path.stem or path.name


def _of_list(path: Path, settings: Settings, data: str | None) -> list[Item]:
    from neurols.files.file_bytes import read_bytes

    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("this is no UTF-8 text", file=path, remedy="save it as UTF-8") from None
    rows = _csv_rows(text, path) if path.suffix.lower() == ".csv" else _json_rows(text, path)
    items = [_item(row, path, line, settings, data) for line, row in rows]
    if not items:
        raise InputError("the list is empty", file=path, remedy="give a row for each instance")
    return with_unique_names(items)


def _csv_rows(text: str, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    reader = csv.reader(io.StringIO(text))
    try:
        header = [cell.strip().lower().replace(" ", "_") for cell in next(reader, [])]
        _check_columns(header, path, 1)
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) > len(header):
                raise InputError(
                    f"the row has {len(row)} cells under {len(header)} columns",
                    file=path,
                    line=reader.line_num,
                    remedy="put names with commas in quotes",
                )
            cells = {
                column: cell.strip()
                for column, cell in zip(header, row, strict=False)
                if cell.strip()
            }
            yield reader.line_num, cells
    except csv.Error as error:
        raise InputError(
            f"this is no table: {error}", file=path, line=reader.line_num, remedy="save it as CSV"
        ) from None


def _json_rows(text: str, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise InputError(
                "this is no JSON object", file=path, line=number, remedy="give one on each line"
            )
        _check_columns(list(row), path, number)
        yield number, {name: value for name, value in row.items() if value is not None}


def _check_columns(names: list[str], path: Path, line: int) -> None:
    for name in names:
        if name not in COLUMNS:
            near = get_close_matches(name, COLUMNS, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise InputError(
                f"unknown column {name!r}",
                file=path,
                line=line,
                remedy=f"{hint}columns are {', '.join(COLUMNS)}",
            )
        if names.count(name) > 1:
            raise InputError(f"two columns {name!r}", file=path, line=line, remedy="leave one out")
    if "instance" not in names:
        raise InputError(
            "there is no column 'instance'",
            file=path,
            line=line,
            remedy=f"name the columns in the first row: {', '.join(COLUMNS)}",
        )


def _item(
    row: Mapping[str, Any], path: Path, line: int, settings: Settings, data: str | None
) -> Item:
    values = {name: _value(name, value, path, line) for name, value in row.items()}
    source = values.pop("instance", None)
    if source is None:
        raise InputError(
            "the instance is missing", file=path, line=line, remedy="name a file or a built-in name"
        )
    initial = values.pop("initial", None)
    name = values.pop("name", None)
    if name is not None and ("/" in name or "\\" in name or name.startswith(".")):
        raise InputError(
            f"the name {name!r} is no file's name", file=path, line=line, remedy="leave '/' out"
        )
    changes = {_SETTING.get(key, key): value for key, value in values.items()}
    return Item(
        name or _name_of(Path(source)),
        _beside(path, source),
        settings.but(changes),
        None if initial is None else _beside(path, initial),
        data,
    )


def _value(name: str, value: Any, path: Path, line: int) -> Any:
    kind = COLUMNS[name]
    try:
        if isinstance(value, bool) or (kind is str and not isinstance(value, str)):
            raise ValueError
        if kind is int and isinstance(value, float):
            raise ValueError
        return kind(value)
    except (ValueError, TypeError, OverflowError):
        what = {str: "a text", int: "a whole number", float: "a number"}[kind]
        raise InputError(
            f"{name} is {str(value)[:40]!r}", file=path, line=line, remedy=f"give {what}"
        ) from None


def _beside(listing: Path, source: str) -> str:
    """A path relative to the list, where there is such a file; else a name for ``neurols.load``."""
    beside = listing.parent / source
    return fspath(beside) if exists(beside) or Path(source).suffix else source
