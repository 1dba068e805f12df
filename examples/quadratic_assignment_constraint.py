"""A constraint of your own for a problem in Python: some facilities must not stand everywhere.

docs/how-to/add-a-constraint.md walks through this file.

python examples/quadratic_assignment_constraint.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quadratic_assignment import (
    AssignmentWorkspace,
    QuadraticAssignment,
    QuadraticAssignmentProblem,
    random_assignment,
)

import neurols


@dataclass(frozen=True)
class RestrictedAssignment(QuadraticAssignment):
    """An instance with forbidden pairs of a facility and a location."""

    forbidden: frozenset[tuple[int, int]] = frozenset()

    @property
    def problem_definition(self) -> RestrictedProblem:
        return RestrictedProblem()


class RestrictedWorkspace(AssignmentWorkspace):
    """The same workspace; the search may pass through forbidden places, at a price."""

    def cost(self) -> float:
        return super().cost() + self.price() * self.violations()

    def feasible(self) -> bool:
        return self.violations() == 0

    def violations(self) -> int:
        return sum(pair in self.instance.forbidden for pair in enumerate(self.places))

    def price(self) -> float:
        """What a forbidden place costs: more than any one facility can save by standing there."""
        return float(
            2 * max(map(sum, self.instance.flows)) * max(map(max, self.instance.distances))
        )


class RestrictedProblem(QuadraticAssignmentProblem):
    """The same problem with the new workspace, and a checker that knows the constraint."""

    workspace_class = RestrictedWorkspace

    def check(self, instance: Any, solution: Any) -> float:
        cost = super().check(instance, solution)
        places = solution["locations"] if isinstance(solution, dict) else solution.locations
        broken = [(a, p) for a, p in enumerate(places) if (a, p) in instance.forbidden]
        if broken:
            raise neurols.InfeasibleSolution([f"facility {a} stands on {p}" for a, p in broken])
        return cost


def main() -> None:
    free = random_assignment(8, seed=1)
    forbidden = frozenset((a, p) for a in range(8) for p in range(8) if (a + p) % 3 == 0)
    tied = RestrictedAssignment(free.flows, free.distances, "restricted", forbidden=forbidden)
    for instance in (free, tied):
        result = neurols.solve(instance, controller="ils", iterations=2000, seed=1)
        print(f"{instance.name:>12}  {result.cost:g}  {list(result.solution.locations)}")


if __name__ == "__main__":
    main()
