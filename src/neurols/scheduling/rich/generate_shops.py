"""Generators of flexible job shops in the manner of the published families.

All are deterministic in their seeds on every platform: no NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from neurols.errors import InputError
from neurols.scheduling.rich.instance import Job, Machine, Operation, RichScheduling
from neurols.scheduling.rich.read_fjs import chains

_MOST_OPERATIONS = 1_000_000
Modes = tuple[tuple[int, int], ...]


def brandimarte(
    jobs: int,
    machines: int,
    seed: int,
    name: str | None = None,
    *,
    operations: tuple[int, int] | None = None,
    most_modes: int | None = None,
    durations: tuple[int, int] = (1, 20),
) -> RichScheduling:
    """Jobs of different length; every operation has 1 to ``most_modes`` machines, drawn at random,
    each with a duration of its own.

    P. Brandimarte, "Routing and scheduling in a flexible job shop by tabu search", Annals of
    Operations Research 41 (1993).

    Args:
        jobs: number of jobs.
        machines: number of machines.
        seed: of the random numbers.
        name: name of the instance.
        operations: least and greatest number of operations of a job; by default around the number
            of machines.
        most_modes: most machines of an operation; by default a third of the machines, at least 2.
        durations: least and greatest duration.
    """
    few, many = operations or (max(1, machines - 2), machines + 2)
    check_size(jobs, machines, many)
    most = min(machines, most_modes or max(2, machines // 3))
    rng = Random(seed)

    def job(_: int) -> list[Modes]:
        return [
            tuple(
                (machine, rng.randint(*durations))
                for machine in sorted(rng.sample(range(machines), rng.randint(1, most)))
            )
            for _ in range(rng.randint(few, many))
        ]

    return _flexible(name or f"brandimarte-{jobs}x{machines}-{seed}", jobs, machines, job)


_HURINK = {"edata": 0.15, "rdata": 1.0, "vdata": 0.0}
"""Mean number of machines of an operation beside its own; of ``vdata`` half of all machines."""


def hurink(
    jobs: int,
    machines: int,
    seed: int,
    name: str | None = None,
    *,
    kind: str = "rdata",
    durations: tuple[int, int] = (1, 99),
) -> RichScheduling:
    """A job shop in which every job visits all machines, and some of the operations may run on
    other machines as well, as long as on their own.

    J. Hurink, B. Jurisch, M. Thole, "Tabu search for the job-shop scheduling problem with
    multi-purpose machines", OR Spektrum 15 (1994).

    Args:
        jobs: number of jobs.
        machines: number of machines.
        seed: of the random numbers.
        name: name of the instance.
        kind: ``edata`` (few operations have a second machine), ``rdata`` (two machines on average)
            or ``vdata`` (half of the machines on average).
        durations: least and greatest duration.
    """
    if kind not in _HURINK:
        raise InputError(f"unknown kind {kind!r}", remedy=f"use {', '.join(_HURINK)}")
    check_size(jobs, machines, machines)
    rng = Random(seed)
    further = _HURINK[kind] if kind != "vdata" else max(0.0, machines / 2 - 1)
    most = {"edata": 2, "rdata": 3, "vdata": max(2, 4 * machines // 5)}[kind]

    def modes(own: int) -> Modes:
        count = min(_around(rng, further), most - 1, machines - 1)
        others = rng.sample([machine for machine in range(machines) if machine != own], count)
        duration = rng.randint(*durations)
        return tuple((machine, duration) for machine in sorted([own, *others]))

    def job(_: int) -> list[Modes]:
        return [modes(own) for own in rng.sample(range(machines), machines)]

    return _flexible(name or f"hurink-{kind}-{jobs}x{machines}-{seed}", jobs, machines, job)


def dauzere_paulli(
    jobs: int,
    machines: int,
    seed: int,
    name: str | None = None,
    *,
    flexibility: float = 0.3,
    operations: tuple[int, int] = (15, 25),
    durations: tuple[int, int] = (10, 100),
) -> RichScheduling:
    """Long jobs that come back to machines; every further machine can do an operation with
    probability ``flexibility``, at a duration of its own.

    S. Dauzère-Pérès, J. Paulli, "Solving the general multiprocessor job-shop scheduling problem",
    report 182, Rotterdam School of Management (1994).

    Args:
        jobs: number of jobs.
        machines: number of machines.
        seed: of the random numbers.
        name: name of the instance.
        flexibility: probability that a further machine can do an operation: 0.1, 0.3 or 0.5.
        operations: least and greatest number of operations of a job.
        durations: least and greatest duration.
    """
    check_size(jobs, machines, operations[1])
    rng = Random(seed)

    def modes() -> Modes:
        own = rng.randrange(machines)
        able = [m for m in range(machines) if m == own or rng.random() < flexibility]
        return tuple((machine, rng.randint(*durations)) for machine in able)

    def job(_: int) -> list[Modes]:
        return [modes() for _ in range(rng.randint(*operations))]

    return _flexible(name or f"dauzere-paulli-{jobs}x{machines}-{seed}", jobs, machines, job)


def behnke_geiger(
    jobs: int,
    machines: int,
    seed: int,
    name: str | None = None,
    *,
    operations: int = 5,
    durations: tuple[int, int] = (10, 50),
) -> RichScheduling:
    """Many machines in work centres of a few alike: every job passes all centres in an order of its
    own, and any machine of a centre can do its operation, in a time that differs a little.

    D. Behnke, M. J. Geiger, "Test instances for the flexible job shop scheduling problem with work
    centers", Helmut-Schmidt-Universität Hamburg (2012).

    Args:
        jobs: number of jobs.
        machines: number of machines.
        seed: of the random numbers.
        name: name of the instance.
        operations: of every job, and so the number of work centres.
        durations: least and greatest mean duration.
    """
    check_size(jobs, machines, operations)
    rng = Random(seed)
    centres = min(operations, machines)
    members = [list(range(centre, machines, centres)) for centre in range(centres)]

    def modes(centre: int) -> Modes:
        mean = rng.randint(*durations)
        spread = max(1, mean // 10)
        return tuple(
            (machine, max(1, mean + rng.randint(-spread, spread))) for machine in members[centre]
        )

    def job(_: int) -> list[Modes]:
        return [modes(centre) for centre in rng.sample(range(centres), centres)]

    return _flexible(name or f"behnke-geiger-{jobs}x{machines}-{seed}", jobs, machines, job)


def job_shop(
    jobs: int,
    machines: int,
    seed: int,
    name: str | None = None,
    *,
    durations: tuple[int, int] = (1, 99),
) -> RichScheduling:
    """A classical job shop to add setups, dates and calendars to: every job visits all machines.

    Args:
        jobs: number of jobs.
        machines: number of machines.
        seed: of the random numbers.
        name: name of the instance.
        durations: least and greatest duration.
    """
    check_size(jobs, machines, machines)
    rng = Random(seed)

    def job(_: int) -> list[Modes]:
        order = rng.sample(range(machines), machines)
        return [((machine, rng.randint(*durations)),) for machine in order]

    return _flexible(name or f"job-shop-{jobs}x{machines}-{seed}", jobs, machines, job)


def check_size(jobs: int, machines: int, operations: int) -> None:
    """Refuse sizes that no shop has, or that only a slip explains.

    Raises:
        InputError: names the size.
    """
    if jobs < 1 or machines < 1 or operations < 1:
        raise InputError(
            f"{jobs} jobs of {operations} operations on {machines} machines make no shop",
            remedy="give one or more of each",
        )
    if jobs * operations > _MOST_OPERATIONS:
        raise InputError(
            f"{jobs} jobs of {operations} operations are too many",
            remedy=f"give at most {_MOST_OPERATIONS:,} operations",
        )


def in_rows(name: str, rows: Sequence[Sequence[Modes]], machines: int) -> RichScheduling:
    """Jobs whose operations follow each other, given by their modes."""
    operations = tuple(Operation(j, modes) for j, row in enumerate(rows) for modes in row)
    return RichScheduling(
        name=name,
        machines=tuple(Machine() for _ in range(machines)),
        jobs=tuple(Job() for _ in rows),
        operations=operations,
        precedences=chains(operations),
    )


def _flexible(
    name: str, jobs: int, machines: int, job: Callable[[int], list[Modes]]
) -> RichScheduling:
    return in_rows(name, [job(number) for number in range(jobs)], machines)


def _around(rng: Random, mean: float) -> int:
    """A count from 0 to twice the mean, ``mean`` on average."""
    whole = int(2 * mean)
    rest = 2 * mean - whole
    if whole == 0:
        return int(rng.random() < mean)
    return rng.randint(0, whole) + (rng.random() < rest / 2)
