"""The unit of cost in which temperatures are given: what a small change costs."""

from __future__ import annotations

import numpy as np
import pytest

import neurols
from neurols import Acceptance, Action, Decision, Observation
from neurols.routing import Metric, VehicleRouting


class Looking:
    """A controller that stops at once and remembers the unit and the initial cost."""

    def decide(self, seen: Observation) -> Decision:
        self.unit, self.initial = seen.unit, seen.initial
        return Decision(Acceptance.REJECT, Action.apply(0), stop=True)


def seen_on(points: list[tuple[float, float]], capacity: int) -> Looking:
    demands = [0] + [1] * (len(points) - 1)
    instance = VehicleRouting.from_coordinates(points, demands, capacity, metric=Metric.EXACT_2D)
    looking = Looking()
    neurols.solve(instance, controller=looking, iterations=1, seed=1)
    return looking


CUSTOMERS = [(float(x), float(y)) for x in range(6) for y in range(6)]


def test_a_far_depot_does_not_stretch_the_unit() -> None:
    looking = seen_on([(1000.0, 1000.0), *CUSTOMERS], capacity=3)
    distances = np.array([[np.hypot(a - c, b - d) for c, d in CUSTOMERS] for a, b in CUSTOMERS])
    fifth = np.sort(distances, axis=1)[:, 5].mean()
    assert looking.unit == pytest.approx(2.5 * fifth, rel=1e-6)


def test_with_the_depot_among_the_customers_it_is_the_mean_arc() -> None:
    looking = seen_on([(2.5, 2.5), *CUSTOMERS], capacity=36)
    assert looking.unit == pytest.approx(looking.initial / 37, rel=1e-6)


def test_customers_in_one_place_leave_the_mean_arc() -> None:
    looking = seen_on([(100.0, 0.0), *[(0.0, 0.0)] * 8], capacity=4)
    assert looking.unit == pytest.approx(400 / 10, rel=1e-6)
