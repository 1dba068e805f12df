"""A problem of your own in Python: quadratic assignment, by classical and learned controllers.

Place facilities on locations so that the sum of flow times distance is least (Koopmans and
Beckmann, 1957). docs/how-to/add-a-problem.md walks through this file.

python examples/quadratic_assignment.py
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import neurols

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class QuadraticAssignment:
    """An instance: immutable data."""

    flows: Rows
    """``flows[a][b]`` is what goes from facility a to facility b."""
    distances: Rows
    """``distances[p][q]`` is how far location q is from location p."""
    name: str = "qap"
    best_known: float | None = None
    problem: str = "qap"

    @property
    def size(self) -> str:
        return str(len(self.flows))

    @property
    def lower_bound(self) -> int:
        """The largest flows over the shortest distances (a rearrangement inequality)."""
        flows = sorted((f for row in self.flows for f in row), reverse=True)
        distances = sorted(d for row in self.distances for d in row)
        return sum(f * d for f, d in zip(flows, distances, strict=True))

    @property
    def problem_definition(self) -> QuadraticAssignmentProblem:
        """How neurols finds the rest of this file."""
        return QuadraticAssignmentProblem()


@dataclass(frozen=True)
class Assignment:
    """A solution with its cost: the location of every facility."""

    locations: tuple[int, ...]
    cost: float

    def to_json(self) -> dict[str, Any]:
        return {"locations": list(self.locations)}


class AssignmentWorkspace(neurols.Workspace):
    """The working solution, its neighbourhood and its tabu keys."""

    neighbourhoods = ("swap",)
    perturbations = ("shuffle", "best")
    constructions = ("identity", "random")

    def build(self, rng: neurols.Rng) -> None:
        places = list(range(len(self.instance.flows)))
        if self.initial is not None:
            places = list(self.initial.locations)
        elif self.construction == "random":
            places.sort(key=lambda _: rng.uniform())
        self.places = places

    def cost(self) -> float:
        return float(total(self.instance, self.places))

    def moves(self, neighbourhood: int) -> list[tuple[int, int]]:
        """Pairs of facilities that may exchange their locations."""
        count = len(self.places)
        return [(a, b) for a in range(count) for b in range(a + 1, count)]

    def apply(self, neighbourhood: int, move: Any) -> None:
        a, b = move
        self.places[a], self.places[b] = self.places[b], self.places[a]

    def undo(self, neighbourhood: int, move: Any) -> None:
        self.apply(neighbourhood, move)

    def keys(self, neighbourhood: int, move: Any) -> tuple[Any, Any]:
        """A swap takes two pairs of facility and location from the solution and gives it two others
        (robust tabu search; Taillard, 1991)."""
        a, b = move
        p, q = self.places[a], self.places[b]
        return ((a, p), (b, q)), ((a, q), (b, p))

    def shake(self, perturbation: int, strength: int, rng: neurols.Rng) -> None:
        if perturbation == 1:
            self.restore_best()
            return
        for _ in range(strength or 3):
            self.apply(0, (rng.below(len(self.places)), rng.below(len(self.places))))

    def copy(self) -> list[int]:
        return list(self.places)

    def restore(self, copy: list[int]) -> None:
        self.places = list(copy)

    def solution(self, copy: list[int]) -> Assignment:
        return Assignment(tuple(copy), total(self.instance, copy))

    def fingerprint(self) -> int:
        return hash(tuple(self.places))


class QuadraticAssignmentProblem(neurols.Problem):
    """Ties instance, workspace, solution and checker together."""

    name = "qap"
    title = "quadratic assignment"
    workspace_class = AssignmentWorkspace
    default_size = "8"

    def generated(self, size: str, seed: int) -> QuadraticAssignment:
        return random_assignment(int(size), seed)

    def check(self, instance: QuadraticAssignment, solution: Any) -> float:
        """The cost, by none of the search's code."""
        places = solution["locations"] if isinstance(solution, dict) else solution.locations
        if sorted(places) != list(range(len(instance.flows))):
            raise neurols.InfeasibleSolution(["the locations do not hold every one once"])
        cost = 0
        for a, p in enumerate(places):
            for b, q in enumerate(places):
                cost += instance.flows[a][b] * instance.distances[p][q]
        return cost

    def solution(self, instance: QuadraticAssignment, form: dict[str, Any]) -> Assignment:
        return Assignment(tuple(form["locations"]), total(instance, form["locations"]))


def total(instance: QuadraticAssignment, places: Any) -> int:
    """Flow times distance over all pairs of facilities."""
    return sum(
        flow * instance.distances[p][q]
        for p, row in zip(places, instance.flows, strict=True)
        for q, flow in zip(places, row, strict=True)
        if flow
    )


def random_assignment(count: int, seed: int) -> QuadraticAssignment:
    """Flows from 0 to 9, many of them 0, between locations on a grid."""
    rng = Random(seed)
    flows = [[max(0, rng.randint(-9, 9)) for _ in range(count)] for _ in range(count)]
    points = [(rng.randint(0, 20), rng.randint(0, 20)) for _ in range(count)]
    distances = tuple(tuple(abs(a - c) + abs(b - d) for c, d in points) for a, b in points)
    return QuadraticAssignment(tuple(map(tuple, flows)), distances, f"qap-{count}-s{seed}")


def learned(seed: int = 1, generations: int = 8) -> neurols.LinearPolicy:
    """A policy that decides about acceptance, operator and perturbation, trained on small ones."""
    from neurols.train.linear import train_linear

    instances = [random_assignment(8, seed=100 + k) for k in range(8)]
    return train_linear(instances, iterations=60, generations=generations, seed=seed)


def main() -> None:
    instance = random_assignment(12, seed=1)
    print(f"{instance.name}: lower bound {instance.lower_bound}")
    for controller in ("sa", "ils", "tabu", "auto", learned()):
        result = neurols.solve(instance, controller=controller, iterations=1000, seed=1)
        print(f"{result.controller:>8}  {result.initial_cost:g} -> {result.cost:g}")


if __name__ == "__main__":
    main()
