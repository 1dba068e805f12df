"""Policies as controllers: how an action is drawn, and what their searches are set to."""

from __future__ import annotations

import numpy as np
import pytest

from neurols.menu import Menu
from neurols.policy.controller import drawn, setup, shipped_model
from neurols.policy.model_file import read_model
from neurols.registry import problems
from neurols.search.spec import ControllerSpec


def test_an_action_is_drawn_with_the_probability_that_the_logits_give_it() -> None:
    logits = np.log(np.array([1.0, 2.0, 1.0], np.float32)) + 50
    chances = (np.arange(400) + 0.5) / 400
    counts = np.bincount([drawn(logits, chance) for chance in chances], minlength=3)
    assert counts.tolist() == [100, 200, 100]


@pytest.mark.parametrize("chance", [0.0, 1.0 - 1e-16])
def test_the_ends_of_the_unit_interval_draw_an_action_too(chance: float) -> None:
    assert drawn(np.zeros(4, np.float32), chance) in range(4)


@pytest.mark.parametrize("problem", ["jobshop", "cvrp"])
@pytest.mark.parametrize("kind", ["a", "an", "anp"])
def test_searches_of_a_policy_have_the_settings_of_its_action_set(problem: str, kind: str) -> None:
    menu = Menu.of(problems()[problem])
    spec = ControllerSpec(f"nls-{kind}", None, {})
    chosen = setup(spec, problems()[problem], menu, None, None)
    actions = read_model(shipped_model(problem, kind)).card.action_set
    assert chosen.workspace.tenure == actions.tenure
    assert chosen.workspace.tenure_spread == actions.tenure_spread
    assert chosen.workspace.allowance == actions.allowance
