"""Working time on a machine: when an operation or a setup that is ready can take place.

For bounds, tables and pictures; the checker has arithmetic of its own.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import Machine


def operation_span(machine: Machine, ready: int, duration: int, may_pause: bool) -> tuple[int, int]:
    """Earliest start and end of an operation that may start from ``ready`` on."""
    start = max(ready, machine.available_from)
    breaks = machine.breaks
    at = bisect_right(breaks, (start, start)) if breaks else 0
    if at and breaks[at - 1][1] > start:
        at -= 1
    if may_pause:
        if at < len(breaks) and breaks[at][0] <= start:
            start = breaks[at][1]
            at += 1
        end = start + duration
        while at < len(breaks) and breaks[at][0] < end:
            end += breaks[at][1] - breaks[at][0]
            at += 1
        return start, end
    while at < len(breaks) and (
        breaks[at][0] < start + duration or breaks[at][0] <= start < breaks[at][1]
    ):
        start = max(start, breaks[at][1])
        at += 1
    return start, start + duration


def setup_span(machine: Machine, ready: int, duration: int) -> tuple[int, int]:
    """Earliest start and end of a setup that may start from ``ready`` on; none takes no place."""
    ready = max(ready, machine.available_from)
    if duration == 0 or machine.setup_during_breaks:
        return ready, ready + duration
    return operation_span(machine, ready, duration, may_pause=False)
