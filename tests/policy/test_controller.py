"""Policies as controllers: how an action is drawn, and what their searches are set to."""

from __future__ import annotations

import numpy as np
import pytest

from neurols.policy.actions import action_set
from neurols.policy.controller import drawn


def test_an_action_is_drawn_with_the_probability_that_the_logits_give_it() -> None:
    logits = np.log(np.array([1.0, 2.0, 1.0], np.float32)) + 50
    chances = (np.arange(400) + 0.5) / 400
    counts = np.bincount([drawn(logits, chance) for chance in chances], minlength=3)
    assert counts.tolist() == [100, 200, 100]


@pytest.mark.parametrize("chance", [0.0, 1.0 - 1e-16])
def test_the_ends_of_the_unit_interval_draw_an_action_too(chance: float) -> None:
    assert drawn(np.zeros(4, np.float32), chance) in range(4)


def test_searches_of_job_shop_policies_have_the_memory_of_the_tuned_tabu_search() -> None:
    from neurols.search.presets import PRESETS

    tuned = PRESETS["jobshop"]["tuned"]["tabu"]
    settings = action_set("jobshop", "an").workspace_settings()
    assert (settings.tenure, settings.tenure_spread) == (tuned.tenure, tuned.tenure_spread)
