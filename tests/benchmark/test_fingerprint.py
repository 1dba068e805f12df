"""Fingerprints: the data of an instance, whatever its name, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from neurols.benchmark.fingerprint import fingerprint
from neurols.routing import VehicleRouting
from neurols.scheduling import JobShop

JOBS = [[(0, 3), (1, 2)], [(1, 4), (0, 1)]]
POINTS = [[0, 0], [0, 4], [3, 0], [3, 4]]
DEMANDS = [0, 1, 1, 2]


def routes(**changes: Any) -> VehicleRouting:
    given: dict[str, Any] = {"coordinates": POINTS, "demands": DEMANDS, "capacity": 3, **changes}
    return VehicleRouting.from_coordinates(**given)


def test_name_and_bounds_do_not_count() -> None:
    known = JobShop(JOBS, name="other", best_known=9, known_lower_bound=7)
    assert fingerprint(JobShop(JOBS)) == fingerprint(known)
    assert fingerprint(routes()) == fingerprint(routes(name="other", best_known=40.0))


@pytest.mark.parametrize(
    "other",
    [
        JobShop([[(0, 3), (1, 2)], [(1, 4), (0, 2)]]),
        JobShop([[(0, 3), (1, 2), (1, 4)], [(0, 1)]]),
        JobShop(JOBS, machines=3),
    ],
)
def test_every_change_of_a_shop_is_seen(other: JobShop) -> None:
    assert fingerprint(JobShop(JOBS)) != fingerprint(other)


@pytest.mark.parametrize(
    "changes",
    [
        {"coordinates": [[0, 0], [0, 4], [3, 0], [3, 5]]},
        {"demands": [0, 1, 2, 1]},
        {"capacity": 4},
        {"metric": "EUC_2D"},
        {"vehicles": 2},
        {"max_distance": 20.0},
    ],
)
def test_every_change_of_a_routing_instance_is_seen(changes: dict[str, Any]) -> None:
    assert fingerprint(routes()) != fingerprint(routes(**changes))


def test_matrices_count() -> None:
    one = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]])
    other = np.array([[0, 1, 2], [1, 0, 4], [2, 4, 0]])
    first, second = (VehicleRouting.from_matrix(table, [0, 1, 1], 2) for table in (one, other))
    assert fingerprint(first) != fingerprint(second)
    assert fingerprint(first) == fingerprint(VehicleRouting.from_matrix(one, [0, 1, 1], 2))


def test_a_problem_of_the_users_own_may_bring_a_fingerprint() -> None:
    class Own:
        name = "mine"
        problem = "mine"

        def fingerprint(self) -> str:
            return "by its own account"

    assert fingerprint(Own()) == "by its own account"


def test_data_that_cannot_be_read_are_told_by_name() -> None:
    @dataclass
    class Own:
        name: str
        weights: object

    assert fingerprint(Own("a", [1, 2])) != fingerprint(Own("a", [1, 3]))
    assert fingerprint(Own("a", object())) == "name:a" != fingerprint(Own("b", object()))
