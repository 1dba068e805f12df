"""What an instance tells about itself, and the data it refuses."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest

import neurols
from neurols.errors import InputError
from neurols.instance import Instance
from neurols.routing import Metric, VehicleRouting

SQUARE = [(0, 0), (0, 1), (1, 1), (1, 0)]
NAN, INF = float("nan"), float("inf")


def test_it_tells_what_every_instance_tells(tiny: VehicleRouting) -> None:
    assert isinstance(tiny, Instance)
    assert (tiny.name, tiny.problem, tiny.size, tiny.customers) == ("tiny", "cvrp", "3", 3)
    assert tiny.least_vehicles == 2
    assert tiny.integral and tiny.symmetric
    assert tiny.best_known is None


def test_one_vehicle_without_demands_is_a_tsp() -> None:
    assert VehicleRouting.from_coordinates(SQUARE).problem == "tsp"
    assert VehicleRouting.from_coordinates(SQUARE, vehicles=2).problem == "cvrp"
    assert VehicleRouting.from_coordinates(SQUARE, [0, 1, 1, 1], 3, vehicles=1).problem == "cvrp"


def test_neither_its_fields_nor_its_arrays_can_be_changed(tiny: VehicleRouting) -> None:
    assert tiny.coordinates is not None
    with pytest.raises(FrozenInstanceError):
        tiny.capacity = 3  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        tiny.demands[1] = 3
    with pytest.raises(ValueError, match="read-only"):
        tiny.coordinates[1] = 3


def test_changing_the_callers_array_leaves_the_instance_alone() -> None:
    points = np.array(SQUARE, dtype=float)
    instance = VehicleRouting.from_coordinates(points)
    points[1] = 99
    assert instance.distance(0, 1) == 1


def test_distances_from_coordinates_are_not_rounded_unless_asked() -> None:
    points = [(0.25, 0.5), (1.5, 0.5)]
    assert VehicleRouting.from_coordinates(points).distance(0, 1) == 1.25
    assert VehicleRouting.from_coordinates(points, metric=Metric.EUC_2D).distance(0, 1) == 1


def test_a_matrix_keeps_its_fractions_and_its_direction() -> None:
    instance = VehicleRouting.from_matrix([[0, 1.5], [2.25, 0]])
    assert (instance.distance(0, 1), instance.distance(1, 0)) == (1.5, 2.25)
    assert not instance.integral and not instance.symmetric
    assert instance.metric is Metric.EXPLICIT and instance.coordinates is None


def test_a_matrix_of_whole_floats_is_integral() -> None:
    instance = VehicleRouting.from_matrix(np.array([[9.0, 2.0], [2.0, 9.0]]))
    assert instance.integral and instance.symmetric
    assert instance.distance(0, 0) == 0  # the diagonal means nothing
    assert isinstance(instance.distance(0, 1), int)


def test_a_table_is_refused_above_the_limit() -> None:
    many = VehicleRouting.from_coordinates(np.zeros((5001, 2)))
    with pytest.raises(InputError, match="5001 nodes"):
        many.table()


def test_it_survives_a_trip_to_another_process(tiny: VehicleRouting) -> None:
    copy = pickle.loads(pickle.dumps(tiny))
    assert (copy.table() == tiny.table()).all()
    assert copy.demands.tolist() == tiny.demands.tolist()


def test_importing_the_package_does_not_import_numpy() -> None:
    code = (
        "import sys, neurols.routing as r;"
        "from neurols.routing import fetch, generate, paper_table, rows, tsplib, write;"
        "sys.exit(any(m in sys.modules for m in ('numpy', 'vrplib', 'pooch')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def points(*args: Any, **kwargs: Any) -> Callable[[], VehicleRouting]:
    return lambda: VehicleRouting.from_coordinates(*args, **kwargs)


def matrix(*args: Any, **kwargs: Any) -> Callable[[], VehicleRouting]:
    return lambda: VehicleRouting.from_matrix(*args, **kwargs)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (points(SQUARE, [0, 1, -2, 1], 5), "customer 2 is -2"),
        (points(SQUARE, [0, 1, 6, 1], 5), "customer 2 is 6; .* capacity of 5"),
        (points(SQUARE, [0, 1, 1.5, 1], 5), "customer 2 is 1.5"),
        (points(SQUARE, [0, 1, NAN, 1], 5), "customer 2 is nan"),
        (points(SQUARE, [0, 1, "two", 1], 5), "customer 2: 'two' is not a number"),
        (points(SQUARE, [1, 1, 1, 1], 5), "the depot is 1"),
        (points(SQUARE, [0, 1, 1], 5), r"shape \(3,\), not \(4,\)"),
        (points(SQUARE, [0, 1, 1, 1]), "no capacity"),
        (points(SQUARE, [0, 1, 1, 1], 0), "capacity is 0"),
        (points(SQUARE, [0, 1, 1, 1], -3), "capacity is -3"),
        (points(SQUARE, [0, 1, 1, 1], 2.5), "capacity is 2.5"),
        (points(SQUARE, [0, 1, 1, 1], "5"), "capacity is '5'"),
        (points(SQUARE, [0, 3, 3, 3], 5, vehicles=1), "1 vehicles .* allow at least 2"),
        (points(SQUARE, [0, 3, 3, 3], 5, vehicles=0), "vehicles is 0"),
        (points(SQUARE, vehicles=0), "vehicles is 0"),
        (points(SQUARE, vehicles=1.5), "vehicles is 1.5"),
        (points(SQUARE, max_distance=2.5), "customer 2 is out of reach: .* 2.828"),
        (points(SQUARE, max_distance=0), "limit is 0"),
        (points(SQUARE, max_distance=NAN), "limit is nan"),
        (points(SQUARE, best_known=-1), "best known cost is -1"),
        (points([(0, 0), (1, NAN)]), "customer 1 are .*nan.* not finite"),
        (points([(0, INF), (1, 1)]), "the depot are .*inf.* not finite"),
        (points([(0, 0), (1, 1, 1)]), "rows of equal length"),
        (points([(0, 0, 0), (1, 1, 1)]), r"shape \(2, 3\)"),
        (points([(0, 0), ("x", 1)]), "customer 1: 'x' is not a number"),
        (points([(0, 0)]), "no customers"),
        (points([]), "no customers"),
        (points(5), "one row per node"),
        (points(SQUARE, metric="MAN_2D"), "'MAN_2D'; use EUC_2D"),
        (points(SQUARE, metric="EXPLICIT"), "EXPLICIT without a distance matrix"),
        (points([(0, 0), (1e16, 0)], metric="EUC_2D"), "added up exactly"),
        (points([(0, 0), (1e200, 0)]), "added up exactly"),
        (points([(0, 0), (1e149, 0)]), "added up exactly"),
        (points([(0, 0), (10**400, 0)]), "customer 1: a number of 1329 bits is beyond reason"),
        (points(SQUARE, [0, 1, 10**400, 1], 5), "customer 2: a number of 1329 bits is beyond"),
        (points(SQUARE, [0, 1, 1, 1], 10**5000), "capacity is a number of 16610 bits"),
        (points(SQUARE, [0, 1, 1, 1], 1e308), "capacity is 1e.308"),
        (points(SQUARE, vehicles=10**400), "vehicles is a number of 1329 bits"),
        (points(SQUARE, max_distance=10**400), "limit is a number of 1329 bits"),
        (points(SQUARE, best_known=10**400), "best known cost is a number of 1329 bits"),
        (matrix([[0, 1.5], [1e308, 0]]), "added up exactly"),
        (matrix([[0, 10**400], [1, 0]]), "beyond reason"),
        (matrix([[0, 1, 2], [1, 0, 2]]), r"\(2, 3\), not square"),
        (matrix([[0, 1], [1]]), "rows of equal length"),
        (matrix([[0, 1], [-1, 0]]), "from customer 1 to the depot is -1"),
        (matrix([[0, NAN], [1, 0]]), "from the depot to customer 1 is nan"),
        (matrix([[0, 2**60], [1, 0]]), "added up exactly"),
        (matrix([[0]]), "no customers"),
        (matrix([[0, 1], [1, 0]], coordinates=[(0, 0)]), r"shape \(1, 2\), not \(2, 2\)"),
        (matrix([[0, 3], [3, 0]], max_distance=5), "out and back is 6"),
        (matrix([[0]] * 5001), "at most 5000"),
    ],
)
def test_bad_data_is_named(make: Callable[[], VehicleRouting], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_a_route_length_limit_that_reaches_everybody_is_accepted() -> None:
    instance = VehicleRouting.from_coordinates(SQUARE, [0, 1, 1, 1], 3, max_distance=2.9)
    assert instance.max_distance == 2.9


def test_a_name_cannot_command_a_terminal() -> None:
    given = "\x1b]0;owned\x07 \x9b31m \u202e \udcff  night\tshift"
    instance = VehicleRouting.from_coordinates(SQUARE, name=given)
    assert instance.name == "?]0;owned? ?31m ? ? night shift"


def test_more_vehicles_than_customers_can_be_solved() -> None:
    instance = VehicleRouting.from_coordinates(SQUARE, [0, 1, 1, 1], 3, vehicles=10**12)
    assert neurols.solve(instance, iterations=3, seed=1).cost == 4
