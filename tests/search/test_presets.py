"""Presets: settings that exist, and where they come from."""

from __future__ import annotations

import pytest

from neurols.registry import problem_named
from neurols.search.presets import presets_of, settings_of


@pytest.mark.parametrize(
    ("problem", "preset", "controller", "words"),
    [
        ("jobshop", "plain", "vns", "512 generated shops"),
        ("cvrp", "plain-a", "ils", "96 others of 100 to 300 customers"),
        ("tsp", "plain", "ils", "96 others of 100 to 300 customers"),
        ("jobshop", "plain-a", "random", "a yardstick"),
        ("jobshop", "paper", "vns", "Falkner"),
    ],
)
def test_provenance_tells_on_what_settings_were_chosen(
    problem: str, preset: str, controller: str, words: str
) -> None:
    assert words in problem_named(problem).provenance(preset, controller)


def test_settings_of_a_kind_stand_before_those_of_the_controller() -> None:
    plain = presets_of(problem_named("jobshop"))["plain"]
    assert settings_of(plain, "bandit", "ucb") is plain["bandit:kind=ucb"]
    assert settings_of(plain, "bandit", "epsilon-greedy") is plain["bandit"]
    assert settings_of(plain, "vns") is plain["vns"]


def test_all_routing_controllers_have_the_allowance_of_the_sweeps() -> None:
    found = {one.allowance for name in ("plain", "plain-a", "plain-anp")
             for one in presets_of(problem_named("cvrp"))[name].values()}  # fmt: skip
    assert len(found) == 1
    assert all(one.allowance == 0 for one in presets_of(problem_named("jobshop"))["plain"].values())
