"""Lines of numbers, as the text formats of the literature hold them."""

from __future__ import annotations

from typing import NamedTuple

from neurols.routing.scan import Numbers


class Line(NamedTuple):
    """The words of a line that is not blank."""

    words: list[str]
    number: int


def lines_of(text: str) -> list[Line]:
    """The lines with something on them."""
    split = ((content.split(), number) for number, content in enumerate(text.split("\n"), start=1))
    return [Line(words, number) for words, number in split if words]


class Reader(Numbers):
    """Reads the numbers of a file in which few may be negative."""

    def positive(self, word: str, what: str, line: int) -> float:
        """A finite number, 0 or more."""
        found = self.number(word, what, line)
        if found < 0:
            raise self.error(f"{what} is {word}", line, "it must not be negative")
        return found

    def whole(self, word: str, what: str, line: int, least: int | None = 0) -> int:
        """A whole number, not below the least."""
        return super().whole(word, what, line, least)

    def row(self, line: Line, values: int, what: str) -> list[str]:
        """The words of a line that must have so many."""
        if len(line.words) != values:
            raise self.error(
                f"{what} has {len(line.words)} values", line.number, f"give {values} values"
            )
        return line.words
