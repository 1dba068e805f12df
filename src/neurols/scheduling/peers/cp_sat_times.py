"""When work and setups may start on a machine with breaks, as ranges for a solver's domains."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import Machine, RichScheduling


def horizon_of(instance: RichScheduling) -> int:
    """A time by which some optimal schedule of a regular objective has ended."""
    latest = max(
        max(job.release_date for job in instance.jobs),
        max(operation.earliest_start for operation in instance.operations),
        max(machine.available_from for machine in instance.machines),
        max((pair[1] for machine in instance.machines for pair in machine.breaks), default=0),
    )
    longest = [max(duration for _, duration in o.modes) for o in instance.operations]
    setups = [max(map(max, machine.setups)) for machine in instance.machines if machine.setups]
    work = sum(longest) + (len(longest) * max(setups) if setups else 0)
    return latest + work + sum(p.min_lag for p in instance.precedences)


def starts_of_work(
    machine: Machine, earliest: int, duration: int, may_pause: bool, horizon: int
) -> list[tuple[int, int, int]]:
    """(first, last, pause) of the ranges in which an operation may start; ``pause`` is what breaks
    add to its duration from any start of the range."""
    spans: list[tuple[int, int, int]] = []
    gap_from = earliest
    for place, (first, last) in enumerate((*machine.breaks, (horizon + 1, horizon + 1))):
        if not may_pause:
            _add(spans, gap_from, first - max(duration, 1), 0)
        else:
            high = first - 1
            low = max(gap_from, first - duration)
            # Starts before ``low`` are done by this break; later ones run into it, and maybe on.
            _add(spans, gap_from, min(high, first - duration), 0)
            _add_paused(spans, machine, place, max(low, first - duration + 1), high, duration)
        gap_from = max(gap_from, last)
    return spans


def _add_paused(
    spans: list[tuple[int, int, int]],
    machine: Machine,
    place: int,
    low: int,
    high: int,
    duration: int,
) -> None:
    """Starts from low to high all meet break ``place``; the later ones meet more breaks."""
    pause, at = 0, place
    while low <= high and at < len(machine.breaks):
        pause += machine.breaks[at][1] - machine.breaks[at][0]
        following = machine.breaks[at + 1][0] if at + 1 < len(machine.breaks) else None
        # With this pause the work ends at start + duration + pause; up to the following break.
        last = high if following is None else min(high, following - duration - pause)
        _add(spans, low, last, pause)
        low = max(low, last + 1)
        at += 1


def starts_of_setups(machine: Machine, duration: int, horizon: int) -> list[list[int]]:
    """Ranges in which a setup of that duration may start: it lies between two breaks."""
    spans: list[tuple[int, int, int]] = []
    gap_from = 0
    for first, last in (*machine.breaks, (horizon + duration + 1, horizon + duration + 1)):
        _add(spans, gap_from, first - duration, 0)
        gap_from = last
    return [[low, high] for low, high, _ in spans]


def _add(spans: list[tuple[int, int, int]], low: int, high: int, pause: int) -> None:
    if low <= high:
        spans.append((low, high, pause))
