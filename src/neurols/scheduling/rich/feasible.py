"""What can be told before any search: deadlines and lags that no schedule can keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from neurols.scheduling.rich.graph import successors, topological
from neurols.scheduling.rich.heads import earliest_spans
from neurols.scheduling.rich.naming import job_name, operation_name
from neurols.scheduling.rich.validation import DataError

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import Precedence, RichScheduling

_MOST_WORK = 20_000_000
"""Steps that the check of lags may take; larger instances are left to the search."""


def check_feasible(instance: RichScheduling) -> None:
    """Refuse deadlines and maximum lags that cannot be kept even on machines of one's own.

    Raises:
        DataError: names the job and operation.
    """
    _check_deadlines(instance)
    _check_lags(instance)


def _check_deadlines(instance: RichScheduling) -> None:
    if all(job.deadline is None for job in instance.jobs):
        return
    for number, (_, end) in enumerate(earliest_spans(instance)):
        job = instance.operations[number].job
        deadline = instance.jobs[job].deadline
        if deadline is not None and end > deadline:
            raise DataError(
                f"{operation_name(instance, number)} cannot end before {end}, after the job's"
                f" deadline {deadline}",
                path=("jobs", job, "deadline"),
                remedy=f"no schedule is feasible: move the deadline of {job_name(instance, job)},"
                " or the release dates, breaks or durations before it",
            )


def _check_lags(instance: RichScheduling) -> None:
    """The longest way from the end of the one to the start of the other must fit between them."""
    limited = [p for p in instance.precedences if p.max_lag is not None]
    if not limited or len(limited) * len(instance.operations) > _MOST_WORK:
        return
    after = successors(instance)
    rank = {number: place for place, number in enumerate(topological(instance))}
    shortest = [min(duration for _, duration in o.modes) for o in instance.operations]
    for lag in limited:
        _check_lag(instance, lag, after, rank, shortest)


def _check_lag(
    instance: RichScheduling,
    lag: Precedence,
    after: list[list[Precedence]],
    rank: dict[int, int],
    shortest: list[int],
) -> None:
    assert lag.max_lag is not None
    way = {lag.before: 0}  # from the end of ``before`` to the end of each
    via: dict[int, int] = {}
    open_ones = {lag.before}
    while open_ones:
        number = min(open_ones, key=rank.__getitem__)
        open_ones.remove(number)
        for p in after[number]:
            if rank[p.after] > rank[lag.after]:
                continue
            length = way[number] + p.min_lag + shortest[p.after]
            if length > way.get(p.after, -1):
                way[p.after], via[p.after] = length, number
                open_ones.add(p.after)
    least = way[lag.after] - shortest[lag.after]
    if least > lag.max_lag:
        raise DataError(
            f"{operation_name(instance, lag.after)} must start within {lag.max_lag} after"
            f" {operation_name(instance, lag.before)} ends, but what lies between"
            f" ({operation_name(instance, via[lag.after])}) takes {least}",
            path=("precedences", instance.precedences.index(lag), "max_lag"),
            remedy="no schedule is feasible: allow a longer lag",
        )
