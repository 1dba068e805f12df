"""Runs of a benchmark over an executor: any error of a run ends the benchmark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from neurols.benchmark.runner import Record, Task
from neurols.cluster import WorkerLost, executor_for
from neurols.errors import InputError


def execute(
    tasks: Sequence[Task], workers: int, cluster: str | None = None
) -> Iterator[tuple[Task, Record]]:
    """Carry out the tasks and yield each with its record as soon as it is done.

    Raises:
        KeyboardInterrupt: the user ended it; the runs under way are dropped.
        InputError: a run refused its input, or its worker died again and again.
    """
    isolated = any(getattr(task.runner, "isolated", False) for task in tasks)
    local = None if cluster is not None else max(1, min(workers, len(tasks)))
    for outcome in executor_for(local, cluster, isolated=isolated).run(tasks):
        if isinstance(outcome.error, WorkerLost):
            raise _lost(outcome.job, outcome.error)
        yield outcome.job, outcome.result()


def _lost(task: Task, error: WorkerLost) -> InputError:
    name, runner, _, seed, _ = task.key
    return InputError(
        f"no result of {name} with {runner}, seed {seed}: {error}",
        remedy="use fewer workers if memory ran out; the same command with --output goes on"
        " where it stopped",
    )
