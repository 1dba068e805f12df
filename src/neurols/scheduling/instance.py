"""The job-shop instance: jobs as chains of operations, each on one machine. No files, no solving.

General shops are welcome: jobs of different length, a job that comes back to a machine
(recirculation), machines without operations, operations that take no time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import SupportsIndex

from neurols.scheduling.validation import (
    Jobs,
    OperationError,
    check_bound,
    check_total,
    checked_bound,
    checked_job,
    checked_machines,
    checked_name,
    trivial_bound,
)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class JobShop:
    """Immutable job-shop data: per job the ``(machine, duration)`` pairs in processing order.

    Jobs, operations and machines are numbered from 0. The objective is the makespan.
    """

    jobs: Jobs
    name: str
    machines: int
    best_known: int | None
    known_lower_bound: int | None
    _lower_bound: int = field(compare=False)

    def __init__(
        self,
        jobs: Iterable[Iterable[Iterable[SupportsIndex]]],
        name: str = "jobshop",
        machines: int | None = None,
        best_known: int | None = None,
        known_lower_bound: int | None = None,
    ) -> None:
        """Check and copy the data.

        Args:
            jobs: per job the (machine, duration) pairs; lists, tuples or arrays.
            name: name for tables and files.
            machines: number of machines; by default the highest number used, plus one.
            best_known: best makespan known, where there is one.
            known_lower_bound: a proven bound better than the machine loads and job lengths.

        Raises:
            InputError: the data make no job shop; the message names job and operation.
        """
        checked = tuple(checked_job(job, pairs) for job, pairs in enumerate(jobs))
        if not checked:
            raise OperationError(
                "the shop has no jobs", job=None, operation=None, remedy="give at least one job"
            )
        count = checked_machines(checked, machines)
        check_total(checked)
        trivial = trivial_bound(checked)
        set_field = object.__setattr__  # a frozen dataclass has no other way in
        set_field(self, "jobs", checked)
        set_field(self, "name", checked_name(name))
        set_field(self, "machines", count)
        set_field(self, "known_lower_bound", checked_bound(known_lower_bound, "lower bound"))
        set_field(self, "best_known", checked_bound(best_known, "best known cost"))
        check_bound(checked, self.known_lower_bound)
        set_field(self, "_lower_bound", max(trivial, self.known_lower_bound or 0))
        if self.best_known is not None and self.best_known < self._lower_bound:
            raise OperationError(
                f"the best known cost {self.best_known} is below the lower bound"
                f" {self._lower_bound}",
                job=None,
                operation=None,
                remedy="correct one of the two or leave both out",
            )

    def __repr__(self) -> str:
        return f"JobShop({self.name!r}, {self.size}, {self.operations} operations)"

    @property
    def problem(self) -> str:
        """Always ``jobshop``."""
        return "jobshop"

    @property
    def size(self) -> str:
        """Jobs x machines, e.g. ``15x15``."""
        return f"{len(self.jobs)}x{self.machines}"

    @property
    def operations(self) -> int:
        """Number of operations of all jobs."""
        return sum(map(len, self.jobs))

    @property
    def lower_bound(self) -> int:
        """Largest of machine loads, job lengths and the bound given at construction."""
        return self._lower_bound

    def flat(self) -> tuple[array[int], array[int], array[int]]:
        """Arrays for the core: first operation of each job (and the end), machines, durations.

        Operation ``k`` of job ``j`` stands at ``job_first[j] + k`` in the other two arrays. They
        hold int64, int32 and int64, and are not NumPy's, which takes longer to load than a small
        shop to solve.
        """
        job_first = array("q", accumulate(map(len, self.jobs), initial=0))
        machine = array("i", (m for job in self.jobs for m, _ in job))
        duration = array("q", (d for job in self.jobs for _, d in job))
        return job_first, machine, duration
