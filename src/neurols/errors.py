"""Errors a user can meet. Each is one line that says where, what and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath


class NeurolsError(Exception):
    """Base of every error that neurols raises on purpose."""


class InputError(NeurolsError, ValueError):
    """The user's input is wrong: a file, a name, an option.

    The message reads ``file:line: cause; remedy``, with the parts that are known.
    """

    def __init__(
        self,
        cause: str,
        *,
        file: str | PathLike[str] | None = None,
        line: int | None = None,
        remedy: str | None = None,
    ) -> None:
        self.cause = cause
        self.file = None if file is None else fspath(file)
        self.line = line
        self.remedy = remedy
        where = "" if self.file is None else f"{self.file}:{'' if line is None else f'{line}:'} "
        super().__init__(f"{where}{cause}{'' if remedy is None else f'; {remedy}'}")


class InfeasibleSolution(NeurolsError):
    """A solution breaks the instance's rules. ``faults`` names every rule broken, worst first."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        shown = "; ".join(self.faults[:3])
        more = f"; and {len(self.faults) - 3} more" if len(self.faults) > 3 else ""
        super().__init__(shown + more)
