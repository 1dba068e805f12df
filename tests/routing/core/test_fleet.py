"""Vehicle limits: a solution is found where there is one, else the user learns what would do."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

import pytest

import neurols
from neurols.errors import InputError
from neurols.routing.instance import VehicleRouting


def partitions(items: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every way to share the customers out among vehicles that are all alike."""
    if not items:
        yield []
        return
    first, *rest = items
    for parts in partitions(rest):
        yield [[first], *parts]
        for number, part in enumerate(parts):
            yield [*parts[:number], [first, *part], *parts[number + 1 :]]


def fewest_vehicles(matrix: list[list[int]], demands: list[int], capacity: int, limit: int) -> int:
    """By brute force: over all partitions, and all orders of each part."""

    def length(tour: Sequence[int]) -> int:
        stops = [0, *tour, 0]
        return sum(matrix[a][b] for a, b in pairwise(stops))

    allowed: dict[tuple[int, ...], bool] = {}

    def fits(part: list[int]) -> bool:
        key = tuple(part)
        if key not in allowed:
            allowed[key] = sum(demands[c] for c in part) <= capacity and any(
                length(order) <= limit for order in permutations(part)
            )
        return allowed[key]

    every = partitions(range(1, len(demands)))
    return min(len(parts) for parts in every if all(fits(part) for part in parts))


def tiny(seed: int) -> tuple[list[list[int]], list[int], int, int]:
    """At most six customers, tight in load, in length, or in both; some distances lopsided."""
    rng = random.Random(seed)
    count = rng.randint(2, 6)
    points = [(rng.randint(0, 60), rng.randint(0, 60)) for _ in range(count + 1)]
    skew = rng.choice([0, 0, 8])
    matrix = [
        [
            0 if a == b else abs(a[0] - b[0]) + abs(a[1] - b[1]) + rng.randint(0, skew)
            for b in points
        ]
        for a in points
    ]
    demands = [0, *(rng.randint(1, 10) for _ in range(count))]
    capacity = max(max(demands), rng.randint(9, 20))
    there_and_back = max(matrix[0][c] + matrix[c][0] for c in range(1, count + 1))
    limit = there_and_back + rng.choice([0, 10, 40, 10_000])
    return matrix, demands, capacity, limit


@pytest.mark.parametrize("seed", range(150))
def test_a_solution_is_found_whenever_there_is_one(seed: int) -> None:
    matrix, demands, capacity, limit = tiny(seed)
    fewest = fewest_vehicles(matrix, demands, capacity, limit)
    least = -(-sum(demands) // capacity)
    for vehicles in range(max(least, fewest - 1), fewest + 1):
        instance = VehicleRouting.from_matrix(
            matrix, demands, capacity, vehicles=vehicles, max_distance=limit
        )
        if vehicles == fewest:
            plan = neurols.solve(instance, iterations=5, seed=seed).solution
            assert len(plan.routes) <= vehicles
        else:
            with pytest.raises(InputError, match=f"no solution with {vehicles} vehicle.*{fewest}"):
                neurols.solve(instance, iterations=5, seed=seed)


def crowded(demands: Sequence[int], capacity: int, vehicles: int) -> VehicleRouting:
    rng = random.Random(1)
    points = [(rng.randint(0, 1000), rng.randint(0, 1000)) for _ in range(len(demands) + 1)]
    return VehicleRouting.from_coordinates(
        points, [0, *demands], capacity, vehicles=vehicles, metric="EUC_2D"
    )


def test_a_fleet_that_is_proven_too_small_is_told_at_once_with_one_that_is_enough() -> None:
    instance = crowded([51] * 20, 100, 11)  # no two fit together
    started = time.monotonic()
    with pytest.raises(InputError, match="there is no solution with 11 vehicles; allow 20"):
        neurols.solve(instance, time_limit=300)
    assert time.monotonic() - started < 100


def hard_to_pack(seed: int, vehicles: int) -> list[int]:
    """Triples of demands that fill their vehicles to the brim."""
    rng = random.Random(seed)
    demands = []
    for _ in range(vehicles):
        first = rng.randint(380, 480)
        second = rng.randint(max(260, 1000 - first - 330), 1000 - first - 251)
        demands += [first, second, 1000 - first - second]
    rng.shuffle(demands)
    return demands


def test_a_tight_packing_is_found_beyond_the_constructions_own_effort() -> None:
    found = neurols.solve(crowded(hard_to_pack(3, 8), 1000, 8), time_limit=20, target=10**9)
    assert len(found.solution.routes) == 8


def test_the_budget_is_spent_before_a_fleet_is_called_too_small() -> None:
    rng = random.Random(5)
    points = [(rng.random(), rng.random()) for _ in range(40)]
    instance = VehicleRouting.from_coordinates(
        points, [0] + [1] * 39, 39, vehicles=2, max_distance=2.3
    )
    started = time.monotonic()
    with pytest.raises(InputError, match="no solution with 2 vehicles was found") as told:
        neurols.solve(instance, time_limit=3, threads=2)
    assert time.monotonic() - started > 2.9
    enough = int(re.search(r"allow (\d+)", str(told.value)).group(1))  # type: ignore[union-attr]
    wider = VehicleRouting.from_coordinates(
        points, [0] + [1] * 39, 39, vehicles=enough, max_distance=2.3
    )
    assert len(neurols.solve(wider, iterations=10).solution.routes) <= enough


def test_the_same_seed_finds_the_same_packing_on_any_number_of_threads() -> None:
    instance = crowded(hard_to_pack(3, 8), 1000, 8)
    runs = [
        neurols.solve(instance, iterations=50, searches=3, threads=threads, seed=4)
        for threads in (1, 3)
    ]
    assert runs[0].solution.to_json() == runs[1].solution.to_json()
