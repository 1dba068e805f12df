"""Bandits over operators against indices worked out by hand.

A step is worth its improvement on the current cost and, once more, on the best one, as a share of
the initial cost of 100. Nothing is accepted here, so that the current cost stays 100.
"""

from __future__ import annotations

import pytest

from neurols import _core
from neurols._core import Action
from tests.search.tape import choices, play

TEN_PERCENT, NOTHING = [90.0], [100.0]


def bandit(kind: _core.Exploration, amount: float, forgetting: float) -> _core.SelectByBandit:
    arms = [Action.apply(0), Action.apply(1)]
    return _core.SelectByBandit(arms, kind, amount, forgetting)


def chosen(
    costs: list[list[float]], steps: int, rule: _core.SelectionRule, seed: int = 1
) -> list[int]:
    reject = _core.AcceptByCoin(0.0)
    return choices(play(costs, steps, acceptance=reject, selection=rule, seed=seed))


@pytest.mark.parametrize("seed", range(6))
def test_the_upper_confidence_bound_decides(seed: int) -> None:
    # Both arms are tried first, in any order. Arm 0 brings 0.2 at first (a new best) and then 0.1,
    # arm 1 nothing. With t steps known the index is mean + 0.2 sqrt(ln(t + 1) / n):
    #   t   arm 0                            arm 1
    #   2   0.2000 + 0.2 sqrt(ln 3)   = 0.41  0.2 sqrt(ln 3)     = 0.21
    #   3   0.1500 + 0.2 sqrt(ln 4/2) = 0.32  0.2 sqrt(ln 4)     = 0.24
    #   4   0.1333 + 0.2 sqrt(ln 5/3) = 0.28  0.2 sqrt(ln 5)     = 0.25
    #   5   0.1250 + 0.2 sqrt(ln 6/4) = 0.26  0.2 sqrt(ln 6)     = 0.27
    #   6   0.1250 + 0.2 sqrt(ln 7/4) = 0.26  0.2 sqrt(ln 7 / 2) = 0.20
    rule = bandit(_core.Exploration.UCB, 1.0, 0.0)
    picked = chosen([TEN_PERCENT, NOTHING], 7, rule, seed)
    assert sorted(picked[:2]) == [0, 1]
    assert picked[2:] == [0, 0, 0, 1, 0]


def test_both_orders_of_the_first_two_trials_occur() -> None:
    rule = bandit(_core.Exploration.UCB, 1.0, 0.0)
    orders = {tuple(chosen([TEN_PERCENT, NOTHING], 2, rule, seed)) for seed in range(20)}
    assert orders == {(0, 1), (1, 0)}


# Arm 0 brings 0.2 once and then nothing, arm 1 always 0.03. Where arm 1 is tried first, its first
# trial is a new best, too, and worth 0.06; arm 0 then brings 0.17 once.
ONCE, THREE_PERCENT = [90.0, 100.0], [97.0]


@pytest.mark.parametrize(
    ("forgetting", "after_0_first", "after_1_first"),
    [
        # Half of the old mean is forgotten. Arm 0 falls from 0.2 to 0.1, 0.05, 0.025 beside
        # 0.03, or from 0.17 to 0.085, 0.0425 beside 0.06, which falls to 0.045 and 0.0375.
        (0.5, [0, 0, 0, 1, 1], [0, 0, 1, 1, 0]),
        # A plain average: arm 0 falls from 0.2 to 0.1, 0.067, 0.05, 0.04, 0.033, 0.029 beside 0.03.
        (0.0, [0] * 6 + [1], None),
    ],
)
def test_rewards_are_forgotten_at_the_rate_that_is_set(
    forgetting: float, after_0_first: list[int], after_1_first: list[int] | None
) -> None:
    met = set()
    for seed in range(20):
        rule = bandit(_core.Exploration.EPSILON_GREEDY, 0.0, forgetting)
        first, second, *rest = chosen([ONCE, THREE_PERCENT], 9, rule, seed)
        assert {first, second} == {0, 1}
        expected = after_0_first if first == 0 else after_1_first
        if expected is not None:
            assert rest[: len(expected)] == expected
        met.add(first)
    assert met == {0, 1}


def test_epsilon_is_the_share_of_random_choices() -> None:
    rule = bandit(_core.Exploration.EPSILON_GREEDY, 0.4, 0.0)
    picked = chosen([TEN_PERCENT, NOTHING], 4000, rule)
    assert picked.count(1) / 4000 == pytest.approx(0.4 / 2, abs=0.03)


def test_a_search_that_begins_anew_knows_nothing() -> None:
    rule = bandit(_core.Exploration.EPSILON_GREEDY, 0.0, 0.0)
    for _ in range(2):
        assert sorted(chosen([TEN_PERCENT, NOTHING], 20, rule)[:2]) == [0, 1]
