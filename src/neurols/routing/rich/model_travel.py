"""How far and how long it is between the locations of a ``Model``: matrices, or a metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from ..metric import Metric, between
from .distances import between_points, decimals_of, rounded
from .instance import Profile

if TYPE_CHECKING:
    from numpy.typing import NDArray

_METRICS = ("euclidean", *(str(each) for each in Metric if each is not Metric.EXPLICIT))


@dataclass(frozen=True)
class MetricChoice:
    """How coordinates become distances and durations where there is no matrix."""

    name: str
    rounding: str = "none"
    speed: float = 1

    @classmethod
    def checked(cls, name: str, rounding: str, speed: float) -> MetricChoice:
        """The choice, once it makes sense."""
        from .distances import check_rounding

        known = {each.lower(): each for each in _METRICS}
        if str(name).lower() not in known:
            raise InputError(
                f"unknown metric {str(name)[:40]!r}", remedy=f"use {', '.join(_METRICS)}"
            )
        if not speed > 0:
            raise InputError(f"the speed is {speed}", remedy="give a number above 0")
        return cls(known[str(name).lower()], check_rounding(rounding), float(speed))

    def matrices(self, points: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], int]:
        """Distances, durations and the decimals of both."""
        import numpy as np

        if self.name == "euclidean":
            distances, decimals = between_points(points, self.rounding)
        else:
            metric = Metric(self.name)
            table = between(metric, points[:, None, :], points[None, :, :])
            np.fill_diagonal(table, 0)
            distances, decimals = rounded(table, self.rounding)
            if metric.rounds:
                distances, decimals = table, 0
        if self.speed == 1:
            return distances, distances, decimals
        durations, finer = rounded(distances / self.speed, self.rounding)
        return distances, durations, max(decimals, finer)


@dataclass
class Travel:
    """What a profile of a model was given."""

    name: str = ""
    distances: Any = None
    durations: Any = None
    speeds: tuple[tuple[Any, Any], ...] = ()
    metric: MetricChoice | None = None
    """Where there is no matrix."""


def as_matrix(given: Any, names: list[str], what: str) -> NDArray[Any]:
    """A square matrix of numbers, one row a location; tables of pandas by their labels.

    Raises:
        InputError: it has another shape, or labels that are no locations.
    """
    import numpy as np

    size = len(names)
    if hasattr(given, "to_numpy"):
        given = _in_order(given, names, what)
    try:
        matrix = np.array(given, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{what} are not all numbers", remedy="give a square matrix") from None
    if matrix.shape != (size, size):
        raise InputError(
            f"{what} have the shape {matrix.shape}",
            remedy=f"give {size} rows and columns: depots first, then clients, as they were added",
        )
    whole = np.isfinite(matrix).all() and (matrix == np.rint(matrix)).all()
    return matrix.astype(np.int64) if whole else matrix


def _in_order(table: Any, names: list[str], what: str) -> Any:
    """The rows and columns of a data frame in the order of the locations, where its labels are
    their names; else as they stand."""
    labels = [str(label) for label in table.index]
    if set(labels) != set(map(str, table.columns)) or not set(labels) & set(filter(None, names)):
        return table.to_numpy()
    for name in names:
        if labels.count(name) != 1:
            raise InputError(
                f"{what}: the table has {labels.count(name)} rows named {name!r}",
                remedy="let rows and columns be named as the depots and clients are",
            )
    ordered = table.copy()
    ordered.index, ordered.columns = labels, [str(column) for column in table.columns]
    return ordered.loc[names, names].to_numpy()


def profiles_of(
    given: list[Travel], points: NDArray[Any] | None, names: list[str]
) -> tuple[tuple[Profile, ...], int]:
    """The profiles of an instance and the decimals of their matrices.

    Of a profile with one matrix the other one is the same. A profile without a matrix takes its
    metric; without either it travels as the first one does.
    """
    base: tuple[NDArray[Any], NDArray[Any]] | None = None
    decimals = 0
    made = []
    for travel in given:
        label = f" of profile {travel.name}" if travel.name else ""
        far = _or_none(travel.distances, names, "the distances" + label)
        long = _or_none(travel.durations, names, "the durations" + label)
        own = base
        if travel.metric is not None and far is None and long is None:
            distances, durations, found = _measured(travel.metric, points, label)
            decimals = max(decimals, found)
            own = distances, durations
        if own is None:
            only: Any = long if far is None else far
            if only is None:
                raise InputError(
                    "it is not said how far it is between the locations",
                    remedy="call set_distances(matrix), or set_metric('euclidean') or another"
                    " metric",
                )
            own = only, only
        base = base or (own[0] if far is None else far, own[1] if long is None else long)
        made.append(
            Profile(
                own[0] if far is None else far,
                own[1] if long is None else long,
                travel.speeds,
                travel.name,
            )
        )
    for profile in made:
        matrices = (profile.distances, profile.durations)
        decimals = max(decimals, *(0 if m.dtype.kind == "i" else decimals_of(m) for m in matrices))
    return tuple(_counted(profile, decimals) for profile in made), decimals


def _measured(
    metric: MetricChoice, points: NDArray[Any] | None, label: str
) -> tuple[NDArray[Any], NDArray[Any], int]:
    if points is None:
        raise InputError(
            f"the metric {metric.name}{label} needs the coordinates of all locations",
            remedy="give x and y (or lat and lon) of every depot and client",
        )
    return metric.matrices(points)


def _or_none(given: Any, names: list[str], what: str) -> NDArray[Any] | None:
    return None if given is None else as_matrix(given, names, what)


def _counted(profile: Profile, decimals: int) -> Profile:
    """The matrices rounded to the decimals to which all are counted: six at most."""
    import numpy as np

    def rounded_to(matrix: NDArray[Any]) -> NDArray[Any]:
        return matrix if matrix.dtype.kind == "i" else np.round(matrix, decimals)

    distances = rounded_to(profile.distances)
    same = profile.durations is profile.distances
    durations = distances if same else rounded_to(profile.durations)
    return Profile(distances, durations, profile.speeds, profile.name)
