"""A memory that grows: searches that go round in circles leave them, others stay as they are."""

from __future__ import annotations

import pytest

from neurols import JobShop, _core, solve
from neurols.scheduling import random_shop
from tests.helpers import workspace

CEI_TABU = _core.JobShopWorkspace.operator_names.index("cei+tabu")
IN_CIRCLES = random_shop(17, 15, 2, high=10_000, stages=15, wide=True)
"""Few operations are long, so most moves change nothing that counts."""
MIXED = random_shop(20, 20, 3)


def walk(space: _core.JobShopWorkspace, seed: int, steps: int) -> list[int]:
    """Fingerprints of the schedules that a tabu search comes by."""
    rng = _core.Rng(seed)
    space.construct(rng)
    found, best = [], space.cost()
    for _ in range(steps):
        assert space.propose(CEI_TABU, rng)
        space.accept()
        if space.cost() < best:  # or every move that beats the start would be welcome
            best = space.cost()
            space.keep_best()
        found.append(space.fingerprint())
    return found


def returns(fingerprints: list[int]) -> int:
    return len(fingerprints) - len(set(fingerprints))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_growing_memory_leads_out_of_circles(seed: int) -> None:
    def returns_at(growth: float) -> int:
        space = workspace(IN_CIRCLES, tenure=4, tenure_spread=4, tenure_growth=growth)
        return returns(walk(space, seed, 5_000))

    plain, growing = returns_at(0.0), returns_at(0.1)
    assert plain > 100
    assert growing < plain / 2


def test_without_returns_nothing_changes() -> None:
    plain, growing = (
        walk(workspace(MIXED, tenure=8, tenure_spread=8, tenure_growth=g), 1, 2_000)
        for g in (0.0, 0.1)
    )
    assert returns(plain) == 0
    assert growing == plain


def test_a_new_search_begins_with_the_usual_memory() -> None:
    space = workspace(IN_CIRCLES, tenure=4, tenure_spread=4, tenure_growth=0.5)
    first = walk(space, 1, 3_000)
    assert walk(space, 1, 3_000) == first


def test_it_is_an_option_of_tabu_search() -> None:
    def cost(shop: JobShop, controller: str) -> float:
        return solve(shop, controller=controller, iterations=60_000, seed=1).cost

    plain = "tabu:tenure=4,tenure_spread=4"
    assert cost(IN_CIRCLES, f"{plain},tenure_growth=0.1") < cost(IN_CIRCLES, plain)
    assert cost(IN_CIRCLES, f"{plain},tenure_growth=0") == cost(IN_CIRCLES, plain)
