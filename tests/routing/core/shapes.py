"""Small routing instances of every awkward shape, for the tests of the native workspace."""

from __future__ import annotations

import random

import numpy as np

from neurols import _core
from neurols.routing import Metric, VehicleRouting
from neurols.routing.problem import RoutingProblem

OPERATORS = list(_core.RoutingWorkspace.operator_names)
PERTURBATIONS = list(_core.RoutingWorkspace.perturbation_names)
FEASIBLE = [i for i, name in enumerate(PERTURBATIONS) if name != "overload"]
"""Indices of the perturbations after which every route fits its vehicle."""


def random_instance(rng: random.Random, most: int = 30) -> VehicleRouting:
    """Clustered, equal points, demand = capacity, one customer, asymmetric, limits."""
    customers = rng.randint(1, most)
    capacity = rng.choice([1, 5, 20, 100])
    demands = [0] + [rng.randint(0 if capacity > 1 else 1, capacity) for _ in range(customers)]
    if rng.random() < 0.1:
        demands = [0] + [capacity] * customers
    if rng.random() < 0.2:
        matrix = np.array(
            [
                [0 if i == j else rng.randint(1, 60) for j in range(customers + 1)]
                for i in range(customers + 1)
            ]
        )
        return VehicleRouting.from_matrix(matrix, demands, capacity)
    spread = rng.choice([0, 3, 100, 1000])
    points = [(rng.randint(0, spread), rng.randint(0, spread)) for _ in range(customers + 1)]
    metric = rng.choice([Metric.EUC_2D, Metric.EUC_2D, Metric.CEIL_2D, Metric.EXACT_2D])
    limit = None
    if rng.random() < 0.2:
        farthest = max(float(np.hypot(x - points[0][0], y - points[0][1])) for x, y in points)
        limit = 2 * (farthest + 2) * rng.uniform(1.0, 2.0)
    return VehicleRouting.from_coordinates(
        points, demands, capacity, metric=metric, max_distance=limit
    )


def workspace(instance: VehicleRouting, **settings: object) -> _core.RoutingWorkspace:
    chosen = _core.WorkspaceSettings()
    for name, value in settings.items():
        setattr(chosen, name, value)
    space = RoutingProblem().workspace(instance, chosen, None)
    assert isinstance(space, _core.RoutingWorkspace)
    return space
