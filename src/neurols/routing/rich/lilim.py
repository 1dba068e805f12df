"""PDPTW files in the text format of Li and Lim.

Number of vehicles, capacity and speed; then one row a location, the depot first: number, x, y,
amount (positive at a pickup), earliest, latest, service time, the number of the pickup where the
row is a delivery, and the number of the delivery where it is a pickup.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from neurols.errors import InputError

from ..source import located
from .assemble import Stop, assemble
from .instance import RichRouting, Shipment
from .plain_text import Line, Reader, lines_of

DEFAULT_ROUNDING = "none"
_COLUMNS = 9


def looks_like(text: str) -> bool:
    """Is it a file of this format? Three numbers, then rows of nine, numbered from 0."""
    header, *rows = [line.words for line in lines_of(text[:3000])][:5] or [[]]
    return (
        len(header) == 3
        and len(rows) >= 3
        and all(map(_is_number, header))
        and all(
            len(row) == _COLUMNS and row[0] == str(task) and all(map(_is_number, row))
            for task, row in enumerate(rows[:3])
        )
    )


def _is_number(word: str) -> bool:
    return word.lstrip("+-").replace(".", "", 1).isdigit()


def parse(text: str, file: str | PathLike[str], rounding: str | None) -> RichRouting:
    """The instance in ``text``. The literature counts vehicles before distance, and so do we."""
    reader, lines = Reader(file), lines_of(text)
    if len(lines) < 3:
        raise reader.error("there are no tasks", None, "it seems truncated")
    words = reader.row(lines[0], 3, "the first line")
    first = lines[0].number
    vehicles = reader.whole(words[0], "the number of vehicles", first, 1)
    capacity = reader.whole(words[1], "the capacity", first)
    # The literature ignores the speed, and some of its files say 0.
    if reader.number(words[2], "the speed", first) not in (0, 1):
        raise reader.error(f"the speed is {words[2]}", first, "only 1 is read: scale the times")
    stops, ends = [], []
    for number, line in enumerate(lines[1:]):
        stop, pickup, delivery = _row(reader, line, number, len(lines) - 1)
        stops.append(stop)
        ends.append((pickup, delivery))
    try:
        return assemble(
            name=Path(file).stem,
            file=file,
            kind="PDPTW",
            stops=stops,
            vehicles=vehicles,
            capacity=capacity,
            rounding=rounding or DEFAULT_ROUNDING,
            shipments=_shipments(reader, stops, ends),
            objective="vehicles",
        )
    except InputError as error:
        raise located(error, file) from None


def _row(reader: Reader, line: Line, expected: int, count: int) -> tuple[Stop, int, int]:
    words = reader.row(line, _COLUMNS, f"the row of task {expected}")
    at = line.number
    if reader.whole(words[0], "a task's number", at) != expected:
        raise reader.error(
            f"task {words[0]} where {expected} is expected", at, "number them 0, 1, 2, ..."
        )
    what = f"of task {expected}"
    stop = Stop(
        x=reader.number(words[1], f"the x {what}", at),
        y=reader.number(words[2], f"the y {what}", at),
        demand=reader.whole(words[3], f"the amount {what}", at, None),
        earliest=reader.positive(words[4], f"the earliest time {what}", at),
        latest=reader.positive(words[5], f"the latest time {what}", at),
        service=reader.positive(words[6], f"the service time {what}", at),
        line=at,
    )
    ends = [reader.whole(word, f"the other end {what}", at) for word in words[7:]]
    if max(ends) >= count:
        raise reader.error(f"task {max(ends)} is named, which there is not", at, "correct it")
    return stop, ends[0], ends[1]


def _shipments(reader: Reader, stops: list[Stop], ends: list[tuple[int, int]]) -> list[Shipment]:
    found = []
    if any(ends[0]):
        raise reader.error("the depot, task 0, has another end", stops[0].line, "give 0 and 0")
    for task in range(1, len(stops)):
        pickup, delivery = ends[task]
        if (pickup == 0) == (delivery == 0):
            raise reader.error(
                f"task {task} must name its pickup or its delivery, and not both",
                stops[task].line,
                "give 0 for the one, a task for the other",
            )
        other = pickup or delivery
        if ends[other] != ((task, 0) if delivery else (0, task)):
            raise reader.error(
                f"task {task} names {other} as its other end, which does not name it",
                stops[task].line,
                "let the two name each other",
            )
        if delivery:
            amount = stops[task].demand
            if amount < 0 or stops[delivery].demand != -amount:
                raise reader.error(
                    f"{amount} is picked up at task {task}, and {stops[delivery].demand} is the"
                    f" amount of task {delivery}",
                    stops[task].line,
                    "give a positive amount at the pickup and its negative at the delivery",
                )
            found.append(Shipment(task - 1, delivery - 1, (amount,)))
    return found
