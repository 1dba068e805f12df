"""A plan as a calendar (.ics, RFC 5545): one event a piece of work."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from os import PathLike

from neurols.errors import InputError
from neurols.files.whole_file import write_text

_OCTETS = 73  # of a line, which continues on the next one


@dataclass(frozen=True)
class Event:
    """A piece of work in a calendar."""

    title: str
    start: datetime
    end: datetime
    place: str = ""
    note: str = ""


def write_calendar(path: str | PathLike[str], name: str, events: Iterable[Event]) -> None:
    """Write events as a calendar.

    Raises:
        InputError: there is none, or the file cannot be written.
    """
    lines = list(_lines(name, events))
    write_text(path, "".join(f"{line}\r\n" for line in lines))


def dates_missing(path: str | PathLike[str]) -> InputError:
    """The error of a plan whose times are no dates."""
    return InputError(
        "a calendar needs dates, and the times of this problem are plain numbers or clock times",
        file=path,
        remedy="write dates into the tables, or set 'day zero' in the table 'settings'",
    )


def _lines(name: str, events: Iterable[Event]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//neurols//plan//EN")
    yield from _folded(f"X-WR-CALNAME:{_escaped(name)}")
    for event in events:
        start, end = _stamp(event.start), _stamp(event.end)
        told = "|".join((event.title, event.place, start))
        yield "BEGIN:VEVENT"
        yield f"UID:{hashlib.sha256(told.encode()).hexdigest()[:32]}@neurols"
        yield f"DTSTAMP:{_stamp(event.start.replace(tzinfo=event.start.tzinfo or UTC))}"
        yield from (f"DTSTART:{start}", f"DTEND:{end}")
        for key, text in (
            ("SUMMARY", event.title), ("LOCATION", event.place), ("DESCRIPTION", event.note)
        ):  # fmt: skip
            if text:
                yield from _folded(f"{key}:{_escaped(text)}")
        yield "END:VEVENT"
    yield "END:VCALENDAR"


def _stamp(moment: datetime) -> str:
    """In UTC where the time zone is known, else local clock time."""
    if moment.tzinfo is None:
        return moment.strftime("%Y%m%dT%H%M%S")
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")
    return "".join(c for c in text if c.isprintable())


def _folded(line: str) -> Iterator[str]:
    """The line in parts of at most 75 octets; no character is cut."""
    part, size = "", 0
    for character in line:
        width = len(character.encode("utf-8", "replace"))
        if size + width > _OCTETS:
            yield part
            part, size = " ", 1
        part, size = part + character, size + width
    yield part
