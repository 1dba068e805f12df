"""Descents before the first and after the last decision: given solutions and final ones."""

from __future__ import annotations

import pytest

import neurols
from neurols import _core
from neurols.menu import Menu
from neurols.registry import problem_of
from neurols.routing.generate import uchoa


def descended(result: neurols.Result) -> neurols.Result:
    return neurols.solve(
        result.instance,
        controller="hill-climbing",
        iterations=1000,
        initial=result.solution,
        seed=1,
    )


@pytest.mark.parametrize("controller", ["auto", "classical"])
@pytest.mark.parametrize("seed", range(4))
def test_the_default_search_ends_in_a_local_optimum(controller: str, seed: int) -> None:
    plan = uchoa(150, seed=seed)
    result = neurols.solve(plan, controller=controller, iterations=6_000, seed=seed)
    assert result.iterations == 6_000
    assert descended(result).cost == result.cost


def test_other_searches_end_as_their_controller_has_left_them() -> None:
    plan = uchoa(150, seed=1)
    ends = [
        neurols.solve(plan, controller="sa:end=0.3", iterations=6_000, seed=seed)
        for seed in range(4)
    ]
    assert any(descended(end).cost < end.cost for end in ends)


def test_a_given_plan_is_descended_from_before_the_first_step() -> None:
    plan = uchoa(200, seed=1)
    savings = neurols.solve(plan, controller="constant:ruin", iterations=0)
    result = neurols.solve(plan, iterations=0, initial=savings.solution)
    assert result.initial_cost == savings.cost
    assert result.cost < savings.cost
    assert result.cost <= descended(savings).cost * 1.005
    assert all(point.iteration == 0 for point in result.trace)


def test_a_good_plan_does_not_get_lost() -> None:
    plan = uchoa(400, seed=1)
    good = neurols.solve(plan, iterations=200_000, seed=1)
    better = neurols.solve(plan, iterations=100_000, seed=2, initial=good.solution)
    assert better.cost < good.cost


def test_descents_of_the_driver_stop_at_a_local_optimum_and_count_no_step() -> None:
    plan = uchoa(100, seed=3)
    problem = problem_of(plan)
    menu = Menu.of(problem, plan)
    settings = _core.SearchSettings()
    descents = _core.Descents()
    descents.last = menu.actions(["best", "2-opt"])
    settings.descents = descents
    space = problem.workspace(plan, problem.new_settings(), None)
    rules = _core.StopRules()
    rules.iterations = 500
    sweeps = menu.action("2-opt")
    controller = _core.ComposedController(
        _core.AcceptAlways(), _core.SelectUniform([menu.action("ruin")]), _core.PerturbNever()
    )
    job = _core.SearchJob(space, controller, settings, rules, 1, 0)
    (result,) = _core.run_together([job], 1, 1, _core.Progress())
    assert result.iterations == 500
    space.check_consistency()
    assert space.cost() == result.cost
    assert not space.propose(sweeps.index, _core.Rng(1))
