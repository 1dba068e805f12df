"""The line structure of TSPLIB and CVRPLIB files: headers, sections, and on which line each is.

vrplib parses the values but does not say where a mistake is; this scan does. What the headers
and rows mean is for ``tsplib``. Lines of nothing but numbers are passed over as one stretch: large
files consist of them, and a line by itself is of interest only once something is wrong.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from typing import NamedTuple

from neurols.errors import InputError

_NUMBERS = re.compile(r"[0-9.eE+\- \t\n]*")


class Header(NamedTuple):
    """The value of a ``KEY : VALUE`` line."""

    value: str
    line: int


class Row(NamedTuple):
    """The words of one line of a section."""

    words: list[str]
    line: int


class Stretch(NamedTuple):
    """Consecutive lines of a section, and the number of the first."""

    text: str
    line: int


@dataclass
class Section:
    """A data section and its rows."""

    name: str
    line: int
    stretches: list[Stretch] = field(default_factory=list)

    @cached_property
    def rows(self) -> list[Row]:
        """Every line with something on it; once the whole file is scanned."""
        lines = (
            (content.split(), line)
            for text, first in self.stretches
            for line, content in enumerate(text.split("\n"), start=first)
        )
        return [Row(words, line) for words, line in lines if words]


@dataclass
class Numbers:
    """Reads the numbers of a file; errors name file and line."""

    file: str | PathLike[str]

    def error(self, cause: str, line: int | None = None, remedy: str | None = None) -> InputError:
        """An error in this file, for the caller to raise."""
        return InputError(cause, file=self.file, line=line, remedy=remedy)

    def number(self, word: str, what: str, line: int) -> float:
        """A finite number."""
        try:
            # Python reads 1_000; no file format does.
            found = math.nan if "_" in word else float(word)
        except ValueError:
            found = math.nan
        if not math.isfinite(found):
            raise self.error(f"{what} is {word[:40]!r}", line, "give a finite number")
        return found

    def whole(self, word: str, what: str, line: int, least: int | None = None) -> int:
        """A whole number, not below the least."""
        found = self.number(word, what, line)
        if not found.is_integer():
            raise self.error(f"{what} is {word[:40]!r}", line, "give a whole number")
        if least is not None and found < least:
            raise self.error(f"{what} is {word[:40]}", line, f"give {least} or more")
        return int(found)


@dataclass
class Document(Numbers):
    """A scanned file."""

    headers: dict[str, Header] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    sections: dict[str, Section] = field(default_factory=dict)
    last_line: int = 0
    ended: bool = False
    """Whether an EOF line was seen; where it was not, a shortage may be a truncated file."""

    def truncated(self, cause: str) -> InputError:
        """An error for a file that stops too early."""
        return self.error(
            f"the file ends {cause}", self.last_line, "it seems truncated: fetch it again"
        )

    def header(self, key: str, remedy: str) -> Header:
        """A header that must be there."""
        if key not in self.headers:
            if not self.ended and not self.sections:
                raise self.truncated(f"without {key}")
            raise self.error(f"{key} is missing", None, remedy)
        return self.headers[key]

    def section(self, name: str) -> Section:
        """A section that must be there."""
        if name not in self.sections:
            if not self.ended:
                raise self.truncated(f"without {name} and without EOF")
            raise self.error(f"{name} is missing", None, "add it before EOF")
        return self.sections[name]


def scan(text: str, file: str | PathLike[str]) -> Document:
    """Split a file into headers and sections; ``#`` lines and blank lines are skipped."""
    document = Document(file)
    current: Section | None = None
    at, line = 0, 0
    while at < len(text):
        if current is not None and (numbers := _numbers(text, at)):
            if written := numbers.rstrip():
                current.stretches.append(Stretch(written, line + 1))
                document.last_line = line + 1 + written.count("\n")
            at, line = at + len(numbers), line + numbers.count("\n")
            continue
        end = text.find("\n", at)
        content = text[at:] if end < 0 else text[at:end]
        at, line = at + len(content) + 1, line + 1
        words = content.split()
        if not words or words[0].startswith("#"):
            continue
        document.last_line = line
        keyword = words[0].rstrip(":").upper()
        if keyword == "EOF":
            document.ended = True
            break
        if keyword.endswith("_SECTION"):
            if keyword in document.sections:
                first = document.sections[keyword].line
                raise document.error(f"{keyword} is given twice (first on line {first})", line)
            current = document.sections[keyword] = Section(keyword, line)
        elif ":" in content and words[0][0].isalpha():
            _add_header(document, content, line)
            current = None
        elif current is not None:
            current.stretches.append(Stretch(content, line))
        else:
            raise document.error(
                f"{' '.join(words)[:40]!r} is neither 'KEY : VALUE' nor in a section",
                line,
                "is this a TSPLIB or CVRPLIB file?",
            )
    return document


def _numbers(text: str, at: int) -> str:
    """The lines from here on that hold nothing but numbers."""
    match = _NUMBERS.match(text, at)
    assert match is not None  # it may be empty
    return text[at : text.rfind("\n", at, match.end()) + 1]


def _add_header(document: Document, content: str, line: int) -> None:
    key, _, value = content.partition(":")
    key, value = key.strip().upper(), value.strip()
    if key == "COMMENT":
        document.comments.append(value)
    elif key in document.headers:
        first = document.headers[key].line
        raise document.error(f"{key} is given twice (first on line {first})", line)
    if not value and key not in ("NAME", "COMMENT"):
        raise document.error(f"{key} has no value", line)
    document.headers[key] = Header(value, line)
