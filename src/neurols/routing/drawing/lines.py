"""A route plan as lines to draw: where, how full, how long, which colour. No drawing here."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from neurols.plotting.titles import amount

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from neurols.routing import RoutePlan, VehicleRouting

# Okabe and Ito's palette without its yellow, which vanishes on white, and dark companions from
# Tol's "muted": told apart by the colour-blind, and neighbours differ in lightness, too.
PALETTE = (
    *("#0072b2", "#e69f00", "#882255", "#009e73", "#d55e00"),
    *("#56b4e9", "#332288", "#cc79a7", "#7a8b00"),
)


SHAPES = ("o", "s", "^", "D", "v", "p", "<", "h")
"""Matplotlib's names of the markers by which routes of one colour are told apart."""
WEB_SHAPES = (
    *("circle", "square", "triangle-up", "diamond"),
    *("triangle-down", "pentagon", "triangle-left", "hexagon"),
)
"""Plotly's names of the same."""
NUMBERED = 80
"""Routes; more numbers than that hide the map."""
_LABEL = 0.03  # distance between two route numbers, as a share of the map
_OUTWARDS = (0.034, 0.022)  # from the customer that a number belongs to; on small maps, on others
_SMALL = 60  # customers, which are drawn as large dots


class Numbered(Protocol):
    """A route whose number stands on a map."""

    @property
    def number(self) -> int: ...

    @property
    def colour(self) -> str: ...

    @property
    def customers(self) -> Sequence[int]:
        """Their rows among the places of the map."""

    @property
    def origin(self) -> int:
        """The row of the depot that it starts from."""


class Line(NamedTuple):
    """One route."""

    number: int
    """From 1, as in solution files."""
    customers: list[int]
    load: int
    length: float
    colour: str
    shape: int = 0
    """Of its markers: a place in ``SHAPES``."""
    origin: int = 0


def lines(instance: VehicleRouting, plan: RoutePlan) -> list[Line]:
    """The routes of a plan with loads and lengths.

    Colours go round the depot: routes that lie side by side never share one, but for the pair
    where the cycle closes. Routes of one colour have different markers.
    """
    order = list(range(len(plan.routes)))
    if instance.coordinates is not None:
        order.sort(key=lambda route: _angle(instance, plan.routes[route]))
    count = len(PALETTE)
    if len(plan.routes) % count == 1 and len(plan.routes) > 1:
        count -= 1  # else the last route would meet the first in the same colour
    colour = {route: PALETTE[place % count] for place, route in enumerate(order)}
    shape = {route: place // count % len(SHAPES) for place, route in enumerate(order)}
    return [
        Line(
            number + 1,
            customers,
            int(instance.demands[customers].sum()),
            length_of(instance, customers),
            colour[number],
            shape[number],
        )
        for number, customers in enumerate(plan.routes)
    ]


def number_places(drawn: Sequence[Numbered], places: NDArray[Any]) -> NDArray[Any]:
    """Where to write the number of each route: outside one of its far customers, apart from the
    numbers of other routes where there is room."""
    import numpy as np

    span = float(max((places.max(axis=0) - places.min(axis=0)).max(), 1e-9))
    step = span * _OUTWARDS[len(places) > _SMALL + 1]
    found: list[NDArray[Any]] = []
    for line in drawn:
        away = places[line.customers] - places[line.origin]
        distance = np.hypot(*away.T)
        order = np.argsort(-distance, kind="stable")
        outwards = away / np.maximum(distance, 1e-9)[:, None] * step
        spots = (places[line.customers] + outwards)[order]
        room = [
            min((float(np.hypot(*(spot - other))) for other in found), default=span)
            for spot in spots
        ]
        free = [place for place, gap in enumerate(room) if gap >= _LABEL * span]
        found.append(spots[free[0] if free else int(np.argmax(room))])
    return np.array(found).reshape(-1, 2)


def legs_of(instance: VehicleRouting, customers: list[int]) -> NDArray[Any]:
    """Lengths of a route's legs, from the depot and back to it."""
    return instance.distances([0, *customers], [*customers, 0])


def length_of(instance: VehicleRouting, customers: list[int]) -> float:
    """Length of a route, from the depot and back to it."""
    legs = legs_of(instance, customers)
    return int(legs.sum()) if instance.integral else math.fsum(legs.tolist())


def positions(instance: VehicleRouting) -> NDArray[Any]:
    """Where to draw the nodes: x to the right, y upwards."""
    import numpy as np

    from neurols.routing.metric import Metric, minutes_in_degrees

    assert instance.coordinates is not None
    if not instance.metric.spherical:
        return instance.coordinates
    # Latitude and longitude, in this order; maps have north at the top and east on the right.
    geographic = instance.metric is Metric.GEO
    degrees = minutes_in_degrees(instance.coordinates) if geographic else instance.coordinates
    latitude, longitude = degrees.T
    # A degree of longitude is shorter than one of latitude, the more so the farther north.
    middle = np.radians((latitude.min() + latitude.max()) / 2)
    return np.column_stack([_unwrapped(longitude) * max(float(np.cos(middle)), 0.01), latitude])


def _unwrapped(longitude: NDArray[Any]) -> NDArray[Any]:
    """Longitudes counted so that a region across the 180th meridian stays in one piece: the map is
    cut in the middle of the widest stretch without a place."""
    import numpy as np

    ordered = np.sort(longitude)
    gaps = np.diff(ordered)
    if not gaps.size or 360 - (ordered[-1] - ordered[0]) >= gaps.max():
        return longitude
    cut = ordered[int(gaps.argmax()) + 1]
    return np.where(longitude < cut, longitude + 360, longitude)


def is_tour(instance: VehicleRouting) -> bool:
    """Whether there is one route through all places, with no depot to speak of."""
    return instance.problem == "tsp"


def summary(instance: VehicleRouting, drawn: list[Line]) -> str:
    """The plan in one line: number of routes, how full, how long."""
    if is_tour(instance):
        return f"one tour of {instance.customers + 1:,} places"
    lengths = [line.length for line in drawn]
    share = 100 * sum(line.load for line in drawn) / (instance.capacity * len(drawn))
    routes = "1 route" if len(drawn) == 1 else f"{len(drawn):,} routes"
    span = amount(lengths[0])
    if len(drawn) > 1:
        span = f"{amount(min(lengths))} to {amount(max(lengths))}"
    return f"{routes}, {share:.1f} % of capacity {instance.capacity:,} used, length {span}"


def _angle(instance: VehicleRouting, customers: list[int]) -> float:
    places = positions(instance)
    x, y = places[customers].mean(axis=0) - places[0]
    return math.atan2(y, x)
