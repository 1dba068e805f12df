"""Budgets: limits on time and steps, checked and turned into stop rules of the core."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols import _core

DEFAULT_SECONDS = 10.0
_UNLIMITED = 2**63 - 1
MOST_STEPS = 10**18
"""Beyond any budget, and within what the core can count."""

# Of 4 searches and 400,000 steps on ten generated instances, shops did best with 5 rounds (of 1,
# 5 and 20) and routes with 16 (of 1, 4 and 16).
MOST_SEARCHES, MOST_THREADS = 10_000, 1_024
"""Each search holds a solution and its memory, each thread a stack."""

SHARING_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one call of ``solve``; the first one reached ends it."""

    time_limit: float | None = None
    cpu_limit: float | None = None
    iterations: int | None = None
    target: float | None = None
    stagnation: int | None = None
    given: float | None = None
    """The cost of the solution that the search goes on from, where the user has given one."""

    @classmethod
    def checked(
        cls,
        time_limit: float | None,
        cpu_limit: float | None,
        iterations: int | None,
        target: float | None,
        stagnation: int | None,
    ) -> Budget:
        """Refuse what makes no sense; ten seconds where no limit is given at all."""
        for name, value in (("time limit", time_limit), ("CPU limit", cpu_limit)):
            if value is not None and not (value > 0 and math.isfinite(value)):
                raise InputError(f"the {name} is {value}", remedy="give seconds above 0")
        for name, count in (("number of iterations", iterations), ("stagnation", stagnation)):
            if count is not None and not (0 <= count <= MOST_STEPS and count == int(count)):
                shown = count if abs(count) < 10**18 else "beyond reason"
                raise InputError(
                    f"the {name} is {shown}", remedy=f"give a whole number from 0 to {MOST_STEPS:,}"
                )
        if target is not None and math.isnan(target):
            raise InputError("the target cost is not a number")
        if time_limit is None and cpu_limit is None and iterations is None and stagnation is None:
            time_limit = DEFAULT_SECONDS
        return cls(time_limit, cpu_limit, iterations, target, stagnation)

    @property
    def by_time(self) -> bool:
        """Is there a limit of seconds?"""
        return self.time_limit is not None or self.cpu_limit is not None

    def stop_rules(self, share: float, lower_bound: float) -> _core.StopRules:
        """Rules for one search that may use this share of the time.

        No search goes on below a proven bound, even one that the core does not know.
        """
        from neurols import _core

        rules = _core.StopRules()
        if self.time_limit is not None:
            rules.wall_seconds = self.time_limit * share
        if self.cpu_limit is not None:
            rules.cpu_seconds = self.cpu_limit * share
        if self.iterations is not None:
            rules.iterations = int(self.iterations)
        rules.target = lower_bound if self.target is None else max(self.target, lower_bound)
        if self.stagnation is not None:
            rules.stagnation = int(self.stagnation)
        return rules

    def initial_effort(self, seed: int) -> _core.InitialEffort:
        """The whole budget may go into an initial solution, where one is hard to find."""
        from neurols import _core

        limits = [limit for limit in (self.time_limit, self.cpu_limit) if limit is not None]
        steps = [limit for limit in (self.iterations, self.stagnation) if limit is not None]
        return _core.InitialEffort(
            seconds=min(limits, default=math.inf),
            steps=int(min(steps, default=_UNLIMITED)),
            seed=seed,
        )


def available_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Team:
    """How many searches of an instance, how many at once, and whether they share what they find."""

    searches: int
    threads: int
    sharing: bool

    @classmethod
    def checked(
        cls,
        searches: int | None,
        threads: int | None,
        share: bool | None,
        by_time: bool,
        several: bool,
    ) -> Team:
        """By default one search; under a time limit one a thread, and they share.

        `several` is false for a controller that is a user's object: one for each search would be
        needed, and there is but one.
        """
        for name, value, most in (
            ("searches", searches, MOST_SEARCHES),
            ("threads", threads, MOST_THREADS),
        ):
            if value is not None and not 1 <= value <= most:
                shown = value if abs(value) < 10**18 else "beyond reason"
                raise InputError(f"the number of {name} is {shown}", remedy=f"give 1 to {most:,}")
        threads = available_cores() if threads is None else threads
        if searches is None:
            searches = threads if by_time and several else 1
        return cls(searches, min(threads, searches), by_time if share is None else share)

    @property
    def share_of_time(self) -> float:
        """What each search may use of the time, where they take turns."""
        return 1 / math.ceil(self.searches / self.threads)

    @property
    def rounds(self) -> int:
        """Equal parts of the budget, after each of which the searches share."""
        return SHARING_ROUNDS if self.sharing and self.searches > 1 else 1
