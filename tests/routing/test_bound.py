"""The lower bound is one: never above the best of all plans, found by brute force."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurols.routing import VehicleRouting
from neurols.routing.generate import kool

PLANAR = ("EUC_2D", "CEIL_2D", "FLOOR_2D", "EXACT_2D", "GEO")


def best_cost(instance: VehicleRouting) -> float:
    """The cheapest plan: every order of the customers, cut into routes in every way."""
    table, demands = instance.table().tolist(), instance.demands.tolist()
    cheapest = float("inf")
    for order in permutations(range(1, instance.nodes)):
        costs = [0.0] + [float("inf")] * len(order)
        for start in range(len(order)):
            load, length, last = 0, 0.0, 0
            for end in range(start, len(order)):
                load += demands[order[end]]
                if load > instance.capacity:
                    break
                length += table[last][order[end]]
                last = order[end]
                costs[end + 1] = min(costs[end + 1], costs[start] + length + table[last][0])
        cheapest = min(cheapest, costs[-1])
    return cheapest


grid_points = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=5)


@settings(max_examples=60, deadline=None)
@given(grid_points, st.sampled_from(PLANAR), st.data())
def test_no_plan_costs_less_than_the_bound(
    points: list[tuple[int, int]], metric: str, data: st.DataObject
) -> None:
    demand = st.lists(st.integers(0, 4), min_size=len(points) - 1, max_size=len(points) - 1)
    demands = [0, *data.draw(demand)]
    instance = VehicleRouting.from_coordinates(points, demands, 5, metric=metric)
    assert 0 <= instance.lower_bound <= best_cost(instance)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.booleans(), st.data())
def test_no_plan_over_any_matrix_costs_less_than_the_bound(
    size: int, symmetric: bool, data: st.DataObject
) -> None:
    row = st.lists(st.integers(0, 9), min_size=size, max_size=size)
    matrix = data.draw(st.lists(row, min_size=size, max_size=size))
    if symmetric:
        matrix = [[matrix[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]
    instance = VehicleRouting.from_matrix(matrix, [0] + [2] * (size - 1), 4)
    assert instance.lower_bound <= best_cost(instance)


def test_the_bound_of_an_out_and_back_route_is_its_length() -> None:
    instance = VehicleRouting.from_coordinates([(0, 0), (3, 4)], [0, 1], 1)
    assert instance.lower_bound == pytest.approx(10)


def test_thirty_thousand_customers_have_a_bound_at_once() -> None:
    assert kool(30_000, seed=1).lower_bound > 200
