"""Searches of rich routing: any controller, any mix of constraints, reproducible."""

from __future__ import annotations

import pytest

import neurols
from neurols import _core
from neurols.errors import InputError
from neurols.routing.rich.check import check
from neurols.routing.rich.instance import VehicleType
from neurols.routing.rich.presets import TUNED
from neurols.routing.rich.search import environment, menu_names, supports, workspace

from ..mixes import plain
from .random_instances import random_instance

OPERATORS, PERTURBATIONS = menu_names()
SWEEPS = [name for name in OPERATORS if name != "vehicle-type" and not name.endswith("+tabu")]


@pytest.mark.parametrize("controller", [*TUNED, "auto"])
def test_every_controller_searches_every_mix(controller: str) -> None:
    for seed in (0, 3, 7, 11):
        instance = random_instance(seed, 8)
        try:
            result = neurols.solve(instance, controller=controller, iterations=60, seed=1)
        except InputError as error:
            assert "no plan" in str(error)
            continue
        assert check(instance, result.solution.to_json()) == pytest.approx(result.cost)
        assert result.cost <= result.initial_cost or instance.objective == "vehicles"


def test_the_seed_decides_what_a_search_finds() -> None:
    instance = random_instance(4, 12)
    costs = [
        neurols.solve(instance, iterations=300, seed=seed).solution.to_json() for seed in (5, 5)
    ]
    assert costs[0] == costs[1]


@pytest.mark.parametrize("operator", SWEEPS)
def test_a_sweep_improves_or_leaves_the_solution(operator: str) -> None:
    moved = 0
    for seed in range(30):
        settings = _core.WorkspaceSettings()
        settings.construction = "random-insertion"
        space = workspace(random_instance(seed, 12), settings)
        rng = _core.Rng(seed)
        space.construct(rng)
        before = space.cost()
        if space.propose(OPERATORS.index(operator), rng):
            moved += 1
            assert space.cost() < before
            space.accept()
        else:
            assert space.cost() == before
        space.check_consistency()
    assert moved > 0


def test_routes_change_to_the_cheaper_vehicle_type() -> None:
    dear, cheap = VehicleType(number=2, fixed_cost=50), VehicleType(number=1, fixed_cost=20)
    instance = plain(2, vehicle_types=(dear, cheap))
    start = {"routes": [[1, 2]], "vehicle_types": [0]}
    space = workspace(instance, _core.WorkspaceSettings(), start)
    rng = _core.Rng(1)
    space.construct(rng)
    assert space.propose(OPERATORS.index("vehicle-type"), rng)
    assert (space.cost(), space.vehicle_types()) == (60, [1])


def test_unsupported_operators_say_why_and_do_nothing() -> None:
    for seed in range(20):
        instance = random_instance(seed, 8)
        space = workspace(instance, _core.WorkspaceSettings())
        rng = _core.Rng(seed)
        space.construct(rng)
        reasons = supports(instance)
        assert set(reasons) == {*OPERATORS, *PERTURBATIONS}
        for index, name in enumerate(OPERATORS):
            if reasons[name]:
                assert not space.propose(index, rng), name


def test_a_search_starts_from_the_plan_it_is_given() -> None:
    instance = random_instance(4, 12)
    first = neurols.solve(instance, iterations=200, seed=1)
    again = neurols.solve(instance, iterations=1, seed=2, initial=first.solution)
    assert again.initial_cost == pytest.approx(first.cost)
    assert again.cost <= first.cost


def test_policies_see_rich_routes() -> None:
    import numpy as np

    instances = [random_instance(seed, 10) for seed in (4, 4)]
    settings = _core.EnvironmentSettings()
    settings.decisions = [
        _core.Decision(_core.Acceptance.ACCEPT, _core.Action.apply(0)),
        _core.Decision(_core.Acceptance.REJECT, _core.Action.perturb(0)),
    ]
    searches = environment(instances, _core.WorkspaceSettings(), settings, 3, 1)
    shape = searches.shape
    near = (3, shape.nodes, shape.static_neighbours)
    arrays = {  # the core writes into them: they must stay alive
        "scalars": np.zeros((3, searches.scalars), dtype=np.float32),
        "static_nodes": np.zeros((3, shape.nodes, shape.static_features), dtype=np.float32),
        "static_neighbours": np.zeros(near, dtype=np.int32),
        "static_weights": np.zeros(near, dtype=np.float32),
        "dynamic_nodes": np.zeros((3, shape.nodes, shape.dynamic_features), dtype=np.float32),
        "dynamic_neighbours": np.zeros((3, shape.nodes, 2), dtype=np.int32),
        "dynamic_weights": np.zeros((3, shape.nodes, 2), dtype=np.float32),
        "group": np.full((3, shape.nodes), -1, dtype=np.int32),
    }
    buffers = _core.ObservationBuffers(**arrays)
    searches.attach(buffers)
    searches.reset(1)
    rewards, ends = np.zeros(3, dtype=np.float32), np.zeros(3, dtype=bool)
    for step in range(20):
        searches.step(np.full(3, step % 2, dtype=np.int64), rewards, ends)
        assert np.isfinite(arrays["dynamic_nodes"]).all()
        assert (rewards >= 0).all()
        assert arrays["group"].min() >= 0
        assert arrays["group"].max() <= shape.groups
