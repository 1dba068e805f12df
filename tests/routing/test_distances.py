"""Distances of the core, out of a table or computed, are those of the independent arithmetic."""

from __future__ import annotations

import numpy as np
import pytest

from neurols import _core
from neurols.problems.routing import Metric, VehicleRouting

METRICS = [Metric.EUC_2D, Metric.CEIL_2D, Metric.EXACT_2D, Metric.GEO]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("nodes", [20, 1600])
def test_both_ways_between_any_two_nodes(metric: Metric, nodes: int) -> None:
    rng = np.random.default_rng(nodes)
    points = rng.uniform(0, 90 if metric is Metric.GEO else 1000, (nodes, 2)).round(2)
    city = VehicleRouting.from_coordinates(points, metric=metric)
    core = _core.RoutingInstance(
        coordinates=city.coordinates,
        matrix=None,
        metric=str(metric),
        demands=city.demands,
        capacity=city.capacity,
    )
    for a, b in rng.integers(0, nodes, (200, 2)).tolist():
        assert core.distance(a, b) == pytest.approx(city.distance(a, b), rel=1e-9)
        assert core.distance(b, a) == core.distance(a, b)
