"""The checks of names, numbers and paths, before any work is done."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.problems import Instance

_MOST = 2**62  # beyond any budget, and within what the core can count


def load_instance(name: str, format: str | None, data: Path | None) -> Instance:
    """The instance that the user named."""
    from neurols.problems import load, read

    if not name:
        raise InputError("the instance is empty", remedy="give a built-in name or a file")
    return load(name, data) if format is None else read(name, format)


def check_output(path: Path | None, option: str, *, inputs: tuple[str, ...] = ()) -> None:
    """Refuse a file that cannot be written, or that is what the command reads from."""
    if path is None:
        return
    if path.is_dir():
        raise InputError("this is a directory", file=path, remedy=f"name a file with {option}")
    folder = path.parent
    if not folder.is_dir():
        raise InputError("its folder does not exist", file=path, remedy="create the folder first")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise InputError("no permission to write it", file=path, remedy="choose another folder")
    if any(same_file(path, Path(name)) for name in inputs):
        raise InputError(
            f"{option} would overwrite what is read", file=path, remedy="name another file"
        )


def same_file(one: Path, other: Path) -> bool:
    """Do two paths lead to one file, there or not yet there?"""
    return os.path.realpath(one) == os.path.realpath(other)


def check_count(value: int | None, option: str, least: int) -> None:
    """Refuse a count below the least, or beyond what can be counted."""
    if value is not None and not least <= value <= _MOST:
        limit = f"a whole number, {least} or more" if value < least else "a smaller number"
        raise InputError(f"{option} is {value}", remedy=f"give {limit}")
