"""Costs of a specification over many instances, in native batches. No Python in the hot path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from neurols.menu import Menu
from neurols.search.budget import Budget
from neurols.search.callbacks import run_watched
from neurols.search.controllers import resolve
from neurols.tune.race import heats

if TYPE_CHECKING:
    from neurols.registry import Instance, Problem
    from neurols.tune.protocol import Protocol


class Evaluation:
    """Runs specifications on the same instances with the same random numbers."""

    def __init__(
        self, protocol: Protocol, problem: Problem, instances: Sequence[Instance], workers: int
    ) -> None:
        self.instances = instances
        self._problem = problem
        self._budget = Budget(
            protocol.wall_seconds, protocol.cpu_seconds, iterations=protocol.iterations
        )
        self._seed = protocol.seed
        self._workers = workers

    def costs(self, spec: str) -> Iterator[list[float]]:
        """The final costs, batch by batch.

        Raises:
            KeyboardInterrupt: the user ended it.
        """
        from neurols import _core

        for heat in heats(len(self.instances)):
            jobs = []
            for stream, instance in enumerate(self.instances[heat], heat.start):
                menu = Menu.of(self._problem, instance)
                setup = resolve(spec, self._problem, menu, self._budget)
                rules = self._budget.stop_rules(1.0, instance.lower_bound)
                workspace = self._problem.workspace(instance, setup.workspace, None)
                controller = setup.new_controller(workspace, rules)
                jobs.append(
                    # A stream an instance: every specification meets the same random numbers.
                    _core.SearchJob(workspace, controller, setup.search, rules, self._seed, stream)
                )
            run = partial(_core.run_batch, jobs, self._workers)
            found = run_watched(run, lambda *_: None, None)
            if any(result.stopped_by == "interrupted" for result in found):
                raise KeyboardInterrupt
            yield [float(result.cost) for result in found]

    def all_costs(self, spec: str) -> list[float]:
        """The final costs of all instances."""
        return [cost for batch in self.costs(spec) for cost in batch]
