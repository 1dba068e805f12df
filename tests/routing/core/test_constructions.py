"""Each construction by its name: feasible whatever the instance, and as its rule says by hand."""

from __future__ import annotations

import math
import random

import pytest

import neurols
from neurols import _core
from neurols.errors import InputError
from neurols.routing import VehicleRouting, check
from tests.routing.core.shapes import random_instance, workspace

CONSTRUCTIONS = list(_core.routing_constructions())


def built(instance: VehicleRouting, construction: str, seed: int = 1) -> list[list[int]]:
    space = workspace(instance, construction=construction)
    space.construct(_core.Rng(seed))
    routes = [list(route) for route in space.routes() if route]
    assert check(instance, {"routes": routes}) == pytest.approx(space.cost(), rel=1e-9)
    return routes


def test_the_constructions_have_these_names_and_savings_is_the_default() -> None:
    assert CONSTRUCTIONS == ["savings", "random-savings", "sweep", "nearest-neighbour", "random"]
    city = random_instance(random.Random(1))
    assert built(city, "") == built(city, "savings")


@pytest.mark.parametrize("construction", CONSTRUCTIONS)
def test_every_construction_is_feasible_on_every_shape(construction: str) -> None:
    for seed in range(60):
        instance = random_instance(random.Random(seed))
        if construction == "sweep" and instance.coordinates is None:
            with pytest.raises(InputError, match="needs coordinates"):
                built(instance, construction, seed)
        else:
            built(instance, construction, seed)


@pytest.mark.parametrize("construction", CONSTRUCTIONS)
def test_solve_starts_from_the_construction_named(construction: str) -> None:
    city = neurols.load("demo-cvrp")
    assert isinstance(city, VehicleRouting)
    result = neurols.solve(city, iterations=1, seed=1, construction=construction)
    assert result.initial_cost >= result.cost
    if construction in ("savings", "nearest-neighbour"):  # which draw nothing at random
        assert result.initial_cost == check(city, {"routes": built(city, construction, seed=7)})


def test_an_unknown_construction_is_refused() -> None:
    with pytest.raises(InputError, match="unknown construction 'saving'; use one of savings"):
        neurols.solve("demo-cvrp", iterations=1, construction="saving")


def test_savings_join_the_pair_that_saves_most_first() -> None:
    """Clarke and Wright by hand: s(1,2) = 10 + 9 - 2 = 17, s(2,3) = 9 + 12 - 5 = 16,
    s(1,3) = 10 + 12 - 8 = 14, s(3,4) = 12 + 7 - 14 = 5, s(1,4) = 10 + 7 - 13 = 4,
    s(2,4) = 9 + 7 - 15 = 1. Three fit into a vehicle: 1-2, then 2-3, and 4 stays alone."""
    matrix = [
        [0, 10, 9, 12, 7],
        [10, 0, 2, 8, 13],
        [9, 2, 0, 5, 15],
        [12, 8, 5, 0, 14],
        [7, 13, 15, 14, 0],
    ]
    instance = VehicleRouting.from_matrix(matrix, [0, 1, 1, 1, 1], 3)
    routes = built(instance, "savings")
    assert sorted(min(route, route[::-1]) for route in routes) == [[1, 2, 3], [4]]
    assert check(instance, {"routes": routes}) == (10 + 2 + 5 + 12) + (7 + 7)
    # With two a vehicle 2-3 no longer fits, nor does 1-3: 3-4 is next.
    pairs = built(VehicleRouting.from_matrix(matrix, [0, 1, 1, 1, 1], 2), "savings")
    assert sorted(min(route, route[::-1]) for route in pairs) == [[1, 2], [3, 4]]


def test_the_nearest_neighbour_is_next_as_long_as_it_fits() -> None:
    """On a line: from the depot at 0 to 1, to 2, then to 4 (2 away; -3 is 5 away). Full."""
    line = [(0, 0), (1, 0), (2, 0), (-3, 0), (4, 0)]
    instance = VehicleRouting.from_coordinates(line, [0, 1, 1, 1, 1], 3)
    assert built(instance, "nearest-neighbour") == [[1, 2, 4], [3]]
    assert check(instance, {"routes": [[1, 2, 4], [3]]}) == 14
    # A customer that no longer fits is passed over for the nearest that does.
    heavy = VehicleRouting.from_coordinates(line, [0, 1, 3, 1, 1], 3)
    assert built(heavy, "nearest-neighbour") == [[1, 4, 3], [2]]


def test_a_route_limit_ends_the_nearest_neighbours_route() -> None:
    line = [(0, 0), (1, 0), (2, 0), (-3, 0), (4, 0)]
    instance = VehicleRouting.from_coordinates(line, [0, 1, 1, 1, 1], 9, max_distance=8)
    assert built(instance, "nearest-neighbour") == [[1, 2, 4], [3]]


def test_the_sweep_goes_round_the_depot_once() -> None:
    angles = [2 * math.pi * k / 12 for k in range(12)]
    ring = [(round(100 * math.cos(a), 6), round(100 * math.sin(a), 6)) for a in angles]
    instance = VehicleRouting.from_coordinates([(0, 0), *ring], [0] + [1] * 12, 4)
    for seed in range(10):
        routes = built(instance, "sweep", seed)
        tour = [customer for route in routes for customer in route]
        assert [len(route) for route in routes] == [4, 4, 4]
        assert tour == [(tour[0] - 1 + k) % 12 + 1 for k in range(12)]


@pytest.mark.parametrize("construction", ["random", "random-savings", "sweep"])
def test_what_is_random_differs_by_seed_and_repeats(construction: str) -> None:
    city = random_instance(random.Random(12), most=30)
    assert city.coordinates is not None and city.customers > 5
    drawn = [built(city, construction, seed) for seed in range(8)]
    assert drawn == [built(city, construction, seed) for seed in range(8)]
    assert len({str(routes) for routes in drawn}) > 1
