"""The benchmark itself: every contestant on every instance with every seed, resumable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from os import PathLike

from neurols.benchmark.peers import PeerRunner
from neurols.benchmark.runner import ControllerRunner, Key, Record, RunBudget, Runner, Task
from neurols.benchmark.store import RecordStore
from neurols.benchmark.suites import Case, resolve
from neurols.benchmark.workers import execute
from neurols.errors import InputError

MOST_RUNS, MOST_SEEDS = 1_000_000, 10_000
"""Every run is planned before the first begins."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a benchmark brought."""

    records: list[Record]
    """In the order of instances, seeds and contestants, whatever the order of completion."""
    planned: int
    """Number of runs asked for."""
    interrupted: bool = False


def run(
    suite: str | Sequence[Case],
    contestants: Sequence[str | Runner],
    budget: RunBudget,
    *,
    seeds: Sequence[int] = (1,),
    workers: int = 1,
    cluster: str | None = None,
    output: str | PathLike[str] | None = None,
    solutions: bool = False,
    data: str | PathLike[str] | None = None,
    on_record: Callable[[Record], None] | None = None,
    on_note: Callable[[str], None] | None = None,
) -> Run:
    """Run contestants side by side.

    Args:
        suite: what ``resolve`` takes, or its result.
        contestants: specifications of controllers, or runners, such as ``peers.peer`` makes.
        budget: of each run.
        seeds: one run each.
        workers: processes at work at once; give each a core of its own.
        cluster: ``auto`` or the address of a Ray cluster that carries out the runs instead.
        output: folder for the records. Those that are there already are not run again, unless
            they are of other data under the same name. Without it the records are in memory alone.
        solutions: whether the file of records holds the solutions, too.
        data: folder with benchmark files that are not built in.
        on_record: called with every record, those found in ``output`` first.
        on_note: called with a sentence where records in ``output`` are of no use.

    Returns:
        All records. Ctrl-C ends the runs; what was finished by then is returned.
    """
    cases = resolve(suite, data) if isinstance(suite, str) else list(suite)
    runners = _runners(contestants, cases, budget)
    if not seeds or workers < 1:
        raise InputError("nothing to run", remedy="give at least one seed and one worker")
    runs = len(cases) * len(seeds) * len(runners)
    if runs > MOST_RUNS:
        raise InputError(
            f"a benchmark of {runs:,} runs", remedy=f"ask for at most {MOST_RUNS:,} at a time"
        )
    tasks = [
        Task(runner, case, budget, seed) for case in cases for seed in seeds for runner in runners
    ]
    return carry_out(
        *(tasks, workers, output),
        cluster=cluster,
        solutions=solutions,
        on_record=on_record,
        on_note=on_note,
    )


def carry_out(
    tasks: Sequence[Task],
    workers: int = 1,
    output: str | PathLike[str] | None = None,
    *,
    cluster: str | None = None,
    solutions: bool = False,
    on_record: Callable[[Record], None] | None = None,
    on_note: Callable[[str], None] | None = None,
) -> Run:
    """Carry out tasks of any kind and budget; see ``run``. With ``output``, what is returned is
    what the file holds: thousands of solutions would not fit in memory."""
    done: dict[Key, Record] = {}
    interrupted = False
    with nullcontext() if output is None else RecordStore(output, solutions=solutions) as store:
        if store is not None:
            done = {
                task.key: store.records[task.key] for task in tasks if task.key in store.records
            }
            if on_note is not None:
                to_do = {task.case.name: task.case for task in tasks if task.key not in done}
                for sentence in of_other_data(store.records.values(), to_do):
                    on_note(sentence)
        for record in done.values():
            if on_record is not None:
                on_record(record)
        try:
            left = [task for task in tasks if task.key not in done]
            for task, record in execute(left, workers, cluster):
                if store is not None:
                    record = store.append(record)
                done[task.key] = record
                if on_record is not None:
                    on_record(record)
        except KeyboardInterrupt:
            interrupted = True
    ordered = [done[task.key] for task in tasks if task.key in done]
    return Run(ordered, len(tasks), interrupted)


def of_other_data(records: Iterable[Record], cases: Mapping[str, Case]) -> Iterator[str]:
    """A sentence for every instance that is not the one its records are of."""
    changed: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    for record in records:
        name, found = record["instance"], record.get("fingerprint")
        if name in cases and found != cases[name].fingerprint:
            (unknown if found is None else changed)[name] += 1
    for name, count in changed.items():
        yield (
            f"{name} has changed since {_records(count)} of it {'was' if count == 1 else 'were'}"
            " made: the old records are left alone and not used, the instance is run anew"
        )
    if unknown:
        names = ", ".join([*list(unknown)[:3], *(["…"] if len(unknown) > 3 else [])])
        yield (
            f"{_records(unknown.total())} of {names} made by an earlier version"
            f" {'does' if unknown.total() == 1 else 'do'} not tell the data: left alone and not"
            " used, the instances are run anew"
        )


def _records(count: int) -> str:
    return "1 record" if count == 1 else f"{count} records"


def _runners(
    contestants: Sequence[str | Runner], cases: Sequence[Case], budget: RunBudget
) -> list[Runner]:
    """Each contestant once; those of ours known to fit every problem of the suite."""
    runners: dict[str, Runner] = {}
    for contestant in contestants:
        runner = ControllerRunner.of(contestant) if isinstance(contestant, str) else contestant
        runners.setdefault(runner.name, runner)
    if not runners:
        raise InputError("no contestants", remedy="name at least one controller or peer")
    one_of_each_problem = {case.instance.problem: case.instance for case in cases}
    for runner in runners.values():
        if isinstance(runner, PeerRunner):
            runner.check_budget(budget)
        if isinstance(runner, ControllerRunner | PeerRunner):
            for instance in one_of_each_problem.values():
                runner.check(instance)
    return list(runners.values())
