"""Reading and writing whole files, with every fault turned into one line for the user."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path

from neurols.errors import InputError
from neurols.files.file_bytes import read_bytes, reason


def read_text(path: str | PathLike[str]) -> str:
    """The text of a file; a byte order mark is dropped.

    Raises:
        InputError: the file is missing, a directory, unreadable, binary or not UTF-8.
    """
    data = read_bytes(path)
    if b"\0" in data:
        raise InputError(
            "this is a binary file, not text",
            file=path,
            line=_line_at(data, data.index(b"\0")),
            remedy="give a text file (one in UTF-16 must be saved as UTF-8 first)",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"byte 0x{data[error.start]:02x} is not UTF-8 text",
            file=path,
            line=_line_at(data, error.start),
            remedy="save the file as UTF-8",
        ) from None


def write_text(path: str | PathLike[str], text: str) -> None:
    """The same as ``write_bytes``, in UTF-8."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise writing_failed(path, error) from None
    write_bytes(path, data)


def write_bytes(path: str | PathLike[str], data: bytes) -> None:
    """Write a file so that it is there in full or not at all: an older one stays until then.

    Raises:
        InputError: the file cannot be written.
    """
    target = Path(os.path.realpath(path))  # through a link, to the file it stands for
    scratch = target.with_name(f".{target.name[:100]}.{os.urandom(4).hex()}.tmp")
    try:
        place = Path(path)  # not the target: the link /dev/stdout resolves to no path of a pipe
        if place.exists() and not place.is_file() and not place.is_dir():
            place.write_bytes(data)  # a device or a pipe cannot be replaced
            return
        try:
            with open(scratch, "xb") as stream:
                stream.write(data)
            if target.is_file():
                os.chmod(scratch, target.stat().st_mode & 0o777)
            os.replace(scratch, target)
        finally:
            scratch.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise writing_failed(path, error) from None


def write_rows(
    path: str | PathLike[str], columns: Sequence[str], rows: Iterable[Mapping[str, object]]
) -> None:
    """Write rows as CSV, whole or not at all; a row need not have every column."""
    text = io.StringIO()
    table = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    write_text(path, text.getvalue())


def make_folder(path: str | PathLike[str]) -> None:
    """Make a folder and those above it, where they are not there yet.

    Raises:
        InputError: it cannot be made.
    """
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(
            f"the folder cannot be made: {reason(error)}", file=path, remedy="choose another folder"
        ) from None


def _line_at(data: bytes, position: int) -> int:
    return data.count(b"\n", 0, position) + 1


def writing_failed(path: str | PathLike[str], error: Exception) -> InputError:
    """The error of a system call as one line."""
    if isinstance(error, FileNotFoundError):
        return InputError("its folder does not exist", file=path, remedy="create the folder first")
    if isinstance(error, IsADirectoryError):
        return InputError("this is a directory", file=path, remedy="name a file in it")
    if isinstance(error, PermissionError):
        return InputError("no permission to write it", file=path, remedy="choose another folder")
    return InputError(
        f"cannot be written: {reason(error)}", file=path, remedy="choose another folder"
    )
