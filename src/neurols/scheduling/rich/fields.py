"""Fields of JSON objects: those that are not known are refused, with the nearest that is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from os import PathLike
from typing import Any

from neurols.errors import InputError
from neurols.files.json_lines import line_of
from neurols.scheduling.validation import shown


def refuse_unknown(
    data: Mapping[str, Any],
    known: Collection[str],
    text: str,
    file: str | PathLike[str],
    place: Sequence[str | int],
) -> None:
    """Refuse a key that is not among the known ones.

    Raises:
        InputError: names the key, its line, and the known key that it may be a slip of.
    """
    for key in data:
        if key in known:
            continue
        within = f" in {where(place)}" if place else ""
        raise InputError(
            f"unknown field {shown(key)}{within}",
            file=file,
            line=line_of(text, [*place, key]),
            remedy=f"{nearest(key, known)}known are {', '.join(known)}",
        )


def nearest(name: str, known: Collection[str]) -> str:
    """``did you mean makespan? `` where a known name is near, else nothing."""
    near = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}? " if near else ""


def where(place: Sequence[str | int]) -> str:
    """``jobs[2].operations[0]``, as people write the way to a value."""
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f"{'.' if text else ''}{part}"
    return text
