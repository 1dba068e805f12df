"""``solve_many``: many instances from Python, results as they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike, fspath
from typing import Any

from neurols.batch.task import Solved, SolveInstance
from neurols.cluster import executor_for


def solve_many(
    instances: Iterable[Any],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    **settings: Any,
) -> Iterator[Solved]:
    """Solve many instances and yield what came of each as soon as it is there.

    >>> import neurols
    >>> shops = ["ft06", "ft10"]
    >>> sorted(one.name for one in neurols.solve_many(shops, iterations=100, seed=1))
    ['ft06', 'ft10']

    Args:
        instances: instances, names or paths; or pairs of one of these and a mapping of settings of
            its own, which go before those below.
        workers: processes on this machine; None solves in this process.
        cluster: ``auto`` or the address of a Ray cluster, instead of processes.
        settings: arguments of ``neurols.solve`` for all instances. Each search uses one thread
            unless ``threads`` says otherwise.

    Yields:
        For each instance its result, or the error that it ended in; ``name`` is the instance's.
    """
    home = executor_for(workers, cluster)
    common = {"searches": 1, "threads": 1, **settings}
    jobs = (_job(index, given, common) for index, given in enumerate(instances))
    for outcome in home.run(jobs):
        job = outcome.job
        result = outcome.value
        name = _name(job.instance) if result is None else result.instance.name
        yield Solved(name, result, outcome.error, outcome.host, outcome.attempts)


def _job(index: int, given: Any, common: dict[str, Any]) -> SolveInstance:
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Mapping):
        return SolveInstance(index, given[0], {**common, **given[1]})
    return SolveInstance(index, given, common)


def _name(instance: Any) -> str:
    if isinstance(instance, str | PathLike):
        return str(fspath(instance))
    return str(getattr(instance, "name", type(instance).__name__))
