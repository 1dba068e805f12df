"""Sweeps with an allowance: what they may worsen, what they overlook, and what they leave alone."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import neurols
from neurols import InputError, _core
from neurols.routing import VehicleRouting, check
from tests.routing.core.shapes import OPERATORS, PERTURBATIONS, random_instance, workspace
from tests.routing.core.test_local_optima import NEIGHBOURS, cost, everybody_near, three_arcs

SWEEPS = [name for name in OPERATORS if not name.endswith("+tabu")]
ALLOWANCES = [0.1, 0.5, 2.0]


def instances(seed: int, count: int, most: int) -> Iterator[VehicleRouting]:
    rng = random.Random(seed)
    for _ in range(count):
        yield random_instance(rng, most)


def begun(space: _core.RoutingWorkspace, seed: int) -> float:
    """Construct; what an allowance of 1 lets a move worsen by."""
    search, stop = _core.Search(space, _core.SearchSettings(), seed), _core.StopRules()
    stop.iterations = 1
    search.start(stop)
    return float(search.observation.unit)


def swept(
    space: _core.RoutingWorkspace, rng: random.Random, core_rng: _core.Rng, steps: int
) -> Iterator[tuple[float, float]]:
    """Costs before and after each of so many sweeps, of which most are accepted."""
    for _ in range(steps):
        before = space.cost()
        if not space.propose(rng.randrange(len(SWEEPS)), core_rng):
            continue
        yield before, space.cost()
        if rng.random() < 0.7:
            space.accept()
        else:
            space.reject()


@pytest.mark.parametrize("allowance", ALLOWANCES)
def test_a_sweep_worsens_by_less_than_the_allowance_at_each_customer(allowance: float) -> None:
    rng, rises = random.Random(5), 0
    for seed, instance in enumerate(instances(1, 60, 25)):
        space, core_rng = workspace(instance, allowance=allowance), _core.Rng(seed)
        most = instance.customers * allowance * begun(space, seed)
        for before, after in swept(space, rng, core_rng, 25):
            assert after < before + most + 1e-6
            rises += after > before
    assert rises > 20


@pytest.mark.parametrize("allowance", ALLOWANCES)
def test_every_candidate_is_feasible_and_costs_what_the_checker_says(allowance: float) -> None:
    rng = random.Random(6)
    for seed, instance in enumerate(instances(2, 60, 25)):
        space, core_rng = workspace(instance, allowance=allowance), _core.Rng(seed)
        space.construct(core_rng)
        for _, after in swept(space, rng, core_rng, 20):
            routes = [list(route) for route in space.routes() if route]
            assert check(instance, {"routes": routes}) == pytest.approx(after, rel=1e-9)
            space.check_consistency()


def test_reject_restores_routes_cost_and_fingerprint_to_the_bit() -> None:
    rng = random.Random(7)
    for seed, instance in enumerate(instances(3, 60, 25)):
        space, core_rng = workspace(instance, allowance=1.0), _core.Rng(seed)
        space.construct(core_rng)
        for _ in range(20):
            before = (space.routes(), space.cost(), space.fingerprint())
            if not space.propose(rng.randrange(len(SWEEPS)), core_rng):
                continue
            if rng.random() < 0.5:
                space.accept()
                continue
            space.reject()
            assert (space.routes(), space.cost(), space.fingerprint()) == before
            space.check_consistency()


def alike(routes: list[list[int]], symmetric: bool) -> list[tuple[int, ...]]:
    """The plan whatever the order of its routes, and their direction where that is all one."""
    used = [tuple(route) for route in routes if route]
    return sorted(min(route, route[::-1]) if symmetric else route for route in used)


@pytest.mark.parametrize("operator", NEIGHBOURS)
@pytest.mark.parametrize("allowance", [0.1, 0.3])
def test_no_move_within_the_allowance_is_overlooked(operator: str, allowance: float) -> None:
    """Whatever was tested, accepted or rejected before: against all moves by brute force."""
    checked = 0
    for seed in range(150):
        rng = random.Random(seed)
        instance = random_instance(rng, most=7)
        space, core_rng = everybody_near(instance, allowance=allowance), _core.Rng(seed)
        # Less one for what rounding takes off.
        limit = allowance * begun(space, seed) - 1
        moves = NEIGHBOURS[operator]
        if operator == "3-opt" and not instance.symmetric:
            moves = three_arcs
        rejected = False
        for number in range(16):
            chosen = OPERATORS.index(operator) if number % 2 else rng.randrange(len(SWEEPS))
            if number % 5 == 4:
                space.perturb(PERTURBATIONS.index("ruin+all"), 2, core_rng)
            elif not space.propose(chosen, core_rng):
                if rejected or SWEEPS[chosen] != operator:
                    continue  # what was rejected is not proposed again
                checked += 1
                routes, now = space.routes(), space.cost()
                here = alike(routes, instance.symmetric)
                for other in moves([list(route) for route in routes if route]):
                    # A sweep that found only moves of no length may have taken them back.
                    if now != cost(instance, other) < now + limit:
                        assert alike(other, instance.symmetric) == here, (routes, other)
                continue
            rejected = rng.random() < 0.4
            if rejected:
                space.reject()
            else:
                space.accept()
    assert checked > 50


@pytest.mark.parametrize("name", ["ruin+all", "ruin"])
def test_the_local_search_after_a_ruin_knows_no_allowance(name: str) -> None:
    for seed, instance in enumerate(instances(4, 40, 30)):
        spaces = [workspace(instance, allowance=allowance) for allowance in (0.0, 3.0)]
        rngs = [_core.Rng(seed) for _ in spaces]
        for space, core_rng in zip(spaces, rngs, strict=True):
            space.construct(core_rng)
        for number in range(15):
            for space, core_rng in zip(spaces, rngs, strict=True):
                space.perturb(PERTURBATIONS.index(name), 6, core_rng)
                if number % 3:
                    space.accept()
                else:
                    space.reject()
            assert spaces[0].routes() == spaces[1].routes()
            assert spaces[0].cost() == spaces[1].cost()


def test_without_an_allowance_no_sweep_worsens() -> None:
    rng = random.Random(9)
    for seed, instance in enumerate(instances(5, 60, 25)):
        space, core_rng = workspace(instance, allowance=0.0), _core.Rng(seed)
        space.construct(core_rng)
        assert all(after < before for before, after in swept(space, rng, core_rng, 20))


def test_an_allowance_is_an_option_of_every_controller_of_routing() -> None:
    found = [
        neurols.solve("demo-cvrp", controller=f"sa:operator=2-opt{option}", iterations=60, seed=1)
        for option in ("", ",allowance=0", ",allowance=0.5")
    ]
    assert found[0].solution == found[1].solution
    assert found[1].usage != found[2].usage
    assert neurols.check(found[2].instance, found[2].solution) == found[2].cost


@pytest.mark.parametrize("value", ["-1", "nan", "1001", "x"])
def test_an_allowance_out_of_range_is_refused(value: str) -> None:
    with pytest.raises(InputError, match="allowance"):
        neurols.solve("demo-cvrp", controller=f"sa:allowance={value}", iterations=5)


@pytest.mark.parametrize("controller", ["sa", "tabu", "ils", "bandit", "constant:ct"])
def test_job_shops_have_no_allowance(controller: str) -> None:
    spec = f"{controller}:allowance=0.2" if ":" not in controller else f"{controller},allowance=0.2"
    with pytest.raises(InputError, match="problem 'jobshop' have no allowance"):
        neurols.solve("ft06", controller=spec, iterations=5)


def test_a_sweep_that_takes_its_own_moves_back_is_no_candidate() -> None:
    (instance,) = instances(11, 1, 40)
    space, rng = workspace(instance, allowance=0.3), _core.Rng(1)
    begun(space, 1)
    found = 0
    for step in range(400):
        before = space.fingerprint()
        if space.propose(step % len(SWEEPS), rng):
            found += 1
            assert space.fingerprint() != before
            space.accept()
    assert found > 50
