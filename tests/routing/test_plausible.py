"""Coordinates that cannot be meant are refused, and the remedy is named."""

from __future__ import annotations

import random

import pytest

import neurols
from neurols.errors import InputError
from neurols.routing import VehicleRouting

BERLIN = [(52.5 + 0.01 * k, 13.4 + 0.013 * (k * k % 7)) for k in range(9)]


@pytest.mark.parametrize("metric", ["EUC_2D", "FLOOR_2D"])
@pytest.mark.parametrize("swap", [False, True])
def test_degrees_read_as_a_plane_are_refused(metric: str, swap: bool) -> None:
    places = [place[::-1] for place in BERLIN] if swap else BERLIN
    with pytest.raises(InputError, match=f"{metric} rounds .* to 0: .* use GREAT_CIRCLE_M"):
        VehicleRouting.from_coordinates(places, [0] + [1] * 8, 3, metric=metric)


def test_a_whole_country_in_degrees_is_refused_too() -> None:
    rng = random.Random(1)
    places = [(rng.uniform(47, 55), rng.uniform(6, 15)) for _ in range(300)]
    with pytest.raises(InputError, match=r"rounds .* to 0"):
        VehicleRouting.from_coordinates(places, metric="EUC_2D")


def test_a_large_instance_is_judged_by_a_sample() -> None:
    rng = random.Random(1)
    unit = [(rng.random(), rng.random()) for _ in range(6_000)]
    with pytest.raises(InputError, match="use EXACT_2D, which does not round, or scale"):
        VehicleRouting.from_coordinates([(200 + x, y) for x, y in unit], metric="EUC_2D")
    wide = VehicleRouting.from_coordinates([(9e4 * x, 9e4 * y) for x, y in unit], metric="EUC_2D")
    assert wide.customers == 5_999


def test_metrics_that_do_not_round_to_zero_take_any_plane() -> None:
    for metric in ("EXACT_2D", "CEIL_2D"):
        assert VehicleRouting.from_coordinates(BERLIN, metric=metric).distance(0, 1) > 0
    crowded = VehicleRouting.from_coordinates([(0.5, 0.5)] * 5, metric="EUC_2D")
    assert crowded.distance(0, 1) == 0  # one place, not several rounded together


@pytest.mark.parametrize(
    ("metric", "places", "message"),
    [
        ("GEO", [(52.30, 13.24), (52.52, 13.74)], "13.74 of customer 1 has 74 minutes: GEO reads"),
        ("GEO", [(52.60, 13.24), (52.52, 13.24)], "52.6 of the depot has 60 minutes"),
        ("GEO", [(-52.30, -13.24), (-52.52, -13.60)], "-13.6 of customer 1 has 60 minutes"),
        ("GEO", [(10, 10), (91, 10)], "the latitude of customer 1 is 91, not from -90 to 90"),
        ("GEO", [(10, 10), (10, 180.30)], "the longitude of customer 1 is 180.3"),
        ("GREAT_CIRCLE_M", [(10, 10), (-90.5, 10)], "the latitude of customer 1 is -90.5"),
        ("GREAT_CIRCLE_KM", [(10, 181), (10, 10)], "longitude of the depot .* latitude first"),
        ("GREAT_CIRCLE_KM", [(151.2, -33.8), (151.3, -33.9)], "latitude of the depot is 151.2"),
    ],
)
def test_degrees_out_of_range_are_named(
    metric: str, places: list[tuple[float, float]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        VehicleRouting.from_coordinates(places, metric=metric)


def test_minutes_up_to_fifty_nine_are_read() -> None:
    places = [(degrees + minutes / 100, 10) for degrees in (0, 48, 80) for minutes in range(60)]
    assert VehicleRouting.from_coordinates(places, metric="GEO").customers == 179


@pytest.mark.parametrize("metric", ["GREAT_CIRCLE_M", "GREAT_CIRCLE_KM"])
def test_decimal_degrees_are_planned_by_the_great_circle(metric: str) -> None:
    instance = VehicleRouting.from_coordinates(BERLIN, [0] + [1] * 8, 3, metric=metric)
    result = neurols.solve(instance, iterations=200, seed=1)
    assert result.cost == neurols.check(instance, result.solution)
    kilometres = result.cost / (1000 if metric == "GREAT_CIRCLE_M" else 1)
    assert 20 < kilometres < 80
    assert instance.lower_bound <= result.cost
