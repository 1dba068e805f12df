"""Coordinates that can be meant as they stand: degrees in range, minutes below sixty, and distances
that do not all vanish when they are rounded."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from .metric import Metric, between, minutes_in_degrees

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

VANISHING = (
    "rounds the distance from most places to their nearest ones to 0: the cost of a plan would mean"
    " nothing"
)
_CELLS = 2_000_000  # distances looked at; more points are judged by a sample


class NodeError(InputError):
    """An :class:`InputError` that knows the node at fault, for readers to find its line."""

    def __init__(self, cause: str, *, node: int, remedy: str) -> None:
        super().__init__(cause, remedy=remedy)
        self.node = node


def label(node: int) -> str:
    """What messages call a node."""
    return f"customer {node}" if node else "the depot"


def check_places(points: NDArray[Any], metric: Metric) -> None:
    """Refuse coordinates that cannot be meant in this metric."""
    if metric is Metric.GEO:
        _check_minutes(points)
        _check_degrees(minutes_in_degrees(points), points)
    elif metric.great_circle:
        _check_degrees(points, points)
    elif metric in (Metric.EUC_2D, Metric.FLOOR_2D):
        _check_rounding(points, metric)


def _check_minutes(points: NDArray[Any]) -> None:
    import numpy as np

    minutes = 100 * np.abs(points - np.trunc(points))
    wrong = np.flatnonzero((minutes > 60 - 1e-6).any(axis=1))
    if wrong.size:
        node = int(wrong[0])
        # Of the two the one at fault.
        value = points[node, int((minutes[node] > 60 - 1e-6).argmax())]
        raise NodeError(
            f"the coordinate {value:.10g} of {label(node)} has {minutes[node].max():.4g} minutes:"
            " GEO reads degrees and minutes (DDD.MM)",
            node=node,
            remedy="for decimal degrees use GREAT_CIRCLE_KM or GREAT_CIRCLE_M",
        )


def _check_degrees(degrees: NDArray[Any], given: NDArray[Any]) -> None:
    import numpy as np

    for column, (what, most) in enumerate((("latitude", 90), ("longitude", 180))):
        wrong = np.flatnonzero(np.abs(degrees[:, column]) > most)
        if wrong.size:
            node = int(wrong[0])
            raise NodeError(
                f"the {what} of {label(node)} is {given[node, column]:.10g}, not from"
                f" -{most} to {most}",
                node=node,
                remedy="give latitude first, then longitude, south and west negative",
            )


def _check_rounding(points: NDArray[Any], metric: Metric) -> None:
    if not vanish(points, partial(between, metric)):
        return
    raise InputError(
        f"{metric} {VANISHING}",
        remedy=(
            "for latitude and longitude in decimal degrees use GREAT_CIRCLE_M (metres) or"
            " GREAT_CIRCLE_KM, for a plane EXACT_2D, or scale the coordinates up"
            if may_be_degrees(points)
            else "use EXACT_2D, which does not round, or scale the coordinates up"
        ),
    )


def may_be_degrees(points: NDArray[Any]) -> bool:
    """Whether the coordinates could be latitudes and longitudes, or the other way round."""
    import numpy as np

    return bool((np.abs(points) <= (90, 180)).all() or (np.abs(points) <= (180, 90)).all())


def vanish(
    points: NDArray[Any], between: Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]
) -> bool:
    """Whether most places are at a distance of 0 from a different one, by these distances.

    Whole coordinates of different places are never rounded together, and most files have them.
    """
    import numpy as np

    if (points == np.floor(points)).all():
        return False
    places = np.unique(points, axis=0)
    if len(places) < 2:
        return False
    asked = np.arange(0, len(places), -(-(len(places) ** 2) // _CELLS))
    vanishing = 0
    for chunk in np.array_split(asked, -(-len(asked) * len(places) // _CELLS)):
        found = between(places[chunk, None, :], places[None, :, :])
        found[np.arange(len(chunk)), chunk] = 1
        vanishing += int((found == 0).any(axis=1).sum())
    return 2 * vanishing > len(asked)
