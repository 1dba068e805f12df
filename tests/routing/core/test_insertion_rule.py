"""Learned rules by which ruined customers return."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from neurols import _core, check, solve
from neurols.policy.native import INSERTIONS, NativePolicy, shipped_model
from neurols.registry import problem_of
from neurols.routing import VehicleRouting
from neurols.routing.generate import mixed, uchoa
from neurols.search.budget import Budget
from neurols.train.native_play import play

FEATURES = _core.insertion_features()
RANKED = 4  # of a customer; the others are of a place
RULE = (-6.0, -11.0, -9.0, 3.0, 0.1, -0.2, 0.1, 0.1)
BLUR = 4.0  # the most by which chance may turn two ranks round


def workspace(instance: VehicleRouting, *weights: float) -> _core.RoutingWorkspace:
    """With a rule of these weights; the ones that are not told are 0."""
    settings = _core.RoutingSettings()
    whole = [*weights, *[0.0] * (len(FEATURES) - len(weights))]
    settings.insertion = _core.PerceptronWeights(len(FEATURES), 0, 0, whole)
    space = problem_of(instance).workspace(instance, settings, None)
    space.construct(_core.Rng(1))
    return space


def seen(instance: VehicleRouting, space: _core.RoutingWorkspace) -> dict[int, list[float]]:
    """Features of every customer, straight from the routes."""
    found = {}
    for route in space.routes():
        for before, c, behind in zip([0, *route], route, [*route[1:], 0], strict=False):
            arcs = instance.distance(before, c) + instance.distance(c, behind)
            bridge = 0 if before == behind else instance.distance(before, behind)
            away = instance.distance(0, c) + instance.distance(c, 0)
            found[c] = [instance.demands[c], away, arcs - bridge, arcs]
    return found


@pytest.mark.parametrize("way", [-1, 1])
@pytest.mark.parametrize("feature", range(RANKED))
def test_customers_return_by_a_feature(feature: int, way: int) -> None:
    instance = mixed(120, 4)
    weights = [0.0] * RANKED
    weights[feature] = way * 1e6
    space, rng = workspace(instance, *weights), _core.Rng(2)
    known = seen(instance, space)
    for _ in range(50):
        values = [way * known[c][feature] for c in space.ruined_order(12, rng)]
        assert values == sorted(values)


def test_features_are_weighed_by_their_deviation_in_the_ruin() -> None:
    instance, weights = mixed(150, 9), np.array([-30.0, -55.0, -45.0, 15.0])
    space, rng = workspace(instance, *weights), _core.Rng(3)
    known = seen(instance, space)
    for _ in range(50):
        values = np.array([known[c] for c in space.ruined_order(15, rng)])
        spread = values.std(axis=0)
        ranks = (values / np.where(spread > 0, spread, np.inf)) @ weights
        assert all(a <= b + BLUR + 1e-2 for a, b in pairwise(ranks))


def test_every_ruined_customer_returns_once_and_chance_has_a_say() -> None:
    instance = mixed(60, 2)
    space = workspace(instance)
    orders = set()
    for _ in range(20):
        customers = space.ruined_order(10, _core.Rng(5))
        assert len(set(customers)) == len(customers)
        orders.add(tuple(customers))
    assert len(orders) == 1  # the same chance, the same order
    drawn = [space.ruined_order(10, _core.Rng(seed)) for seed in range(40)]
    assert any(customers != sorted(customers) for customers in drawn)


def test_equal_customers_keep_their_number() -> None:
    """Where nothing differs and ranks tie, nobody is lost."""
    customers = 24
    instance = VehicleRouting.from_coordinates(
        [(0, 0), *[(10, 0)] * customers], [0, *[1] * customers], 6
    )
    space, rng = workspace(instance, *[-5.0] * RANKED), _core.Rng(1)
    for _ in range(30):
        returning = space.ruined_order(10, rng)
        assert len(set(returning)) == len(returning)


@pytest.mark.parametrize("operator", ["ruin", "overload", "ruin+all"])
def test_searches_stay_sound_and_repeatable(operator: str) -> None:
    instance = mixed(80, 6)
    found = []
    for _ in range(2):
        space, rng = workspace(instance, *RULE), _core.Rng(11)
        ruin = space.perturbations.index(operator)
        for step in range(60):
            space.perturb(ruin, 10, rng)
            (space.accept if step % 3 else space.reject)()
            space.check_consistency()
        found.append(space.routes())
    assert found[0] == found[1]


def length(instance: VehicleRouting, space: _core.RoutingWorkspace) -> float:
    return sum(
        instance.distance(a, b)
        for route in space.routes()
        for a, b in zip([0, *route], [*route, 0], strict=True)
    )


def routes_by_customer(space: _core.RoutingWorkspace) -> dict[int, frozenset[int]]:
    return {c: frozenset(route) for route in space.routes() for c in route}


def test_a_weight_keeps_customers_out_of_their_old_routes_or_in_them() -> None:
    instance = mixed(100, 8)

    def company_left(weight: float) -> int:
        """Customers, over many ruins, whose route holds nobody else of their old one."""
        space, rng = workspace(instance, *[0.0] * RANKED, weight), _core.Rng(4)
        ruin, left = space.perturbations.index("ruin"), 0
        before = routes_by_customer(space)
        for _ in range(60):
            space.perturb(ruin, 8, rng)
            after = routes_by_customer(space)
            left += sum(len(after[c] & before[c]) == 1 < len(before[c]) for c in before)
            space.reject()
        return left

    assert company_left(-5) < company_left(0) < company_left(5)


@pytest.mark.parametrize("feature", ["room left", "room by route length"])
def test_a_weight_prefers_full_routes_or_empty_ones(feature: str) -> None:
    long_routes = uchoa(100, seed=3, route_length=20.0)  # longer than usual
    place = FEATURES.index(feature)

    def spread_of_loads(weight: float) -> float:
        space, rng = workspace(long_routes, *[0.0] * place, weight), _core.Rng(4)
        ruin = space.perturbations.index("ruin")
        for _ in range(80):
            space.perturb(ruin, 8, rng)
            space.accept()
        space.check_consistency()
        demands = long_routes.demands
        return float(np.std([sum(demands[c] for c in route) for route in space.routes()]))

    assert spread_of_loads(-5) < spread_of_loads(5)


def test_what_a_rule_adds_to_places_is_no_part_of_the_cost() -> None:
    """A ruin is given up for what it costs, not for what the rule thinks of it."""
    instance = mixed(80, 12)
    weights = [0.0] * FEATURES.index("room left")
    space, rng = workspace(instance, *weights, 1e5), _core.Rng(6)  # room is the worst of all
    before, moved = space.routes(), 0
    space.set_ceiling(1.5 * space.cost())
    for _ in range(20):
        space.perturb(space.perturbations.index("ruin"), 8, rng)
        moved += space.routes() != before
        assert space.cost() == length(instance, space)
        space.reject()
    assert moved > 10


def test_a_rule_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="features of insertions"):
        settings = _core.RoutingSettings()
        settings.insertion = _core.PerceptronWeights(3, 0, 0, [0.0] * 3)
        instance = mixed(10, 1)
        problem_of(instance).workspace(instance, settings, None)


def test_the_shipped_rule_solves_and_is_better_than_chance() -> None:
    long = Budget(iterations=20_000)
    shipped = NativePolicy.load(shipped_model("cvrp", long), "cvrp")
    assert shipped.ranks == INSERTIONS
    blind = replace(shipped, weights=np.zeros_like(shipped.weights))
    fresh = [mixed(300, 77_000 + k) for k in range(8)]
    learned, chance = (play(policy, "nls", fresh, 20_000, seed=4) for policy in (shipped, blind))
    assert np.mean(learned / chance) < 1
    found = solve(fresh[0], controller="nls", iterations=20_000, seed=1)
    assert check(fresh[0], found.solution) == found.cost < found.initial_cost
