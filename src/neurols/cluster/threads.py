"""Jobs on threads of this process: for work of the core, which leaves the interpreter alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from neurols.cluster.executor import Job, Outcome


class Threads:
    """An ``Executor`` with so many threads. Jobs need not travel, so they may be any callable.

    A job with a method ``cancel`` is told when its outcome is no longer wanted.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        left = iter(jobs)
        running: dict[Future[Outcome], Job] = {}
        with ThreadPoolExecutor(self.workers, thread_name_prefix="neurols") as crew:
            try:
                while True:
                    while len(running) < self.workers:
                        job = next(left, None)
                        if job is None:
                            break
                        running[crew.submit(_carry_out, job)] = job
                    if not running:
                        return
                    for done in wait(running, return_when=FIRST_COMPLETED).done:
                        del running[done]
                        yield done.result()
            finally:
                for job in running.values():
                    cancel = getattr(job, "cancel", None)
                    if cancel is not None:
                        cancel()


def _carry_out(job: Job) -> Outcome:
    try:
        return Outcome(job, job())
    except Exception as error:
        return Outcome(job, error=error)
