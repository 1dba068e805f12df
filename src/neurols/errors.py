"""Errors a user can meet. Each is one line that says where, what and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath


def printable(text: str, keep: str = "") -> str:
    """The text with every character escaped that a terminal might obey instead of show.

    Control characters, marks that reverse the direction of writing, and bytes of a file's name
    that are no text. Those in ``keep`` stay.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that the name of a file could not be decoded from
        return f"\\x{code - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


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


class InputErrors(InputError):
    """Several mistakes in one file. ``faults`` has a line for each, the message the first ones."""

    def __init__(
        self, faults: Sequence[str], *, file: str | PathLike[str], shown: int = 20
    ) -> None:
        self.faults = tuple(faults)
        more = len(faults) - shown
        rest = [f"and {more:,} more"] if more > 0 else []
        lines = [f"{len(faults):,} mistakes", *faults[:shown], *rest]
        super().__init__(faults[0] if len(faults) == 1 else "\n  ".join(lines), file=file)


class TrainingDiverged(InputError):
    """A loss or a weight of the network is no longer finite; what was good before is kept."""


class InfeasibleSolution(NeurolsError):
    """A solution breaks the instance's rules. ``faults`` names every rule broken, worst first."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        shown = "; ".join(self.faults[:3])
        more = f"; and {len(self.faults) - 3} more" if len(self.faults) > 3 else ""
        super().__init__(shown + more)
