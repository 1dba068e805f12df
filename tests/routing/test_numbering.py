"""Numbers inside the search: a permutation that keeps the depot, neighbours close together."""

from __future__ import annotations

import numpy as np

import neurols
from neurols.routing.generate import kool
from neurols.routing.numbering import LEAST, numbering

LARGE = kool(LEAST, 1, 50, scale=1000, name="large")


def test_every_customer_has_one_number() -> None:
    found = numbering(LARGE)
    assert found is not None
    assert found.names[0] == 0
    assert sorted(found.names.tolist()) == list(range(LARGE.nodes))
    routes = [[1, 5, 9_999], [LEAST]]
    assert found.outside(found.inside(routes)) == routes


def test_successive_numbers_lie_close_together() -> None:
    found = numbering(LARGE)
    assert found is not None
    assert LARGE.coordinates is not None

    def mean_step(places: np.ndarray) -> float:
        return float(np.linalg.norm(np.diff(places[1:], axis=0), axis=1).mean())

    assert mean_step(LARGE.coordinates[found.names]) < 0.1 * mean_step(LARGE.coordinates)


def test_small_instances_keep_their_numbers() -> None:
    assert numbering(kool(LEAST - 1, 1, 50, scale=1000, name="small")) is None


def test_solutions_of_large_instances_are_in_the_instance_s_own_numbers() -> None:
    first = neurols.solve(LARGE, iterations=2_000, seed=1)
    assert neurols.check(LARGE, first.solution) == first.cost < first.initial_cost * 1.0001
    again = neurols.solve(LARGE, iterations=0, seed=1, initial=first.solution)
    assert again.initial_cost == first.cost
    assert sorted(map(sorted, again.solution.to_json()["routes"])) == sorted(
        map(sorted, first.solution.to_json()["routes"])
    )
