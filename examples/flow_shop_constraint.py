"""A constraint of your own for a problem in Python: some jobs must come before others.

docs/how-to/add-a-constraint.md walks through this file. python examples/flow_shop_constraint.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flow_shop import FlowShop, FlowShopProblem, FlowShopSearch, random_flow_shop

import neurols


@dataclass(frozen=True)
class OrderedFlowShop(FlowShop):
    """An instance with precedences between jobs: pairs of an earlier and a later one."""

    precedences: tuple[tuple[int, int], ...] = ()

    @property
    def problem_definition(self) -> OrderedProblem:
        return OrderedProblem()

    def violated(self, order: list[int]) -> list[tuple[int, int]]:
        """The precedences that an order of the jobs breaks."""
        place = {job: k for k, job in enumerate(order)}
        return [(a, b) for a, b in self.precedences if place[a] > place[b]]


class OrderedSearch(FlowShopSearch):
    """The same search over orders that keep every precedence."""

    def moves(self, op: int) -> list[tuple[int, int]]:
        return [move for move in super().moves(op) if self._is_feasible(op, *move)]

    def _is_feasible(self, op: int, a: int, b: int) -> bool:
        kept = list(self.order)
        self.apply(op, a, b)
        feasible = not self.instance.violated(self.order)
        self.order = kept
        return feasible

    def construct(self, rng: Any) -> None:
        super().construct(rng)
        self.order = self._repaired(self.order)
        self.best = list(self.order)

    def perturb(self, perturbation: int, strength: int, rng: Any) -> None:
        super().perturb(perturbation, strength, rng)
        self.order = self._repaired(self.order)

    def _repaired(self, order: list[int]) -> list[int]:
        """The jobs in the given order, each as soon as those before it are placed."""
        left, placed = list(order), []
        while left:
            free = [
                j
                for j in left
                if all(a not in left for a, b in self.instance.precedences if b == j)
            ]
            placed.append(free[0])
            left.remove(free[0])
        return placed


class OrderedProblem(FlowShopProblem):
    """The same problem, whose checker knows the constraint."""

    search = OrderedSearch

    def check(self, instance: OrderedFlowShop, solution: Any) -> float:
        cost = super().check(instance, solution)
        order = solution["order"] if isinstance(solution, dict) else solution.order
        broken = [(a, b) for a, b in instance.precedences if order.index(a) > order.index(b)]
        if broken:
            raise neurols.InfeasibleSolution([f"job {a} comes after job {b}" for a, b in broken])
        return cost


def main() -> None:
    plain = random_flow_shop(12, 5, seed=1)
    free = neurols.solve(plain, controller="ils", iterations=2000, seed=1)
    instance = OrderedFlowShop(plain.durations, plain.name, precedences=((0, 1), (1, 2), (5, 3)))
    result = neurols.solve(instance, controller="ils", iterations=2000, seed=1)
    print(f"free {free.cost:g}, with precedences {result.cost:g}: {result.solution.order}")


if __name__ == "__main__":
    main()
