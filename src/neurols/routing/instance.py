"""``VehicleRouting``: the immutable data of a routing instance, and its distances.

Node 0 is the depot and customers are numbered from 1, as in CVRPLIB ``.sol`` files. The rules
that the data must meet are in ``validate``; the bound on the cost is in ``bound``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from .metric import Metric, between

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

TABLE_LIMIT = 5_000
"""Most nodes for which an n x n table is built (200 MB of int64)."""


@dataclass(frozen=True, eq=False)
class VehicleRouting:
    """A capacitated vehicle-routing instance, or a TSP when one vehicle serves no demand.

    Build one with ``from_coordinates`` or ``from_matrix``; every way in checks the data and
    raises ``InputError`` naming the customer at fault.
    """

    name: str
    coordinates: NDArray[np.float64] | None
    """One (x, y) row per node, depot first; None when only a matrix is given."""
    demands: NDArray[np.int64]
    """One demand per node; the depot's is 0."""
    capacity: int
    metric: Metric
    matrix: NDArray[Any] | None = None
    """``matrix[i, j]`` is the distance from i to j; int64 or float64. None unless EXPLICIT."""
    vehicles: int | None = None
    """Most routes allowed; None for no limit."""
    max_distance: float | None = None
    """Longest route allowed, in units of distance; None for no limit."""
    best_known: float | None = None

    def __post_init__(self) -> None:
        from .validate import check_limits, normalised

        for field, value in normalised(self).items():
            object.__setattr__(self, field, value)
        check_limits(self)

    @classmethod
    def from_coordinates(
        cls,
        coordinates: ArrayLike,
        demands: ArrayLike | None = None,
        capacity: int | None = None,
        *,
        name: str = "unnamed",
        metric: Metric | str = Metric.EXACT_2D,
        vehicles: int | None = None,
        max_distance: float | None = None,
        best_known: float | None = None,
    ) -> VehicleRouting:
        """An instance from points, depot first, and as many demands, the depot's 0 first.

        Distances are not rounded unless ``metric`` says so. Without demands it is a TSP.
        """
        from .validate import known_metric, nodes_of

        loads, most, limit = _tsp_defaults(demands, capacity, vehicles, nodes_of(coordinates))
        return cls(
            name=name,
            coordinates=coordinates,  # type: ignore[arg-type]  # __post_init__ converts
            demands=loads,
            capacity=most,
            metric=known_metric(metric),
            vehicles=limit,
            max_distance=max_distance,
            best_known=best_known,
        )

    @classmethod
    def from_matrix(
        cls,
        matrix: ArrayLike,
        demands: ArrayLike | None = None,
        capacity: int | None = None,
        *,
        name: str = "unnamed",
        coordinates: ArrayLike | None = None,
        vehicles: int | None = None,
        max_distance: float | None = None,
        best_known: float | None = None,
    ) -> VehicleRouting:
        """An instance from distances, ``matrix[i][j]`` from i to j, depot first.

        ``coordinates`` serve drawings only. Without demands it is a TSP.
        """
        from .validate import nodes_of

        loads, most, limit = _tsp_defaults(demands, capacity, vehicles, nodes_of(matrix))
        return cls(
            name=name,
            coordinates=coordinates,  # type: ignore[arg-type]  # __post_init__ converts
            demands=loads,
            capacity=most,
            metric=Metric.EXPLICIT,
            matrix=matrix,  # type: ignore[arg-type]
            vehicles=limit,
            max_distance=max_distance,
            best_known=best_known,
        )

    def part(self, nodes: NDArray[Any], vehicles: int | None) -> VehicleRouting:
        """The instance of these nodes alone, depot first, with so many vehicles.

        What holds for the whole is not checked again; the vehicles must be enough.
        """
        import numpy as np

        found: VehicleRouting = object.__new__(VehicleRouting)
        places, matrix = self.coordinates, self.matrix
        for name, value in (
            ("name", f"{self.name} (part)"),
            ("coordinates", None if places is None else places[nodes]),
            ("demands", self.demands[nodes]),
            ("capacity", self.capacity),
            ("metric", self.metric),
            ("matrix", None if matrix is None else matrix[np.ix_(nodes, nodes)]),
            ("vehicles", vehicles),
            ("max_distance", self.max_distance),
            ("best_known", None),
        ):
            object.__setattr__(found, name, value)
        return found

    @property
    def nodes(self) -> int:
        """Number of nodes, the depot included."""
        return len(self.demands)

    @property
    def customers(self) -> int:
        """Number of customers; they are numbered 1 to this."""
        return self.nodes - 1

    @property
    def size(self) -> str:
        """Number of customers, as the tables print it."""
        return str(self.customers)

    @property
    def problem(self) -> str:
        """``tsp`` for one vehicle without demands or a length limit, else ``cvrp``."""
        one_free_vehicle = self.vehicles == 1 and self.max_distance is None
        return "tsp" if one_free_vehicle and not self.demands.any() else "cvrp"

    @property
    def integral(self) -> bool:
        """Whether all distances are integers, and costs therefore exact."""
        if self.matrix is not None:
            return bool(self.matrix.dtype.kind == "i")
        return self.metric.rounds

    @cached_property
    def symmetric(self) -> bool:
        """Whether every distance is the same both ways."""
        return self.matrix is None or bool((self.matrix == self.matrix.T).all())

    @cached_property
    def least_vehicles(self) -> int:
        """A lower bound on the number of routes: total demand over capacity, rounded up."""
        return max(1, -(-int(self.demands.sum()) // self.capacity))

    @cached_property
    def lower_bound(self) -> float:
        """A proven, simple lower bound on the cost; see ``bound``."""
        from .bound import lower_bound

        return lower_bound(self)

    def distance(self, origin: int, destination: int) -> int | float:
        """Distance from one node to another; 0 is the depot."""
        found = self.distances([origin], [destination])[0]
        return int(found) if self.integral else float(found)

    def distances(
        self, origins: Sequence[int] | NDArray[Any], destinations: Sequence[int] | NDArray[Any]
    ) -> NDArray[Any]:
        """Distances between pairs of nodes; the index arrays broadcast against each other."""
        import numpy as np

        start, end = np.asarray(origins), np.asarray(destinations)
        if self.matrix is not None:
            return np.asarray(self.matrix[start, end])
        assert self.coordinates is not None  # validate sees to it
        found = between(self.metric, self.coordinates[start], self.coordinates[end])
        # GEO's formula makes even a node 1 km from itself.
        return np.where(start == end, found.dtype.type(0), found)

    def table(self) -> NDArray[Any]:
        """The n x n distances, for at most ``TABLE_LIMIT`` nodes."""
        import numpy as np

        if self.nodes > TABLE_LIMIT:
            raise InputError(
                f"{self.name} has {self.nodes} nodes: a distance table is built for at most"
                f" {TABLE_LIMIT}",
                remedy="ask for the distances you need",
            )
        every = np.arange(self.nodes)
        return self.distances(every[:, None], every[None, :])


def _tsp_defaults(
    demands: ArrayLike | None, capacity: int | None, vehicles: int | None, nodes: int
) -> tuple[Any, int, int | None]:
    """Without demands the instance is a TSP: nothing to carry, one vehicle unless told."""
    if demands is None:
        return (
            [0] * nodes,
            1 if capacity is None else capacity,
            1 if vehicles is None else vehicles,
        )
    if capacity is None:
        raise InputError("demands are given but no capacity", remedy="give the vehicles' capacity")
    return demands, capacity, vehicles
