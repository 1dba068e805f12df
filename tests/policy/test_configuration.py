"""Settings by instance: what the rule sees, how far it moves them, and where `nls` uses it."""

from pathlib import Path

import numpy as np
import pytest

from neurols import solve
from neurols.errors import InputError
from neurols.menu import Menu
from neurols.policy.native import shipped_model
from neurols.registry import problem_named, problems
from neurols.scheduling import random_shop
from neurols.scheduling.auto import CONFIGURED, steps_per_operation
from neurols.scheduling.configuration import (
    FEATURES,
    SHIPPED,
    USUAL,
    ConfigurationRule,
    features_of,
    options_at,
)
from neurols.search.budget import Budget
from neurols.search.controllers import resolve

LONG = Budget(iterations=50_000)
MENU = Menu.of(problems()["jobshop"])
FLOW_SHOP = random_shop(15, 10, 3, high=10_000, stages=10, wide=True)


def rule(dial: str, feature: str, weight: float) -> ConfigurationRule:
    weights = ConfigurationRule.zero().weights
    weights[list(USUAL).index(dial), FEATURES.index(feature)] = weight
    return ConfigurationRule(weights=weights)


def test_at_rest_it_is_the_classical_search() -> None:
    options = ConfigurationRule.zero().options(FLOW_SHOP, 500)
    assert options == USUAL
    spec = "tabu:" + ",".join(f"{name}={value}" for name, value in options.items())
    costs = [
        solve(FLOW_SHOP, controller=controller, iterations=60_000, seed=1).cost
        for controller in (spec, "classical")
    ]
    assert costs[0] == costs[1]


def test_a_turn_is_a_factor_of_two_within_bounds() -> None:
    assert options_at(np.array([1.0, 0.0, -1.0])) == {
        "tenure": 8,
        "tenure_spread": 4,
        "patience": 10000,
    }
    assert options_at(np.full(3, 99.0)) == options_at(np.array([5.0, 5.0, 1.0]))
    assert options_at(np.full(3, -99.0)) == options_at(np.array([-2.0, -2.0, -6.0]))


def test_it_sees_the_shop_and_the_budget() -> None:
    broad = random_shop(20, 10, 1, stages=10)
    assert rule("tenure", "log breadth", 1.0).options(broad, 500)["tenure"] == 8
    assert rule("tenure", "unevenness", 2.0).options(broad, 500)["tenure"] == 2
    assert rule("tenure", "unevenness", 2.0).options(FLOW_SHOP, 500)["tenure"] == 14
    assert rule("patience", "log steps per operation", 1.0).options(broad, 8_000) == {
        **ConfigurationRule.zero().options(broad, 1),
        "patience": 40000,
    }
    assert np.isfinite(features_of(broad, float("inf"))).all()


def test_shops_of_other_routes_leave_it_at_rest() -> None:
    always = rule("tenure", "one", 2.0)
    assert always.options(random_shop(20, 10, 1, stages=5), 500)["tenure"] == 16
    for shop in (
        random_shop(20, 10, 1),
        random_shop(20, 10, 1, stages=2),
        random_shop(20, 10, 1, high=10_000, wide=True),
    ):
        assert always.options(shop, 500) == ConfigurationRule.zero().options(FLOW_SHOP, 500)


def test_a_file_gives_the_same_rule_again(tmp_path: Path) -> None:
    file = tmp_path / "rule.safetensors"
    rule("tenure", "one", 0.5).save(file)
    np.testing.assert_array_equal(
        ConfigurationRule.load(file).weights, rule("tenure", "one", 0.5).weights
    )
    with pytest.raises(InputError, match="holds no fast policy"):
        ConfigurationRule.load(shipped_model("jobshop"))


def test_nls_turns_them_before_a_long_search() -> None:
    def memory(spec: str) -> tuple[int, int]:
        workspace = resolve(spec, problem_named("jobshop"), MENU, LONG, FLOW_SHOP).workspace
        assert workspace.ranking is not None  # of the first steps
        return workspace.tenure, workspace.tenure_spread

    shipped = ConfigurationRule.load(SHIPPED)
    turned = shipped.options(FLOW_SHOP, steps_per_operation(LONG, FLOW_SHOP))
    assert memory("nls") == (int(turned["tenure"]), int(turned["tenure_spread"]))
    assert memory("nls:tenure=7") == (7, int(turned["tenure_spread"]))  # the user's own come first
    assert memory(f"nls:model={shipped_model('jobshop', LONG)}") == (4, 4)


def test_a_rule_of_ones_own_goes_with_the_shipped_opening(tmp_path: Path) -> None:
    file = tmp_path / "rule.safetensors"
    rule("tenure", "one", 3.0).save(file)
    setup = resolve(f"nls:model={file}", problem_named("jobshop"), MENU, LONG, FLOW_SHOP)
    assert setup.workspace.tenure == 32
    assert setup.workspace.dispatching is not None
    for shop, tenure in ((random_shop(50, 25, 1), 15), (random_shop(9, 11, 1), 4)):
        assert shop.operations not in CONFIGURED
        assert (
            resolve(
                f"nls:model={file}", problem_named("jobshop"), MENU, LONG, shop
            ).workspace.tenure
            == tenure
        )
    few = Budget(iterations=100)  # moves are ranked, under the settings of that ranking
    tenures = [
        resolve(spec, problem_named("jobshop"), MENU, few, FLOW_SHOP).workspace.tenure
        for spec in (f"nls:model={file}", "nls")
    ]
    assert tenures[0] == tenures[1] != 32
    with pytest.raises(InputError, match="for problem 'jobshop', not for 'cvrp'"):
        resolve(f"nls:model={file}", problem_named("cvrp"), Menu.of(problems()["cvrp"]), LONG, None)


def test_the_shipped_rule_knows_flow_shops_of_uneven_durations() -> None:
    def tenure(shop: object) -> int:
        return resolve("nls", problem_named("jobshop"), MENU, LONG, shop).workspace.tenure

    assert tenure(FLOW_SHOP) > 2 * tenure(random_shop(15, 15, 1))
