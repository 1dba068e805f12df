"""A problem of your own in Python: the permutation flow shop, steered by every controller.

All jobs visit the machines in the same order, and every machine takes the jobs in one order: find
the permutation of least makespan. docs/how-to/add-a-problem.md walks through this file.

python examples/flow_shop.py
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import neurols
from neurols import _core
from neurols.problem import Problem


@dataclass(frozen=True)
class FlowShop:
    """An instance: immutable data. ``durations[j][m]`` is what job j takes on machine m."""

    durations: tuple[tuple[int, ...], ...]
    name: str = "flow-shop"
    best_known: float | None = None
    problem: str = "flow-shop"

    @property
    def size(self) -> str:
        return f"{len(self.durations)}x{len(self.durations[0])}"

    @property
    def lower_bound(self) -> int:
        """No machine can be done before it has worked off all jobs."""
        return max(map(sum, zip(*self.durations, strict=True)))

    @property
    def problem_definition(self) -> FlowShopProblem:
        """How neurols finds the rest of this file."""
        return FlowShopProblem()

    def makespan(self, order: list[int]) -> int:
        ready = [0] * len(self.durations[0])
        for job in order:
            done = 0
            for machine, duration in enumerate(self.durations[job]):
                done = max(done, ready[machine]) + duration
                ready[machine] = done
        return ready[-1]


@dataclass(frozen=True)
class Permutation:
    """A solution with its cost."""

    order: list[int]
    cost: float

    def to_json(self) -> dict[str, Any]:
        return {"order": self.order}


class FlowShopSearch:
    """The working solution: what the driver asks for at every step."""

    operators: tuple[str, ...] = ("insert", "swap")
    perturbations: tuple[str, ...] = ("shuffle", "best")

    def __init__(self, instance: FlowShop, construction: str, start: list[int] | None) -> None:
        self.instance = instance
        self.construction = construction
        self.start = start
        self.order: list[int] = []
        self.best: list[int] = []
        self._before: list[int] = []
        self._untried: dict[int, list[tuple[int, int]]] = {}

    def construct(self, rng: _core.Rng) -> None:
        """The initial solution."""
        jobs = list(range(len(self.instance.durations)))
        if self.start is not None:
            jobs = list(self.start)
        elif self.construction == "random":
            jobs = _shuffled(jobs, rng)
        else:  # longest jobs first
            jobs.sort(key=lambda job: -sum(self.instance.durations[job]))
        self.order, self.best = jobs, list(jobs)
        self._untried = {}

    def cost(self) -> float:
        return float(self.instance.makespan(self.order))

    def propose(self, op: int, rng: _core.Rng) -> bool:
        """Turn the solution into a candidate; False when every move was rejected already."""
        if op not in self._untried:
            self._untried[op] = _shuffled(self.moves(op), rng)
        if not self._untried[op]:
            return False
        self._before = list(self.order)
        self.apply(op, *self._untried[op].pop())
        return True

    def moves(self, op: int) -> list[tuple[int, int]]:
        """The neighbourhood of an operator, as pairs of places."""
        places = range(len(self.order))
        return [(a, b) for a in places for b in places if (a < b if op == 1 else a != b)]

    def apply(self, op: int, a: int, b: int) -> None:
        """Carry out a move."""
        if op == 0:
            self.order.insert(b, self.order.pop(a))
        else:
            self.order[a], self.order[b] = self.order[b], self.order[a]

    def perturb(self, perturbation: int, strength: int, rng: _core.Rng) -> None:
        """Go elsewhere: some random insertions, or back to the best."""
        self._before = list(self.order)
        if perturbation == 1:
            self.order = list(self.best)
            return
        for _ in range(strength or 4):
            self.order.insert(
                rng.below(len(self.order)), self.order.pop(rng.below(len(self.order)))
            )

    def accept(self) -> None:
        self._untried = {}

    def reject(self) -> None:
        self.order = self._before

    def keep_best(self) -> None:
        self.best = list(self.order)


class FlowShopWorkspace(_core.PythonWorkspace):
    """The native side's view of a search."""

    def __init__(self, search: FlowShopSearch) -> None:
        super().__init__(search)
        self.search = search


class FlowShopProblem(Problem):
    """Ties instance, search, solution and checker together."""

    name = "flow-shop"
    search = FlowShopSearch

    perturbations = FlowShopSearch.perturbations

    @property
    def operators(self) -> tuple[str, ...]:
        return self.search.operators

    def constructions(self, instance: Any = None) -> tuple[str, ...]:
        return ("longest-first", "random")

    def workspace(
        self, instance: FlowShop, settings: _core.WorkspaceSettings, initial: Permutation | None
    ) -> FlowShopWorkspace:
        start = None if initial is None else initial.order
        return FlowShopWorkspace(self.search(instance, settings.construction, start))

    def best_solution(self, instance: FlowShop, workspace: FlowShopWorkspace) -> Permutation:
        order = list(workspace.search.best)
        return Permutation(order, instance.makespan(order))

    def check(self, instance: FlowShop, solution: Any) -> float:
        """The cost, by none of the search's code: each operation ends after its two forerunners."""
        order = solution["order"] if isinstance(solution, dict) else solution.order
        if sorted(order) != list(range(len(instance.durations))):
            raise neurols.InfeasibleSolution(["the order does not hold every job once"])
        ends: dict[tuple[int, int], int] = {}
        for place, job in enumerate(order):
            for machine, duration in enumerate(instance.durations[job]):
                before = ends.get((place - 1, machine), 0), ends.get((place, machine - 1), 0)
                ends[place, machine] = max(before) + duration
        return max(ends.values())

    def read_solution(self, instance: FlowShop, path: str | Path) -> dict[str, Any]:
        return dict(json.loads(Path(path).read_text()))

    def solution(self, instance: FlowShop, form: dict[str, Any]) -> Permutation:
        return Permutation(list(form["order"]), instance.makespan(form["order"]))

    def write_solution(self, instance: FlowShop, solution: Permutation, path: str | Path) -> None:
        Path(path).write_text(json.dumps(solution.to_json()) + "\n")


def random_flow_shop(jobs: int, machines: int, seed: int) -> FlowShop:
    """Durations from 1 to 99."""
    rng = Random(seed)
    rows = tuple(tuple(rng.randint(1, 99) for _ in range(machines)) for _ in range(jobs))
    return FlowShop(rows, f"flow-{jobs}x{machines}-s{seed}")


def _shuffled(items: list[Any], rng: _core.Rng) -> list[Any]:
    rest = list(items)
    for last in range(len(rest) - 1, 0, -1):
        other = rng.below(last + 1)
        rest[last], rest[other] = rest[other], rest[last]
    return rest


def main() -> None:
    instance = random_flow_shop(20, 5, seed=1)
    print(f"{instance.name}: lower bound {instance.lower_bound}")
    for name in ("hill-climbing", "sa", "ils", "vns", "tabu", "late-acceptance", "bandit", "auto"):
        result = neurols.solve(instance, controller=name, iterations=3000, seed=1)
        print(f"{name:>16}  {result.initial_cost:g} -> {result.cost:g}")


if __name__ == "__main__":
    main()
