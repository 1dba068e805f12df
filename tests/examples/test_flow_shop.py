"""A problem written in Python is a full citizen: every named controller, warm starts, files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import neurols

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

from flow_shop import FlowShop, FlowShopProblem, FlowShopSearch, random_flow_shop
from flow_shop_operator import PairFlowShop

NAMED = [
    *("sa", "sa-restart", "ils", "ils-sa", "vns", "tabu", "late-acceptance", "bandit"),
    *("roulette", "random", "constant:insert", "auto"),
]


def two_machine_optimum(shop: FlowShop) -> int:
    """Johnson's rule (1954) is optimal on two machines."""
    jobs = range(len(shop.durations))
    first = sorted((j for j in jobs if shop.durations[j][0] < shop.durations[j][1]),
                   key=lambda j: shop.durations[j][0])  # fmt: skip
    last = sorted((j for j in jobs if shop.durations[j][0] >= shop.durations[j][1]),
                  key=lambda j: -shop.durations[j][1])  # fmt: skip
    return shop.makespan([*first, *last])


@pytest.mark.parametrize("controller", NAMED)
def test_named_controllers_find_the_optimum_of_two_machines(controller: str) -> None:
    shop = random_flow_shop(7, 2, seed=3)
    result = neurols.solve(shop, controller=controller, iterations=1500, seed=1)
    assert result.cost == two_machine_optimum(shop)
    assert neurols.check(shop, result.solution) == result.cost


def test_hill_climbing_ends_in_an_optimum_of_both_operators() -> None:
    shop = random_flow_shop(8, 4, seed=2)
    result = neurols.solve(shop, controller="hill-climbing", iterations=100_000, seed=1)
    assert result.stopped_by == "local optimum"
    search = FlowShopSearch(shop, "", result.solution.to_json()["order"])
    for op in (0, 1):
        search.order = list(search.start or [])
        for a, b in search.moves(op):
            search.order = list(search.start or [])
            search.apply(op, a, b)
            assert shop.makespan(search.order) >= result.cost


def test_same_seed_gives_the_same_solution_on_any_number_of_threads() -> None:
    shop = random_flow_shop(10, 3, seed=1)
    one, two = (
        neurols.solve(shop, controller="ils", iterations=200, seed=7, searches=3, threads=threads)
        for threads in (1, 2)
    )
    assert one.solution == two.solution


def test_reject_restores_the_permutation() -> None:
    from neurols import _core

    search = FlowShopSearch(random_flow_shop(6, 2, seed=1), "", [3, 1, 0, 5, 2, 4])
    rng = _core.Rng(1)
    search.construct(rng)
    for op in (0, 1):
        for _ in range(10):
            assert search.propose(op, rng)
            search.reject()
            assert search.order == [3, 1, 0, 5, 2, 4]
    search.perturb(0, 3, rng)
    search.reject()
    assert search.order == [3, 1, 0, 5, 2, 4]


def test_solution_is_written_read_and_started_from(tmp_path: Path) -> None:
    shop = random_flow_shop(12, 3, seed=4)
    result = neurols.solve(shop, controller="ils", iterations=500, seed=1)
    result.write(tmp_path / "plan.json")
    again = neurols.solve(shop, iterations=0, initial=tmp_path / "plan.json")
    assert again.cost == again.initial_cost == result.cost


def test_wrong_solution_is_refused() -> None:
    with pytest.raises(neurols.InfeasibleSolution, match="every job once"):
        neurols.check(random_flow_shop(3, 2, seed=1), {"order": [0, 0, 2]})


def test_operator_of_ones_own_is_in_the_menu_and_used() -> None:
    shop = random_flow_shop(10, 3, seed=1)
    instance = PairFlowShop(shop.durations, shop.name)
    result = neurols.solve(instance, controller="constant:insert-pair", iterations=50, seed=1)
    assert result.usage["insert-pair"].proposed == 50
    neurols.check(instance, result.solution)


@pytest.mark.parametrize(
    ("controller", "word"),
    [
        ("gls", "no preset 'untuned' for controller 'gls' on problem 'flow-shop'"),
        ("ils:preset=paper", "unknown preset 'paper'"),
        ("nls-a", "flow-shop"),
        ("sa:operator=cei", "operators are insert, swap"),
    ],
)
def test_what_the_problem_does_not_have_is_told(controller: str, word: str) -> None:
    with pytest.raises(neurols.InputError, match=word):
        neurols.solve(random_flow_shop(3, 2, seed=1), controller=controller, iterations=1)


def test_problem_without_perturbations_is_told_what_it_lacks() -> None:
    class Still(FlowShopProblem):
        perturbations = ()

    class StillShop(FlowShop):
        @property
        def problem_definition(self) -> Any:
            return Still()

    with pytest.raises(neurols.InputError, match="'flow-shop' has no perturbation"):
        neurols.solve(StillShop(((1, 2), (2, 1))), controller="ils", iterations=1)
