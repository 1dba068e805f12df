"""Jobs on a Ray cluster: of one's own machines, on Kubernetes or in a batch system.

Ray is an extra, ``pip install 'neurols[cluster]'``. Every machine needs the same version of
neurols; no folder need be shared, for jobs bring their data and outcomes bring theirs.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
import statistics
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from neurols.cluster.executor import RETRIES, Job, Outcome, WorkerLost
from neurols.cluster.processes import portable
from neurols.errors import InputError

_POLL_SECONDS = 0.5
_COUNT_SECONDS = 5.0
_AHEAD = 2  # jobs handed over per processor, so that none of them waits for this process
_SLOW = 4.0  # times the median, and
_SLOW_SECONDS = 10.0  # so many seconds, after which a job is given to a second machine, too


class RayCluster:
    """An ``Executor`` over the processors of a Ray cluster.

    A job whose worker or machine is lost is handed out again. Where processors are free and a job
    takes far longer than others did, a second one is given the same job, and the first outcome
    counts.
    """

    def __init__(self, address: str = "auto", retries: int = RETRIES) -> None:
        self._ray = _connect(address)
        self._retries = retries
        self._remote = self._ray.remote(num_cpus=1, max_retries=0)(_carry_out)

    @property
    def workers(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        shift = _Shift(self, iter(jobs))
        try:
            yield from shift.hand_out()
            while shift.running:
                yield from shift.collect()
                yield from shift.hand_out()
        finally:
            shift.cancel()


@dataclass
class _Errand:
    """A job on its way, with every attempt that is under way."""

    job: Job
    message: bytes = b""
    attempt: int = 1
    references: list[Any] = field(default_factory=list)
    since: float = 0.0


class _Shift:
    """One run: what is under way, what is to be tried again, and how long jobs take."""

    def __init__(self, home: RayCluster, jobs: Iterator[Job]) -> None:
        self.running: dict[Any, _Errand] = {}
        self._home = home
        self._ray = home._ray
        self._jobs: Iterator[Job] | None = jobs
        self._again: deque[_Errand] = deque()
        self._seconds: deque[float] = deque(maxlen=200)
        self._processors = 1
        self._counted = float("-inf")

    def hand_out(self) -> Iterator[Outcome]:
        """Keep all processors busy; outcomes of jobs that cannot travel."""
        self._count_processors()
        while len(self.running) < _AHEAD * self._processors:
            errand = self._next()
            if errand is None:
                self._double_the_slow()
                return
            try:
                errand.message = errand.message or pickle.dumps(errand.job)
            except Exception as error:
                yield Outcome(errand.job, error=error)
                continue
            self._send(errand)

    def _count_processors(self) -> None:
        """Machines may join and leave while jobs run."""
        now = time.monotonic()
        if now - self._counted > _COUNT_SECONDS:
            self._processors, self._counted = self._home.workers, now

    def _next(self) -> _Errand | None:
        if self._again:
            return self._again.popleft()
        job = None if self._jobs is None else next(self._jobs, None)
        if job is None:
            self._jobs = None
            return None
        return _Errand(job)

    def _send(self, errand: _Errand) -> None:
        from neurols import __version__

        reference = self._home._remote.remote(errand.message, __version__)
        errand.references.append(reference)
        errand.since = time.monotonic()
        self.running[reference] = errand

    def collect(self) -> Iterator[Outcome]:
        """The outcomes that have come in."""
        ready, _ = self._ray.wait(list(self.running), num_returns=1, timeout=_POLL_SECONDS)
        for reference in ready:
            errand = self.running.pop(reference, None)
            if errand is None:  # its twin was faster
                continue
            outcome = self._outcome(reference, errand)
            if outcome is not None:
                yield outcome

    def _outcome(self, reference: Any, errand: _Errand) -> Outcome | None:
        """None where the machine was lost and the job is under way or waits once more."""
        try:
            value, error, host, seconds = self._ray.get(reference)
        except self._ray.exceptions.RayError as lost:
            errand.references.remove(reference)
            if errand.references:  # the twin goes on
                return None
            if errand.attempt <= self._home._retries:
                errand.attempt += 1
                self._again.append(errand)
                return None
            first_line = str(lost).strip().splitlines()[0][:200]
            reason = WorkerLost(f"its machine was lost {errand.attempt} times ({first_line})")
            return Outcome(errand.job, error=reason, attempts=errand.attempt)
        for twin in errand.references:
            if twin != reference:
                self.running.pop(twin, None)
                self._ray.cancel(twin, force=True)
        self._seconds.append(seconds)
        return Outcome(errand.job, value, error, host, errand.attempt)

    def _double_the_slow(self) -> None:
        """Give a second processor what takes far too long, where one is free."""
        if not self._seconds:
            return
        limit = max(_SLOW * statistics.median(self._seconds), _SLOW_SECONDS)
        now = time.monotonic()
        for errand in {id(errand): errand for errand in self.running.values()}.values():
            if len(self.running) >= self._processors:
                return
            if len(errand.references) == 1 and now - errand.since > limit:
                self._send(errand)

    def cancel(self) -> None:
        """End what is under way."""
        for reference in self.running:
            self._ray.cancel(reference, force=True)


def _carry_out(message: bytes, version: str) -> tuple[Any, Exception | None, str, float]:
    """On the other machine: the job's value or error, the machine's name, the seconds it took."""
    import neurols

    began = time.perf_counter()
    host = socket.gethostname()
    if neurols.__version__ != version:
        error: Exception | None = InputError(
            f"neurols {neurols.__version__} is installed on {host}, and {version} here",
            remedy="install the same version on every machine of the cluster",
        )
        return None, error, host, 0.0
    try:
        value, error = pickle.loads(message)(), None
    except Exception as raised:
        value, error = None, portable(raised)
    return value, error, host, time.perf_counter() - began


def _connect(address: str) -> Any:
    """Ray's module, connected to a cluster."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise InputError(
            "a cluster needs Ray, which is not installed",
            remedy="pip install 'neurols[cluster]', or use --workers on this machine",
        ) from None
    if ray.is_initialized():
        return ray
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        if address == "auto":
            try:
                ray.init(address="auto", **quiet)
            except ConnectionError:  # none is running: one on this machine
                ray.init(include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        reason = str(error).strip().splitlines()[0][:200]
        raise InputError(
            f"no Ray cluster answers at {address!r}: {reason}",
            remedy="start one with 'ray start --head', or give --cluster auto",
        ) from None
    return ray
