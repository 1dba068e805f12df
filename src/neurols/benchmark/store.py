"""Records in a file, one line of JSON each, appended as they come, so that nothing is lost.

A run that was killed is taken up again: a last line that was torn is cut off, every whole line
counts. Solutions are big (thousands of numbers each): they are stored only on request, and are
null otherwise.
"""

from __future__ import annotations

import json
from math import isfinite
from os import PathLike
from pathlib import Path
from types import TracebackType

from neurols.benchmark.runner import Key, Record, key_of
from neurols.errors import InputError
from neurols.files.line_file import LineFile

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
        self._file = LineFile(self.path, "records", lambda line: record_of(line) is not None)
        try:
            self.records = self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> RecordStore:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def append(self, record: Record) -> Record:
        """Add a record and return it as stored; from then on a killed process does not lose it.

        Raises:
            InputError: it cannot be written, for the disk is full, say. The file stays as it was.
        """
        kept = record if self.solutions else {**record, "solution": None}
        self._file.append(json.dumps(kept).encode())
        self.records[key_of(record)] = kept
        return kept

    def _read(self) -> dict[Key, Record]:
        lines = enumerate(self._file.lines(), 1)
        records = [self._parsed(line, number) for number, line in lines if line]
        return {key_of(record): record for record in records}

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
