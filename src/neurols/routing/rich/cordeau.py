"""MDVRP and MDVRPTW files in the text format of Cordeau, and its VRP and VRPTW with one depot.

First line: type, vehicles a depot, customers, depots. Then the longest route (0 for no limit) and
the capacity of each depot's vehicles; then the customers (number, x, y, service time, demand,
frequency, number of visit combinations, these combinations, and earliest and latest time where the
type has windows); then the depots in the same way, or before the customers where there is one.
"""

from __future__ import annotations

import math
import re
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from neurols.errors import InputError

from ..source import located
from .best_known import best_known
from .distances import between_points, decimals_of
from .instance import Client, Depot, Profile, RichRouting, VehicleType
from .plain_text import Line, Reader, lines_of

DEFAULT_ROUNDING = "exact"
_COUNT = re.compile(r"[0-9]{1,9}")
_TYPES = {0: "VRP", 2: "MDVRP", 4: "VRPTW", 6: "MDVRPTW"}
_OTHERS = {
    1: "a periodic VRP",
    3: "a site-dependent VRP (give it in the VRPLIB dialect)",
    5: "a periodic VRPTW",
    7: "a site-dependent VRPTW (give it in the VRPLIB dialect)",
}


class _Place(NamedTuple):
    number: int
    x: float
    y: float
    service: float
    demand: int
    window: tuple[float, float] | None


def looks_like(text: str) -> bool:
    """Is it a file of this format? Four whole numbers, then rows of two, then rows of seven or
    more."""
    words = [line.words for line in lines_of(text[:6000])]
    if not words or len(words[0]) != 4 or not all(_COUNT.fullmatch(w) for w in words[0]):
        return False
    kind, _, _, depots = map(int, words[0])
    if not 1 <= depots <= 100 or len(words) < depots + 2 or not 0 <= kind <= 7:
        return False
    return all(len(row) == 2 for row in words[1 : depots + 1]) and len(words[depots + 1]) >= 7


def parse(text: str, file: str | PathLike[str], rounding: str | None) -> RichRouting:
    """The instance in ``text``; clients have the numbers of the file as names."""
    reader, lines = Reader(file), lines_of(text)
    if not lines:
        raise reader.error("the file is empty", None, "fetch it again")
    head = [
        reader.whole(word, "a number of the first line", lines[0].number)
        for word in reader.row(lines[0], 4, "the first line")
    ]
    kind, vehicles, customers, depots = head
    if kind not in _TYPES:
        what = _OTHERS.get(kind, "no type of this format")
        raise reader.error(
            f"type {kind} is {what}",
            lines[0].number,
            "read are " + ", ".join(f"{key} ({name})" for key, name in _TYPES.items()),
        )
    if min(vehicles, customers, depots) < 1:
        raise reader.error("a number of the first line is 0", lines[0].number, "give 1 or more")
    if kind in (0, 4) and depots != 1:
        raise reader.error(f"type {kind} with {depots} depots", lines[0].number, "say 2 or 6")
    expected = 1 + depots + customers + depots
    if len(lines) != expected:
        raise reader.error(
            f"{len(lines)} lines, but the first line speaks of {expected}",
            lines[min(len(lines), expected) - 1].number,
            "it seems truncated" if len(lines) < expected else "remove what follows",
        )
    fleets = [_fleet(reader, line) for line in lines[1 : depots + 1]]
    places = [_place(reader, line, kind in (4, 6)) for line in lines[depots + 1 :]]
    first = kind in (0, 4)  # the depot stands before the customers
    bases = places[:1] if first else places[customers:]
    clients = places[1:] if first else places[:customers]
    try:
        return _build(_TYPES[kind], file, vehicles, fleets, bases, clients, rounding)
    except InputError as error:
        raise located(error, file) from None


def _fleet(reader: Reader, line: Line) -> tuple[float, int]:
    """The longest route (infinite where 0) and the capacity."""
    words = reader.row(line, 2, "the line of a depot's vehicles")
    longest = reader.positive(words[0], "the longest route", line.number)
    return longest or math.inf, reader.whole(words[1], "the capacity", line.number)


def _place(reader: Reader, line: Line, windows: bool) -> _Place:
    words, at = line
    if len(words) < 7:
        raise reader.error(f"a row has {len(words)} values", at, "give 7 or more")
    number = reader.whole(words[0], "a number", at)
    combinations = reader.whole(words[6], f"the visit combinations of {number}", at)
    expected = 7 + combinations + (2 if windows else 0)
    if len(words) != expected:
        raise reader.error(
            f"the row of {number} has {len(words)} values",
            at,
            f"with {combinations} visit combinations it must have {expected}",
        )
    if reader.whole(words[5], f"the frequency of {number}", at) > 1:
        raise reader.error(f"{number} is to be visited {words[5]} times", at, "only 1 is read")
    return _Place(
        number,
        reader.number(words[1], f"the x of {number}", at),
        reader.number(words[2], f"the y of {number}", at),
        reader.positive(words[3], f"the service time of {number}", at),
        reader.whole(words[4], f"the demand of {number}", at),
        _window(reader, words, at, number) if windows else None,
    )


def _window(reader: Reader, words: list[str], line: int, number: int) -> tuple[float, float]:
    earliest = reader.positive(words[-2], f"the earliest time of {number}", line)
    latest = reader.positive(words[-1], f"the latest time of {number}", line)
    if earliest > latest:
        raise reader.error(
            f"the window of {number} ends at {latest:g}, before it starts at {earliest:g}",
            line,
            "give earliest, then latest",
        )
    return earliest, latest


def _build(
    kind: str,
    file: str | PathLike[str],
    vehicles: int,
    fleets: list[tuple[float, int]],
    bases: list[_Place],
    clients: list[_Place],
    rounding: str | None,
) -> RichRouting:
    import numpy as np

    used = rounding or DEFAULT_ROUNDING
    for base in bases:
        if base.demand or base.service:
            raise InputError(
                f"depot {base.number} has a demand or a service time", remedy="a depot's must be 0"
            )
    points = np.array([(place.x, place.y) for place in (*bases, *clients)])
    matrix, decimals = between_points(points, used)
    windows = [place.window for place in (*bases, *clients) if place.window is not None]
    times = [time for window in windows for time in window]
    times += [place.service for place in clients] + [longest for longest, _ in fleets]
    return RichRouting(
        name=Path(file).stem,
        depots=tuple(
            Depot(name=str(base.number), opens=base.window[0], closes=base.window[1])
            if base.window
            else Depot(name=str(base.number))
            for base in bases
        ),
        clients=tuple(
            Client(
                name=str(place.number),
                delivery=(place.demand,),
                service_duration=place.service,
                windows=() if place.window is None else (place.window,),
            )
            for place in clients
        ),
        vehicle_types=tuple(
            VehicleType(
                number=vehicles,
                capacity=(capacity,),
                start_depot=depot,
                end_depot=depot,
                max_duration=longest,
            )
            for depot, (longest, capacity) in enumerate(fleets)
        ),
        profiles=(Profile(matrix, matrix),),
        coordinates=points,
        decimals=max(decimals, decimals_of(times)),
        rounding=used,
        best_known=best_known(kind, (Path(file).stem,), len(clients), used),
    )
