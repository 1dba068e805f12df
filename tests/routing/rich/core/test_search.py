"""Searches of rich routing: any controller, any mix of constraints, reproducible."""

from __future__ import annotations

import pytest

import neurols
from neurols import _core
from neurols.errors import InputError
from neurols.routing import Model
from neurols.routing.rich.check import check
from neurols.routing.rich.instance import VehicleType
from neurols.routing.rich.native import core_instance
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
        # Constructions leave nobody out; those who are not worth their prizes go first.
        if operator == "optional" and space.propose(OPERATORS.index("reinsert"), rng):
            space.accept()
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


def test_a_vehicle_pays_for_many_clients_together() -> None:
    """None of them alone is worth the way, and construction has no say in it here."""
    m = Model()
    depot = m.add_depot(0, 0)
    for k in range(12):
        m.add_client(100, k, delivery=1, prize=30)
    m.add_vehicle_type(2, capacity=12, start_depot=depot)
    m.set_metric("euclidean")
    instance = m.data()
    nobody: dict[str, list[int]] = {"routes": [], "vehicle_types": []}
    result = neurols.solve(instance, iterations=2000, seed=1, initial=nobody)
    assert result.initial_cost == 12 * 30
    assert result.cost < 220 and len(result.solution.to_json()["routes"]) == 1


@pytest.mark.parametrize(("cuts", "number"), [(1.0, {1, 2}), (0.0, {1})])
def test_a_route_leaves_its_tail_to_a_new_one_where_that_costs_little(
    cuts: float, number: set[int]
) -> None:
    """Past the depot half way one route costs as much as two; ruins of one client open none."""
    m = Model()
    m.add_depot(0, 0)
    for x in (-1, -2, -3, -4, -5, 1, 2, 3, 4, 5):
        m.add_client(x, 0)
    m.add_vehicle_type(2)
    m.set_metric("euclidean")
    rich = _core.RichRoutingSettings()
    rich.tails, rich.cuts, rich.ruin.longest_string = 1.0, cuts, 1
    space = _core.RichRoutingWorkspace(
        core_instance(m.data()), _core.WorkspaceSettings(), [list(range(1, 11))], [0], rich
    )
    rng = _core.Rng(1)
    space.construct(rng)
    ruin = space.menu()[1].index("ruin")
    seen = set()
    for _ in range(50):
        space.perturb(ruin, 1, rng)
        seen.add(len(space.routes()))
        space.reject()
    space.check_consistency()
    assert seen == number
