"""The checker finds every kind of fault and names who is at fault."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from neurols.errors import InfeasibleSolution
from neurols.routing import RoutePlan, VehicleRouting, check
from neurols.routing.generate import kool


def faults(instance: VehicleRouting, solution: Any) -> tuple[str, ...]:
    with pytest.raises(InfeasibleSolution) as caught:
        check(instance, solution)
    return caught.value.faults


def test_a_feasible_plan_costs_what_it_costs(tiny: VehicleRouting) -> None:
    cost = check(tiny, RoutePlan([[1, 2], [3]], 28))
    assert cost == 28 and isinstance(cost, int)


def test_a_plan_may_be_an_object_without_a_cost_and_with_empty_routes(
    tiny: VehicleRouting,
) -> None:
    assert check(tiny, {"routes": [[], [1, 2], [3], []]}) == 28
    assert check(tiny, {"routes": [np.array([1, 2]), (3,)], "cost": np.int64(28)}) == 28


def test_costs_are_sums_of_unrounded_distances() -> None:
    instance = VehicleRouting.from_coordinates([(0, 0), (1, 1), (2, 2)], [0, 1, 1], 1)
    assert check(instance, {"routes": [[1], [2]]}) == pytest.approx(6 * 2**0.5, rel=1e-15)


def test_the_direction_counts_where_distances_differ() -> None:
    instance = VehicleRouting.from_matrix([[0, 1, 9], [9, 0, 1], [1, 9, 0]])
    assert check(instance, {"routes": [[1, 2]]}) == 3
    assert check(instance, {"routes": [[2, 1]]}) == 27


@pytest.mark.parametrize(
    ("routes", "expected"),
    [
        ([[1, 2]], ["customer 3 is not visited"]),
        ([], [f"customer {c} is not visited" for c in (1, 2, 3)]),
        ([[1, 2], [3], [1]], ["customer 1 is visited 2 times (routes 1, 3)"]),
        ([[1, 2], [3, 4]], ["route 2: there is no customer 4 (they are 1 to 3)"]),
        ([[1, 2], [0, 3]], ["route 2: there is no customer 0 (they are 1 to 3)"]),
        ([[1, 2], [-1, 3]], ["route 2: there is no customer -1 (they are 1 to 3)"]),
        ([[1, 2], [3, "x"]], ["route 2: 'x' is no customer"]),
        ([[1, 2], [3, 1.5]], ["route 2: '1.5' is no customer"]),
        ([[1, 2], [3, True]], ["route 2: 'True' is no customer"]),
        ([[1, 2], [3], 7], ["route 3 is no list of customers: '7'"]),
        ([[2, 1, 3]], ["route 1 carries 16, above the capacity of 10 (from customer 3 on)"]),
    ],
)
def test_broken_plans_are_told_what_is_wrong(
    tiny: VehicleRouting, routes: list[Any], expected: list[str]
) -> None:
    assert list(faults(tiny, {"routes": routes})) == expected


def test_all_faults_are_reported_together(tiny: VehicleRouting) -> None:
    found = faults(tiny, {"routes": [[1, 1, 9], [3]]})
    assert [fault.split(" (")[0] for fault in found] == [
        "route 1: there is no customer 9",
        "customer 1 is visited 2 times",
        "customer 2 is not visited",
    ]


@pytest.mark.parametrize("solution", [{}, {"routes": None}, {"routes": "1 2"}, [[1, 2]], None])
def test_what_is_no_plan_at_all_is_a_fault(tiny: VehicleRouting, solution: Any) -> None:
    assert faults(tiny, solution)[0].startswith("no ")


def test_a_wrong_cost_is_a_fault(tiny: VehicleRouting) -> None:
    assert faults(tiny, RoutePlan([[1, 2], [3]], 29)) == ("stated cost 29, but the routes cost 28",)
    assert faults(tiny, {"routes": [[1, 2], [3]], "cost": "28"})
    assert faults(tiny, RoutePlan([[1, 2], [3]], 28 + 1e-9))
    assert faults(tiny, RoutePlan([[1, 2], [3]], float("nan")))


def test_a_cost_with_fractions_may_be_off_by_rounding_only() -> None:
    instance = VehicleRouting.from_coordinates([(0, 0), (1, 1)], [0, 1], 1)
    cost = 2 * 2**0.5
    assert check(instance, RoutePlan([[1]], cost * (1 + 1e-10))) == cost
    assert faults(instance, RoutePlan([[1]], cost * (1 + 1e-8)))


def test_too_many_routes_are_a_fault(tiny: VehicleRouting) -> None:
    limited = replace(tiny, vehicles=2)
    assert check(limited, {"routes": [[1, 2], [], [3]]}) == 28
    assert faults(limited, {"routes": [[1], [2], [3]]}) == ("3 routes, but only 2 vehicles",)


def test_a_route_that_is_too_long_is_a_fault(tiny: VehicleRouting) -> None:
    limited = replace(tiny, max_distance=17)
    assert check(limited, {"routes": [[1], [2], [3]]}) == 30
    assert faults(limited, {"routes": [[1, 2], [3]]}) == (
        "route 1 is 18 long, above the limit of 17",
    )
    assert check(replace(tiny, max_distance=18), {"routes": [[1, 2], [3]]}) == 28


def test_thirty_thousand_customers_are_checked_within_a_second() -> None:
    instance = kool(30_000, seed=1)
    routes = [[customer] for customer in range(1, 30_001)]
    start = time.process_time()
    assert check(instance, {"routes": routes}) > instance.lower_bound
    assert len(faults(instance, {"routes": routes + routes})) == 30_000
    assert time.process_time() - start < 1
