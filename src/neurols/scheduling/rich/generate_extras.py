"""What generators add to a shop: setups, dates, calendars, lags, blocking. Each returns a new
instance and is deterministic in its seed."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from random import Random

from neurols.errors import InputError
from neurols.scheduling.rich.instance import Objective, RichScheduling

WIDTHS = {"narrow": 0.25, "medium": 0.5, "wide": 1.25}
"""Greatest setup time as a share of the greatest duration."""


def with_setups(
    instance: RichScheduling,
    seed: int,
    width: str = "medium",
    families: int | None = None,
    initial: bool = False,
) -> RichScheduling:
    """Setup times between families, drawn for each machine; the triangle inequality may not hold.

    Args:
        instance: the shop.
        seed: of the random numbers.
        width: ``narrow``, ``medium`` or ``wide``: setups up to 25, 50 or 125 % of the greatest
            duration.
        families: of operations, drawn at random; 0 for one per job; by default a third of the
            number of jobs.
        initial: whether machines are set up for a family at time 0.
    """
    if width not in WIDTHS:
        raise InputError(f"unknown width {width!r}", remedy=f"use {', '.join(WIDTHS)}")
    rng = Random(seed)
    jobs = len(instance.jobs)
    count = jobs if families == 0 else families or max(2, jobs // 3)
    longest = max(duration for o in instance.operations for _, duration in o.modes)
    most = max(1, round(WIDTHS[width] * longest))

    def table() -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(0 if a == b else rng.randint(1, most) for b in range(count)) for a in range(count)
        )

    return replace(
        instance,
        families=tuple(f"family {number}" for number in range(count)),
        operations=tuple(
            replace(o, family=o.job if families == 0 else rng.randrange(count))
            for o in instance.operations
        ),
        machines=tuple(
            replace(m, setups=table(), initial_family=rng.randrange(count) if initial else None)
            for m in instance.machines
        ),
    )


def with_due_dates(
    instance: RichScheduling,
    seed: int,
    tightness: float = 1.3,
    objective: Objective | None = None,
    weighted: bool = True,
) -> RichScheduling:
    """Due dates at release plus ``tightness`` times the job's work; weights as Singer and Pinedo
    draw them: a fifth of the jobs 4, three fifths 2, a fifth 1.

    M. Singer, M. Pinedo, "A computational study of branch and bound techniques for minimizing the
    total weighted tardiness in job shops", IIE Transactions 30 (1998).

    Args:
        instance: the shop.
        seed: of the weights' order.
        tightness: the factor; 1.3 is tight, 1.6 loose. Large shops want more.
        objective: the new objective; by default total weighted tardiness.
        weighted: whether weights differ.
    """
    rng = Random(seed)
    jobs = len(instance.jobs)
    weights = [4] * (jobs // 5) + [1] * (jobs // 5)
    weights += [2] * (jobs - len(weights))
    rng.shuffle(weights)
    work = [0.0] * jobs
    for o in instance.operations:
        work[o.job] += sum(duration for _, duration in o.modes) / len(o.modes)
    return replace(
        instance,
        objective=objective or Objective(weighted_tardiness=1),
        jobs=tuple(
            replace(
                job,
                due_date=job.release_date + int(tightness * work[number]),
                weight=weights[number] if weighted else 1,
            )
            for number, job in enumerate(instance.jobs)
        ),
    )


def with_release_dates(instance: RichScheduling, seed: int, spread: float = 0.5) -> RichScheduling:
    """Jobs that come in over time: release dates from 0 to ``spread`` times the load of the mean
    machine.

    Args:
        instance: the shop.
        seed: of the random numbers.
        spread: share of the load.
    """
    rng = Random(seed)
    latest = int(spread * load(instance))
    return replace(
        instance,
        jobs=tuple(
            replace(
                job,
                release_date=(release := rng.randint(0, latest)),
                due_date=None if job.due_date is None else job.due_date + release,
            )
            for job in instance.jobs
        ),
    )


def with_calendars(
    instance: RichScheduling,
    seed: int,
    share: float = 0.15,
    pausing: float = 0.5,
    setup_during_breaks: float = 0.0,
) -> RichScheduling:
    """Breaks on every machine, apart by more than the longest duration, over twice the load.

    Args:
        instance: the shop.
        seed: of the random numbers.
        share: of time that is break.
        pausing: share of the operations that may pause over breaks.
        setup_during_breaks: share of the machines that are set up in breaks, too.
    """
    if not 0 < share < 1:
        raise InputError(f"breaks cannot take a share of {share}", remedy="give 0.05 to 0.5")
    rng = Random(seed)
    longest = max(duration for o in instance.operations for _, duration in o.modes)
    shift = max(longest + 1, round(2 * longest))
    rest = max(1, round(shift * share / (1 - share)))
    count = int(2 * load(instance) / shift) + 2

    def breaks() -> tuple[tuple[int, int], ...]:
        work = [rng.randint(longest + 1, shift) for _ in range(count)]
        lengths = [rng.randint(1, 2 * rest - 1) for _ in range(count)]
        ends = accumulate(a + b for a, b in zip(work, lengths, strict=True))
        return tuple((end - length, end) for end, length in zip(ends, lengths, strict=True))

    return replace(
        instance,
        machines=tuple(
            replace(m, breaks=breaks(), setup_during_breaks=rng.random() < setup_during_breaks)
            for m in instance.machines
        ),
        operations=tuple(replace(o, may_pause=rng.random() < pausing) for o in instance.operations),
    )


def with_lags(
    instance: RichScheduling, seed: int, share: float = 0.3, most: int | None = None
) -> RichScheduling:
    """Minimum lags on a share of the precedences, as for cooling, drying or transport.

    Args:
        instance: the shop.
        seed: of the random numbers.
        share: of the precedences.
        most: greatest lag; by default half of the greatest duration.
    """
    rng = Random(seed)
    longest = max(duration for o in instance.operations for _, duration in o.modes)
    greatest = max(1, longest // 2) if most is None else most
    return replace(
        instance,
        precedences=tuple(
            replace(p, min_lag=rng.randint(1, greatest)) if rng.random() < share else p
            for p in instance.precedences
        ),
    )


def with_blocking(instance: RichScheduling) -> RichScheduling:
    """No buffers: an operation stays on its machine until the job's next one starts."""
    return replace(instance, machines=tuple(replace(m, blocking=True) for m in instance.machines))


def load(instance: RichScheduling) -> float:
    """Mean work of a machine, where operations take their mean duration."""
    work = sum(sum(d for _, d in o.modes) / len(o.modes) for o in instance.operations)
    return work / len(instance.machines)
