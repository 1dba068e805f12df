"""Records in a file, one line of JSON each, appended as they come, so that nothing is lost.

A run that was killed is taken up again: a last line that was torn is cut off, every whole line
counts. Solutions are big (thousands of numbers each): they are stored only on request, and are
null otherwise.
"""

from __future__ import annotations

import json
import os
from math import isfinite
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from neurols.benchmark.runner import Key, Record, key_of
from neurols.errors import InputError

FILE_NAME = "records.jsonl"
_TEXTS = ("instance", "controller", "budget", "group")
_FIGURES = ("cost", "gap_percent", "best_known", "cpu_seconds", "network_seconds")


class RecordStore:
    """The file of records in a folder, which is made if needed. Use it as a context manager."""

    def __init__(self, folder: str | PathLike[str], *, solutions: bool = False) -> None:
        """Open the file, read what is there, and lock it against another benchmark.

        Raises:
            InputError: the folder cannot be used, or the file holds something else.
        """
        self.path = Path(folder) / FILE_NAME
        self.solutions = solutions
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered: what could not be written must not be tried again when the file is closed.
            self._stream: BinaryIO = open(self.path, "a+b", buffering=0)  # noqa: SIM115
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InputError(
                f"records cannot be written here: {reason}",
                file=folder,
                remedy="choose another folder",
            ) from None
        try:
            _lock(self._stream, self.path)
            self.records = self._read()
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> RecordStore:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()

    def append(self, record: Record) -> Record:
        """Add a record and return it as stored; from then on a killed process does not lose it.

        Raises:
            InputError: it cannot be written, for the disk is full, say. The file stays as it was.
        """
        kept = record if self.solutions else {**record, "solution": None}
        self._write(json.dumps(kept).encode() + b"\n")
        self.records[key_of(record)] = kept
        return kept

    def _write(self, line: bytes) -> None:
        """Add a line whole or not at all."""
        end = self._stream.seek(0, os.SEEK_END)
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[self._stream.write(rest) :]
        except OSError as error:
            self._stream.truncate(end)
            reason = (error.strerror or str(error)).lower()
            raise InputError(
                f"a record cannot be written: {reason}",
                file=self.path,
                remedy=f"the {len(self.records)} records in it are kept; make room, and the same"
                " command goes on from here",
            ) from None

    def _read(self) -> dict[Key, Record]:
        self._stream.seek(0)
        data = self._stream.read()
        whole, _, rest = data.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        records = [self._parsed(line, number) for number, line in enumerate(lines, 1) if line]
        self.records = {key_of(record): record for record in records}
        if rest:
            last = record_of(rest)
            if last is None:  # torn: the run that wrote it was killed
                self._stream.truncate(len(data) - len(rest))
            else:
                self._write(b"\n")
                self.records[key_of(last)] = last
        return self.records

    def _parsed(self, line: bytes, number: int) -> Record:
        record = record_of(line)
        if record is None:
            raise InputError(
                "this is no record of a benchmark",
                file=self.path,
                line=number,
                remedy="choose another folder, or remove the line",
            )
        return record


def record_of(line: bytes) -> Record | None:
    """A record from a line; None where the line is torn or of something else."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and _well_formed(record) else None


def _well_formed(record: Record) -> bool:
    """Has it what reports and resumed runs rely on, of the right kind?"""
    known = all(isinstance(record.get(key), str) for key in _TEXTS)
    seed = record.get("seed")
    return (
        known
        and "cost" in record
        and "gap_percent" in record
        and isinstance(seed, int)
        and all(_is_figure(record.get(key)) for key in _FIGURES)
        and all(isinstance(record.get(key), str | None) for key in ("fingerprint", "version"))
        and _is_trace(record.get("trace"))
    )


def _is_figure(value: object) -> bool:
    if value is None:
        return True
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_trace(value: object) -> bool:
    """Pairs of seconds and cost, or nothing."""
    if value is None:
        return True
    return isinstance(value, list) and all(
        isinstance(point, list) and len(point) == 2 and None not in point
        and all(map(_is_figure, point))
        for point in value
    )  # fmt: skip


def _lock(stream: BinaryIO, path: Path) -> None:
    """Two benchmarks must not write to one file. The lock ends with the process, in any case."""
    try:
        import fcntl
    except ImportError:  # not on this platform
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InputError(
            "another benchmark is writing here", file=path, remedy="wait, or choose another folder"
        ) from None
