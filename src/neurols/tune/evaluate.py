"""Costs of a specification over many instances, in native batches. No Python in the hot path.

The searches run on threads of this process, or share by share on an executor's workers. The costs
are the same: a search's random numbers depend on its instance alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING

from neurols.menu import Menu
from neurols.registry import problem_named
from neurols.search.budget import Budget
from neurols.search.callbacks import run_watched
from neurols.search.controllers import resolve
from neurols.tune.instances import validation_instances
from neurols.tune.race import heats

if TYPE_CHECKING:
    from neurols.cluster import Executor
    from neurols.registry import Instance
    from neurols.tune.protocol import Protocol


_SHARES = 2  # of a batch for each worker


class Evaluation:
    """Runs specifications on the same instances with the same random numbers."""

    def __init__(
        self,
        protocol: Protocol,
        instances: Sequence[Instance],
        workers: int,
        home: Executor | None = None,
        fresh: bool = False,
    ) -> None:
        self.instances = instances
        self._protocol = protocol
        self._workers = workers
        self._home = home
        self._fresh = fresh

    def costs(self, spec: str) -> Iterator[list[float]]:
        """The final costs, batch by batch.

        Raises:
            KeyboardInterrupt: the user ended it.
        """
        for heat in heats(len(self.instances)):
            if self._home is None:
                yield searched(self._protocol, spec, self.instances, heat, self._workers)
            else:
                yield self._elsewhere(self._home, spec, heat)

    def _elsewhere(self, home: Executor, spec: str, heat: slice) -> list[float]:
        count = heat.stop - heat.start
        shares = min(count, _SHARES * home.workers)
        ends = [heat.start + count * share // shares for share in range(shares + 1)]
        jobs = [
            SearchShare(self._protocol, self._fresh, spec, start, stop)
            for start, stop in pairwise(ends)
        ]
        found = {outcome.job.start: outcome.result() for outcome in home.run(jobs)}
        return [cost for start in sorted(found) for cost in found[start]]

    def all_costs(self, spec: str) -> list[float]:
        """The final costs of all instances."""
        return [cost for batch in self.costs(spec) for cost in batch]


@dataclass(frozen=True, slots=True)
class SearchShare:
    """A job: some of the instances, which the worker generates itself."""

    protocol: Protocol
    fresh: bool
    spec: str
    start: int
    stop: int

    def __call__(self) -> list[float]:
        instances = _generated(self.protocol, self.fresh)
        return searched(self.protocol, self.spec, instances, slice(self.start, self.stop), 1)


@lru_cache(maxsize=2)
def _generated(protocol: Protocol, fresh: bool) -> Sequence[Instance]:
    return validation_instances(protocol, fresh=fresh)


def searched(
    protocol: Protocol, spec: str, instances: Sequence[Instance], heat: slice, threads: int
) -> list[float]:
    """The final costs of these instances.

    Raises:
        KeyboardInterrupt: the user ended it.
    """
    from neurols import _core

    problem = problem_named(protocol.problem)
    budget = Budget(protocol.time_limit, protocol.cpu_limit, iterations=protocol.iterations)
    jobs = []
    for stream, instance in enumerate(instances[heat], heat.start):
        menu = Menu.of(problem, instance)
        setup = resolve(spec, problem, menu, budget)
        rules = budget.stop_rules(1.0, instance.lower_bound)
        workspace = problem.workspace(instance, setup.workspace, None)
        controller = setup.new_controller(workspace, rules)
        jobs.append(
            # A stream an instance: every specification meets the same random numbers.
            _core.SearchJob(workspace, controller, setup.search, rules, protocol.seed, stream)
        )
    run = partial(_core.run_batch, jobs, threads)
    found = run_watched(run, lambda *_: None, None)
    if any(result.stopped_by == "interrupted" for result in found):
        raise KeyboardInterrupt
    return [float(result.cost) for result in found]
