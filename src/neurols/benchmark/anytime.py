"""One run looked at several times: the best cost at each checkpoint, from the record's trace.

It saves runs, with a limitation: a controller that cools over its budget is not yet at its
best at a third of it. Tables of record come from one run per budget.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from neurols.benchmark.report import ALL, Row, Table, tabulate
from neurols.benchmark.runner import Record
from neurols.errors import InputError
from neurols.plotting.anytime_curves import best_at

_MOST_POINTS = 256


def thinned(trace: Iterable[tuple[float, float]]) -> list[list[float]]:
    """A trace for a record: rounded, and where it is long, one improvement a percent of time."""
    points = [[round(seconds, 5), cost] for seconds, cost in trace]
    return points if len(points) <= _MOST_POINTS else by_stretches(points, 1.01)


def by_stretches(points: list[list[float]], ratio: float) -> list[list[float]]:
    """One improvement a stretch of time, each stretch that much longer than the one before.

    The last one in each stretch stays: it is the best by then. So does the very first.
    """

    def stretch(seconds: float) -> int:
        return math.floor(math.log(max(seconds, 1e-5)) / math.log(ratio))

    kept = [
        one
        for place, (one, after) in enumerate(pairwise(points))
        if place == 0 or stretch(one[0]) != stretch(after[0])
    ]
    return [*kept, points[-1]]


def parse_checkpoints(text: str, budget: float | None) -> list[float]:
    """Seconds separated by commas, rising.

    Raises:
        InputError: no number, none above 0, beyond the budget, or no budget of time at all.
    """
    if budget is None:
        raise InputError(
            "checkpoints are seconds", remedy="give --time or --cpu-time with --checkpoints"
        )
    try:
        seconds = sorted({float(part) for part in text.split(",")})
    except ValueError:
        raise InputError(
            f"checkpoints {text!r} are no numbers", remedy="give seconds, such as 1,5,20"
        ) from None
    if not (seconds[0] > 0 and seconds[-1] <= budget):
        raise InputError(
            f"checkpoints {text!r} do not lie within the {budget:g} seconds of a run",
            remedy=f"give seconds above 0 and up to {budget:g}",
        )
    return seconds


def at_checkpoint(records: Sequence[Record], seconds: float) -> list[Record]:
    """The records as they would be had every run ended then, in the seconds of its budget."""
    return [_at(record, seconds) for record in records]


def checkpoint_table(records: Sequence[Record], checkpoints: Sequence[float]) -> Table:
    """Contestants by checkpoints: the mean over all instances at each."""
    rows: dict[str, Row] = {}
    for seconds in checkpoints:
        table = tabulate(at_checkpoint(records, seconds))
        column = ALL if ALL in table.groups else table.groups[0]
        for row in table.rows:
            if not row.published:
                cells = {f"{seconds:g} s": row.cells[column]} if column in row.cells else {}
                kept = rows.setdefault(row.name, row._replace(cells={}, versus=None))
                rows[row.name] = kept._replace(cells=kept.cells | cells)
    whole = tabulate(records)
    note = "; anytime: best so far within one run, not runs of that length"
    return Table(
        whole.caption.partition("; ")[0] + note,
        [f"{seconds:g} s" for seconds in checkpoints],
        list(rows.values()),
    )


def _last(record: Record) -> float:
    trace = record.get("trace")
    return float(trace[-1][0]) if trace else 0.0


def _at(record: Record, seconds: float) -> Record:
    if seconds >= max(record["cpu_seconds"], _last(record)):
        return record
    trace = record.get("trace")
    cost = best_at(trace, seconds) if trace else None
    known = record["best_known"]
    gap = None if cost is None or not known else round(100 * (cost - known) / known, 4)
    return {**record, "cost": cost, "gap_percent": gap}
