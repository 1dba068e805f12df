"""``RichScheduling``: the immutable data of a machine-scheduling problem with any mix of
constraints.

Jobs, operations, machines and families are numbered from 0; times are whole numbers.

Rules of a schedule, the same for the core, the checker and every table:

* Every operation runs in exactly one of its modes. It starts no earlier than its job's release
  date and its own ``earliest_start``, and after each of its predecessors: ``end(a) + min_lag <=
  start(b)``, and ``start(b) <= end(a) + max_lag`` where there is one.
* A machine does one operation at a time. Between a and the next operation b on the machine lies
  the setup from a's family to b's: its work takes place after a's end and before b's start, and
  may be done before b's predecessors have ended. The first operation waits for the setup from the
  machine's initial family, from ``available_from`` on; before that time the machine does nothing.
* Breaks of a machine forbid work. An operation that may not pause lies between two breaks; one
  that may pause starts outside of breaks and is longer by the breaks in between (its end lies at
  the end of its work). A setup lies between two breaks as well, unless ``setup_during_breaks``; it
  is done at the first such place after a's end.
* A blocking machine is held by an operation until its job's next operations start: neither the
  setup for the machine's next operation nor that operation starts before all direct successors of
  the operation in its own job have started.
* In a permutation shop all machines see the jobs in the same order: any two jobs that visit two
  machines both come to them (first visits count) in the same order.
* Deadlines hold: no job ends after its deadline.
* Schedules are semi-active: for its order of operations on machines every operation starts as
  early as these rules allow.

The end of a job is the latest end of its operations. Objective: the weighted sum of the terms in
``Objective``; jobs without a due date are never late.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from neurols.tables.clock import Clock


@dataclass(frozen=True)
class Machine:
    """A machine that does one operation at a time."""

    name: str = ""
    breaks: tuple[tuple[int, int], ...] = ()
    """(start, end) of times without work, in increasing order and apart from each other."""
    setup_during_breaks: bool = False
    initial_family: int | None = None
    """What the machine is set up for at time 0; None: the first operation needs no setup."""
    setups: tuple[tuple[int, ...], ...] = ()
    """``setups[a][b]`` is the setup time from family a to family b on this machine; empty for
    none."""
    blocking: bool = False
    available_from: int = 0
    """Neither work nor setup takes place before."""


@dataclass(frozen=True)
class Job:
    """Operations that belong together, with the dates that their objective is about."""

    name: str = ""
    release_date: int = 0
    due_date: int | None = None
    deadline: int | None = None
    weight: float = 1


@dataclass(frozen=True)
class Operation:
    """One piece of work, on one of several machines."""

    job: int
    modes: tuple[tuple[int, int], ...]
    """(machine, duration) pairs, at most one per machine."""
    family: int | None = None
    """For setups; None: no setup before or after it."""
    may_pause: bool = False
    name: str = ""
    earliest_start: int = 0
    """A release date of its own, on top of the job's."""


@dataclass(frozen=True)
class Precedence:
    """``before`` ends at least ``min_lag`` and at most ``max_lag`` before ``after`` starts."""

    before: int
    after: int
    min_lag: int = 0
    max_lag: int | None = None


@dataclass(frozen=True)
class Objective:
    """Weights of the terms of the cost; the default is the makespan. Job weights are those of
    the jobs."""

    makespan: float = 0
    total_tardiness: float = 0
    weighted_tardiness: float = 0
    total_completion: float = 0
    weighted_completion: float = 0
    flow_time: float = 0
    """Sum over the jobs of end minus release date."""
    weighted_flow_time: float = 0
    max_lateness: float = 0
    """May be negative: the largest of end minus due date."""
    late_jobs: float = 0
    weighted_late_jobs: float = 0
    setup_time: float = 0
    """Sum of all setup times, initial ones included."""


@dataclass(frozen=True, eq=False)
class RichScheduling:
    """A machine-scheduling problem with any mix of the constraints above."""

    name: str
    machines: tuple[Machine, ...]
    jobs: tuple[Job, ...]
    operations: tuple[Operation, ...]
    """All operations, in any order; ``precedences`` alone says what comes before what."""
    precedences: tuple[Precedence, ...] = ()
    families: tuple[str, ...] = ()
    """Names of the setup families."""
    objective: Objective = field(default_factory=lambda: Objective(makespan=1))
    permutation: bool = False
    best_known: float | None = None
    known_lower_bound: float | None = None
    clock: Clock | None = None
    """What its times mean in clock times and dates, where tables say so."""

    def __post_init__(self) -> None:
        """Check every field.

        Raises:
            InputError: the data make no problem, or no schedule can keep calendars, deadlines and
                lags; the message names machine, job and operation.
        """
        from neurols.scheduling.rich.feasible import check_feasible
        from neurols.scheduling.rich.validation import check_data

        check_data(self)
        check_feasible(self)

    def __repr__(self) -> str:
        return f"RichScheduling({self.name!r}, {self.size}, {len(self.operations)} operations)"

    @property
    def problem(self) -> str:
        """Always ``scheduling``."""
        return "scheduling"

    @property
    def size(self) -> str:
        """Jobs x machines, e.g. ``15x8``."""
        return f"{len(self.jobs)}x{len(self.machines)}"

    @cached_property
    def operations_of(self) -> tuple[tuple[int, ...], ...]:
        """Per job the numbers of its operations, in the order of ``operations``: operation k of
        job j, as files and solutions name it, is ``operations_of[j][k]``."""
        rows: list[list[int]] = [[] for _ in self.jobs]
        for number, operation in enumerate(self.operations):
            rows[operation.job].append(number)
        return tuple(map(tuple, rows))

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Per operation its job and its number k in the job."""
        found = [(0, 0)] * len(self.operations)
        for job, row in enumerate(self.operations_of):
            for k, number in enumerate(row):
                found[number] = (job, k)
        return tuple(found)

    @cached_property
    def lower_bound(self) -> float:
        """A proven lower bound on the cost; see bound.py."""
        from neurols.scheduling.rich.bound import lower_bound

        return lower_bound(self)
