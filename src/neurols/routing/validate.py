"""The rules that a routing instance's data must meet, whichever way it comes in.

Messages name customers by number (from 1; the depot is the depot). Files and lines belong to the
readers, which look for the same mistakes earlier, where they still know the line.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, SupportsFloat, cast

from neurols.errors import InputError
from neurols.files.names import printable

from .metric import MEAN_RADIUS_KM, Metric
from .plausible import check_places, label

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .instance import VehicleRouting

EXACT = 2**53
"""Integers up to this are exact in a double: no sum of distances or demands may pass it."""

_LARGEST_SUM = 2.0**61  # of distances in the core's fixed point
_FINEST_SCALE = 2.0**40  # of that fixed point
_GRANTED = 1 + 2.0**-30  # what the core grants of a route's limit where distances are no integers


def normalised(given: VehicleRouting) -> dict[str, Any]:
    """The fields of ``given`` as checked, read-only arrays and plain numbers."""
    metric = known_metric(given.metric)
    matrix = None if given.matrix is None else _matrix(given.matrix)
    if (matrix is None) == (metric is Metric.EXPLICIT):
        raise InputError(f"metric {metric} with{'out' if matrix is None else ''} a distance matrix")
    if matrix is None and given.coordinates is None:
        raise InputError(
            "neither coordinates nor distances are given", remedy="give one of the two"
        )
    nodes = nodes_of(cast("ArrayLike", given.coordinates if matrix is None else matrix))
    if nodes < 2:
        raise InputError("there are no customers", remedy="give the depot and at least one more")
    coordinates = None if given.coordinates is None else _coordinates(given.coordinates, nodes)
    capacity = whole(given.capacity, "capacity", least=1)
    if metric is not Metric.EXPLICIT:
        _check_magnitude(cast("NDArray[Any]", coordinates), metric)
        check_places(cast("NDArray[Any]", coordinates), metric)
    return {
        "name": printable(str(given.name)) or "unnamed",
        "coordinates": coordinates,
        "demands": _demands(given.demands, nodes, capacity),
        "capacity": capacity,
        "metric": metric,
        "matrix": matrix,
        "vehicles": None if given.vehicles is None else whole(given.vehicles, "vehicles", least=1),
        "max_distance": _positive(given.max_distance, "the route length limit"),
        "best_known": _positive(given.best_known, "the best known cost", zero=True),
    }


def check_limits(instance: VehicleRouting) -> None:
    """The vehicle and length limits can be met, as far as simple arithmetic tells."""
    import numpy as np

    if instance.vehicles is not None and instance.vehicles < instance.least_vehicles:
        raise InputError(
            f"{instance.vehicles} vehicles of capacity {instance.capacity} cannot carry the total"
            f" demand of {int(instance.demands.sum())}",
            remedy=f"allow at least {instance.least_vehicles} (packing may need more)",
        )
    if instance.max_distance is None:
        return
    # Constructions start from one route per customer, so each of these must be allowed.
    every = np.arange(1, instance.nodes)
    there = instance.distances(np.zeros_like(every), every)
    round_trip = there + instance.distances(every, np.zeros_like(every))
    needed = _limits_needed(instance, round_trip)
    far = np.flatnonzero(needed > instance.max_distance)
    if far.size:
        worst = int(far[0])
        raise InputError(
            f"customer {worst + 1} is out of reach: out and back is {round_trip[worst]},"
            f" the route length limit {instance.max_distance}",
            remedy=f"raise the limit to at least {needed.max()}",
        )


def _limits_needed(instance: VehicleRouting, lengths: NDArray[Any]) -> NDArray[Any]:
    """Limits that routes of two arcs keep, as the core compares them.

    Distances that are no integers it compares in fixed point, each arc rounded up, the limit with
    a tolerance: as good as always the length itself is enough.
    """
    import numpy as np

    if instance.integral:
        return lengths
    counted = lengths * (1 + 1e-14) + 5 / _scale(instance)
    return np.where(counted <= lengths * _GRANTED, lengths, counted)


def _scale(instance: VehicleRouting) -> float:
    """Units of the core's fixed point in one of distance."""
    total = 4.0 * instance.nodes * max(_longest(instance), 2.0**-20)
    return min(_FINEST_SCALE, 2.0 ** math.floor(math.log2(_LARGEST_SUM / total)))


def _longest(instance: VehicleRouting) -> float:
    """No distance is longer, as the core reckons it."""
    if instance.matrix is not None:
        return float(instance.matrix.max())
    if instance.metric.great_circle:
        return 3.1416 * MEAN_RADIUS_KM * (1000 if instance.metric is Metric.GREAT_CIRCLE_M else 1)
    spans = cast("NDArray[Any]", instance.coordinates)
    width, height = (spans.max(axis=0) - spans.min(axis=0)).tolist()
    return math.sqrt(width * width + height * height) + 1


def known_metric(metric: Metric | str) -> Metric:
    """The metric by its TSPLIB name."""
    try:
        return Metric(metric)
    except ValueError:
        raise InputError(
            f"unknown edge-weight type {str(metric)[:40]!r}", remedy=f"use {', '.join(Metric)}"
        ) from None


def nodes_of(rows: ArrayLike) -> int:
    """How many rows there are; also of lists that are not arrays yet."""
    try:
        return len(cast("list[Any]", rows))
    except TypeError:
        raise InputError(f"expected one row per node, not {rows!r}") from None


