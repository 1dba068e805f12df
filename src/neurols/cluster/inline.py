"""Jobs one after the other, in this process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from neurols.cluster.executor import Job, Outcome


class Inline:
    """An ``Executor`` without workers."""

    workers = 1

    def run(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        for job in jobs:
            try:
                outcome = Outcome(job, job())
            except Exception as error:
                outcome = Outcome(job, error=error)
            yield outcome
