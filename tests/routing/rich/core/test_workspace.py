"""The native workspace: what it keeps is right after any steps, and undone exactly."""

from __future__ import annotations

import pytest

from neurols import _core
from neurols.routing.rich.check import check
from neurols.routing.rich.native import core_instance
from neurols.routing.rich.search import menu_names, workspace

from .random_instances import random_instance

OPERATORS, PERTURBATIONS = menu_names()


def built(seed: int, clients: int) -> _core.RichRoutingWorkspace:
    instance = random_instance(seed, clients)
    made = workspace(instance, _core.WorkspaceSettings())
    made.construct(_core.Rng(seed))
    return made


def state(space: _core.RichRoutingWorkspace) -> tuple[int, list[tuple[list[int], int]]]:
    """The fingerprint, and the routes in no order."""
    return space.fingerprint(), sorted(zip(space.routes(), space.vehicle_types(), strict=True))


@pytest.mark.parametrize("seed", range(40))
def test_rejecting_restores_the_solution(seed: int) -> None:
    space, rng = built(seed, 9), _core.Rng(seed)
    for step in range(60):
        before = state(space)
        if step % 2:
            changed = space.propose(rng.below(len(OPERATORS)), rng)
        else:
            space.perturb(rng.below(len(PERTURBATIONS)), 0, rng)
            changed = True
        if changed and step % 3:
            space.reject()
            assert state(space) == before
        elif changed:
            space.accept()
        space.check_consistency()


def follow(space: _core.RichRoutingWorkspace) -> None:
    """Accept the candidate, and keep it where it may be the best one."""
    if space.feasible():
        space.keep_best()
    space.accept()


@pytest.mark.parametrize("seed", range(60))
def test_costs_are_those_of_the_checker(seed: int) -> None:
    instance = random_instance(seed, 8)
    space = workspace(instance, _core.WorkspaceSettings())
    rng = _core.Rng(seed)
    space.construct(rng)
    judged = 0
    for _ in range(40):
        space.perturb(PERTURBATIONS.index("ruin"), 0, rng)
        follow(space)
        if space.propose(rng.below(len(OPERATORS)), rng):
            follow(space)
        if not space.feasible():
            continue
        form = {"routes": space.routes(), "vehicle_types": space.vehicle_types()}
        price = len(form["routes"]) * core_instance(instance).vehicle_price
        assert check(instance, form) + price == pytest.approx(space.cost(), abs=1e-6)
        judged += 1
    assert judged > 0 or space.best_absent()
