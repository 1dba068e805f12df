"""The workspace of tours: exchanges after Lin and Kernighan on an array of places."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

import neurols
from neurols import _core
from neurols.menu import Menu
from neurols.registry import problem_of
from neurols.routing import Metric, RoutePlan, VehicleRouting, check
from neurols.routing.generate import uchoa

MENU = Menu.of(problem_of(VehicleRouting.from_coordinates([(0, 0), (1, 1), (2, 0)])))
KICK = MENU.perturbations.index("lin-kernighan")


def tour(rng: random.Random, fewest: int = 8, most: int = 60) -> VehicleRouting:
    """Places at random, in a row, on a small grid, all in one point, or with a matrix."""
    nodes = rng.randint(fewest, most)
    if rng.random() < 0.2:
        half = np.array([[rng.randint(0, 50) for _ in range(nodes)] for _ in range(nodes)])
        matrix = np.triu(half, 1)
        return VehicleRouting.from_matrix(matrix + matrix.T)
    width, height = rng.choice([(1000, 1000), (1000, 0), (4, 4), (0, 0)])
    points = [(rng.randint(0, width), rng.randint(0, height)) for _ in range(nodes)]
    metric = rng.choice([Metric.EUC_2D, Metric.CEIL_2D, Metric.EXACT_2D])
    return VehicleRouting.from_coordinates(points, metric=metric)


def space_of(instance: VehicleRouting, initial: RoutePlan | None = None) -> _core.TourWorkspace:
    space = problem_of(instance).workspace(instance, _core.RoutingSettings(), initial)
    assert isinstance(space, _core.TourWorkspace)
    return space


def step(space: _core.TourWorkspace, rng: random.Random, core_rng: _core.Rng) -> bool:
    """Mostly kicks; other steps carry the tour over into routes and back."""
    if rng.random() < 0.9:
        space.perturb(KICK, rng.choice([0, 1, 5, 100]), core_rng)
        return True
    if rng.random() < 0.5:
        space.perturb(MENU.perturbations.index(rng.choice(["ruin", "best"])), 5, core_rng)
        return True
    return space.propose(MENU.operators.index("or-opt"), core_rng)


def state(space: _core.TourWorkspace) -> tuple[list[int], float, int]:
    """The tour either way round, its cost and its fingerprint."""
    (route,) = space.routes()
    return min(route, route[::-1]), space.cost(), space.fingerprint()


@pytest.mark.parametrize("seed", range(60))
def test_costs_best_and_undo_are_exact_after_every_step(seed: int) -> None:
    rng, core_rng = random.Random(seed), _core.Rng(seed)
    instance = tour(rng)
    space = space_of(instance)
    space.construct(core_rng)
    best = space.cost()
    for _ in range(60):
        before = state(space)
        pending = step(space, rng, core_rng)
        space.check_consistency()
        assert check(instance, {"routes": space.routes()}) == pytest.approx(space.cost(), rel=1e-9)
        if space.cost() < best:
            best = space.cost()
            space.keep_best()
        if pending and rng.random() < 0.5:
            space.accept()
        elif pending:
            space.reject()
            assert before == state(space)
        space.check_consistency()
        found = check(instance, {"routes": space.best_routes()})
        assert found == pytest.approx(best, rel=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_short_tours_are_solved_to_optimality(seed: int) -> None:
    rng = random.Random(seed)
    instance = tour(rng, fewest=3, most=8)
    found = neurols.solve(
        instance, iterations=300, seed=seed, controller="sa:operator=lin-kernighan,start=0.2"
    )
    customers = range(1, instance.nodes)
    best = min(check(instance, {"routes": [list(p)]}) for p in itertools.permutations(customers))
    assert found.cost == pytest.approx(best)


def test_descents_alone_come_close_on_larger_tours() -> None:
    """What savings with 2-opt leave is several per cent; exchanges of six edges leave fewer."""
    rng = np.random.default_rng(1)
    instance = VehicleRouting.from_coordinates(rng.integers(0, 10_000, (500, 2)))
    reference = neurols.solve(instance, iterations=5000, seed=2)
    descent = neurols.solve(instance, iterations=10, seed=1)
    assert 1 <= descent.cost / reference.cost < 1.06
    again = neurols.solve(instance, iterations=5000, seed=2)
    assert again.solution == reference.solution


def test_a_given_tour_is_where_the_search_begins() -> None:
    rng = random.Random(4)
    instance = VehicleRouting.from_coordinates(
        [(rng.randint(0, 100), rng.randint(0, 100)) for _ in range(50)]
    )
    order = list(range(1, instance.nodes))
    rng.shuffle(order)
    initial = RoutePlan([order], check(instance, {"routes": [order]}))
    result = neurols.solve(instance, iterations=200, seed=1, initial=initial)
    assert result.initial_cost == pytest.approx(initial.cost)
    assert result.cost < initial.cost


def test_searches_of_one_tour_share_what_they_find() -> None:
    instance = VehicleRouting.from_coordinates(np.random.default_rng(3).integers(0, 1000, (200, 2)))
    shared = neurols.solve(instance, time_limit=0.3, searches=3, threads=1, share=True, seed=1)
    assert check(instance, shared.solution) == shared.cost


def test_exchanges_that_turn_stretches_round_need_symmetric_distances() -> None:
    matrix = np.array([[0, 1, 9], [9, 0, 1], [1, 9, 0]])
    instance = VehicleRouting.from_matrix(matrix)
    assert "lin-kernighan" not in Menu.of(problem_of(instance), instance).perturbations
    assert neurols.solve(instance, iterations=100, seed=1).cost == 3
    with pytest.raises(neurols.InputError, match="lin-kernighan"):
        neurols.solve(instance, iterations=1, controller="sa:operator=lin-kernighan")


def test_plans_have_no_exchanges_of_tours() -> None:
    instance = uchoa(20, seed=1)
    assert "lin-kernighan" not in Menu.of(problem_of(instance), instance).perturbations
