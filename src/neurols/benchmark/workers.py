"""Tasks over worker processes, one core each. A worker's death is noticed; none is left behind."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from neurols.benchmark.runner import Record, Task
from neurols.errors import InputError


def execute(tasks: Sequence[Task], workers: int) -> Iterator[tuple[Task, Record]]:
    """Carry out the tasks and yield each with its record as soon as it is done.

    Raises:
        KeyboardInterrupt: the user ended it; the runs under way are dropped.
        InputError: a run refused its input, or a worker died.
    """
    isolated = any(getattr(task.runner, "isolated", False) for task in tasks)
    if min(workers, len(tasks)) <= 1 and not isolated:
        yield from ((task, _uninterrupted(task.execute())) for task in tasks)
    else:
        yield from _execute_in_processes(tasks, min(workers, len(tasks)))


def _uninterrupted(record: Record) -> Record:
    """A search that was interrupted hands back what it has; here that is no result."""
    if record["stopped_by"] == "interrupted":
        raise KeyboardInterrupt
    return record


def _execute_in_processes(tasks: Sequence[Task], workers: int) -> Iterator[tuple[Task, Record]]:
    # Spawned, not forked: a fork would copy the locks of threads, such as the progress bar's.
    context = multiprocessing.get_context("spawn")
    waiting = iter(tasks)
    processes: dict[Connection, SpawnProcess] = {}
    busy: dict[Connection, Task] = {}
    try:
        for _ in range(workers):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs,), daemon=True)
            process.start()
            theirs.close()  # so that the end of the worker is the end of the pipe
            processes[ours] = process
            _hand_out(ours, waiting, busy)
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                task = busy.pop(ready)
                try:
                    answer = ready.recv()
                except (EOFError, ConnectionError):
                    raise _died(processes[ready], task) from None
                if isinstance(answer, BaseException):
                    raise answer
                _hand_out(ready, waiting, busy)
                yield task, answer
    finally:
        for connection, worker in processes.items():
            connection.close()
            worker.terminate()
        for worker in processes.values():
            worker.join()


def _hand_out(
    connection: Connection, waiting: Iterator[Task], busy: dict[Connection, Task]
) -> None:
    task = next(waiting, None)
    if task is not None:
        connection.send(task)
        busy[connection] = task


def _serve(connection: Connection) -> None:
    """A worker's life: tasks in, records out, until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that hands out
    while True:
        try:
            task: Task = connection.recv()
        except EOFError:
            return
        try:
            answer: Record | Exception = task.execute()
        except Exception as error:  # told where the tasks come from
            answer = error
        try:
            connection.send(answer)
        except (BrokenPipeError, ConnectionError):
            return


def _died(process: SpawnProcess, task: Task) -> InputError:
    process.join(timeout=1)
    name, runner, _, seed, _ = task.key
    return InputError(
        f"a worker died on {name} with {runner}, seed {seed} (exit code {process.exitcode})",
        remedy="use fewer workers if memory ran out; the same command with --output goes on"
        " where it stopped",
    )
