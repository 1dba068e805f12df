"""What re-planning has changed, for those who knew the old plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from neurols.tables.clock import Clock
from neurols.tables.write import Page


class Place(NamedTuple):
    """Where and when a stop or an operation takes place: a vehicle or machine, and a start."""

    where: str
    start: float | None


@dataclass(frozen=True)
class Changes:
    """Stops or operations by name that are new, gone, on another vehicle or machine, or at another
    time; all others are as they were."""

    new: dict[str, Place]
    gone: dict[str, Place]
    elsewhere: dict[str, tuple[Place, Place]]
    shifted: dict[str, tuple[Place, Place]]
    same: int

    def facts(self) -> list[tuple[str, str]]:
        """The summary that ``solve`` prints."""
        known = self.same + len(self.elsewhere) + len(self.shifted)
        stayed = self.same + len(self.shifted)
        share = f" ({100 * stayed / known:.0f} %)" if known else ""
        return [
            ("stayed in place", f"{stayed} of {known}{share}"),
            ("moved elsewhere", _listed(self.elsewhere)),
            ("other time", str(len(self.shifted))),
            ("new", _listed(self.new)),
            ("gone", _listed(self.gone)),
        ]

    def page(self, clock: Clock | None) -> Page:
        """A sheet of all changes."""

        def at(place: Place) -> object:
            if place.start is None or clock is None:
                return place.start
            return clock.moment(place.start) or clock.shown(place.start)

        rows: list[list[object]] = []
        for name, (old, now) in self.elsewhere.items():
            rows.append([name, "moved", old.where, at(old), now.where, at(now)])
        for name, place in self.new.items():
            rows.append([name, "new", None, None, place.where, at(place)])
        for name, place in self.gone.items():
            rows.append([name, "gone", place.where, at(place), None, None])
        for name, (old, now) in self.shifted.items():
            rows.append([name, "other time", old.where, at(old), now.where, at(now)])
        return Page("changes", ["name", "change", "was", "was at", "is", "is at"], rows)

    def to_json(self) -> dict[str, object]:
        """The changes as ``solve --json`` shows them."""
        return {
            "same": self.same,
            "new": list(self.new),
            "gone": list(self.gone),
            "moved": {name: [old.where, now.where] for name, (old, now) in self.elsewhere.items()},
            "other_time": {
                name: [old.start, now.start] for name, (old, now) in self.shifted.items()
            },
        }


def _listed(names: Mapping[str, object], most: int = 5) -> str:
    if not names:
        return "0"
    shown = ", ".join(list(names)[:most])
    return f"{len(names)} ({shown}{', …' if len(names) > most else ''})"


def changes_between(old: Mapping[str, Place], new: Mapping[str, Place]) -> Changes:
    """Compare two plans by the names of stops or operations."""
    both = [name for name in old if name in new]
    elsewhere = {n: (old[n], new[n]) for n in both if old[n].where != new[n].where}
    shifted = {n: (old[n], new[n]) for n in both if n not in elsewhere and _differ(old[n], new[n])}
    return Changes(
        new={name: place for name, place in new.items() if name not in old},
        gone={name: place for name, place in old.items() if name not in new},
        elsewhere=elsewhere,
        shifted=shifted,
        same=len(both) - len(elsewhere) - len(shifted),
    )


def _differ(one: Place, other: Place) -> bool:
    if one.start is None or other.start is None:
        return False
    return abs(one.start - other.start) > 1e-6 * max(1.0, abs(one.start))


def matched(old: Sequence[Sequence[str]], new: Sequence[Sequence[str]]) -> dict[int, int]:
    """For routes of a new plan the old ones that they continue: those that share most stops,
    each with one at most."""
    where = {name: number for number, names in enumerate(old) for name in names}
    shared: dict[tuple[int, int], int] = {}
    for number, names in enumerate(new):
        for name in names:
            if name in where:
                key = (number, where[name])
                shared[key] = shared.get(key, 0) + 1
    found: dict[int, int] = {}
    for (number, before), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if number not in found and before not in found.values():
            found[number] = before
    return found
