"""Jobs over processes of this machine. A worker's death is noticed, and none is left behind."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from neurols.cluster.executor import RETRIES, Job, Outcome, WorkerLost


class Processes:
    """An ``Executor`` with so many processes, started as there is work for them."""

    def __init__(self, workers: int, retries: int = RETRIES) -> None:
        self.workers = workers
        self._retries = retries

    def run(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        crew = _Crew(self.workers, self._retries)
        try:
            yield from crew.carry_out(iter(jobs))
        finally:
            crew.dismiss()


class _Crew:
    """The workers of one run: who is there, and who has what."""

    def __init__(self, workers: int, retries: int) -> None:
        # Spawned, not forked: a fork would copy the locks of threads, such as the progress bar's.
        self._context = multiprocessing.get_context("spawn")
        self._most = workers
        self._retries = retries
        self._processes: dict[Connection, SpawnProcess] = {}
        self._idle: list[Connection] = []
        self._busy: dict[Connection, tuple[Job, int]] = {}
        self._again: deque[tuple[Job, int]] = deque()

    def carry_out(self, jobs: Iterator[Job]) -> Iterator[Outcome]:
        while True:
            while len(self._busy) < self._most:
                given = self._again.popleft() if self._again else _first_attempt(jobs)
                if given is None:
                    break
                refused = self._hand_out(*given)
                if refused is not None:
                    yield refused
            if not self._busy:
                return
            for ready in wait(list(self._busy)):
                assert isinstance(ready, Connection)
                outcome = self._receive(ready)
                if outcome is not None:
                    yield outcome

    def _hand_out(self, job: Job, attempt: int) -> Outcome | None:
        """Give a job to an idle or a new worker; its outcome where it cannot travel."""
        try:
            message = pickle.dumps(job)
        except Exception as error:
            return Outcome(job, error=error)
        worker = self._idle.pop() if self._idle else self._hire()
        self._busy[worker] = (job, attempt)
        with suppress(OSError):  # it has died meanwhile: told by `_receive`
            worker.send_bytes(message)
        return None

    def _receive(self, worker: Connection) -> Outcome | None:
        """A worker's answer; None where it died and the job is to be tried again."""
        job, attempt = self._busy.pop(worker)
        try:
            value, error = worker.recv()
        except (EOFError, OSError):
            code = self._bury(worker)
            if attempt <= self._retries:
                self._again.append((job, attempt + 1))
                return None
            lost = WorkerLost(f"a worker died of it {attempt} times (exit code {code})")
            return Outcome(job, error=lost, attempts=attempt)
        self._idle.append(worker)
        return Outcome(job, value, error, attempts=attempt)

    def _hire(self) -> Connection:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs,), daemon=True)
        process.start()
        theirs.close()  # so that the end of the worker is the end of the pipe
        self._processes[ours] = process
        return ours

    def _bury(self, worker: Connection) -> int | None:
        process = self._processes.pop(worker)
        worker.close()
        process.join(timeout=1)
        return process.exitcode

    def dismiss(self) -> None:
        """End all workers, whatever they do."""
        for worker, process in self._processes.items():
            worker.close()
            process.terminate()
        for process in self._processes.values():
            process.join()


def _first_attempt(jobs: Iterator[Job]) -> tuple[Job, int] | None:
    job = next(jobs, None)
    return None if job is None else (job, 1)


def _serve(connection: Connection) -> None:
    """A worker's life: jobs in, answers out, until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that hands out
    while True:
        try:
            message = connection.recv_bytes()
        except EOFError:
            return
        try:
            connection.send(_answer(message))
        except (BrokenPipeError, ConnectionError):
            return


def _answer(message: bytes) -> tuple[Any, Exception | None]:
    try:
        value = pickle.loads(message)()
        pickle.dumps(value)
        return value, None
    except Exception as error:
        return None, portable(error)


def portable(error: Exception) -> Exception:
    """The error, or one that says the same, fit for travelling."""
    try:
        pickle.loads(pickle.dumps(error))
        return error
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
