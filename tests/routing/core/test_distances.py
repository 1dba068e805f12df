"""Distances of the core, out of a table or computed, are those of the independent arithmetic."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import neurols
from neurols import _core
from neurols.routing import Metric, VehicleRouting, check

METRICS = [metric for metric in Metric if metric is not Metric.EXPLICIT]


def degrees(rng: np.random.Generator, nodes: int) -> NDArray[np.float64]:
    """Places anywhere on earth; what stands after the point are minutes for GEO."""
    size = (nodes, 2)
    return rng.choice([-1, 1], size) * (rng.integers(0, 89, size) + rng.integers(0, 60, size) / 100)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("nodes", [20, 1600, 5200])  # beyond 5,000 there is no table
def test_both_ways_between_any_two_nodes(metric: Metric, nodes: int) -> None:
    rng = np.random.default_rng(nodes)
    points = rng.uniform(0, 10_000, (nodes, 2)).round(2)
    if metric.spherical:
        points = degrees(rng, nodes)
    city = VehicleRouting.from_coordinates(points, metric=metric)
    core = _core.RoutingInstance(
        coordinates=city.coordinates,
        matrix=None,
        metric=str(metric),
        demands=city.demands,
        capacity=city.capacity,
    )
    for a, b in rng.integers(0, nodes, (200, 2)).tolist():
        wanted = city.distance(a, b)
        assert core.distance(a, b) == (wanted if city.integral else pytest.approx(wanted, rel=1e-9))
        assert core.distance(b, a) == core.distance(a, b)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("customers", [15, 700, 5_100])
def test_every_metric_can_be_solved(metric: Metric, customers: int) -> None:
    rng = np.random.default_rng(customers)
    points = degrees(rng, customers + 1)
    if not metric.spherical:
        points = np.floor(points * 1000)
    demands = [0, *rng.integers(1, 9, customers).tolist()]
    instance = VehicleRouting.from_coordinates(points, demands, 60, metric=metric)
    result = neurols.solve(instance, iterations=5, seed=1, controller="ils")
    assert check(instance, result.solution) == pytest.approx(result.cost, rel=1e-12)
    assert result.trace[-1].cost == pytest.approx(result.cost, rel=1e-9)
