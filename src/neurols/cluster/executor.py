"""The interface of all executors, and the choice between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from neurols.errors import InputError, NeurolsError

RETRIES = 2
"""How often a job is handed out again after the worker or machine that had it was lost."""

MOST_WORKERS = 1_024
"""Each is a process with an interpreter of its own."""


class Job(Protocol):
    """A piece of work. It travels to other processes and machines, so it must be picklable, and
    it may be carried out twice where a machine was lost: all that counts is what it returns."""

    def __call__(self) -> Any: ...


class WorkerLost(NeurolsError):
    """The worker or machine that carried out a job died each time that it was tried."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job."""

    job: Any
    value: Any = None
    """What it returned, where it did not fail."""
    error: Exception | None = None
    """What it raised, or ``WorkerLost``."""
    host: str = ""
    """The machine that carried it out; empty for this one."""
    attempts: int = 1

    def result(self) -> Any:
        """The value; raises the error of a job that failed."""
        if self.error is not None:
            raise self.error
        return self.value


class Executor(Protocol):
    """A home of work."""

    @property
    def workers(self) -> int:
        """Jobs that are carried out at once."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """Carry out the jobs, each outcome as soon as it is there.

        Jobs are taken from the iterable as workers become free. An error of a job is its outcome
        and ends nothing; ``KeyboardInterrupt`` ends everything and leaves no worker behind, and so
        does closing the iterator.
        """


def executor_for(
    workers: int | None = None,
    cluster: str | None = None,
    *,
    isolated: bool = False,
    threads: int | None = None,
) -> Executor:
    """The home that the user asked for.

    Args:
        workers: processes on this machine; None or 1 carries out the jobs in this process.
        cluster: ``auto`` for the Ray cluster that is found (or one started on this machine), or
            the address of one.
        isolated: whether a single worker, too, is to be a process of its own.
        threads: threads of this process, where neither workers nor a cluster are given: for jobs
            that leave the interpreter alone.

    Raises:
        InputError: both were given, a number makes no sense, or Ray is not installed.
    """
    if cluster is not None:
        if workers is not None:
            raise InputError(
                "workers and a cluster contradict each other",
                remedy="give one of the two: a cluster knows its own processors",
            )
        from neurols.cluster.ray_cluster import RayCluster

        return RayCluster(cluster)
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise InputError(
            f"the number of workers is {workers}", remedy=f"give 1 to {MOST_WORKERS:,}"
        )
    if workers is None and threads is not None:
        from neurols.cluster.threads import Threads

        return Threads(threads)
    if workers is None or (workers == 1 and not isolated):
        from neurols.cluster.inline import Inline

        return Inline()
    from neurols.cluster.processes import Processes

    return Processes(workers)
