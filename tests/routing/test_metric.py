"""Distances against values worked out by hand or published."""

from __future__ import annotations

import math

import numpy as np
import pytest

from neurols.routing import Metric, VehicleRouting
from neurols.routing.metric import between

# TSPLIB's burma14: fourteen cities of Burma, latitude and longitude in degrees and minutes.
BURMA = [
    (16.47, 96.10),
    (16.47, 94.44),
    (20.09, 92.54),
    (22.39, 93.37),
    (25.23, 97.24),
    (22.00, 96.05),
    (20.47, 97.02),
    (17.20, 96.29),
    (16.30, 97.38),
    (14.05, 98.12),
    (16.53, 97.38),
    (21.52, 95.59),
    (19.41, 97.13),
    (20.09, 94.55),
]


@pytest.mark.parametrize(
    ("metric", "point", "expected"),
    [
        ("EUC_2D", (1, 1), 1),  # 1.414
        ("EUC_2D", (1.5, 0), 2),  # halves go up
        ("EUC_2D", (2.5, 0), 3),  # also where banker's rounding would go down
        ("EUC_2D", (1.49, 0), 1),
        ("CEIL_2D", (1, 1), 2),
        ("CEIL_2D", (3, 4), 5),  # already whole: not 6
        ("CEIL_2D", (33, 56), 65),
        ("FLOOR_2D", (1.9, 0), 1),
        ("EXACT_2D", (1, 1), 2**0.5),
        ("EXACT_2D", (1.5, 0), 1.5),
    ],
)
def test_planar_metrics_round_as_their_names_say(
    metric: str, point: tuple[float, float], expected: float
) -> None:
    instance = VehicleRouting.from_coordinates([(0, 0), point], metric=metric)
    assert instance.distance(0, 1) == expected
    assert isinstance(instance.distance(0, 1), float if metric == "EXACT_2D" else int)


def test_a_few_places_may_be_rounded_together() -> None:
    points = [(0, 0), (0.49, 0), (50, 0), (50, 50), (0, 50)]
    assert VehicleRouting.from_coordinates(points, metric="EUC_2D").distance(0, 1) == 0


def test_every_pythagorean_triangle_is_exact_when_rounded_up() -> None:
    triples = [(m * m - n * n, 2 * m * n, m * m + n * n) for m in range(2, 60) for n in range(1, m)]
    a, b, c = np.array(triples, dtype=float).T
    found = between(Metric.CEIL_2D, np.zeros((len(c), 2)), np.stack([a, b], axis=1))
    assert (found == c).all()


def test_geographical_distances_are_those_of_burma14() -> None:
    instance = VehicleRouting.from_coordinates(BURMA, metric="GEO")
    first_row = [0, 153, 510, 706, 966, 581, 455, 70, 160, 372, 157, 567, 342, 398]
    assert instance.table()[0].tolist() == first_row


def test_the_optimal_tour_of_burma14_costs_3323() -> None:
    instance = VehicleRouting.from_coordinates(BURMA, metric="GEO")
    tour = [0, 1, 13, 2, 3, 4, 5, 11, 6, 12, 7, 10, 8, 9, 0]
    assert instance.distances(tour[:-1], tour[1:]).sum() == 3323


def test_geographical_minutes_count_away_from_the_equator_on_both_sides() -> None:
    # -10.30 is 10 degrees 30 minutes south, as far from the equator as 10.30 north.
    instance = VehicleRouting.from_coordinates([(0, 0), (10.30, 0), (-10.30, 0)], metric="GEO")
    expected = int(6378.388 * 3.141592 / 180 * 10.5 + 1)
    assert instance.distance(0, 1) == instance.distance(0, 2) == expected


def test_a_node_is_no_distance_from_itself_but_a_twin_is_one_kilometre_away() -> None:
    instance = VehicleRouting.from_coordinates([(10, 10), (10, 10)], metric="GEO")
    assert instance.distance(0, 0) == 0
    assert instance.distance(0, 1) == 1


PARIS, LONDON, SYDNEY = (48.8566, 2.3522), (51.5074, -0.1278), (-33.8688, 151.2093)


@pytest.mark.parametrize(
    ("places", "kilometres"),
    [
        (((0.0, 0.0), (0.0, 90.0)), math.pi / 2 * 6371.0088),  # a quarter of the equator
        (((0.0, 0.0), (90.0, 77.0)), math.pi / 2 * 6371.0088),  # to the pole
        (((10.0, 20.0), (-10.0, -160.0)), math.pi * 6371.0088),  # to the antipode
        (((0.0, 179.5), (0.0, -179.5)), math.pi / 180 * 6371.0088),  # across the 180th meridian
        ((PARIS, LONDON), 343.5565),
        ((LONDON, SYDNEY), 16_993.96),  # by the spherical law of cosines
        (((60.0, 0.0), (60.0, 1e-6)), math.pi / 180 * 6371.0088 * 0.5e-6),  # 5.6 centimetres
    ],
)
def test_great_circles_are_measured_in_kilometres_or_metres(
    places: tuple[tuple[float, float], tuple[float, float]], kilometres: float
) -> None:
    far = VehicleRouting.from_coordinates(places, metric="GREAT_CIRCLE_KM")
    near = VehicleRouting.from_coordinates(places, metric="GREAT_CIRCLE_M")
    assert far.distance(0, 1) == pytest.approx(kilometres, rel=1e-6)
    assert near.distance(0, 1) == pytest.approx(1000 * far.distance(0, 1), rel=1e-12)
    assert far.distance(1, 0) == far.distance(0, 1)
    assert not far.integral and far.distance(0, 0) == 0


def test_latitude_comes_first() -> None:
    north = VehicleRouting.from_coordinates([(60, 10), (61, 10)], metric="GREAT_CIRCLE_KM")
    east = VehicleRouting.from_coordinates([(60, 10), (60, 11)], metric="GREAT_CIRCLE_KM")
    assert north.distance(0, 1) == pytest.approx(111.195, abs=0.001)
    assert east.distance(0, 1) == pytest.approx(north.distance(0, 1) / 2, rel=1e-3)
