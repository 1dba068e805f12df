"""A recombination ends a phase: its best joins the elites, and two of those have a child."""

from __future__ import annotations

import pytest

import neurols
from neurols import _core
from neurols.routing import VehicleRouting
from neurols.routing.generate import uchoa
from tests.routing.core.shapes import PERTURBATIONS, workspace

OVERLOAD, RECOMBINE = PERTURBATIONS.index("overload"), PERTURBATIONS.index("recombine")
ELITES = 3


def edges(routes: list[list[int]]) -> set[frozenset[int]]:
    return {
        frozenset((a, b)) for route in routes for a, b in zip([0, *route], [*route, 0], strict=True)
    }


def phase(space: _core.Workspace, rng: _core.Rng, steps: int = 300) -> list[list[int]]:
    """Overloading ruins that descend; the best solution that fits."""
    best = (space.cost(), space.routes())
    current = space.cost()
    for _ in range(steps):
        space.perturb(OVERLOAD, 0, rng)
        if space.cost() > current:
            space.reject()
            continue
        current = space.cost()
        if space.feasible() and current < best[0]:
            best = (current, space.routes())
        space.accept()
    return best[1]


def test_a_child_has_the_edges_of_two_elites() -> None:
    instance = uchoa(120, seed=4, demand=4, route_length=8)
    space, rng = workspace(instance), _core.Rng(1)
    space.construct(rng)
    elites = [edges(phase(space, rng))]
    for _ in range(ELITES - 1):
        space.perturb(RECOMBINE, ELITES, rng)
        space.accept()
        elites.append(edges(phase(space, rng)))
    children = []
    for _ in range(10):
        space.perturb(RECOMBINE, ELITES, rng)
        child = edges(space.routes())
        shares = [
            len(child & (mother | father)) / len(child)
            for i, mother in enumerate(elites)
            for father in elites[:i]
        ]
        assert max(shares) > 0.85
        children.append(child)
        space.reject()
    assert any(child not in elites for child in children)


def test_until_there_are_enough_elites_a_phase_starts_anew() -> None:
    instance = uchoa(120, seed=4, demand=4, route_length=8)
    space, rng = workspace(instance), _core.Rng(1)
    space.construct(rng)
    first = edges(phase(space, rng))
    space.perturb(RECOMBINE, ELITES, rng)
    start = edges(space.routes())
    assert len(start & first) / len(start) < 0.8


@pytest.mark.parametrize("demand", [0, 4])
def test_children_are_whole_and_fit(demand: int) -> None:
    for seed in range(10):
        instance = uchoa(40, seed=seed, demand=demand)
        space, rng = workspace(instance), _core.Rng(seed)
        space.construct(rng)
        for _ in range(30):
            phase(space, rng, steps=20)
            before = (space.routes(), space.cost())
            space.perturb(RECOMBINE, ELITES, rng)
            space.check_consistency()
            assert space.feasible()
            assert sorted(c for route in space.routes() for c in route) == list(range(1, 41))
            if rng.below(2):
                space.accept()
                continue
            space.reject()
            assert (space.routes(), space.cost()) == before


def test_limits_on_vehicles_and_distance_hold() -> None:
    free = uchoa(60, seed=2)
    plan = neurols.solve(free, iterations=2_000, seed=1).solution
    longest = max(
        sum(free.distance(a, b) for a, b in zip([0, *r], [*r, 0], strict=True)) for r in plan.routes
    )
    instance = VehicleRouting.from_coordinates(
        free.coordinates,
        free.demands,
        free.capacity,
        name="limited",
        metric=free.metric,
        vehicles=len(plan.routes),
        max_distance=longest,
    )
    spec = "sa:operator=ruin,cycles=30,initial_runs=4,perturbation=recombine,strength=4"
    result = neurols.solve(instance, controller=spec, iterations=30_000, initial=plan, seed=1)
    assert neurols.check(instance, result.solution) == result.cost
    assert result.usage["recombine"].proposed == 29


def test_the_same_seed_gives_the_same_children_on_any_number_of_threads() -> None:
    instance = uchoa(60, seed=1)
    spec = "sa:operator=overload,cycles=12,initial_runs=3,perturbation=recombine,strength=3"
    costs = [
        neurols.solve(
            instance, controller=spec, iterations=20_000, seed=5, searches=3, threads=threads
        ).solution.routes
        for threads in (1, 3)
    ]
    assert costs[0] == costs[1]
