"""Contestants of a benchmark: the protocol that each meets, and controllers as contestants."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.benchmark.suites import Case
    from neurols.registry import Instance

Record = dict[str, Any]
"""One run: the keys of ``solve --json``, ``group``, and what ``EXTRA_KEYS`` names."""

Key = tuple[str, str, str, int, str | None]
"""Instance, contestant, budget, seed, and the fingerprint of the instance's data. Records of
earlier versions have no fingerprint: they count in reports, not when a benchmark is resumed."""

EXTRA_KEYS = ("budget", "cpu_seconds", "network_seconds", "version", "fingerprint", "trace")
"""Keys of the records in a file that ``bench --json`` leaves out; its contract is narrower."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunBudget:
    """How long each run may take on one core: steps, wall-clock seconds or CPU seconds."""

    iterations: int | None = None
    time_limit: float | None = None
    cpu_limit: float | None = None

    def __post_init__(self) -> None:
        given = (self.iterations, self.time_limit, self.cpu_limit)
        if sum(limit is not None for limit in given) != 1:
            raise InputError(
                "a benchmark needs one budget",
                remedy="give one of --iterations, --time and --cpu-time",
            )
        if self.iterations is not None and self.iterations < 0:
            raise InputError(
                f"the number of iterations is {self.iterations}", remedy="give 0 or more"
            )
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise InputError(f"the time is {self.seconds}", remedy="give seconds above 0")

    @property
    def seconds(self) -> float | None:
        """The limit of seconds, of either kind."""
        return self.time_limit if self.cpu_limit is None else self.cpu_limit

    def __str__(self) -> str:
        if self.iterations is not None:
            return f"{self.iterations} iterations"
        return f"{self.seconds:g} {'s' if self.cpu_limit is None else 'CPU s'}"

    def options(self) -> list[str]:
        """The budget as options of the command line."""
        if self.iterations is not None:
            return ["--iterations", str(self.iterations)]
        return ["--time" if self.cpu_limit is None else "--cpu-time", f"{self.seconds:g}"]


class Runner(Protocol):
    """A contestant. It travels to worker processes, so it must be fit for pickling."""

    @property
    def name(self) -> str:
        """Name in tables; with instance, budget and seed it tells the records apart."""

    def run(self, instance: Instance, budget: RunBudget, seed: int) -> Record:
        """Solve on one core and report, with a solution that the checker has passed."""


@dataclass(frozen=True, slots=True)
class ControllerRunner:
    """A controller of this library, by its specification."""

    name: str

    @classmethod
    def of(cls, spec: str) -> ControllerRunner:
        """A runner whose name has one spelling, however the specification was written."""
        from neurols.search.spec import parse_spec

        return cls(str(parse_spec(spec)))

    def check(self, instance: Instance) -> None:
        """Refuse an unknown controller or option before the first run, not in the midst."""
        from neurols.menu import Menu
        from neurols.registry import problem_of
        from neurols.search.controllers import resolve

        problem = problem_of(instance)
        resolve(self.name, problem, Menu.of(problem, instance), instance=instance)

    def run(self, instance: Instance, budget: RunBudget, seed: int) -> Record:
        import time

        from neurols.benchmark.anytime import thinned
        from neurols.search.solve import solve

        deciding = network_seconds()
        cpu, wall = time.process_time(), time.perf_counter()
        result = solve(
            instance,
            controller=self.name,
            iterations=budget.iterations,
            time_limit=budget.time_limit,
            cpu_limit=budget.cpu_limit,
            seed=seed,
            searches=1,
            threads=1,
        )
        share = 1.0
        if budget.time_limit is None:
            # The search notes wall time; on a busy machine less of it is its own.
            share = min(1.0, (time.process_time() - cpu) / (time.perf_counter() - wall))
        trace = [(point.seconds * share, point.cost) for point in result.trace]
        return {
            **result.to_json(),
            "cpu_seconds": round(result.cpu_seconds, 6),
            "network_seconds": round(network_seconds() - deciding, 6),
            "trace": thinned(trace),
        }


@dataclass(frozen=True, slots=True)
class ConstructionRunner:
    """A construction alone: the solution that a search would start from."""

    construction: str

    @property
    def name(self) -> str:
        return f"construction:{self.construction}"

    def run(self, instance: Instance, budget: RunBudget, seed: int) -> Record:
        from neurols.search.solve import solve

        result = solve(
            instance,
            controller="hill-climbing",
            iterations=0,
            construction=self.construction,
            seed=seed,
            searches=1,
            threads=1,
        )
        return {**result.to_json(), "cpu_seconds": round(result.cpu_seconds, 6)}


def network_seconds() -> float:
    """CPU seconds that policies of this process have taken so far; 0 where none was loaded."""
    module = sys.modules.get("neurols.policy.controller")
    return 0.0 if module is None else float(module.METER.seconds)


class Task(NamedTuple):
    """One run to do."""

    runner: Runner
    case: Case
    budget: RunBudget
    seed: int

    @property
    def key(self) -> Key:
        """What tells this run apart from all others."""
        return (
            *(self.case.name, self.runner.name, str(self.budget), self.seed),
            self.case.fingerprint,
        )

    def __call__(self) -> Record:
        """Run it. The record says whose it is in the task's own words.

        Raises:
            KeyboardInterrupt: the search was interrupted; what it has then is no result here.
        """
        import neurols

        record = self.runner.run(self.case.instance, self.budget, self.seed)
        if record["stopped_by"] == "interrupted":
            raise KeyboardInterrupt
        return {
            "version": neurols.__version__,  # a peer's record tells its own
            **record,
            "fingerprint": self.case.fingerprint,
            "controller": self.runner.name,
            "seed": self.seed,
            "group": self.case.group,
            "budget": str(self.budget),
        }


def key_of(record: Record) -> Key:
    """The key of the task that a record came from."""
    return (
        *(record["instance"], record["controller"], record["budget"], record["seed"]),
        record.get("fingerprint"),
    )
