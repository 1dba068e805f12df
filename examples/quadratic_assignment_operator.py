"""An operator of your own for a problem in Python: three facilities change places in a cycle.

docs/how-to/add-an-operator.md walks through this file.

python examples/quadratic_assignment_operator.py
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import Any

from quadratic_assignment import (
    AssignmentWorkspace,
    QuadraticAssignment,
    QuadraticAssignmentProblem,
    random_assignment,
)

import neurols

ROTATE = 1
"""The new neighbourhood's number: its place in the menu."""


class WithRotations(AssignmentWorkspace):
    """The same workspace with one more neighbourhood."""

    neighbourhoods = ("swap", "rotate")

    def moves(self, neighbourhood: int) -> list[Any]:
        if neighbourhood != ROTATE:
            return super().moves(neighbourhood)
        count = range(len(self.places))
        return [(a, b, c) for a in count for b in count for c in count if a < b and a < c != b]

    def apply(self, neighbourhood: int, move: Any) -> None:
        if neighbourhood != ROTATE:
            super().apply(neighbourhood, move)
            return
        a, b, c = move
        places = self.places
        places[a], places[b], places[c] = places[c], places[a], places[b]

    def undo(self, neighbourhood: int, move: Any) -> None:
        self.apply(neighbourhood, move if neighbourhood != ROTATE else move[::-1])

    def keys(self, neighbourhood: int, move: Any) -> tuple[Any, Any]:
        if neighbourhood != ROTATE:
            return super().keys(neighbourhood, move)
        a, b, c = move
        p, q, r = (self.places[facility] for facility in move)
        return ((a, p), (b, q), (c, r)), ((a, r), (b, p), (c, q))


class RotationProblem(QuadraticAssignmentProblem):
    """The same problem with the new menu."""

    workspace_class = WithRotations


@dataclass(frozen=True)
class WithMoreMoves(QuadraticAssignment):
    """An instance whose problem has the new neighbourhood."""

    @property
    def problem_definition(self) -> RotationProblem:
        return RotationProblem()


def main() -> None:
    for operators in ("swap", "swap/rotate"):
        costs = []
        for seed in range(1, 6):
            drawn = random_assignment(9, seed)
            instance = WithMoreMoves(drawn.flows, drawn.distances, drawn.name)
            spec = f"vns:operators={operators}"
            costs.append(neurols.solve(instance, controller=spec, iterations=4000, seed=1).cost)
        print(f"{operators:>12}  mean cost {fmean(costs):.1f}")


if __name__ == "__main__":
    main()
