"""A worker: takes jobs from the store one by one and solves them."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from neurols.errors import NeurolsError
from neurols.serve.decisions import decisions_form
from neurols.serve.store import DONE, FAILED, STOPPED, Store, Wish

_IDLE = 0.2  # seconds between two looks into an empty queue
_NOTE = 0.25  # seconds between two notes of a running job
_LEAST = 0.05  # seconds of a search
_POINTS = 2000  # of the trace that are kept
_ERROR = 4000  # characters
_EXAMPLES = 8  # of a problem


def work(address: str, name: str) -> None:
    """Solve jobs as long as the service lives that started this process."""
    store = Store(address)
    while not orphaned():
        job = store.claim(name)
        if job is None:
            time.sleep(_IDLE)
            continue
        run(store, job)


def orphaned() -> bool:
    """Whether the service that started this process is gone, killed without a chance to say so."""
    service = multiprocessing.parent_process()
    return service is not None and not service.is_alive()


def run(store: Store, job: dict[str, Any]) -> None:
    """Solve one job, from its best plan where it has one; what is found is noted as it comes."""
    try:
        _Run(store, job).search()
    except NeurolsError as error:
        store.note(job["id"], state=FAILED, error=str(error)[:_ERROR])
    except Exception as error:  # no error of a job ends the worker
        told = f"{type(error).__name__}: {error}"
        store.note(job["id"], state=FAILED, error=f"a fault of the program: {told}"[:_ERROR])


class _Run:
    """The searches of a job, one after the other while its time limit is raised."""

    def __init__(self, store: Store, job: dict[str, Any]) -> None:
        self._store = store
        self._job = job
        self._number: str = job["id"]
        self._trace: list[list[float]] = list(job["trace"])
        self._before = float(job["used"])  # seconds of the searches that are over
        self._steps = int(job["iterations"])
        self._wish = Wish("", float(job["settings"]["seconds"]))
        self._noted = 0.0
        self._origin: float | None = None  # of the running search's own seconds
        self._new: dict[str, Any] = {}

    def search(self) -> None:
        """Search until the time is up or the user says so, and note the result."""
        from neurols import __version__
        from neurols.search.solve import solve

        instance = instance_of(self._job)
        settings = self._job["settings"]
        searches = 0
        while True:
            self._noted, self._origin = 0.0, None
            result = solve(
                instance,
                controller=settings["controller"],
                time_limit=max(_LEAST, self._wish.seconds - self._before),
                seed=settings["seed"] + searches,
                searches=1,
                threads=1,
                initial=self._job["plan"],
                on_progress=self._on_progress,
                on_solution=self._on_solution,
                on_decisions=self._on_decisions,
            )
            searches += 1
            self._on_solution(result.solution, result.cost)
            self._before = self._seconds()
            self._steps += result.iterations
            self._note(used=self._before, iterations=self._steps)
            more = self._wish.seconds - self._before > _LEAST
            if self._wish.word or result.stopped_by != "time" or not more:
                break
        record = result.to_json() | {"version": __version__}
        del record["solution"]
        if self._wish.word != "delete":
            state = STOPPED if self._wish.word == "stop" else DONE
            self._store.note(self._number, state=state, result=record, wish="")

    def _seconds(self) -> float:
        """Of search so far."""
        origin = self._origin
        return round(self._before + (0 if origin is None else time.monotonic() - origin), 3)

    def _note(self, **values: Any) -> None:
        new, self._new = self._new | values, {}
        self._wish = self._store.note(self._number, **new)

    def _on_progress(self, seen: Any) -> None:
        if self._origin is None:
            self._origin = time.monotonic() - seen.seconds
        if seen.seconds - self._noted < _NOTE or self._wish.word:
            return
        self._noted = seen.seconds
        if orphaned():  # the next service goes on from the best plan
            self._store.give_back([str(self._job["worker"])])
            os._exit(1)
        self._note(used=self._before + seen.seconds, iterations=self._steps + seen.iterations)
        if self._wish.word or self._wish.seconds <= self._seconds():
            raise KeyboardInterrupt  # the search ends, and its best solution counts

    def _on_solution(self, solution: Any, cost: float) -> None:
        job = self._job
        if job["cost"] is not None and cost >= job["cost"]:
            return
        job["cost"], job["plan"] = cost, solution.to_json()
        self._trace.append([self._seconds(), cost])
        self._store.note(self._number, cost=cost, plan=job["plan"], trace=self._trace[-_POINTS:])

    def _on_decisions(self, seen: Any) -> None:
        self._new["decisions"] = decisions_form(seen)


def instance_of(job: dict[str, Any]) -> Any:
    """The instance of a job, read from the file as it was sent."""
    return read_upload(job["file"], job["data"])


def examples() -> list[str]:
    """Names of built-in instances that need no file and no network."""
    from neurols.registry import problems

    return [name for one in problems().values() for name in list(one.names())[:_EXAMPLES]]


def read_upload(name: str, data: bytes) -> Any:
    """The instance in a file that somebody sent. Of its name the last suffix alone is used; without
    any data it is one of the examples."""
    import neurols

    if not data:
        if name not in examples():
            raise neurols.InputError(
                "the file is empty, and its name is no example", remedy="fill it in"
            )
        return neurols.load(name)
    suffix = Path(name).suffix.lower()
    clean = suffix if suffix[1:].isalnum() and len(suffix) <= 9 else ""
    with tempfile.TemporaryDirectory(prefix="neurols-") as folder:
        path = Path(folder) / f"instance{clean}"
        path.write_bytes(data)
        return neurols.read(path)
