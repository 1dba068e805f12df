"""What the default controller stands for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import neurols
from neurols.registry import problem_named
from neurols.routing import VehicleRouting
from neurols.routing.generate import uchoa
from neurols.scheduling import random_shop
from neurols.search import auto
from neurols.search.budget import Budget


def choose(problem: str, budget: Budget, instance: Any = None) -> str:
    return str(auto.choose(problem_named(problem), budget, instance))


def classical(problem: str, budget: Budget, instance: Any = None) -> str:
    return str(auto.classical(problem_named(problem), budget, instance))


def test_few_moves_are_ranked_by_what_was_learned() -> None:
    assert choose("jobshop", Budget(iterations=100)) == "nls"
    assert choose("jobshop", Budget(iterations=100_000)).startswith("tabu:")
    assert choose("jobshop", Budget(time_limit=1)).startswith("tabu:")


def test_large_shops_open_with_what_was_learned_where_time_is_short() -> None:
    large = random_shop(60, 50, 1)
    assert choose("jobshop", Budget(time_limit=1), large) == "nls"
    assert choose("jobshop", Budget(iterations=150_000), large) == "nls"
    assert choose("jobshop", Budget(time_limit=60), large).startswith("tabu:")
    assert choose("jobshop", Budget(iterations=1_000_000, time_limit=60), large).startswith("tabu:")


@pytest.mark.parametrize("budget", [Budget(time_limit=1), Budget(iterations=10**9), Budget()])
def test_shops_of_middling_size_are_left_to_what_was_learned(budget: Budget) -> None:
    assert choose("jobshop", budget, random_shop(20, 20, 1)) == "nls"
    assert choose("jobshop", budget, random_shop(6, 6, 1)).startswith("tabu:")


@pytest.mark.parametrize(("size", "tenure"), [((30, 20), 4), ((40, 40), 15), ((60, 50), 30)])
def test_large_shops_want_a_longer_memory(size: tuple[int, int], tenure: int) -> None:
    chosen = classical("jobshop", Budget(time_limit=60), random_shop(*size, 1))
    assert chosen == f"tabu:tenure={tenure},tenure_spread={tenure}"


def test_large_shops_make_compound_moves_where_time_is_short() -> None:
    large, small = random_shop(60, 50, 1), random_shop(20, 20, 1)
    for budget in (Budget(time_limit=1), Budget(time_limit=20), Budget(iterations=150_000)):
        assert "operator=cei3+tabu,patience=3000" in classical("jobshop", budget, large)
        assert "operator" not in classical("jobshop", budget, small)
    assert "operator" not in classical("jobshop", Budget(time_limit=60), large)


def test_where_time_is_short_the_best_of_several_starts_is_taken() -> None:
    large, small = random_shop(60, 50, 1), random_shop(20, 20, 1)
    assert classical("jobshop", Budget(time_limit=1), large).endswith(",construction=best")
    assert classical("jobshop", Budget(iterations=150_000), large).endswith(",construction=best")
    assert "construction" not in classical("jobshop", Budget(time_limit=60), large)
    assert "construction" not in classical("jobshop", Budget(time_limit=1), small)


@pytest.mark.parametrize(
    ("problem", "steps", "expected"),
    [("jobshop", 100, "tabu"), ("cvrp", 100, "sa:operator=ruin+all@23,start=0.1,end=0.01")],
)
def test_classical_never_asks_a_policy(problem: str, steps: int, expected: str) -> None:
    budget = Budget(iterations=steps)
    assert choose(problem, budget) == "nls"
    assert classical(problem, budget) == expected


def test_classical_is_auto_where_learning_does_not_pay() -> None:
    plan = replace(uchoa(30, seed=1), vehicles=30)
    runs = [
        neurols.solve(plan, controller=name, iterations=6_000, seed=2)
        for name in ("auto", "classical")
    ]
    assert len({tuple((p.iteration, p.cost) for p in run.trace) for run in runs}) == 1
    assert [run.controller for run in runs] == ["auto", "classical"]


def test_few_ruins_are_ranked_by_what_was_learned() -> None:
    assert choose("cvrp", Budget(iterations=200), uchoa(100, seed=1)) == "nls"


def test_few_steps_give_every_ruin_a_local_search() -> None:
    chosen = choose("cvrp", Budget(iterations=2000), uchoa(100, seed=1))
    assert chosen.startswith("sa:operator=ruin+all")


def test_long_searches_of_plans_insert_by_what_was_learned() -> None:
    plan = uchoa(100, seed=1)
    for budget in (Budget(time_limit=1), Budget(iterations=100_000)):
        assert choose("cvrp", budget, plan) == "nls"
        assert choose("tsp", budget, plan).startswith("sa:")
        for limits in ({"vehicles": 50}, {"max_distance": 1e6}):
            assert choose("cvrp", budget, replace(plan, **limits)).startswith("sa:")
    learned, plain = (
        neurols.solve(plan, controller=name, iterations=6_000, seed=1)
        for name in ("auto", "classical")
    )
    assert learned.solution.routes != plain.solution.routes


@pytest.mark.parametrize(
    ("seconds", "customers", "initial_runs", "cycles"), [(5.0, 200, 3, 12), (20.0, 200, 6, 44)]
)
def test_the_more_time_each_customer_has_the_more_searches_found_a_family(
    seconds: float, customers: int, initial_runs: int, cycles: int
) -> None:
    spec = (
        f"sa:operator=overload,cycles={cycles},initial_runs={initial_runs},initial_share=0.4"
        f",perturbation=recombine,strength={initial_runs},reheat=0.1"
    )
    assert classical("cvrp", Budget(cpu_limit=seconds), uchoa(customers, seed=1)) == spec
    assert classical("cvrp", Budget(time_limit=seconds), uchoa(customers, seed=1)) == spec


@pytest.mark.parametrize(("customers", "cycles"), [(200, 1), (100, 2)])
def test_where_time_is_short_every_cycle_goes_on_from_the_best(customers: int, cycles: int) -> None:
    chosen = classical("cvrp", Budget(cpu_limit=1.0), uchoa(customers, seed=1))
    assert chosen == f"sa:operator=overload,cycles={cycles}"


def test_large_plans_cool_once() -> None:
    budget = Budget(cpu_limit=120.0)
    chosen = classical("cvrp", budget, uchoa(1001, seed=1))  # more than 14 customers a route
    assert chosen == "sa:operator=ruin,cycles=1,start=0.754"
    assert "initial_runs" in classical("cvrp", budget, uchoa(1000, seed=1))


def test_symmetric_tours_are_kicked_and_others_ruined() -> None:
    budget = Budget(cpu_limit=20.0)
    tour = VehicleRouting.from_coordinates([(0, 0), (3, 0), (3, 4)])
    assert choose("tsp", budget, tour).startswith("sa:operator=lin-kernighan,")
    one_way = VehicleRouting.from_matrix([[0, 1, 9], [9, 0, 1], [1, 9, 0]])
    assert choose("tsp", budget, one_way).startswith("sa:operator=ruin,cycles=")


def test_steps_count_like_the_time_they_take() -> None:
    instance = uchoa(100, seed=1)
    by_steps = classical("cvrp", Budget(iterations=2_500_000, time_limit=60), instance)
    assert by_steps == classical("cvrp", Budget(time_limit=5), instance)


def test_only_small_plans_that_are_hard_to_pack_go_through_overloaded_ones() -> None:
    budget = Budget(time_limit=10)
    assert "operator=ruin," in classical("cvrp", budget, uchoa(301, seed=1))
    assert "operator=ruin," in classical("cvrp", budget, uchoa(300, seed=1, demand=0))
    assert "operator=overload," in classical("cvrp", budget, uchoa(300, seed=1))


def test_a_result_names_what_the_user_asked_for() -> None:
    instance = uchoa(30, seed=1)
    result = neurols.solve(instance, iterations=330_000, seed=1)
    assert result.controller == "auto"
    assert result.usage["recombine"].proposed == 10  # between three initial_runs and eight children


def test_the_result_tells_the_search_behind_auto() -> None:
    result = neurols.solve("ta01", iterations=10)
    assert result.controller == "auto"
    assert result.resolved_controller.startswith("tabu search (")
    assert "operator cei3+tabu" in result.resolved_controller
    assert result.resolved_controller.endswith("; learned: move ranking")
    plain = neurols.solve("ta01", iterations=10, controller="classical").resolved_controller
    assert plain.startswith("tabu search (") and "learned" not in plain
    assert (
        neurols.solve("ft06", iterations=1, controller="sa:start=0.5")
        .to_json()["resolved_controller"]
        .startswith("simulated annealing (operator cei3, start 0.5")
    )


def test_a_good_plan_is_kept_and_a_poor_one_annealed_anew() -> None:
    plan = uchoa(150, seed=2)
    savings = neurols.solve(plan, controller="constant:ruin", iterations=0).cost
    for given, kept in ((0.93 * savings, True), (savings, False)):
        chosen = classical("cvrp", Budget(cpu_limit=1.0, given=given), plan)
        assert ("start=0.1" in chosen) == kept
