"""A file of lines that is only appended to, so that a killed process loses nothing it was told.

Every line is written whole or not at all. A last line without its end is cut off when the file is
opened again, unless it is whole but for the line feed; the file is locked against a second writer.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from neurols.errors import InputError


class LineFile:
    """The file, open for appending. Use it as a context manager."""

    def __init__(self, path: Path, what: str, is_whole: Callable[[bytes], bool]) -> None:
        """Open and lock the file; its folder is made if needed.

        Args:
            path: the file.
            what: what its lines are, for messages: "records", "results".
            is_whole: whether a last line without a line feed is a line all the same.

        Raises:
            InputError: the folder cannot be used, or another process is writing there.
        """
        self.path = path
        self._what = what
        self._is_whole = is_whole
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered: what could not be written must not be tried again when the file is closed.
            self._stream: BinaryIO = open(path, "a+b", buffering=0)  # noqa: SIM115
        except OSError as error:
            raise InputError(
                f"{what} cannot be written here: {_reason(error)}",
                file=path.parent,
                remedy="choose another folder",
            ) from None
        try:
            _lock(self._stream, path)
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> LineFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._stream.close()

    def lines(self) -> list[bytes]:
        """All lines without their ends; a torn last one is cut off."""
        self._stream.seek(0)
        data = self._stream.read()
        whole, _, rest = data.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        if rest and self._is_whole(rest):
            self._write(b"\n")
            lines.append(rest)
        elif rest:
            self._stream.truncate(len(data) - len(rest))
        return lines

    def append(self, line: bytes) -> None:
        """Add a line; from then on a killed process does not lose it.

        Raises:
            InputError: it cannot be written, for the disk is full, say. The file stays as it was.
        """
        self._write(line + b"\n")

    def _write(self, data: bytes) -> None:
        end = self._stream.seek(0, os.SEEK_END)
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._stream.write(rest) :]
        except OSError as error:
            self._stream.truncate(end)
            raise InputError(
                f"{self._what} cannot be written: {_reason(error)}",
                file=self.path,
                remedy="those in it are kept; make room, and the same command goes on from here",
            ) from None


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _lock(stream: BinaryIO, path: Path) -> None:
    """Two processes must not write to one file. The lock ends with the process, in any case."""
    try:
        import fcntl
    except ImportError:  # not on this platform
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InputError(
            "another process is writing here", file=path, remedy="wait, or choose another folder"
        ) from None
