"""A worker: takes jobs from the store one by one and solves them."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from pathlib import Path
from typing import Any

from neurols.errors import NeurolsError
from neurols.serve.store import DONE, FAILED, STOPPED, Store

_IDLE = 0.2  # seconds between two looks into an empty queue
_NOTE = 0.25  # seconds between two notes of a running job
_POINTS = 2000  # of the trace that are kept
_ERROR = 4000  # characters


def work(address: str, name: str) -> None:
    """Solve jobs as long as the service lives; Ctrl-C and SIGTERM end it between two jobs."""
    store = Store(address)
    while not orphaned():
        job = store.claim(name)
        if job is None:
            time.sleep(_IDLE)
            continue
        run(store, job)


def orphaned() -> bool:
    """Whether the service that started this process is gone, killed without a chance to say so.

    The next service gives the job to a worker of its own; two would write into one row.
    """
    service = multiprocessing.parent_process()
    return service is not None and not service.is_alive()


def run(store: Store, job: dict[str, Any]) -> None:
    """Solve one job, from its best plan where it has one; what is found is noted as it comes."""
    number, settings = job["id"], job["settings"]
    trace: list[list[float]] = list(job["trace"])
    used, noted = float(job["used"]), 0.0
    stopped = ""
    origin: float | None = None  # of the search's own seconds

    def seconds() -> float:
        return used if origin is None else round(used + time.monotonic() - origin, 3)

    def on_progress(seen: Any) -> None:
        nonlocal noted, stopped, origin
        origin = origin or time.monotonic() - seen.seconds
        if seen.seconds - noted < _NOTE:
            return
        noted = seen.seconds
        if stopped:
            return
        if orphaned():
            raise SystemExit
        stopped = store.note(number, used=used + seen.seconds, iterations=seen.iterations)
        if stopped:
            raise KeyboardInterrupt  # the search ends, and its best solution counts

    def on_solution(solution: Any, cost: float) -> None:
        if job["cost"] is not None and cost >= job["cost"]:
            return
        job["cost"] = cost
        trace.append([seconds(), cost])
        store.note(number, cost=cost, plan=solution.to_json(), trace=trace[-_POINTS:])

    try:
        instance = instance_of(job)
        from neurols.search.solve import solve

        left = max(0.05, float(settings["seconds"]) - used)
        result = solve(
            instance,
            controller=settings["controller"],
            time_limit=left,
            seed=settings["seed"],
            searches=1,
            threads=1,
            initial=job["plan"],
            on_progress=on_progress,
            on_solution=on_solution,
        )
        on_solution(result.solution, result.cost)
        record = result.to_json()
        del record["solution"]
        state = STOPPED if stopped == "stop" else DONE
        if stopped != "delete":
            store.note(number, state=state, result=record, used=seconds(), wish="",
                       iterations=result.iterations)  # fmt: skip
    except NeurolsError as error:
        store.note(number, state=FAILED, error=str(error)[:_ERROR])
    except Exception as error:  # no error of a job ends the worker
        told = f"{type(error).__name__}: {error}"
        store.note(number, state=FAILED, error=f"a fault of the program: {told}"[:_ERROR])


def instance_of(job: dict[str, Any]) -> Any:
    """The instance of a job, read from the file as it was sent."""
    return read_upload(job["file"], job["data"])


def read_upload(name: str, data: bytes) -> Any:
    """The instance in a file that somebody sent. Of its name the last suffix alone is used."""
    import neurols

    suffix = Path(name).suffix.lower()
    clean = suffix if suffix[1:].isalnum() and len(suffix) <= 9 else ""
    with tempfile.TemporaryDirectory(prefix="neurols-") as folder:
        path = Path(folder) / f"instance{clean}"
        path.write_bytes(data)
        return neurols.read(path)