def whole(value: object, what: str, least: int) -> int:
    """``value`` as an int, if it is a whole number of at least ``least``."""
    as_float = _float(value)
    if not least <= as_float <= EXACT and not math.isnan(as_float):
        raise InputError(f"{what} is {_shown(value)}", remedy=f"give a number from {least} to 2^53")
    if not as_float.is_integer():
        raise InputError(
            f"{what} is {_shown(value)}, not a whole number", remedy="scale to integers"
        )
    return int(as_float)


def _float(value: object) -> float:
    """A number as a float, infinite where it is too large for one; NaN of anything else."""
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        return math.nan
    try:
        return float(cast("SupportsFloat", value))
    except OverflowError:
        return math.inf
    except (TypeError, ValueError):
        return math.nan


def _shown(value: object) -> str:
    """A value for a message, cut to a readable length."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"  # its digits are many, and slow to find
    return repr(value)[:40]


def _positive(value: float | None, what: str, zero: bool = False) -> float | None:
    if value is None:
        return None
    number = _float(value)
    if not math.isfinite(number) or number < 0 or (number == 0 and not zero):
        raise InputError(
            f"{what} is {_shown(value)}", remedy="give a positive number, or none at all"
        )
    return int(number) if number.is_integer() else number


def _floats(values: Any, what: str) -> NDArray[Any]:
    """A float copy, for numbers only: NumPy on its own would take "3", None and True as well."""
    import numpy as np

    try:
        found = np.asarray(values)
    except (ValueError, OverflowError):
        found = None
    if found is not None and (found.dtype.kind in "iuf" or found.size == 0):
        return np.array(found, dtype=np.float64)
    for node, value in enumerate(values):
        row = value if isinstance(value, list | tuple) else [value]
        if bad := [x for x in row if not isinstance(x, int | float) or isinstance(x, bool)]:
            raise InputError(f"{what} of {label(node)}: {str(bad[0])[:40]!r} is not a number")
        if huge := [x for x in row if not abs(_float(x)) < math.inf]:
            raise InputError(
                f"{what} of {label(node)}: {_shown(huge[0])} is beyond reason",
                remedy="give finite numbers",
            )
    raise InputError(f"{what} are not all numbers in rows of equal length")


def _coordinates(given: Any, nodes: int) -> NDArray[Any]:
    import numpy as np

    points = _floats(given, "coordinates")
    if points.shape != (nodes, 2):
        raise InputError(
            f"coordinates have shape {points.shape}, not ({nodes}, 2)",
            remedy="give one (x, y) per node, the depot first",
        )
    bad = np.flatnonzero(~np.isfinite(points).all(axis=1))
    if bad.size:
        x, y = points[bad[0]].tolist()
        raise InputError(f"the coordinates of {label(int(bad[0]))} are ({x}, {y}), not finite")
    points.setflags(write=False)
    return points


def _check_magnitude(points: NDArray[Any], metric: Metric) -> None:
    """Costs must stay exact where they are integers, and within the core's fixed point."""
    if metric.spherical:
        return
    width, height = (points.max(axis=0) / 2 - points.min(axis=0) / 2).tolist()
    reach = 2 * (width + height)
    limit = EXACT / (2 * len(points)) if metric.rounds else _LARGEST_SUM / (8 * len(points))
    if reach > limit:
        raise InputError(
            f"coordinates span {reach:.3g}: costs could not be added up exactly",
            remedy="scale the coordinates down",
        )


def _matrix(given: Any) -> NDArray[Any]:
    """A square matrix, int64 where all entries are whole numbers, else float64."""
    import numpy as np

    from .instance import TABLE_LIMIT

    if nodes_of(given) > TABLE_LIMIT:
        raise InputError(
            f"the distance matrix has {nodes_of(given)} rows; at most {TABLE_LIMIT} are read",
            remedy="give coordinates",
        )
    table = _floats(given, "distances")
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise InputError(f"the distance matrix has shape {table.shape}, not square")
    # TSPLIB files put anything from 0 to 10^8 here, and no route uses it.
    np.fill_diagonal(table, 0.0)
    bad = np.argwhere(~(table >= 0) | ~np.isfinite(table))
    if bad.size:
        i, j = bad[0].tolist()
        raise InputError(
            f"the distance from {label(i)} to {label(j)} is {table[i, j]:.10g}",
            remedy="distances must be finite and not negative",
        )
    integral = bool((table == np.floor(table)).all())
    if table.max() > (EXACT if integral else _LARGEST_SUM / 4) / (2 * len(table)):
        raise InputError(
            f"a distance of {table.max():.10g}: costs could not be added up exactly",
            remedy="scale the distances down",
        )
    if integral:
        table = table.astype(np.int64)
    table.setflags(write=False)
    return table


def _demands(given: Any, nodes: int, capacity: int) -> NDArray[Any]:
    import numpy as np

    demands = _floats(given, "demands")
    if demands.shape != (nodes,):
        raise InputError(
            f"demands have shape {demands.shape}, not ({nodes},)",
            remedy="give one per node, the depot's 0 first",
        )
    for fault, remedy in (
        (demands != np.floor(demands), "scale demands and capacity to integers"),
        (~(demands >= 0), "demands must not be negative"),
        ((demands != 0) & (np.arange(nodes) == 0), "the depot, first, must have demand 0"),
        (demands > capacity, f"that is above the capacity of {capacity}"),
    ):
        if fault.any():
            node = int(np.flatnonzero(fault)[0])
            raise InputError(f"the demand of {label(node)} is {demands[node]:.10g}", remedy=remedy)
    if demands.sum() > EXACT:
        raise InputError("the total demand is above 2^53", remedy="scale demands and capacity down")
    whole_demands = demands.astype(np.int64)
    whole_demands.setflags(write=False)
    return whole_demands
