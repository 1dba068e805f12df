"""Overloaded solutions are a way, never an end: they have a price and are never the best."""

from __future__ import annotations

import neurols
from neurols import _core
from neurols.routing import VehicleRouting
from neurols.routing.generate import uchoa
from tests.routing.core.shapes import PERTURBATIONS, workspace

OVERLOAD = PERTURBATIONS.index("overload")


def excess(instance: VehicleRouting, routes: list[list[int]]) -> int:
    loads = (sum(int(instance.demands[c]) for c in route) for route in routes)
    return sum(max(0, load - instance.capacity) for load in loads)


def distance(instance: VehicleRouting, routes: list[list[int]]) -> float:
    return sum(
        instance.distance(a, b)
        for route in routes
        for a, b in zip([0, *route], [*route, 0], strict=True)
    )


def test_excess_has_a_price_and_reject_takes_it_back() -> None:
    instance = uchoa(80, seed=3, demand=4)
    space, rng = workspace(instance), _core.Rng(1)
    space.construct(rng)
    before = (space.routes(), space.cost())
    overloaded = 0
    for _ in range(200):
        space.perturb(OVERLOAD, 0, rng)
        routes = space.routes()
        if excess(instance, routes):
            overloaded += 1
            assert space.cost() > distance(instance, routes)
        else:
            assert space.cost() == distance(instance, routes)
        space.check_consistency()
        space.reject()
        assert (space.routes(), space.cost()) == before
    assert overloaded > 0


def test_the_best_solution_fits_though_the_search_goes_through_overloaded_ones() -> None:
    for seed in range(5):
        instance = uchoa(60, seed=seed, demand=4)
        result = neurols.solve(instance, controller="sa:operator=overload", iterations=20_000)
        assert neurols.check(instance, result.solution) == result.cost
        assert result.cost < result.initial_cost


def test_a_way_through_overloaded_solutions_leads_to_another_packing() -> None:
    """Four pairs that fill a vehicle each; the routes to start from pair the wrong ones."""
    instance = neurols.routing.VehicleRouting.from_coordinates(
        [[0, 0], [100, 0], [101, 0], [0, 100], [0, 101]], [0, 6, 4, 6, 4], 10, name="pairs"
    )
    start = {"routes": [[1, 4], [3, 2]]}
    result = neurols.solve(
        instance, controller="sa:operator=overload", iterations=6_000, initial=start
    )
    assert result.cost == 404
