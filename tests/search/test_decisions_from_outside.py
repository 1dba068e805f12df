"""Decisions of a user's controller are checked before anything is done with them."""

from __future__ import annotations

from typing import Any

import pytest

import neurols
from neurols import Acceptance, Action, Decision, _core
from tests.helpers import workspace


class Says:
    """Answers every question with the same thing."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def decide(self, seen: Any) -> Any:
        return self.answer


def _next(action: Action) -> Decision:
    return Decision(Acceptance.ACCEPT, action)


def _solve(answer: Any, instance: str = "ft06") -> neurols.Result:
    return neurols.solve(instance, controller=Says(answer), iterations=20, seed=1)


@pytest.mark.parametrize(
    ("make", "which"),
    [
        ("apply", 1000),
        ("apply", -1),
        ("apply", 2**31 - 1),
        ("perturb", 1000),
        ("perturb", -1),
        ("apply", "cei+taboo"),
        ("perturb", "cei"),
    ],
)
@pytest.mark.parametrize("instance", ["ft06", "kool10:1"])
def test_an_action_that_is_not_on_the_menu_is_refused_with_the_menu(
    make: str, which: int | str, instance: str
) -> None:
    with pytest.raises(ValueError, match=r"there is no .* here; the (operators|perturbations) are"):
        _solve(_next(getattr(Action, make)(which)), instance)


@pytest.mark.parametrize("strength", [-1, 10_001, 10**9])
def test_a_strength_beyond_reason_is_refused(strength: int) -> None:
    with pytest.raises(ValueError, match=f"a strength of {strength} is out of range"):
        _solve(_next(Action.perturb(0, strength)))


@pytest.mark.parametrize(
    ("answer", "name"), [(None, "NoneType"), ("cei", "str"), ((1, 2), "tuple"), (3, "int")]
)
def test_an_answer_of_another_type_is_named(answer: Any, name: str) -> None:
    with pytest.raises(TypeError, match=rf"decide must return a neurols\.Decision, not {name}"):
        _solve(answer)


def test_an_error_of_the_controller_reaches_the_caller() -> None:
    class Fails:
        def decide(self, seen: Any) -> Decision:
            raise LookupError("no idea")

    with pytest.raises(LookupError, match="no idea"):
        neurols.solve("ft06", controller=Fails(), iterations=20, seed=1)


def test_an_operator_by_name_is_the_operator_at_its_index() -> None:
    place = list(_menu().operators).index("cei+tabu")
    by_name, by_index = _solve(_next(Action.apply("cei+tabu"))), _solve(_next(Action.apply(place)))
    assert by_name.usage["cei+tabu"].proposed == by_name.iterations > 0
    assert (by_name.cost, by_name.usage) == (by_index.cost, by_index.usage)


def test_a_perturbation_by_name_keeps_its_strength() -> None:
    by_name = _solve(_next(Action.perturb("swaps", 3)))
    place = list(_menu().perturbations).index("swaps")
    assert by_name.usage == _solve(_next(Action.perturb(place, 3))).usage
    assert by_name.usage["swaps"].proposed == by_name.iterations


def test_named_actions_are_equal_by_name_and_show_it() -> None:
    assert Action.apply("cei") == Action.apply("cei") != Action.apply("cet")
    assert hash(Action.perturb("ruin", 2)) == hash(Action.perturb("ruin", 2))
    assert repr(Action.perturb("ruin", 20)) == "Action.perturb('ruin', 20)"
    with pytest.raises(ValueError, match="'cei' has no index"):
        _ = Action.apply("cei").index


def _menu() -> Any:
    from neurols.registry import problem_of

    return problem_of(neurols.load("ft06"))


def _search(restart: Action | None = None) -> _core.Search:
    settings = _core.SearchSettings()
    if restart is not None:
        settings.restart = _core.RestartRule(5, restart)
    search = _core.Search(workspace(neurols.load("ft06")), settings, 1)
    search.start(_core.StopRules())
    return search


def test_a_refused_decision_leaves_a_stepped_search_as_it_was() -> None:
    search = _search()
    search.step(_next(Action.apply("cei")))
    before = search.observation
    for refused in (Action.apply(99), Action.apply("no such"), Action.perturb(0, 10**9)):
        with pytest.raises(ValueError, match=r"there is no|out of range"):
            search.step(_next(refused))
    after = search.observation
    assert (after.iteration, after.pending, after.candidate) == (
        before.iteration,
        before.pending,
        before.candidate,
    )


def test_a_restart_rule_is_looked_up_when_the_search_is_made() -> None:
    _search(Action.perturb("swaps", 3))
    with pytest.raises(ValueError, match="there is no perturbation 77"):
        _search(Action.perturb(77))


def test_a_workspace_refuses_what_is_not_on_its_menu() -> None:
    shop, rng = workspace(neurols.load("ft06")), _core.Rng(1)
    shop.construct(rng)
    for call in (
        lambda: shop.propose(99, rng),
        lambda: shop.estimate(-1, rng),
        lambda: shop.perturb(99, 1, rng),
        lambda: shop.perturb(0, 10**9, rng),
    ):
        with pytest.raises(ValueError, match=r"there is no|out of range"):
            call()


@pytest.mark.parametrize("cost", [None, "ten", float("nan")])
def test_a_python_workspace_whose_cost_is_no_number_is_told(cost: Any) -> None:
    class Broken:
        operators = ("move",)
        perturbations = ("shake",)

        def construct(self, rng: Any) -> None: ...

        def cost(self) -> Any:
            return cost

    search = _core.Search(_core.PythonWorkspace(Broken()), _core.SearchSettings(), 1)
    with pytest.raises((TypeError, ValueError), match="cost must return a number, not"):
        search.start(_core.StopRules())
