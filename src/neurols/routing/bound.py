"""A lower bound on the cost of any route plan: simple, proven, fast at 30,000 nodes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .metric import Metric, between

if TYPE_CHECKING:
    from .instance import VehicleRouting

_ARCS_LIMIT = 2_000  # nodes; beyond, looking at every pair of points takes long
_CELLS = 8_192  # distances at a time: small enough for the cache, and for memory to be used again

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
    elif instance.metric.great_circle:
        radii = between(instance.metric, points[:1], points[1:])
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

    nodes, routes = instance.nodes, instance.least_vehicles
    every = np.arange(nodes)
    into = np.full(nodes, np.inf)  # the cheapest arc into each node, and out of it
    out, near, depot, second = (np.empty(nodes) for _ in range(4))
    height = max(1, _CELLS // nodes)
    for start in range(0, nodes, height):
        rows = every[start : start + height]
        block = instance.distances(rows[:, None], every[None, :]).astype(np.float64)
        block[rows - start, rows] = np.inf
        into = np.minimum(into, block.min(axis=0))
        out[rows] = block.min(axis=1)
        depot[rows], among = block[:, 0], block[:, 1:]
        near[rows] = among.min(axis=1)
        np.put_along_axis(among, among.argmin(axis=1)[:, None], np.inf, axis=1)
        second[rows] = among.min(axis=1)
    entered, left = into[1:].sum() + routes * into[0], out[1:].sum() + routes * out[0]
    best = max(float(entered), float(left))
    if instance.symmetric and instance.customers > 2:
        pairs = np.minimum(near + second, depot + np.minimum(depot, near))[1:]
        best = max(best, float(pairs.sum() / 2 + routes * depot[1:].min()))
    return best
