"""Lines of number files: comments dropped, line numbers kept, tokens turned into integers."""

from __future__ import annotations

import re
from os import PathLike
from typing import NamedTuple

from neurols.errors import InputError
from neurols.scheduling.validation import TOTAL_LIMIT, shown

_LINE_END = re.compile(r"\r\n|\r|\n")  # not splitlines: editors count no other ends
_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


class Line(NamedTuple):
    """One line with content."""

    number: int
    """Counted from 1, as editors do."""
    tokens: list[str]
    """What stands between the blanks, up to a ``#``."""


def content_lines(text: str, file: str | PathLike[str]) -> list[Line]:
    """All lines that hold more than blanks and comments; at least one.

    Raises:
        InputError: there is none.
    """
    lines = [
        Line(number, tokens)
        for number, line in enumerate(_LINE_END.split(text), start=1)
        if (tokens := line.partition("#")[0].split())
    ]
    if not lines:
        empty = "the file is empty" if not text.strip() else "the file holds only comments"
        raise InputError(empty, file=file, line=1, remedy="give an instance of at least one job")
    return lines


def is_integer(token: str) -> bool:
    """Whether the token reads as a whole number."""
    return _INTEGER.fullmatch(token) is not None


def is_number(token: str) -> bool:
    """Whether the token reads as a number, whole or not."""
    return _NUMBER.fullmatch(token) is not None


def integer(token: str, what: str, file: str | PathLike[str], line: int) -> int:
    """The token as a whole number from 0.

    Raises:
        InputError: it is textual, fractional, negative or too large; ``what`` names it.
    """
    if not is_integer(token):
        fault, remedy = _no_integer(token)
    elif len(token) > 20 or abs(int(token)) >= TOTAL_LIMIT:
        fault, remedy = "is too large (2^53 or more)", "give it in a coarser unit"
    elif int(token) < 0:
        fault, remedy = "is negative", "give a whole number from 0"
    else:
        return int(token)
    raise InputError(f"{what} {shown(token)} {fault}", file=file, line=line, remedy=remedy)


def _no_integer(token: str) -> tuple[str, str]:
    if is_number(token):
        return "is not a whole number", "give whole numbers, in a finer unit where needed"
    if "," in token or ";" in token:
        return "is not a number", "separate the values with blanks"
    return "is not a number", "give a whole number from 0"
