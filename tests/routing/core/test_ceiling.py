"""A candidate that is sure to be rejected need not be finished."""

from __future__ import annotations

import math
import random

import pytest

from neurols import _core
from neurols.routing.generate import uchoa
from tests.routing.core.shapes import PERTURBATIONS, random_instance, workspace

RUIN = PERTURBATIONS.index("ruin")


@pytest.mark.parametrize("seed", range(40))
def test_a_ruin_below_no_possible_cost_leaves_the_routes_alone(seed: int) -> None:
    space, rng = workspace(random_instance(random.Random(seed))), _core.Rng(seed)
    space.construct(rng)
    before = (space.routes(), space.cost(), space.fingerprint())
    space.set_ceiling(-1.0)
    for _ in range(10):
        space.perturb(RUIN, 0, rng)
        assert (space.routes(), space.cost(), space.fingerprint()) == before
        space.accept()
        space.check_consistency()


def test_a_ruin_stays_below_the_ceiling_or_changes_nothing() -> None:
    space, rng = workspace(uchoa(80, seed=3)), _core.Rng(1)
    space.construct(rng)
    given_up = finished = 0
    for _ in range(2000):
        current, routes = space.cost(), space.routes()
        space.set_ceiling(current + 5)
        space.perturb(RUIN, 0, rng)
        assert space.cost() <= current + 5
        if space.routes() == routes:
            given_up += 1
        else:
            finished += 1
        space.accept()
    space.check_consistency()
    assert min(given_up, finished) > 100


def test_without_a_ceiling_a_ruin_may_cost_anything() -> None:
    space, rng = workspace(uchoa(80, seed=3)), _core.Rng(1)
    space.construct(rng)
    space.set_ceiling(math.inf)
    worst = 0.0
    for _ in range(200):
        current = space.cost()
        space.perturb(RUIN, 30, rng)
        worst = max(worst, space.cost() - current)
        space.reject()
    assert worst > 100
