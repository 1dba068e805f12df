"""An operator of your own for a problem in Python: pairs of neighbours move together.

docs/how-to/add-an-operator.md walks through this file. python examples/flow_shop_operator.py
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from flow_shop import FlowShop, FlowShopProblem, FlowShopSearch, random_flow_shop

import neurols

PAIR = len(FlowShopSearch.operators)
"""The new operator's number: the next one in the menu."""


class WithPairs(FlowShopSearch):
    """The same search with one more operator."""

    operators = (*FlowShopSearch.operators, "insert-pair")

    def moves(self, op: int) -> list[tuple[int, int]]:
        if op != PAIR:
            return super().moves(op)
        places = range(len(self.order) - 1)
        return [(a, b) for a in places for b in places if a != b]

    def apply(self, op: int, a: int, b: int) -> None:
        if op != PAIR:
            super().apply(op, a, b)
            return
        pair = [self.order.pop(a), self.order.pop(a)]
        self.order[b:b] = pair


class PairProblem(FlowShopProblem):
    """The same problem with the new menu."""

    search = WithPairs


@dataclass(frozen=True)
class PairFlowShop(FlowShop):
    """An instance whose problem has the new operator."""

    @property
    def problem_definition(self) -> PairProblem:
        return PairProblem()


def main() -> None:
    shops = [random_flow_shop(12, 5, seed) for seed in range(1, 6)]
    for operators in ("insert", "insert/insert-pair"):
        costs = []
        for shop in shops:
            instance = PairFlowShop(shop.durations, shop.name)
            spec = f"vns:operators={operators}"
            costs.append(neurols.solve(instance, controller=spec, iterations=2000, seed=1).cost)
        print(f"{operators:>18}  mean makespan {fmean(costs):.1f}")


if __name__ == "__main__":
    main()
