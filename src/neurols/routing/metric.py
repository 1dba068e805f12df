"""How far it is from one point to another: the distance functions of TSPLIB and CVRPLIB, and
great circles between decimal degrees.

Only the arithmetic lives here. Which nodes exist, and explicit matrices, belong to ``instance``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Metric(StrEnum):
    """The edge-weight types that neurols reads, by their TSPLIB names where they have one."""

    EUC_2D = "EUC_2D"
    """Euclidean, rounded to the nearest integer: ``int(d + 0.5)``, as CVRPLIB counts costs."""
    CEIL_2D = "CEIL_2D"
    """Euclidean, rounded up."""
    FLOOR_2D = "FLOOR_2D"
    """Euclidean, rounded down."""
    EXACT_2D = "EXACT_2D"
    """Euclidean, not rounded."""
    GEO = "GEO"
    """Whole kilometres on TSPLIB's idealised earth; coordinates are latitude and longitude in
    DDD.MM (degrees and minutes)."""
    GREAT_CIRCLE_M = "GREAT_CIRCLE_M"
    """Metres on a sphere of the earth's mean radius, not rounded; coordinates are latitude and
    longitude, in this order, in decimal degrees, south and west negative."""
    GREAT_CIRCLE_KM = "GREAT_CIRCLE_KM"
    """The same in kilometres."""
    EXPLICIT = "EXPLICIT"
    """A distance matrix, symmetric or not."""

    @property
    def rounds(self) -> bool:
        """Whether distances computed from coordinates are whole numbers."""
        return self in (Metric.EUC_2D, Metric.CEIL_2D, Metric.FLOOR_2D, Metric.GEO)

    @property
    def great_circle(self) -> bool:
        """Whether coordinates are latitude and longitude in decimal degrees."""
        return self in (Metric.GREAT_CIRCLE_M, Metric.GREAT_CIRCLE_KM)

    @property
    def spherical(self) -> bool:
        """Whether coordinates are latitude and longitude, in whichever notation."""
        return self is Metric.GEO or self.great_circle


# TSPLIB 95 prescribes these two constants, and with them the published optima.
_GEO_PI = 3.141592
_GEO_RADIUS = 6378.388

MEAN_RADIUS_KM = 6371.0088
"""Of the earth: (2a + b) / 3 of WGS 84, as the IUGG defines it."""


def between(metric: Metric, origins: NDArray[Any], destinations: NDArray[Any]) -> NDArray[Any]:
    """Distances between points; the arrays broadcast and their last axis holds (x, y).

    Whole-number metrics give ``int64``, the others ``float64``. Euclidean lengths are
    ``sqrt(dx*dx + dy*dy)`` and not ``hypot``: on integer coordinates the former is correctly
    rounded, and a 3-4-5 triangle must not be rounded up to 6 by CEIL_2D.
    """
    import numpy as np

    if metric is Metric.GEO:
        return _geographical(origins, destinations)
    if metric.great_circle:
        radius = MEAN_RADIUS_KM * (1000 if metric is Metric.GREAT_CIRCLE_M else 1)
        return radius * _angles(origins, destinations)
    if metric is Metric.EXPLICIT:
        raise ValueError("an explicit matrix has no formula")
    across = origins[..., 0] - destinations[..., 0]
    along = origins[..., 1] - destinations[..., 1]
    length = np.sqrt(across * across + along * along)
    if metric is Metric.EXACT_2D:
        return np.asarray(length)
    if metric is Metric.EUC_2D:
        whole = np.floor(length + 0.5)
    elif metric is Metric.CEIL_2D:
        whole = np.ceil(length)
    else:
        whole = np.floor(length)
    return np.asarray(whole).astype(np.int64)


def _geographical(origins: NDArray[Any], destinations: NDArray[Any]) -> NDArray[Any]:
    """TSPLIB 95, section 2.4. Two distinct nodes at one place are 1 apart, by its formula."""
    import numpy as np

    a, b = _radians(origins), _radians(destinations)
    q1 = np.cos(a[..., 1] - b[..., 1])
    q2 = np.cos(a[..., 0] - b[..., 0])
    q3 = np.cos(a[..., 0] + b[..., 0])
    cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)
    # Rounding can push the cosine of a zero angle just above one, where acos is undefined.
    angle = np.arccos(np.clip(cosine, -1.0, 1.0))
    return np.asarray(_GEO_RADIUS * angle + 1.0).astype(np.int64)


def _angles(origins: NDArray[Any], destinations: NDArray[Any]) -> NDArray[Any]:
    """Angles between places from half their differences, where nothing cancels. Another formula
    than the core's, so that the one is a check of the other."""
    import numpy as np

    north = np.radians(origins[..., 0] - destinations[..., 0]) / 2
    middle = np.radians(origins[..., 0] + destinations[..., 0]) / 2
    east = np.radians(origins[..., 1] - destinations[..., 1]) / 2
    sine = np.hypot(np.sin(north) * np.cos(east), np.cos(middle) * np.sin(east))
    cosine = np.hypot(np.cos(north) * np.cos(east), np.sin(middle) * np.sin(east))
    return np.asarray(2 * np.arctan2(sine, cosine))


def minutes_in_degrees(points: NDArray[Any]) -> NDArray[Any]:
    """GEO's DDD.MM as decimal degrees."""
    import numpy as np

    degrees = np.trunc(points)
    return np.asarray(degrees + 5.0 * (points - degrees) / 3.0)


def _radians(points: NDArray[Any]) -> NDArray[Any]:
    return _GEO_PI * minutes_in_degrees(points) / 180.0
