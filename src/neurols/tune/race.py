"""Racing: a trial ends as soon as it has fallen behind the best one, instance by instance.

Both have met the same instances and random numbers, so that a few of them often tell: most trials
of a good study end after a small share of the instances, and those that may win meet all. The idea
is that of Hoeffding races (Maron and Moore, 1994), with paired differences as in F-race (Birattari
et al., 2002).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev

FIRST = 16
"""Instances before the first look at a trial; each later look comes after twice as many."""
_STANDARD_ERRORS = 1.28
"""Behind by so many at the first look, a trial would end ahead in less than one case of ten. Later
it may lag less and less: what hardly differs from the best is not worth meeting all instances."""


def heats(count: int) -> Iterator[slice]:
    """Batches of instances, with a look at the trial after each."""
    first, last = 0, min(FIRST, count)
    while first < count:
        yield slice(first, last)
        first, last = last, min(2 * last, count)


def has_lost(ratios: Sequence[float], best: Sequence[float] | None) -> bool:
    """Whether a trial has fallen behind the best one so far, or does just as that one does.

    Args:
        ratios: the trial's costs relative to the settings as they are, as far as it has come.
        best: those of the best trial on all instances; None where there is none.
    """
    if best is None or len(ratios) < 2:
        return False
    differences = [one - other for one, other in zip(ratios, best, strict=False)]
    error = stdev(differences) / sqrt(len(differences))
    allowed = _STANDARD_ERRORS * min(1.0, FIRST / len(differences))
    return fmean(differences) >= allowed * error
