"""The earliest end of every operation, were all machines free: no schedule is faster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from neurols.scheduling.rich.calendar import operation_span
from neurols.scheduling.rich.graph import predecessors, topological

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling


def earliest_spans(instance: RichScheduling) -> list[tuple[int, int]]:
    """Per operation the earliest start and the earliest end on any of its machines.

    Initial setups, releases, lags, calendars count; what other operations do on the machine does
    not.
    """
    spans = [(0, 0)] * len(instance.operations)
    before = predecessors(instance)
    for number in topological(instance):
        operation = instance.operations[number]
        ready = max(instance.jobs[operation.job].release_date, operation.earliest_start)
        for precedence in before[number]:
            ready = max(ready, spans[precedence.before][1] + precedence.min_lag)
        options = [
            operation_span(instance.machines[machine], ready, duration, operation.may_pause)
            for machine, duration in operation.modes
        ]
        spans[number] = min(start for start, _ in options), min(end for _, end in options)
    return spans
