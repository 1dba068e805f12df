"""The results of a batch in a file, a line of JSON each, appended as they come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.files.line_file import LineFile

FILE_NAME = "results.jsonl"
DONE, FAILED = "done", "failed"

Line = dict[str, Any]
"""``name, key, status`` and, where it is done, the record of ``solve --json`` without the
solution, the plan's file and the host; where it failed, ``error``."""


class Ledger:
    """The file, and of every name the last line about it."""

    def __init__(self, folder: Path) -> None:
        """Open the ledger of a batch.

        Raises:
            InputError: the folder cannot be used, or the file holds something else.
        """
        self.path = folder / FILE_NAME
        self._file = LineFile(self.path, "results", lambda line: _parsed(line) is not None)
        self.lines: dict[str, Line] = {}
        try:
            for number, text in enumerate(self._file.lines(), 1):
                line = _parsed(text)
                if line is None:
                    raise InputError(
                        "this is no result of a batch",
                        file=self.path,
                        line=number,
                        remedy="choose another folder, or remove the line",
                    )
                self.lines[line["name"]] = line
        except BaseException:
            self._file.close()
            raise

    def add(self, line: Line) -> None:
        """Append a line; from then on a killed process does not lose it."""
        self._file.append(json.dumps(line).encode())
        self.lines[line["name"]] = line

    def close(self) -> None:
        self._file.close()


def _parsed(text: bytes) -> Line | None:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        return None
    whole = (
        isinstance(line, dict)
        and isinstance(line.get("name"), str)
        and isinstance(line.get("key"), str)
        and line.get("status") in (DONE, FAILED)
    )
    return line if whole else None
