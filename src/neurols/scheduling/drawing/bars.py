"""A schedule as bars to draw, and its critical path. Plain Python; no drawing here."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from neurols.scheduling.instance import JobShop
    from neurols.scheduling.solution import Schedule

Place = tuple[int, int]
"""Job and number of the operation in it."""


class Bar(NamedTuple):
    """One operation on its machine's row."""

    job: int
    operation: int
    machine: int
    start: int
    end: int
    critical: bool


class Chart(NamedTuple):
    """All that a Gantt chart shows."""

    bars: list[Bar]
    """Every operation, job by job."""
    path: list[Bar]
    """The critical path, first to last."""

    @property
    def makespan(self) -> int:
        """End of the last operation, at least 1 so that axes have a length."""
        return max(1, max(bar.end for bar in self.bars))


def chart(instance: JobShop, schedule: Schedule) -> Chart:
    """The bars of a schedule and its critical path."""
    path = critical_path(instance, schedule)
    critical = set(path)
    bars = {
        (j, k): Bar(j, k, machine, begin, begin + duration, (j, k) in critical)
        for j, job in enumerate(instance.jobs)
        for k, ((machine, duration), begin) in enumerate(zip(job, schedule.start[j], strict=True))
    }
    return Chart(list(bars.values()), [bars[place] for place in path])


def critical_path(instance: JobShop, schedule: Schedule) -> list[Place]:
    """Operations of one longest path, first to last; they alone decide the makespan.

    Walks back from an operation that ends last to one whose end is the start of this one: before
    it on the machine where there is such a one, so that blocks come out long, else in the job.
    """
    before = _machine_predecessors(instance, schedule)

    def end(place: Place) -> int:
        j, k = place
        return schedule.start[j][k] + instance.jobs[j][k][1]

    last = [(j, len(job) - 1) for j, job in enumerate(instance.jobs)]
    place: Place | None = min(last, key=lambda place: (-end(place), place))
    path: list[Place] = []
    while place is not None:
        path.append(place)
        j, k = place
        candidates = [before.get(place), (j, k - 1) if k else None]
        place = next(
            (one for one in candidates if one is not None and end(one) == schedule.start[j][k]),
            None,
        )
    return path[::-1]


def _machine_predecessors(instance: JobShop, schedule: Schedule) -> dict[Place, Place]:
    """The operation before each on its machine; the k-th listing of a job is its k-th visit."""
    visits: dict[tuple[int, int], list[Place]] = {}
    for j, job in enumerate(instance.jobs):
        for k, (machine, _) in enumerate(job):
            visits.setdefault((machine, j), []).append((j, k))
    before: dict[Place, Place] = {}
    for machine, order in enumerate(schedule.machines):
        queues = {j: iter(visits[machine, j]) for j in set(order)}
        row = [next(queues[j]) for j in order]
        before.update(zip(row[1:], row, strict=False))
    return before
