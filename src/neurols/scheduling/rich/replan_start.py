"""Where re-planning starts from, and what its changes are worth.

What people know of the open operations is the machine and the start of each. The search starts
from their order; operations that are new come behind. Where changes have a price, of all schedules
that the search calls better the one is taken whose cost and changes together are the least.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from neurols.scheduling.rich.check_form import placed
from neurols.scheduling.rich.graph import predecessors, successors

if TYPE_CHECKING:
    from neurols import Result
    from neurols.scheduling.rich.instance import RichScheduling
    from neurols.scheduling.rich.solution import RichSchedule

Known = Mapping[int, tuple[int, int]]
"""Machine and start by the number of the operation."""


@dataclass(frozen=True)
class Begun:
    """Operations in processing order, whose times the search computes."""

    machines: list[list[tuple[int, int]]]
    """Per machine (job, place in the job)."""


def begun(instance: RichScheduling, known: Known) -> Begun | None:
    """The known order, with new operations behind; None where it might break what it does not see:
    maximum lags, blocking machines, one order for all machines."""
    if instance.permutation or any(machine.blocking for machine in instance.machines):
        return None
    if any(precedence.max_lag is not None for precedence in instance.precedences):
        return None
    before, after = predecessors(instance), successors(instance)
    waiting = [len(row) for row in before]
    never = 1 + max((start for _, start in known.values()), default=0)

    def rank(number: int) -> tuple[int, int]:
        return known[number][1] if number in known else never, number

    ready = [rank(number) for number, count in enumerate(waiting) if count == 0]
    heapq.heapify(ready)
    machines: list[list[tuple[int, int]]] = [[] for _ in instance.machines]
    while ready:
        _, number = heapq.heappop(ready)
        modes = dict(instance.operations[number].modes)
        machine = known[number][0] if number in known else min(modes, key=lambda m: (modes[m], m))
        if machine not in modes:  # it can no longer do it
            machine = min(modes, key=lambda m: (modes[m], m))
        machines[machine].append(instance.places[number])
        for precedence in after[number]:
            waiting[precedence.after] -= 1
            if waiting[precedence.after] == 0:
                heapq.heappush(ready, rank(precedence.after))
    return Begun(machines)


class Weigher:
    """Keeps the schedule whose cost and changes together are the least."""

    def __init__(self, instance: RichScheduling, known: Known, price: float) -> None:
        self._instance, self._known, self._price = instance, known, price
        self._least = float("inf")
        self.best: RichSchedule | None = None

    def __call__(self, schedule: Any, cost: float) -> None:
        """Weigh a schedule."""
        total = cost + self._price * self.changes(schedule)
        if total < self._least:
            self._least, self.best = total, schedule

    def changes(self, schedule: RichSchedule) -> int:
        """Known operations on another machine or at another time."""
        found = placed(self._instance, schedule.to_json())
        return sum(
            (found.machine[number], found.start[number]) != place
            for number, place in self._known.items()
        )


def weighed(
    search: Callable[..., Result],
    instance: RichScheduling,
    known: Known,
    price: float,
    options: Any,
) -> tuple[Result, RichSchedule | None]:
    """Search from the known order; the result, and the schedule that weighs least where changes
    have a price.

    Args:
        search: ``neurols.solve``.
        instance: what is open.
        known: where and when its operations were to run.
        price: of each that runs elsewhere or at another time; 0 where the cost alone counts.
        options: of the search.
    """
    start = begun(instance, known)
    if start is not None:
        options = {**options, "initial": start}
    if not price:
        return search(instance, **options), None
    weigher = Weigher(instance, known, price)
    if start is not None:
        # What follows the known order closely is met by descent, not by the search at large.
        seed = options.get("seed", 0)
        near = search(instance, initial=start, controller="hill-climbing", seed=seed, searches=1,
                      iterations=20 * len(instance.operations), on_solution=weigher)  # fmt: skip
        weigher(near.solution, near.cost)
        still = search(instance, initial=start, iterations=0, seed=seed, searches=1)
        weigher(still.solution, still.cost)
    found = search(instance, **options, on_solution=weigher)
    weigher(found.solution, found.cost)
    return found, weigher.best
