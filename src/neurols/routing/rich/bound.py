"""A proven, simple lower bound on the cost of a rich routing instance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .instance import RichRouting


def lower_bound(instance: RichRouting) -> float:
    """What the legs into the clients cost at least, and the vehicles that must be used.

    Each client that must be visited is entered by a leg, at the least price of a unit of distance;
    an optional one may cost its prize instead. At least one vehicle starts where a client is
    required. Counted in floating point and rounded down to the next unit.
    """
    import numpy as np

    depots = len(instance.depots)
    into = np.full(len(instance.clients), math.inf)
    for kind in instance.vehicle_types:
        distances = instance.profiles[kind.profile].distances
        entering = np.full(len(into), math.inf)
        for first in range(0, instance.locations, 256):
            rows = distances[first : first + 256, depots:].astype(float)
            for row in range(len(rows)):
                own = first + row - depots
                if own >= 0:
                    rows[row, own] = math.inf
            entering = np.minimum(entering, rows.min(axis=0))
        into = np.minimum(into, entering * kind.unit_distance_cost)
    total = 0.0
    required = False
    for client, leg in zip(instance.clients, into.tolist(), strict=True):
        if client.group is not None:
            continue
        required |= client.prize is None
        total += leg if client.prize is None else min(leg, client.prize)
    for group in instance.groups:
        least = min(float(into[client]) for client in group.clients)
        required |= group.required
        total += least if group.required else min(least, group.prize)
    if required:
        total += min(kind.fixed_cost for kind in instance.vehicle_types)
    return math.floor(total * (1 - 1e-12) * instance.cost_scale) / instance.cost_scale
