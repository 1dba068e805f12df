"""Rows of the sections of the VRPLIB dialect: one a node, one a vehicle, one a group."""

from __future__ import annotations

from collections.abc import Callable

from ..scan import Document, Row


def keyed_rows(
    document: Document, name: str, count: int, what: str, values: int | None = None
) -> list[Row]:
    """The rows of a section, numbered 1 to ``count`` in any order, without their numbers.

    Each has so many values; where ``values`` is None any number of them.
    """
    section = document.section(name)
    found: dict[int, Row] = {}
    for words, line in section.rows:
        number = document.whole(words[0], f"the number of a {what}", line)
        if number in found:
            raise document.error(
                f"{what} {number} is given twice in {name} (first on line {found[number].line})",
                line,
                "remove one of the two",
            )
        if not 1 <= number <= count:
            raise document.error(
                f"{name} has a row of {what} {number}, but there are {count}",
                line,
                f"number them 1 to {count}",
            )
        if values is not None and len(words) != values + 1:
            if line == document.last_line and not document.ended:
                raise document.truncated(f"in the middle of a row of {name}")
            raise document.error(
                f"{what} {number} has {len(words) - 1} values in {name}",
                line,
                f"give {values} after its number",
            )
        found[number] = Row(words[1:], line)
    for number in range(1, count + 1):
        if number not in found:
            if section is list(document.sections.values())[-1] and not document.ended:
                raise document.truncated(f"after {len(found)} of {count} rows of {name}")
            raise document.error(
                f"{name} has no row of {what} {number}",
                section.line,
                f"give one row for each of the {count}",
            )
    return [found[number] for number in range(1, count + 1)]


def columns_of(document: Document, name: str) -> int:
    """How many values the first row of a section has after its number."""
    rows = document.section(name).rows
    if not rows:
        raise document.error(f"{name} is empty", document.section(name).line, "give its rows")
    if len(rows[0].words) < 2:
        raise document.error(f"a row of {name} has no value", rows[0].line, "give one")
    return len(rows[0].words) - 1


def numbers(document: Document, rows: list[Row], what: Callable[[int], str]) -> list[list[float]]:
    """All values of checked rows as finite numbers, 0 or more."""
    found = []
    for number, (words, line) in enumerate(rows, start=1):
        values = [document.number(word, what(number), line) for word in words]
        for value, word in zip(values, words, strict=True):
            if value < 0:
                raise document.error(f"{what(number)} is {word}", line, "it must not be negative")
        found.append(values)
    return found


def whole_numbers(
    document: Document, rows: list[Row], what: Callable[[int], str]
) -> list[list[int]]:
    """The same, for amounts."""
    found = []
    for number, (words, line) in enumerate(rows, start=1):
        values = [document.whole(word, what(number), line) for word in words]
        for value, word in zip(values, words, strict=True):
            if value < 0:
                raise document.error(f"{what(number)} is {word}", line, "it must not be negative")
        found.append(values)
    return found
