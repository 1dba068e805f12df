"""How machines spend their time in a schedule: work, setups, breaks, and idle time between."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from neurols.scheduling.rich.table import rows

if TYPE_CHECKING:
    from neurols.scheduling.rich.solution import RichSchedule


class Load(NamedTuple):
    """The time of a machine up to the end of the schedule; the parts add up to that."""

    machine: int
    work: int
    setup: int
    breaks: int
    """Breaks in which the machine is not set up."""
    idle: int

    @property
    def utilisation(self) -> float:
        """Share of the time that is work."""
        total = self.work + self.setup + self.breaks + self.idle
        return self.work / total if total else 0.0


def loads(schedule: RichSchedule) -> list[Load]:
    """Per machine how its time is spent."""
    instance = schedule.instance
    table = rows(instance, schedule)
    horizon = max((row.end for row in table), default=0)
    found = []
    for number, machine in enumerate(instance.machines):
        here = [row for row in table if row.machine_number == number]
        busy = [(row.start, row.end) for row in here]
        setups = [(row.setup_start, row.setup_start + row.setup) for row in here]
        off = [(a, min(b, horizon)) for a, b in machine.breaks if a < horizon]
        paused = sum(_common(span, off) for span in busy)
        in_setup = sum(_common(span, off) for span in setups)
        work = sum(end - start for start, end in busy) - paused
        setup = sum(end - start for start, end in setups)
        rest = sum(b - a for a, b in off) - in_setup
        found.append(Load(number, work, setup, rest, horizon - work - setup - rest))
    return found


def _common(span: tuple[int, int], others: list[tuple[int, int]]) -> int:
    return sum(max(0, min(span[1], b) - max(span[0], a)) for a, b in others)
