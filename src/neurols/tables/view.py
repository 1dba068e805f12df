"""A plan as the page of the service draws it: rows of items in time, and places on a map."""

from __future__ import annotations

from typing import Any

from neurols.tables.clock import Clock

MOST = 5000
"""Items that are drawn; of larger plans the first ones."""


def new_item(
    label: str,
    group: int,
    note: str = "",
    *,
    short: str | None = None,
    start: float | None = None,
    end: float | None = None,
    clock: Clock | None = None,
    place: int | None = None,
    late: bool = False,
) -> dict[str, Any]:
    """A stop or an operation.

    Args:
        label: its name.
        group: items of one group have one colour.
        note: what else is known.
        short: the name where there is little room.
        start: of the work.
        end: of the work.
        clock: what times mean; plain numbers without one.
        place: where on the map.
        late: whether it is.
    """
    found: dict[str, Any] = {
        "label": label,
        "short": label if short is None else short,
        "group": group,
        "note": note,
        "late": late,
    }
    if place is not None:
        found["place"] = place
    if start is not None and end is not None:
        found |= {"start": start, "end": end, "from": told(start, clock), "to": told(end, clock)}
    return found


def new_row(name: str, facts: str, items: list[dict[str, Any]]) -> dict[str, Any]:
    """A route or a machine, with its items in their order."""
    return {"name": name, "facts": facts, "items": items}


def new_view(
    columns: tuple[str, str],
    rows: list[dict[str, Any]],
    places: list[tuple[float, float, str, bool]] | None = None,
) -> dict[str, Any]:
    """The whole, of at most ``MOST`` items.

    Args:
        columns: what rows and items are called.
        rows: made by ``new_row``.
        places: x, y, name of each, and whether it is a depot; None where there is no map.
    """
    left = MOST
    for row in rows:
        row["items"] = row["items"][:left]
        left -= len(row["items"])
    return {"columns": columns, "rows": rows, "places": places}


def told(time: float, clock: Clock | None) -> str:
    """A time as people read it."""
    return f"{time:g}" if clock is None else clock.shown(time)
