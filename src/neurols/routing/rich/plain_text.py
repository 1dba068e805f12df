"""Lines of numbers, as the text formats of the literature hold them."""

from __future__ import annotations

import math
from os import PathLike
from typing import NamedTuple

from neurols.errors import InputError


class Line(NamedTuple):
    """The words of a line that is not blank."""

    words: list[str]
    number: int


def lines_of(text: str) -> list[Line]:
    """The lines with something on them."""
    split = ((content.split(), number) for number, content in enumerate(text.split("\n"), start=1))
    return [Line(words, number) for words, number in split if words]


class Reader:
    """Numbers of a file; errors name the file and the line."""

    def __init__(self, file: str | PathLike[str]) -> None:
        self.file = file

    def error(self, cause: str, line: int | None = None, remedy: str | None = None) -> InputError:
        """An error in this file, for the caller to raise."""
        return InputError(cause, file=self.file, line=line, remedy=remedy)

    def number(self, word: str, what: str, line: int) -> float:
        """A finite number."""
        try:
            found = math.nan if "_" in word else float(word)
        except ValueError:
            found = math.nan
        if not math.isfinite(found):
            raise self.error(f"{what} is {word[:40]!r}", line, "give a finite number")
        return found

    def positive(self, word: str, what: str, line: int) -> float:
        """A finite number, 0 or more."""
        found = self.number(word, what, line)
        if found < 0:
            raise self.error(f"{what} is {word}", line, "it must not be negative")
        return found

    def whole(self, word: str, what: str, line: int, least: int | None = 0) -> int:
        """A whole number, not below the least."""
        found = self.number(word, what, line)
        if not found.is_integer():
            raise self.error(f"{what} is {word[:40]!r}", line, "give a whole number")
        if least is not None and found < least:
            raise self.error(f"{what} is {word[:40]}", line, f"give {least} or more")
        return int(found)

    def row(self, line: Line, values: int, what: str) -> list[str]:
        """The words of a line that must have so many."""
        if len(line.words) != values:
            raise self.error(
                f"{what} has {len(line.words)} values", line.number, f"give {values} values"
            )
        return line.words
