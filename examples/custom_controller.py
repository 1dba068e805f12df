"""A controller of your own: threshold accepting that tightens, and a kick when nothing comes.

python examples/custom_controller.py
"""

from __future__ import annotations

import neurols
from neurols import Acceptance, Action, Decision, Observation
from neurols.menu import Menu
from neurols.registry import problem_of


class Tightening:
    """Accept up to a threshold above the best cost that falls to zero over the budget."""

    def __init__(self, instance: neurols.JobShop, threshold: float = 0.04, patience: int = 60):
        menu = Menu.of(problem_of(instance))
        self.operator: Action = menu.action("cei+tabu")
        self.kick: Action = menu.action("best+swaps", strength=6)
        self.threshold = threshold
        self.patience = patience

    def decide(self, seen: Observation) -> Decision:
        limit = seen.best * (1 + self.threshold * (1 - seen.progress))
        kicked = seen.last_action == self.kick
        good = kicked or seen.candidate <= limit
        verdict = Acceptance.ACCEPT if good else Acceptance.REJECT
        still = min(seen.since_best, seen.since_perturbation)
        return Decision(verdict, self.kick if still >= self.patience else self.operator)


def main() -> None:
    instance = neurols.load("ta01")
    mine = neurols.solve(instance, controller=Tightening(instance), iterations=2000, seed=1)
    tabu = neurols.solve(instance, controller="tabu", iterations=2000, seed=1)
    print(f"tightening {mine.cost} ({mine.gap:.2f} %), tabu {tabu.cost} ({tabu.gap:.2f} %)")


if __name__ == "__main__":
    main()
