"""What an adapter is asked and what it answers, and the clock that all of them run by."""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from neurols.errors import InputError

WALL_FACTOR = 20.0
"""A peer is stopped by CPU time; this many times as long on the wall is the last resort, for a
machine so busy that the CPU seconds never come."""


class Clock:
    """Seconds since the solver was called: CPU seconds of this process, or wall-clock seconds."""

    def __init__(self, limit: float, wall: bool = False) -> None:
        self.limit = limit
        self._now = time.perf_counter if wall else time.process_time
        self._started = self._now()

    def used(self) -> float:
        return self._now() - self._started

    def expired(self) -> bool:
        return self.used() >= self.limit


@dataclass(slots=True)
class Trace:
    """Improvements of the best cost, with the seconds at which they came."""

    clock: Clock
    points: list[tuple[float, float]] = field(default_factory=list)

    def add(self, cost: float) -> None:
        """Note a cost, if it is better than all before."""
        if not self.points or cost < self.points[-1][1]:
            self.points.append((self.clock.used(), cost))


class Answer(NamedTuple):
    """What a peer found. Costs are told by the checker, not by the peer."""

    solution: dict[str, Any] | None
    """In the form that the checker takes; None where the time was too short for any."""
    cpu_seconds: float
    trace: list[tuple[float, float]] = []  # noqa: RUF012  # never changed
    iterations: int = 0
    """The peer's own count; 0 where it has none that means anything."""
    proven: bool = False
    """Whether the peer proved the solution optimal."""


class Adapter(Protocol):
    """Another solver: a module in the folder of a problem, which names it (``Problem.peers``).

    With a function ``unknown_constraints(instance)`` a module tells what its solver does not know
    of an instance; empty where it knows all.
    """

    PACKAGE: str
    """The Python module that tells whether the solver is installed."""
    OPTIONS: Mapping[str, tuple[str, ...]]
    """Names of options, each with its values, the default first."""
    BY_ITERATIONS: bool
    """Whether it can be stopped after a number of iterations."""

    def solve(self, instance: Any, limit: Limit, seed: int, options: Mapping[str, str]) -> Answer:
        """Solve in a process where nothing else runs."""


class Limit(NamedTuple):
    """How long a peer may run: seconds, or its own iterations."""

    seconds: float | None
    iterations: int | None = None
    wall: bool = False
    """Whether the seconds are of the wall clock instead of CPU time."""

    def clock(self, workers: int = 1) -> Clock:
        """The clock of a solver with so many threads."""
        seconds = float("inf") if self.seconds is None else self.seconds
        return Clock(seconds if self.wall else seconds * workers, self.wall)


def package(module: str) -> Any:
    """An optional module; told in one line where it is missing."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise InputError(
            f"the peer's package {module.partition('.')[0]!r} cannot be imported ({error})",
            remedy="pip install 'neurols[peers]'",
        ) from None


@contextmanager
def stopping(clock: Clock, stop: Callable[[], object], every: float = 0.005) -> Iterator[None]:
    """Call ``stop`` from a thread once the time is used up, for a solver that lets others run.

    The limits that solvers offer themselves are wall time: on a busy machine they would get less.
    """
    done = threading.Event()

    def watch() -> None:
        while not done.wait(min(every, max(0.0005, clock.limit - clock.used()))):
            if clock.expired():
                stop()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
