"""The native routing workspace: exact incremental costs, exact undo, local optima."""

from __future__ import annotations

import random

import pytest

from neurols import _core
from neurols.routing import check
from tests.routing.core.shapes import FEASIBLE, OPERATORS, PERTURBATIONS, random_instance, workspace


def step(space: _core.RoutingWorkspace, rng: random.Random, core_rng: _core.Rng) -> bool:
    if rng.random() < 0.4:
        space.perturb(rng.choice(FEASIBLE), rng.randint(0, 8), core_rng)
        return True
    return space.propose(rng.randrange(len(OPERATORS)), core_rng)


@pytest.mark.parametrize("seed", range(150))
def test_costs_equal_recomputation_after_every_step(seed: int) -> None:
    rng = random.Random(seed)
    instance = random_instance(rng)
    space, core_rng = workspace(instance), _core.Rng(seed)
    space.construct(core_rng)
    for _ in range(40):
        pending = step(space, rng, core_rng)
        space.check_consistency()
        assert check(instance, {"routes": space.routes()}) == pytest.approx(space.cost(), rel=1e-9)
        if pending:
            if rng.random() < 0.5:
                space.accept()
            else:
                space.reject()
            space.check_consistency()


@pytest.mark.parametrize("seed", range(150))
def test_reject_restores_the_routes_exactly(seed: int) -> None:
    rng = random.Random(5000 + seed)
    instance = random_instance(rng)
    space, core_rng = workspace(instance), _core.Rng(seed)
    space.construct(core_rng)
    for _ in range(40):
        before = (space.routes(), space.cost(), space.fingerprint())
        if step(space, rng, core_rng) and rng.random() < 0.3:
            space.accept()
            continue
        space.reject()
        assert (space.routes(), space.cost(), space.fingerprint()) == before


@pytest.mark.parametrize("operator", [name for name in OPERATORS if "+tabu" not in name])
def test_every_operator_swept_from_savings_reaches_a_local_optimum(operator: str) -> None:
    rng = random.Random(operator)
    for seed in range(10):
        space, core_rng = workspace(random_instance(rng)), _core.Rng(seed)
        space.construct(core_rng)
        cost, sweeps = space.cost(), 0
        while space.propose(OPERATORS.index(operator), core_rng):
            assert space.cost() < cost
            cost = space.cost()
            space.accept()
            sweeps += 1
            assert sweeps < 1000


@pytest.mark.parametrize("seed", range(20))
def test_a_second_search_remembers_nothing_of_the_first(seed: int) -> None:
    space = workspace(random_instance(random.Random(seed)))

    def search() -> list[object]:
        rng, core_rng, seen = random.Random(seed), _core.Rng(seed), []
        space.construct(core_rng)
        for _ in range(30):
            if step(space, rng, core_rng):
                space.accept()
            seen.append(space.routes())
        return seen

    assert search() == search()


def test_best_routes_are_those_that_were_kept() -> None:
    rng = random.Random(9)
    instance = random_instance(rng)
    space, core_rng = workspace(instance), _core.Rng(9)
    space.construct(core_rng)
    best = space.cost()
    for _ in range(500):
        if not step(space, rng, core_rng):
            continue
        if space.cost() < best:
            best = space.cost()
            space.keep_best()
        if rng.random() < 0.7:
            space.accept()
        else:
            space.reject()
        found = check(instance, {"routes": space.best_routes()})
        assert found == pytest.approx(best, rel=1e-9)


def test_warm_start_keeps_the_given_routes() -> None:
    rng = random.Random(2)
    instance = random_instance(rng)
    space, core_rng = workspace(instance), _core.Rng(2)
    space.construct(core_rng)
    space.perturb(PERTURBATIONS.index("ruin"), 5, core_rng)
    routes = space.routes()
    from neurols.routing import RoutePlan
    from neurols.routing.problem import RoutingProblem

    again = RoutingProblem().workspace(
        instance, _core.WorkspaceSettings(), RoutePlan(routes, space.cost())
    )
    again.construct(core_rng)
    assert again.cost() == space.cost()
