"""A lower bound on the cost of any schedule, from job lengths and machine loads.

Every term of the objective is bounded by itself; the bound is their weighted sum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from neurols.scheduling.rich.cost import terms, weighted
from neurols.scheduling.rich.graph import successors, topological
from neurols.scheduling.rich.heads import earliest_spans

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling


def lower_bound(instance: RichScheduling) -> float:
    """No schedule costs less: heads for the dates of jobs, loads of machines for the makespan."""
    spans = earliest_spans(instance)
    ends = [max(spans[number][1] for number in row) for row in instance.operations_of]
    found = terms(instance, ends, setup_time=0)
    if instance.objective.makespan:
        found["makespan"] = max(found["makespan"], _load_bound(instance, spans))
    bound = weighted(instance, found)
    known = instance.known_lower_bound
    if known is not None and known > bound:
        return int(known) if isinstance(bound, int) and known == int(known) else known
    return bound


def _load_bound(instance: RichScheduling, spans: list[tuple[int, int]]) -> int:
    """Of operations that have only one machine: their earliest start, work and least tail; and the
    work of all, shared by all machines."""
    tails = _tails(instance)
    bound = 0
    own: dict[int, list[int]] = {}
    for number, operation in enumerate(instance.operations):
        if len(operation.modes) == 1:
            own.setdefault(operation.modes[0][0], []).append(number)
    for numbers in own.values():
        first = min(spans[number][0] for number in numbers)
        work = sum(instance.operations[number].modes[0][1] for number in numbers)
        bound = max(bound, first + work + min(tails[number] for number in numbers))
    least = sum(min(d for _, d in operation.modes) for operation in instance.operations)
    used = len({machine for operation in instance.operations for machine, _ in operation.modes})
    start = min(start for start, _ in spans)
    return max(bound, start + -(-least // used))


def _tails(instance: RichScheduling) -> list[int]:
    """Per operation the least time from its end to the end of the last that depends on it."""
    after = successors(instance)
    tails = [0] * len(instance.operations)
    for number in reversed(topological(instance)):
        tails[number] = max(
            (
                p.min_lag + min(d for _, d in instance.operations[p.after].modes) + tails[p.after]
                for p in after[number]
            ),
            default=0,
        )
    return tails
