"""Generated instances have the properties that their classes promise, and depend on the seed."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

from neurols.errors import InputError
from neurols.routing import Metric, VehicleRouting
from neurols.routing.generate import Demand, Depot, Positions, kool, mixed, uchoa
from neurols.routing.uchoa_classes import mean_customers
from neurols.routing.write import vrp_text


def points_of(instance: VehicleRouting) -> Any:
    assert instance.coordinates is not None
    return instance.coordinates


def digest(instance: VehicleRouting) -> str:
    return hashlib.sha256(vrp_text(instance).encode()).hexdigest()[:16]


def test_kool_instances_fill_the_unit_square() -> None:
    instance = kool(1000, seed=3)
    points = points_of(instance)
    assert 0 <= points.min() < 0.01 and 0.99 < points.max() < 1
    assert np.allclose(points.mean(axis=0), 0.5, atol=0.03)
    assert set(instance.demands[1:].tolist()) == set(range(1, 10))
    assert instance.metric is Metric.EXACT_2D and not instance.integral


@pytest.mark.parametrize(
    ("customers", "capacity"),
    [(5, 20), (10, 20), (20, 30), (35, 35), (50, 40), (100, 50), (400, 100), (10_000, 500)],
)
def test_kool_capacities_grow_with_the_customers(customers: int, capacity: int) -> None:
    assert kool(customers, seed=0).capacity == capacity
    assert kool(customers, seed=0, capacity=77).capacity == 77


def test_scaled_kool_instances_have_whole_distances() -> None:
    instance = kool(50, seed=3, scale=1000)
    points = points_of(instance)
    assert (points == np.round(points)).all() and points.max() > 900
    assert instance.metric is Metric.EUC_2D and instance.integral


@pytest.mark.parametrize("depot", list(Depot))
@pytest.mark.parametrize("positions", list(Positions))
def test_uchoa_points_are_distinct_integers_on_the_grid(depot: Depot, positions: Positions) -> None:
    instance = uchoa(300, seed=5, depot=depot, positions=positions)
    points = points_of(instance)
    assert instance.customers == 300
    assert (points == np.floor(points)).all()
    assert points.min() >= 0 and points.max() <= 1000
    assert len({tuple(point) for point in points.tolist()}) == 301
    if depot is not Depot.RANDOM:
        assert points[0].tolist() == ([0, 0] if depot is Depot.ECCENTRIC else [500, 500])


def test_clustered_customers_are_closer_to_each_other() -> None:
    def mean_nearest(positions: str) -> float:
        table = uchoa(300, seed=5, positions=positions).table()[1:, 1:].astype(float)
        np.fill_diagonal(table, np.inf)
        return float(table.min(axis=1).mean())

    assert mean_nearest("clustered") < mean_nearest("random-clustered") < mean_nearest("random")


@pytest.mark.parametrize(
    ("demand", "least", "most"),
    [(0, 1, 1), (1, 1, 10), (2, 5, 10), (3, 1, 100), (4, 50, 100)],
)
def test_uniform_demand_classes_use_their_whole_range(demand: int, least: int, most: int) -> None:
    demands = uchoa(2000, seed=8, demand=demand).demands[1:]
    assert set(demands.tolist()) == set(range(least, most + 1))


def test_demands_by_quadrant_are_large_in_the_first_and_third() -> None:
    instance = uchoa(2000, seed=8, positions="random", demand=Demand.QUADRANT)
    points, demands = points_of(instance)[1:], instance.demands[1:]
    odd = (points[:, 0] >= 500) == (points[:, 1] >= 500)
    assert set(demands[odd].tolist()) == set(range(51, 101))
    assert set(demands[~odd].tolist()) == set(range(1, 51))


@pytest.mark.parametrize("seed", range(6))
def test_many_small_demands_leave_five_to_thirty_percent_large(seed: int) -> None:
    demands = uchoa(400, seed, demand=Demand.MANY_SMALL).demands[1:]
    large = demands >= 50
    assert 0.045 <= large.mean() <= 0.30
    assert demands[~large].max() <= 10


@pytest.mark.parametrize(
    ("length", "least", "most"),
    [("very-short", 3, 5), ("short", 5, 8), ("medium", 8, 12), ("long", 12, 16), (9.5, 9.5, 9.5)],
)
def test_the_capacity_fits_the_route_length(length: Any, least: float, most: float) -> None:
    instance = uchoa(200, seed=2, demand=1, route_length=length)
    mean = instance.demands.sum() / 200
    assert least * mean <= instance.capacity <= most * mean + 1


def test_a_capacity_never_falls_below_the_largest_demand() -> None:
    instance = uchoa(200, seed=2, demand=Demand.MANY_SMALL, route_length=1)
    assert instance.capacity == instance.demands.max()


def test_route_lengths_are_triangular_with_mode_six() -> None:
    rng = np.random.Generator(np.random.PCG64(1))
    drawn = np.array([mean_customers(rng, None) for _ in range(20_000)])
    assert 3 <= drawn.min() < 3.3 and 24 < drawn.max() <= 25
    assert drawn.mean() == pytest.approx((3 + 6 + 25) / 3, abs=0.1)
    assert (drawn < 6).mean() == pytest.approx(3 / 22, abs=0.01)


def test_mixed_instances_cover_sizes_depots_and_demands() -> None:
    instances = [mixed((20, 60), seed) for seed in range(80)]
    assert {20, 60} >= {min(i.customers for i in instances), max(i.customers for i in instances)}
    depots = [tuple(points_of(instance)[0].tolist()) for instance in instances]
    assert 10 < depots.count((0, 0)) < 45 and 10 < depots.count((500, 500)) < 45
    largest = {int(instance.demands.max()) for instance in instances}
    assert 1 in largest and 10 in largest and max(largest) > 90
    assert mixed(30, 4).customers == 30


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda seed: kool(20, seed), "ffa1a6a02c44f629"),
        (lambda seed: uchoa(40, seed, positions="clustered", demand=6), "ca5dd49224f7b042"),
        (lambda seed: mixed((20, 40), seed), "35909bf018edc1f2"),
    ],
)
def test_the_seed_alone_decides(make: Any, expected: str) -> None:
    assert digest(make(7)) == expected  # changes here change every published figure
    assert digest(make(7)) != digest(make(8))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: kool(0, 1), "0 customers"),
        (lambda: uchoa(1_000_000, 1), "1000000 customers"),
        (lambda: kool(10, -1), "seed -1"),
        (lambda: kool(10, 1, capacity=3), "capacity of 3"),
        (lambda: uchoa(10, 1, depot="north"), "'north'; use random, eccentric, central"),
        (lambda: uchoa(10, 1, positions="grid"), "'grid'; use random, clustered"),
        (lambda: uchoa(10, 1, demand=7), "7; use 0, 1, 2"),
        (lambda: uchoa(10, 1, route_length="huge"), "'huge'; use very-short"),
        (lambda: uchoa(10, 1, route_length=0.5), "route length 0.5"),
        (lambda: mixed((30, 20), 1), "from 30 to 20"),
    ],
)
def test_bad_requests_are_named(make: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()


@pytest.mark.parametrize("positions", list(Positions))
def test_a_single_customer_can_be_generated(positions: Positions) -> None:
    assert uchoa(1, seed=1, positions=positions).customers == 1
