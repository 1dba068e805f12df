"""What a file holds, as bytes: only ordinary files, only so large, and no known kind of binary."""

from __future__ import annotations

import os
import stat
from os import PathLike

from neurols.errors import InputError

LARGEST = 1 << 29
"""Bytes that are read at most: a matrix of 5,000 nodes with all its digits is smaller."""

_SHEET = "tables are read as .xlsx or .csv: save it as one, with that suffix ('neurols template')"
_KINDS = (
    (b"\x1f\x8b", "this is compressed with gzip", "unpack it first (gunzip)"),
    (b"BZh", "this is compressed with bzip2", "unpack it first (bunzip2)"),
    (b"\xfd7zXZ\x00", "this is compressed with xz", "unpack it first (unxz)"),
    (b"\x28\xb5\x2f\xfd", "this is compressed with zstd", "unpack it first (unzstd)"),
    (b"7z\xbc\xaf\x27\x1c", "this is a 7-Zip archive", "unpack it first"),
    (b"%PDF", "this is a PDF", "give the instance as a text file"),
    (b"\xd0\xcf\x11\xe0", "this is an old Office document (such as .xls)", _SHEET),
    (b"\x89PNG", "this is a picture (PNG)", "give the instance as a text file"),
    (b"\xff\xd8\xff", "this is a picture (JPEG)", "give the instance as a text file"),
    (b"\xff\xfe", "this text is in UTF-16", "save it as UTF-8"),
    (b"\xfe\xff", "this text is in UTF-16", "save it as UTF-8"),
)


def read_bytes(path: str | PathLike[str]) -> bytes:
    """The bytes of a text file.

    Raises:
        InputError: the file is missing, no ordinary file, unreadable, too large, or of a kind
            that holds no instance.
    """
    data = read_raw(path)
    _check_kind(data, path)
    return data


def read_raw(path: str | PathLike[str]) -> bytes:
    """The bytes of a file of any kind.

    Raises:
        InputError: the file is missing, no ordinary file, unreadable or too large.
    """
    try:
        # A pipe without a writer would keep us waiting for ever; O_NONBLOCK does not.
        handle = os.open(
            path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
        with open(handle, "rb") as stream:
            _check_ordinary(os.fstat(handle), path)
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise reading_failed(path, error) from None
    if len(data) > LARGEST:
        raise _too_large(path)
    return data


def _check_ordinary(status: os.stat_result, path: str | PathLike[str]) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode):
        kind = "a pipe" if stat.S_ISFIFO(status.st_mode) else "a device"
        raise InputError(f"this is {kind}, not a file", file=path, remedy="save it to a file first")
    if status.st_size > LARGEST:
        raise _too_large(path)


def _too_large(path: str | PathLike[str]) -> InputError:
    return InputError(
        f"the file has more than {LARGEST >> 20} MiB", file=path, remedy="no instance needs as many"
    )


def _check_kind(data: bytes, path: str | PathLike[str]) -> None:
    if data.startswith(b"PK\x03\x04"):
        start = data[:4096]
        if b"xl/" in start or b"[Content_Types].xml" in start:
            cause = "this is an Excel workbook (.xlsx) or another Office document"
        elif b"opendocument.spreadsheet" in start:
            cause = "this is an OpenDocument spreadsheet (.ods)"
        else:
            raise InputError("this is a ZIP archive", file=path, remedy="unpack it first")
        raise InputError(cause, file=path, remedy=_SHEET)
    for mark, cause, remedy in _KINDS:
        if data.startswith(mark):
            raise InputError(cause, file=path, remedy=remedy)


def reading_failed(path: str | PathLike[str], error: Exception) -> InputError:
    """The error of a system call as one line."""
    if isinstance(error, InputError):
        return error
    if isinstance(error, FileNotFoundError):
        return InputError("no such file", file=path, remedy="check the path")
    if isinstance(error, IsADirectoryError):
        return InputError("this is a directory", file=path, remedy="name a file in it")
    if isinstance(error, PermissionError):
        return InputError("no permission to read it", file=path, remedy="check its access rights")
    return InputError(f"cannot be read: {reason(error)}", file=path, remedy="check the path")


def reason(error: Exception) -> str:
    """What an error of the system says, in one line."""
    return (getattr(error, "strerror", None) or str(error)).splitlines()[0].lower()
