"""VRPTW files in the text format of Solomon, and of Gehring and Homberger.

A title, the number of vehicles and their capacity, then one row a location, the depot first:
number, x, y, demand, ready time, due date, service time.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from neurols.errors import InputError

from ..source import located
from .assemble import Stop, assemble
from .instance import RichRouting
from .plain_text import Line, Reader, lines_of

DEFAULT_ROUNDING = "dimacs"
_COLUMNS = 7
_TITLES = (
    *("CUST", "NO", "XCOORD", "YCOORD", "DEMAND", "READY", "TIME", "DUE", "DATE", "SERVICE"),
    "TIME",
)


def looks_like(text: str) -> bool:
    """Is it a file of this format?"""
    words = [line.words for line in lines_of(text[:3000].upper())][:12]
    return ["VEHICLE"] in words[:4] and any(row[:1] == ["CUST"] for row in words)


def parse(text: str, file: str | PathLike[str], rounding: str | None) -> RichRouting:
    """The instance in ``text``; ``file`` serves error messages."""
    reader, lines = Reader(file), lines_of(text)
    start = next((k for k, line in enumerate(lines) if line.words[0].upper() == "VEHICLE"), None)
    if start is None:
        raise reader.error("there is no line VEHICLE", None, "is this a file of Solomon's format?")
    name = " ".join(lines[0].words) if start else Path(file).stem
    if start > 1:
        raise reader.error(
            f"{' '.join(lines[1].words)[:40]!r} before the line VEHICLE",
            lines[1].number,
            "give the name alone",
        )
    number, capacity = _fleet(reader, lines, start)
    rows = _rows(reader, lines, start + 3)
    stops = [_stop(reader, rows[k], k) for k in range(len(rows))]
    try:
        return assemble(
            name=name,
            file=file,
            kind="VRPTW",
            stops=stops,
            vehicles=number,
            capacity=capacity,
            rounding=rounding or DEFAULT_ROUNDING,
        )
    except InputError as error:
        raise located(error, file) from None


def _fleet(reader: Reader, lines: list[Line], start: int) -> tuple[int, int]:
    if len(lines) < start + 3:
        raise reader.error("the file ends after VEHICLE", lines[-1].number, "it seems truncated")
    title = [word.upper() for word in lines[start + 1].words]
    if title != ["NUMBER", "CAPACITY"]:
        raise reader.error(
            f"{' '.join(title)[:40]!r} below VEHICLE",
            lines[start + 1].number,
            "write NUMBER CAPACITY",
        )
    line = lines[start + 2]
    words = reader.row(line, 2, "the line of the vehicles")
    return (
        reader.whole(words[0], "the number of vehicles", line.number, 1),
        reader.whole(words[1], "the capacity", line.number),
    )


def _rows(reader: Reader, lines: list[Line], start: int) -> list[Line]:
    """The rows of the locations, below their titles."""
    at = start
    titles = ("CUSTOMER", "CUST")
    while at < len(lines) and lines[at].words[0].upper() in titles:
        at += 1
    if at != start + 2:
        where = lines[min(start, len(lines) - 1)].number
        raise reader.error("CUSTOMER and the titles of its columns are missing", where, "add them")
    titled = [word.upper().rstrip(".") for word in lines[at - 1].words]
    expected = list(_TITLES)
    if titled != expected:
        raise reader.error(
            f"the columns are {' '.join(titled)[:80]}",
            lines[at - 1].number,
            "give them as Solomon does: " + " ".join(expected),
        )
    if len(lines) - at < 2:
        raise reader.error("there are no customers", lines[-1].number, "it seems truncated")
    return lines[at:]


def _stop(reader: Reader, line: Line, expected: int) -> Stop:
    words = reader.row(line, _COLUMNS, f"the row of customer {expected}")
    at = line.number
    if reader.whole(words[0], "a customer's number", at) != expected:
        raise reader.error(
            f"customer {words[0]} where {expected} is expected", at, "number them 0, 1, 2, ..."
        )
    what = f"of customer {expected}"
    return Stop(
        x=reader.number(words[1], f"the x {what}", at),
        y=reader.number(words[2], f"the y {what}", at),
        demand=reader.whole(words[3], f"the demand {what}", at),
        earliest=reader.positive(words[4], f"the ready time {what}", at),
        latest=reader.positive(words[5], f"the due date {what}", at),
        service=reader.positive(words[6], f"the service time {what}", at),
        line=at,
    )
