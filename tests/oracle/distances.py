"""Random places and matrices with their distances, by formulas of their own."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

Distance = Callable[[int, int], float]
Point = tuple[float, float]
_PLANE = ("EUC_2D", "CEIL_2D", "FLOOR_2D", "EXACT_2D")
_EARTH = ("GEO", "GREAT_CIRCLE_M", "GREAT_CIRCLE_KM")
_TRIANGLES = ("LOWER_ROW", "LOWER_DIAG_ROW", "UPPER_ROW", "UPPER_DIAG_ROW")


@dataclass(frozen=True)
class Geometry:
    """Distances, and how a file of CVRPLIB or TSPLIB and the product's JSON state them."""

    distance: Distance
    head: list[str]
    sections: list[str]
    json: dict[str, object]
    collapsed: bool
    """Is the distance of half the places to their nearest one 0?"""


def draw(rng: Random, nodes: int) -> Geometry:
    """Coordinates in any metric, or a matrix in any format."""
    metric = rng.choice((*_PLANE, *_EARTH, "EXPLICIT", "EXPLICIT"))
    return _of_matrix(rng, nodes) if metric == "EXPLICIT" else _of_points(rng, metric, nodes)


def _of_points(rng: Random, metric: str, nodes: int) -> Geometry:
    points = _points(rng, metric, nodes)
    between: Callable[[Point, Point], float] = {
        "EUC_2D": lambda p, q: float(int(math.dist(p, q) + 0.5)),
        "CEIL_2D": lambda p, q: float(math.ceil(math.dist(p, q))),
        "FLOOR_2D": lambda p, q: float(math.floor(math.dist(p, q))),
        "EXACT_2D": math.dist,
        "GEO": geo,
        "GREAT_CIRCLE_M": lambda p, q: 1000 * great_circle(p, q),
        "GREAT_CIRCLE_KM": great_circle,
    }[metric]

    @cache
    def distance(a: int, b: int) -> float:
        return 0.0 if a == b else between(points[a], points[b])

    nearest = [min(distance(a, b) for b in range(nodes) if b != a) for a in range(nodes)]
    rows = [f"{number} {x} {y}" for number, (x, y) in enumerate(points, start=1)]
    return Geometry(
        distance,
        [f"EDGE_WEIGHT_TYPE : {metric}"],
        ["NODE_COORD_SECTION", *rows],
        {"metric": metric, "coordinates": points},
        2 * nearest.count(0.0) >= nodes,
    )


def _of_matrix(rng: Random, nodes: int) -> Geometry:
    whole = rng.random() < 0.7
    form = rng.choice(("FULL_MATRIX", "FULL_MATRIX", *_TRIANGLES))
    rows = [
        [float(rng.randint(1, 99)) if whole else rng.uniform(1, 99) for _ in range(nodes)]
        for _ in range(nodes)
    ]
    for a in range(nodes):
        rows[a][a] = 0.0
        for b in range(a):
            if form != "FULL_MATRIX":
                rows[a][b] = rows[b][a]
    lines = [" ".join(map(str, line)) for line in _packed(rows, form) if line]
    return Geometry(
        lambda a, b: rows[a][b],
        ["EDGE_WEIGHT_TYPE : EXPLICIT", f"EDGE_WEIGHT_FORMAT : {form}"],
        ["EDGE_WEIGHT_SECTION", *lines],
        {"matrix": rows},
        False,
    )


def _packed(rows: list[list[float]], form: str) -> list[list[float]]:
    if form == "FULL_MATRIX":
        return rows
    diagonal = "DIAG" in form
    if form.startswith("LOWER"):
        return [row[: k + diagonal] for k, row in enumerate(rows)]
    return [row[k + 1 - diagonal :] for k, row in enumerate(rows)]


def _points(rng: Random, metric: str, nodes: int) -> list[Point]:
    if metric == "GEO":

        def degrees(most: int) -> float:  # and minutes: DDD.MM
            whole, minutes = rng.randrange(most), rng.randrange(60)
            return rng.choice((-1, 1)) * float(f"{whole}.{minutes:02}")

        return [(degrees(80), degrees(170)) for _ in range(nodes)]
    if metric in _EARTH:
        north, east = rng.uniform(-70, 70), rng.uniform(-170, 170)
        return [
            (round(north + rng.uniform(-2, 2), 5), round(east + rng.uniform(-2, 2), 5))
            for _ in range(nodes)
        ]
    width = rng.choice((10, 100, 1000, 20_000))
    if rng.random() < 0.7:
        return [(rng.randint(0, width), rng.randint(-width, width)) for _ in range(nodes)]
    return [
        (round(rng.uniform(0, width), 3), round(rng.uniform(0, width), 3)) for _ in range(nodes)
    ]


def geo(p: Point, q: Point) -> float:
    """TSPLIB 95, section 2.4."""

    def radians(value: float) -> float:
        whole = int(value)
        return 3.141592 * (whole + 5.0 * (value - whole) / 3.0) / 180.0

    (north, east), (to_north, to_east) = map(radians, p), map(radians, q)
    q1 = math.cos(east - to_east)
    q2 = math.cos(north - to_north)
    q3 = math.cos(north + to_north)
    return float(int(6378.388 * math.acos(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)) + 1.0))


def great_circle(p: Point, q: Point) -> float:
    """Kilometres: the angle between two vectors from the centre of the earth, by its tangent."""

    def vector(point: Point) -> tuple[float, float, float]:
        north, east = map(math.radians, point)
        return math.cos(north) * math.cos(east), math.cos(north) * math.sin(east), math.sin(north)

    a, b = vector(p), vector(q)
    cross = (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )
    return 6371.0088 * math.atan2(math.hypot(*cross), sum(x * y for x, y in zip(a, b, strict=True)))
