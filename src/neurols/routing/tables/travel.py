"""How far and how long it is between the places of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from neurols.tables.faults import shown
from neurols.tables.layout import nearest, plain
from neurols.tables.read import Record, Tables
from neurols.tables.settings import DISTANCE_UNITS, METRES, number_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DECIMALS = 3
_SPEED = 50.0  # units of distance in an hour
_EARTH = 6_371_008.8  # mean radius in metres
_TOLD = 3  # missing pairs that are named


def travel(
    tables: Tables, places: list[Record], names: list[str], in_degrees: bool
) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """Distances and durations between all places; None after mistakes."""
    import numpy as np

    settings, faults = tables.settings, tables.faults
    speed = number_of(settings, "speed", faults, above=0)
    detour = number_of(settings, "detour", faults, above=0)
    given = tables["matrix"]
    known = {column for column in ("distance", "duration") if any(r[column] is not None
             for r in given)}  # fmt: skip
    distances = durations = None
    if given:
        found = _pairs(tables, names, sorted(known))
        if faults.found:
            return None
        distances, durations = found.get("distance"), found.get("duration")
    has_places = all(r["x"] is not None or r["latitude"] is not None for r in places)
    if distances is None and has_places:
        points = np.array(
            [(r["latitude"], r["longitude"]) if in_degrees else (r["x"], r["y"]) for r in places],
            dtype=float,
        )
        unit = DISTANCE_UNITS[plain(str(settings.get("distance unit", "kilometres")))]
        distances = _great_circle(points) / METRES[unit] if in_degrees else _straight(points)
        distances = distances * (detour or 1)
    if distances is None:
        distances = durations
    if distances is None:
        faults.add("the table 'matrix' has neither distances nor durations", sheet="matrix")
        return None
    if durations is None:
        durations = distances / (speed or _SPEED) * 3600 / tables.clock.seconds
    return np.round(distances, _DECIMALS), np.round(durations, _DECIMALS)


def _straight(points: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    across = points[:, None, 0] - points[None, :, 0]
    return np.asarray(np.hypot(across, points[:, None, 1] - points[None, :, 1]))


def _great_circle(points: NDArray[Any]) -> NDArray[Any]:
    """Distances on a sphere of the earth's mean radius, in metres."""
    import numpy as np

    lat, lon = np.radians(points[:, 0]), np.radians(points[:, 1])
    across = np.sin((lon[:, None] - lon[None, :]) / 2) ** 2
    half = np.sin((lat[:, None] - lat[None, :]) / 2) ** 2
    half = half + np.cos(lat)[:, None] * np.cos(lat)[None, :] * across
    return np.asarray(2 * _EARTH * np.arcsin(np.sqrt(np.clip(half, 0, 1))))


def _pairs(tables: Tables, names: list[str], columns: list[str]) -> dict[str, NDArray[Any]]:
    """The matrices in the rows of the table; every pair of places is there once."""
    import numpy as np

    index = {name: number for number, name in enumerate(names)}
    found = {column: np.full((len(names),) * 2, np.nan) for column in columns}
    for record in tables["matrix"]:
        ends = []
        for column in ("from", "to"):
            name = record[column]
            if name is not None and plain(name) not in index:
                remedy = f"{nearest(name, index)}name a depot or client"
                tables.fault(record, column, f"unknown place {shown(name)}", remedy)
            elif name is not None:
                ends.append(index[plain(name)])
        if len(ends) < 2:
            continue
        for column in columns:
            if record[column] is None:
                tables.fault(record, column, "this cell is empty")
            elif not np.isnan(found[column][ends[0], ends[1]]):
                tables.fault(record, None, "this pair is there twice")
            else:
                found[column][ends[0], ends[1]] = record[column]
    for column, matrix in found.items():
        np.fill_diagonal(matrix, 0)
        missing = np.argwhere(np.isnan(matrix))
        for origin, destination in missing[:_TOLD]:
            tables.faults.add(
                f"no {column} from {shown(names[origin])} to {shown(names[destination])}",
                sheet="matrix",
                column=column,
            )
        if len(missing) > _TOLD:
            tables.faults.add(f"{len(missing) - _TOLD} more pairs are missing", sheet="matrix")
    return found
