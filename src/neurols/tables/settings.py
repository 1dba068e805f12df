"""The sheet of settings: a name and a value a row, the same for every problem."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from neurols.tables.clock import UNITS, Clock, parse_instant
from neurols.tables.faults import Faults, shown
from neurols.tables.layout import Column, Table, nearest, plain

METRES = {"metres": 1.0, "kilometres": 1000.0, "miles": 1609.344, "units": 1.0}
"""Units of distance."""
DISTANCE_UNITS = {
    "m": "metres", "metre": "metres", "meter": "metres", "meters": "metres", "metres": "metres",
    "km": "kilometres", "kilometre": "kilometres", "kilometer": "kilometres",
    "kilometers": "kilometres", "kilometres": "kilometres",
    "mi": "miles", "mile": "miles", "miles": "miles", "unit": "units", "units": "units",
}  # fmt: skip

TABLE = Table(
    "settings",
    (
        Column("setting", synonyms=("name", "key"), required=True),
        Column("value", required=True),
    ),
    synonyms=("options", "parameters"),
    help="One setting a row; all may be left out.",
)

COMMON = {
    "name": "what the plan is called",
    "time unit": "of numbers in columns of times: seconds, minutes, hours or days (minutes)",
    "day zero": "the date from whose midnight times count (the earliest date in the tables)",
    "time zone": "such as Europe/Berlin; needed only where clocks change",
}


@dataclass
class Settings:
    """What the sheet of settings says."""

    values: dict[str, Any] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    sheet: str = TABLE.name

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a setting."""
        return self.values.get(name, default)

    def fault(self, faults: Faults, name: str, cause: str, remedy: str | None = None) -> None:
        """Note that the value of a setting is wrong."""
        faults.add(cause, sheet=self.sheet, row=self.rows.get(name), column="value", remedy=remedy)


def collect(records: list[Any], known: dict[str, str], faults: Faults) -> Settings:
    """The settings in the rows of the sheet; unknown ones and repeated ones are faults."""
    found = Settings()
    for record in records:
        found.sheet = record.sheet
        given, value = record.raw.get("setting"), record.raw.get("value")
        if given is None:
            if value is not None:
                faults.add("a value without a setting", sheet=record.sheet, row=record.row)
            continue
        name = plain(str(given))
        if name not in known:
            faults.add(
                f"unknown setting {shown(name)}",
                sheet=record.sheet,
                row=record.row,
                remedy=f"{nearest(name, known)}known are {', '.join(known)}",
            )
        elif name in found.values:
            faults.add(f"{shown(name)} is set twice", sheet=record.sheet, row=record.row)
        elif value is not None:
            found.values[name], found.rows[name] = value, record.row
    return found


def clock_of(settings: Settings, earliest: date | None, faults: Faults) -> Clock:
    """The clock that the settings describe; day zero is ``earliest`` where none is set."""
    unit = plain(str(settings.get("time unit", "minutes")))
    unit = unit if unit.endswith("s") else f"{unit}s"
    if unit not in UNITS:
        settings.fault(
            faults, "time unit", f"unknown unit {shown(unit)}", f"use {', '.join(UNITS)}"
        )
        unit = "minutes"
    zero = settings.get("day zero", earliest)
    if isinstance(zero, str):
        zero = parse_instant(zero)
    if isinstance(zero, datetime):
        zero = zero.date()
    if zero is not None and not isinstance(zero, date):
        settings.fault(faults, "day zero", "this is no date", "write it as 2026-01-31")
        zero = None
    zone = settings.get("time zone")
    if zone is not None:
        try:
            ZoneInfo(str(zone))
        except (ValueError, OSError, KeyError):  # KeyError: ZoneInfoNotFoundError
            cause = f"unknown time zone {shown(zone)}"
            remedy = "use its name in the IANA list, such as Europe/Berlin"
            settings.fault(faults, "time zone", cause, remedy)
            zone = None
    return Clock(unit, zero, None if zone is None else str(zone))


def yes(value: object) -> bool | None:
    """Yes or no, in several words; None for anything else."""
    word = plain(str(value))
    if word in ("yes", "y", "true", "1", "1.0", "x", "ja", "oui"):
        return True
    return False if word in ("no", "n", "false", "0", "0.0", "nein", "non") else None


def number_of(
    settings: Settings, name: str, faults: Faults, above: float | None = None
) -> float | None:
    """A setting that is a number of 0 or more; None where it is not set."""
    value = settings.get(name)
    if value is None:
        return None
    try:
        found = float(str(value))
    except ValueError:
        settings.fault(faults, name, f"{shown(value)} is no number")
        return None
    if not 0 <= found < float("inf") or found == above:
        settings.fault(faults, name, f"{shown(value)} is out of range", "give a positive number")
        return None
    return found
