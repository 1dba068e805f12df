"""Time in tables: units, clock times and dates, as numbers of one unit counted from a zero.

A number is a time in the unit. A clock time counts from midnight of day zero; a date counts from
there, too. Where tables name dates and no day zero, it is the day of the earliest date.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

SECONDS = {
    "second": 1, "seconds": 1, "sec": 1, "s": 1,
    "minute": 60, "minutes": 60, "min": 60, "mins": 60,
    "hour": 3600, "hours": 3600, "h": 3600, "hr": 3600, "hrs": 3600,
    "day": 86400, "days": 86400, "d": 86400,
}  # fmt: skip
UNITS = ("seconds", "minutes", "hours", "days")
_CLOCK = re.compile(r"(?:day\s+(-?\d{1,5})\s+)?(\d{1,4}):([0-5]\d)(?::([0-5]\d))?", re.IGNORECASE)
_LENGTH = re.compile(r"(\d{1,12}(?:[.,]\d{1,9})?)\s{0,3}([a-z]{1,7})\.?\s{0,3}", re.IGNORECASE)
_GERMAN = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(\d{1,2}:\d\d(?::\d\d)?))?")


@dataclass(frozen=True)
class Clock:
    """A unit of time, and when 0 is."""

    unit: str = "minutes"
    zero: date | None = None
    """Day zero; None where times are no dates."""
    zone: str | None = None
    """Time zone of clock times and dates; None where none is named."""

    @property
    def seconds(self) -> int:
        """Seconds in a unit."""
        return SECONDS[self.unit]

    @cached_property
    def _zone(self) -> ZoneInfo | None:
        return None if self.zone is None else ZoneInfo(self.zone)

    def instant(self, value: object) -> float | None:
        """A point in time in units from zero; None for what is no time."""
        if isinstance(value, str):
            value = parse_instant(value)
        if isinstance(value, bool) or value is None:
            return None
        if isinstance(value, int | float):
            return float(value)
        if isinstance(value, timedelta):
            return value.total_seconds() / self.seconds
        if isinstance(value, time):
            return (value.hour * 3600 + value.minute * 60 + value.second) / self.seconds
        if isinstance(value, date) and self.zero is not None:
            return self._since_zero(value) / self.seconds
        return None

    def _since_zero(self, value: date) -> float:
        assert self.zero is not None
        start = datetime.combine(self.zero, time())
        moment = value if isinstance(value, datetime) else datetime.combine(value, time())
        if self._zone is None and moment.tzinfo is None:
            return (moment - start).total_seconds()
        zone = self._zone or UTC
        moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)
        return (moment - start.replace(tzinfo=zone).astimezone(UTC)).total_seconds()

    def moment(self, value: float) -> datetime | None:
        """The date and clock time of a point in time; None where there is no day zero."""
        if self.zero is None:
            return None
        start = datetime.combine(self.zero, time(), self._zone)
        if self._zone is None:
            return start + timedelta(seconds=value * self.seconds)
        later = start.astimezone(UTC) + timedelta(seconds=value * self.seconds)
        return later.astimezone(self._zone)

    def shown(self, value: float) -> str:
        """A point in time for people: a date with clock time, or ``day 1 07:30``, or ``07:30``."""
        moment = self.moment(value)
        if moment is not None:
            return moment.strftime("%Y-%m-%d %H:%M" + (":%S" if moment.second else ""))
        minutes, seconds = divmod(round(value * self.seconds), 60)
        days, minutes = divmod(minutes, 24 * 60)
        text = f"{minutes // 60:02}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")
        return f"day {days} {text}" if days else text


def parse_instant(text: str) -> float | timedelta | date | None:
    """A number, a clock time (``7:30``, ``day 1 7:30``) or a date with or without clock time."""
    text = text.strip()
    clock = _CLOCK.fullmatch(text)
    if clock:
        days, hours, minutes, seconds = (int(part or 0) for part in clock.groups())
        return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    german = _GERMAN.fullmatch(text)
    if german:
        day, month, year, hour = german.groups()
        text = f"{year}-{int(month):02}-{int(day):02}" + (f"T{hour:0>5}" if hour else "")
    try:
        if len(text) <= 10 and "-" in text[1:]:
            return date.fromisoformat(text)
        if "-" in text[1:]:
            return datetime.fromisoformat(text)
    except ValueError:
        return None
    return None


def parse_length(value: object, unit: str) -> float | None:
    """A length of time in units: a number, ``1:30`` (hours), ``1 h 30 min``, a cell in hours."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, timedelta):
        return value.total_seconds() / SECONDS[unit]
    if isinstance(value, time):
        return (value.hour * 3600 + value.minute * 60 + value.second) / SECONDS[unit]
    if not isinstance(value, str) or len(value) > 60:
        return None
    clock = _CLOCK.fullmatch(value.strip())
    if clock and clock.group(1) is None:
        hours, minutes, seconds = (int(part or 0) for part in clock.groups()[1:])
        return (hours * 3600 + minutes * 60 + seconds) / SECONDS[unit]
    total, at = 0.0, 0
    text = value.strip()
    for part in _LENGTH.finditer(text):
        if part.start() != at or part.group(2).lower() not in SECONDS:
            return None
        total += float(part.group(1).replace(",", ".")) * SECONDS[part.group(2).lower()]
        at = part.end()
    return total / SECONDS[unit] if at == len(text) and at else None
