"""A lower bound on the cost of any route plan: simple, proven, and cheap at 30,000 nodes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .metric import Metric, between

if TYPE_CHECKING:
    from .instance import VehicleRouting

_ARCS_LIMIT = 2_000  # nodes; beyond, looking at every pair of points takes seconds

# How much shorter than the true length one counted edge can be.
_SLACK = {Metric.EUC_2D: 0.5, Metric.FLOOR_2D: 1.0}


def lower_bound(instance: VehicleRouting) -> float:
    """The better of the radial bound and the cheapest-arcs bound; an int where costs are."""
    bounds: list[float] = [0]
    if instance.matrix is None:
        bounds.append(_radial(instance))
    if instance.matrix is not None or instance.nodes <= _ARCS_LIMIT:
        bounds.append(_cheapest_arcs(instance))
    # Floating-point sums may come out a hair high; a bound must not.
    safe = max(bounds) * (1 - 1e-12)
    return math.ceil(safe - 1e-6) if instance.integral else safe


def _radial(instance: VehicleRouting) -> float:
    """max(2 max r_i, 2 sum r_i q_i / Q), r_i the distance from the depot (Haimovich and
    Rinnooy Kan 1985): by the triangle inequality a route is at least twice as long as the way
    to each of its customers. Rounding may shorten each of at most two edges per customer.
    """
    import numpy as np

    assert instance.coordinates is not None
    points = instance.coordinates
    if instance.metric is Metric.GEO:
        # TSPLIB rounds up, by at most one kilometre.
        radii = np.maximum(between(Metric.GEO, points[:1], points[1:]) - 1, 0).astype(np.float64)
    else:
        radii = between(Metric.EXACT_2D, points[:1], points[1:])
    loaded = float((radii * instance.demands[1:]).sum()) / instance.capacity
    slack = _SLACK.get(instance.metric, 0.0) * 2 * instance.customers
    return 2 * max(float(radii.max()), loaded) - slack


def _cheapest_arcs(instance: VehicleRouting) -> float:
    """Every customer is entered and left once, the depot as often as there are routes.

    For symmetric distances: half the sum of the two cheapest edges at each customer, of which
    the edge to the depot may count twice (a route of one customer).
    """
    import numpy as np

    table = instance.table().astype(np.float64)
    np.fill_diagonal(table, np.inf)
    routes = instance.least_vehicles
    entered = table[:, 1:].min(axis=0).sum() + routes * table[1:, 0].min()
    left = table[1:, :].min(axis=1).sum() + routes * table[0, 1:].min()
    best = max(float(entered), float(left))
    if instance.symmetric and instance.customers > 2:
        depot, among = table[1:, 0], table[1:, 1:]
        nearest = among.argmin(axis=1)[:, None]
        near = among.min(axis=1)
        np.put_along_axis(among, nearest, np.inf, axis=1)
        pairs = np.minimum(near + among.min(axis=1), depot + np.minimum(depot, near))
        best = max(best, float(pairs.sum() / 2 + routes * depot.min()))
    return best
