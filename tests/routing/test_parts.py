"""Parts of a route plan: every route in one of them, neighbours together, borders that move."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

import neurols
from neurols.routing import VehicleRouting
from neurols.routing.generate import uchoa
from neurols.routing.parts import cut, join
from neurols.routing.solution import RoutePlan

CITY = uchoa(600, 5, "central", "random", 1, 8.0, name="city")
PLAN = neurols.solve(CITY, iterations=0, seed=1).solution


@pytest.mark.parametrize("count", [2, 3, 7])
def test_every_route_is_in_one_part(count: int) -> None:
    parts = cut(CITY, PLAN, count, (1, 1))
    assert len(parts) == count
    assert sorted(chain.from_iterable(part.places[0] for part in parts)) == list(
        range(len(PLAN.routes))
    )
    mean = CITY.customers / count
    assert all(0.7 * mean < part.size < 1.3 * mean for part in parts)


def test_a_part_is_an_instance_with_the_same_distances() -> None:
    part = cut(CITY, PLAN, 4, (1, 1))[0]
    names = part.places[1]
    own = part.instance
    for a, b in ((0, 1), (1, 2), (5, 0)):
        assert own.distance(a, b) == CITY.distance(names[a], names[b])
        assert own.demands[a] == CITY.demands[names[a]]
    assert neurols.check(own, part.solution) == part.solution.cost


def test_parts_put_back_as_they_are_leave_the_plan_as_it_was() -> None:
    parts = cut(CITY, PLAN, 5, (1, 1))
    form = join(PLAN, [(part, part.solution) for part in parts])
    assert sorted(form["routes"]) == sorted(PLAN.routes)
    some = join(PLAN, [(parts[2], parts[2].solution)])
    assert sorted(some["routes"]) == sorted(PLAN.routes)


def test_borders_move_with_the_seed() -> None:
    def groups(seed: tuple[int, int]) -> set[frozenset[int]]:
        return {frozenset(part.places[0]) for part in cut(CITY, PLAN, 4, seed)}

    assert groups((1, 1)) == groups((1, 1))
    assert not groups((1, 1)) & groups((1, 2))


def test_neighbouring_routes_come_together() -> None:
    """The routes of a part lie closer to its centre than those of others do."""
    assert CITY.coordinates is not None
    centres = np.array([CITY.coordinates[route].mean(axis=0) for route in PLAN.routes])
    for part in cut(CITY, PLAN, 4, (1, 1)):
        own = centres[part.places[0]]
        others = np.delete(centres, part.places[0], axis=0)
        middle = own.mean(axis=0)
        assert np.linalg.norm(own - middle, axis=1).mean() < (
            np.linalg.norm(others - middle, axis=1).mean()
        )


def test_vehicles_are_shared_out() -> None:
    assert CITY.coordinates is not None
    limited = VehicleRouting.from_coordinates(
        CITY.coordinates, CITY.demands, CITY.capacity, vehicles=len(PLAN.routes) + 3
    )
    parts = cut(limited, PLAN, 2, (1, 1))
    spare = [part.instance.vehicles - len(part.solution.routes) for part in parts]
    assert sorted(spare) == [1, 2]


def test_what_has_no_places_or_one_route_is_not_cut() -> None:
    one = RoutePlan([[1, 2]], 0)
    places = VehicleRouting.from_coordinates([[0, 0], [1, 1], [2, 0]], [0, 1, 1], 9)
    assert cut(places, one, 2, (1, 1)) == []
    matrix = VehicleRouting.from_matrix([[0, 1, 1], [1, 0, 1], [1, 1, 0]], [0, 1, 1], 1)
    assert cut(matrix, RoutePlan([[1], [2]], 4), 2, (1, 1)) == []
