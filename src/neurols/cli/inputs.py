"""The checks of names, numbers and paths, before any work is done."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from neurols.errors import InputError
from neurols.tables.suffixes import is_table

if TYPE_CHECKING:
    from neurols.registry import Instance

_MOST = 10**18  # beyond any budget, and within what the core can count
_MOST_SEED = 2**64 - 1
_LONG_NUMBER = 10**20  # shown by the number of its digits


def load_instance(
    name: str,
    format: str | None,
    data: Path | None,
    rounding: str | None = None,
    objective: str | None = None,
) -> Instance:
    """The instance that the user named."""
    from neurols.registry import load, read

    if not name:
        raise InputError("the instance is empty", remedy="give a built-in name or a file")
    chosen = {"rounding": rounding, "objective": objective}
    return load(name, data, **chosen) if format is None else read(name, format, **chosen)


def check_output(path: Path | None, option: str, *, inputs: tuple[str, ...] = ()) -> None:
    """Refuse a file that cannot be written, or that is what the command reads from."""
    if path is None:
        return
    if path.is_dir():
        raise InputError("this is a directory", file=path, remedy=f"name a file with {option}")
    folder = path.parent
    if not folder.is_dir():
        raise InputError("its folder does not exist", file=path, remedy="create the folder first")
    # A file is written beside its place and then put there, so the folder counts as well.
    beside = Path(os.path.realpath(path)).parent
    if (path.exists() and not os.access(path, os.W_OK)) or (
        not _is_device(path) and not os.access(beside, os.W_OK)
    ):
        raise InputError("no permission to write it", file=path, remedy="choose another folder")
    if _is_stdout(path):
        raise InputError(
            f"{option} would overwrite what is printed",
            file=path,
            remedy="let stdout go elsewhere",
        )
    if any(same_file(path, Path(name)) for name in inputs if name):
        raise InputError(
            f"{option} would overwrite what is read", file=path, remedy="name another file"
        )
    if is_table(path) and any(same_file(folder, Path(name)) for name in inputs if name):
        raise InputError(
            f"{option} would lie among the tables that are read",
            file=path,
            remedy="name a file in another folder",
        )


def same_file(one: Path, other: Path) -> bool:
    """Do two paths lead to one file, there or not yet there, by links of any kind?"""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)


def check_apart(outputs: Iterable[tuple[str, Path | None]]) -> None:
    """Refuse one file for two of the outputs, each with its option; devices may take several."""
    given = [(option, path) for option, path in outputs if path is not None]
    for (one, path), (other, same) in combinations(given, 2):
        if same_file(path, same) and not _is_device(path):
            raise InputError(f"{one} and {other} name one file", file=path, remedy="name two")


def _is_stdout(path: Path) -> bool:
    """Does stdout go to this very file?"""
    try:
        return path.is_file() and os.path.samestat(os.stat(path), os.fstat(1))
    except OSError:
        return False


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file()


def check_count(value: int | None, option: str, least: int, most: int = _MOST) -> None:
    """Refuse a count below the least, or above the most."""
    if value is not None and not least <= value <= most:
        limit = f"a whole number, {least} or more" if value < least else f"at most {most:,}"
        raise InputError(f"{option} is {_shown(value)}", remedy=f"give {limit}")


def check_seed(seed: int, option: str = "--seed") -> None:
    """Refuse what is no seed of the random numbers."""
    if not 0 <= seed <= _MOST_SEED:
        raise InputError(
            f"{option} is {_shown(seed)}", remedy="give a whole number from 0 to 2^64 - 1"
        )


def _shown(value: int) -> str:
    if abs(value) < _LONG_NUMBER:
        return str(value)
    return f"a number of {len(str(abs(value)))} digits"
