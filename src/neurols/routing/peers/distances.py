"""Distances as the peers want them: whole numbers, in a table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols.routing import VehicleRouting

_FINEST = 1e6  # the longest distance in units of the scaled table
_CHUNK = 256


class Whole(NamedTuple):
    """A table of whole numbers, each ``scale`` times the true distance."""

    table: NDArray[Any]
    scale: float

    def limit(self, distance: float | None) -> int | None:
        """A limit on the length of routes, in the table's units."""
        return None if distance is None else math.floor(distance * self.scale + 1e-6)


def whole_distances(instance: VehicleRouting) -> Whole:
    """The table that the peer solves on; the true cost is the checker's.

    Distances that are no whole numbers are scaled up. They are rounded to the nearest, but up where
    routes have a limit: the plan must keep to it in true distances, too.
    """
    import numpy as np

    table = _full_table(instance)
    if instance.integral:
        return Whole(table, 1.0)
    longest = float(table.max())
    scale = 10.0 ** math.floor(math.log10(_FINEST / longest)) if longest > 0 else 1.0
    rounded = np.rint if instance.max_distance is None else np.ceil
    return Whole(rounded(table * scale).astype(np.int64), scale)


def _full_table(instance: VehicleRouting) -> NDArray[Any]:
    """Row by row: our own limit on tables does not bind the peers, who work on nothing else."""
    import numpy as np

    every = np.arange(instance.nodes)
    kind = np.int64 if instance.integral else np.float64
    table = np.empty((instance.nodes, instance.nodes), kind)
    for first in range(0, instance.nodes, _CHUNK):
        rows = every[first : first + _CHUNK, None]
        table[first : first + _CHUNK] = instance.distances(rows, every[None, :])
    return table
