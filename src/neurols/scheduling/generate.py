"""Generators of job shops: Taillard's, random ones from job shop to flow shop, general shops.

All are deterministic in their seeds, on every platform: integer arithmetic only, no NumPy.
"""

from __future__ import annotations

from random import Random

from neurols.errors import InputError
from neurols.scheduling.instance import JobShop

_MODULUS = 2**31 - 1
_FACTOR = 16807
_MOST_OPERATIONS = 1_000_000  # seconds to write; a slip of the finger would take hours


class _TaillardRandom:
    """The linear congruential generator of Taillard (1993), after Bratley, Fox and Schrage."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def uniform(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        self._state = self._state * _FACTOR % _MODULUS
        return low + self._state * (high - low + 1) // _MODULUS


def taillard(
    jobs: int, machines: int, time_seed: int, machine_seed: int, name: str | None = None
) -> JobShop:
    """Taillard's instance: durations 1 to 99, every job visits every machine once.

    E. Taillard, "Benchmarks for basic scheduling problems", European Journal of Operational
    Research 64 (1993): durations job by job from one seed, then each job's machine order by
    swaps from the other seed.
    """
    _check_size(jobs, machines)
    for seed, what in ((time_seed, "time seed"), (machine_seed, "machine seed")):
        if not 0 < seed < _MODULUS:
            raise InputError(
                f"the {what} {seed} is not in 1 to {_MODULUS - 1}", remedy="choose another seed"
            )
    numbers = _TaillardRandom(time_seed)
    durations = [[numbers.uniform(1, 99) for _ in range(machines)] for _ in range(jobs)]
    numbers = _TaillardRandom(machine_seed)
    shop = []
    for job in range(jobs):
        order = list(range(machines))
        for place in range(machines):
            other = numbers.uniform(place, machines - 1)
            order[place], order[other] = order[other], order[place]
        shop.append(list(zip(order, durations[job], strict=True)))
    return JobShop(shop, name or f"taillard-{jobs}x{machines}-{time_seed}", machines)


def taillard_flow_durations(jobs: int, machines: int, seed: int) -> list[list[int]]:
    """Durations of Taillard's flow shops, a row for each machine: 1 to 99, machine by machine."""
    _check_size(jobs, machines)
    numbers = _TaillardRandom(seed)
    return [[numbers.uniform(1, 99) for _ in range(jobs)] for _ in range(machines)]


def random_shop(
    jobs: int,
    machines: int,
    seed: int,
    low: int = 1,
    high: int = 99,
    name: str | None = None,
    *,
    stages: int = 1,
    wide: bool = False,
) -> JobShop:
    """Every job visits every machine once.

    Args:
        jobs: number of jobs.
        machines: number of machines.
        seed: of the random numbers.
        low: least duration.
        high: greatest duration.
        name: name of the instance.
        stages: groups of machines that all jobs pass one after the other, each in random order:
            1 is a job shop, as many as machines a flow shop, and what lies between is flow-like.
        wide: whether durations spread over orders of magnitude (each power of two between low
            and high equally often) instead of uniformly.
    """
    _check_size(jobs, machines)
    _check_durations(low, high)
    if not 1 <= stages <= machines:
        raise InputError(
            f"{machines} machines do not fall into {stages} stages",
            remedy="give 1 stage to as many as machines",
        )
    rng = _generator(seed)
    shop = []
    for _ in range(jobs):
        order = list(range(machines))
        rng.shuffle(order)
        order.sort(key=lambda machine: machine * stages // machines)
        shop.append([(machine, _duration(rng, low, high, wide)) for machine in order])
    return JobShop(shop, name or f"jobshop-{jobs}x{machines}-{seed}", machines)


def general_shop(
    jobs: int,
    machines: int,
    seed: int,
    *,
    shortest: int = 1,
    longest: int | None = None,
    recirculation: bool = True,
    flow: bool = False,
    zero_share: float = 0.1,
    low: int = 1,
    high: int = 99,
    wide: bool = False,
    name: str | None = None,
) -> JobShop:
    """A shop off the beaten track: what real plants have and the benchmarks do not.

    Args:
        jobs: number of jobs.
        machines: number of machines; some may stay unvisited.
        seed: of the random numbers.
        shortest: least number of operations of a job.
        longest: greatest number of operations of a job; by default ``machines``, and half as
            many again with recirculation.
        recirculation: whether a job may come back to a machine.
        flow: whether all jobs visit machines by rising number, as in a flow shop.
        zero_share: share of operations that take no time.
        low: least duration of the others.
        high: greatest duration.
        wide: whether durations spread over orders of magnitude (each power of two between low
            and high equally often) instead of uniformly.
        name: name of the instance.
    """
    _check_size(jobs, machines)
    _check_durations(low, high)
    rng = _generator(seed)
    most = longest if longest is not None else machines + recirculation * (machines // 2)
    if not 1 <= shortest <= most or not (recirculation or most <= machines):
        raise InputError(
            f"jobs of {shortest} to {most} operations do not go with {machines} machines",
            remedy="let shortest be 1 to longest, and longest at most machines unless jobs may"
            " come back",
        )
    if not 0 <= zero_share <= 1:
        raise InputError(f"zero_share {zero_share} is not in 0 to 1", remedy="give a share")
    shop = []
    for _ in range(jobs):
        length = rng.randint(shortest, most)
        if recirculation:
            order = [rng.randrange(machines) for _ in range(length)]
        else:
            order = rng.sample(range(machines), length)
        if flow:
            order.sort()
        shop.append(
            [
                (machine, 0 if rng.random() < zero_share else _duration(rng, low, high, wide))
                for machine in order
            ]
        )
    return JobShop(shop, name or f"general-{jobs}x{machines}-{seed}", machines)


def _duration(rng: Random, low: int, high: int, wide: bool) -> int:
    if not wide:
        return rng.randint(low, high)
    # Bit lengths instead of logarithms: the same figures whatever the mathematics library.
    bits = rng.randint(low.bit_length(), high.bit_length())
    return rng.randint(max(low, 2**bits >> 1), min(high, 2**bits - 1))


def _generator(seed: int) -> Random:
    if seed < 0:  # Random takes -1 for 1, which would make two names for one instance
        raise InputError(f"the seed {seed} is negative", remedy="give a seed from 0")
    return Random(seed)


def _check_size(jobs: int, machines: int) -> None:
    if jobs < 1 or machines < 1:
        raise InputError(
            f"a shop of {jobs} jobs and {machines} machines cannot be generated",
            remedy="ask for at least one job and one machine",
        )
    if jobs * machines > _MOST_OPERATIONS:
        raise InputError(
            f"a shop of {jobs} jobs and {machines} machines is too large to be generated",
            remedy=f"ask for at most {_MOST_OPERATIONS:,} operations",
        )


def _check_durations(low: int, high: int) -> None:
    if not 0 <= low <= high:
        raise InputError(
            f"durations from {low} to {high} cannot be drawn", remedy="let 0 <= low <= high"
        )
