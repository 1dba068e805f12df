"""Racing: who falls behind is given up early, who may win meets all instances."""

from __future__ import annotations

from random import Random

import pytest

from neurols.tune.race import FIRST, has_lost, heats


@pytest.mark.parametrize("count", [1, FIRST - 1, FIRST, FIRST + 1, 100, 512])
def test_heats_hold_every_instance_once(count: int) -> None:
    places = list(range(count))
    assert [place for heat in heats(count) for place in places[heat]] == places


def test_each_look_comes_after_twice_as_many_instances() -> None:
    assert [heat.stop for heat in heats(512)] == [16, 32, 64, 128, 256, 512]


def test_first_trial_has_nobody_to_lose_against() -> None:
    assert not has_lost([9.0] * 16, None)


def test_trial_that_is_worse_everywhere_has_lost_and_one_that_is_better_has_not() -> None:
    noise = Random(1)
    best = [0.98 + 0.01 * noise.random() for _ in range(512)]
    worse = [one + 0.01 + 0.005 * noise.random() for one in best[:16]]
    better = [one - 0.01 + 0.005 * noise.random() for one in best[:16]]
    assert has_lost(worse, best)
    assert not has_lost(better, best)


def test_a_trial_may_lag_at_first_and_less_and_less_later() -> None:
    best = [1.0] * 512
    lagging = [1.0 + (0.02 if place % 2 else -0.016) for place in range(512)]
    assert [has_lost(lagging[:count], best) for count in (16, 64, 256)] == [False, True, True]
    ahead = [1.0 + (0.02 if place % 2 else -0.021) for place in range(512)]
    assert not any(has_lost(ahead[:count], best) for count in (16, 32, 64, 128, 256))


def test_trial_that_does_as_the_best_one_does_teaches_nothing() -> None:
    best = [1.0, 0.9, 0.95, 1.02]
    assert has_lost(best[:2], best)
