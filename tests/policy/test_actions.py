"""Action sets: what they refuse, how they change, and what they give the search."""

from __future__ import annotations

import json
from typing import Any

import pytest

from neurols.errors import InputError
from neurols.menu import Menu
from neurols.policy.actions import ActionKind, ActionSet, action_set
from neurols.policy.spec import ModelCard
from neurols.registry import problem_named, problems

from .samples import make_spec

PAPER = [(problem, kind) for problem in ("jobshop", "cvrp") for kind in ("a", "an", "anp")]
MENUS = {name: Menu.of(problems()[name]) for name in ("jobshop", "cvrp")}


def of(kind: str, *operators: str, **others: Any) -> ActionSet:
    return ActionSet(kind=kind, operators=operators, **others)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"kind": "b", "operators": ("ct",)}, "no kind of action set 'b'; use one of a, an, anp"),
        ({"kind": "an", "operators": ()}, "needs an operator"),
        ({"kind": "an", "operators": "ct"}, "operators is 'ct'; give a list of names"),
        ({"kind": "an", "operators": (1, 2)}, "give a list of names"),
        ({"kind": "a", "operators": ("ct", "cei")}, "exactly one operator; use AN for several"),
        ({"kind": "an", "operators": ("ct", "cei", "ct")}, "names ct twice"),
        ({"kind": "anp", "operators": ("ct",), "perturbations": ("ct",)}, "names ct twice"),
        ({"kind": "anp", "operators": ("ct",)}, "ANP needs them"),
        ({"kind": "an", "operators": ("ct",), "perturbations": ("restart",)}, "belong to .* ANP"),
        (
            {"kind": "anp", "operators": ("ct",), "perturbations": ("swaps",), "restart_after": 3},
            "under ANP the policy decides when to perturb",
        ),
        ({"kind": "a", "operators": ("ct",), "restart": "swaps"}, "give both"),
        ({"kind": "a", "operators": ("ct",), "restart_after": 4}, "give both"),
        ({"kind": "a", "operators": ("ct",), "restart": 4}, "give a name"),
        ({"kind": "a", "operators": ("ct",), "tenure": -1}, "tenure is -1; give a whole number"),
        ({"kind": "a", "operators": ("ct",), "tenure_spread": 2.5}, "tenure_spread is 2.5"),
        ({"kind": "a", "operators": ("ct",), "tenure": True}, "tenure is True"),
        ({"kind": "a", "operators": ("2-opt",), "allowance": float("nan")}, "allowance is nan"),
        ({"kind": "a", "operators": ("2-opt",), "allowance": "x"}, "give a number from 0"),
    ],
)
def test_what_contradicts_itself_is_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        ActionSet(**settings)


@pytest.mark.parametrize(("problem", "kind"), PAPER)
def test_the_papers_sets_stand_on_the_menu_and_remember_nothing(
    problem: str, kind: ActionKind
) -> None:
    chosen = action_set(problem, kind)
    chosen.check_offered(problem_named(problem), MENUS[problem])
    assert not any(name.endswith("+tabu") for name in chosen.operators)
    assert len(chosen.decisions(MENUS[problem])) == len(chosen.names)


@pytest.mark.parametrize(
    ("problem", "chosen", "words"),
    [
        ("jobshop", of("an", "ct", "cat"), "did you mean 'ct'.*operators are ct, cet, ecet"),
        ("jobshop", of("an", "ct", "2-opt"), "unknown operator or perturbation '2-opt'"),
        ("jobshop", of("an", "ct", "swaps"), "'swaps' is a perturbation, not an operator"),
        ("jobshop", of("an", "ct", "ct@3"), "ct@3 is no perturbation with its strength"),
        (
            "jobshop",
            of("anp", "ct", perturbations=("cei",)),
            "'cei' is an operator, not a perturbation; perturbations are swaps",
        ),
        (
            "jobshop",
            of("an", "ct", restart="cei", restart_after=4),
            "'cei' is an operator, not a perturbation",
        ),
        ("jobshop", of("an", "ct", restart="magic", restart_after=4), "perturbations are swaps"),
        ("jobshop", of("an", "ct", allowance=0.5), "problem 'jobshop' have no allowance"),
        ("cvrp", of("an", "ct"), "operators are one-point"),
    ],
)
def test_what_a_problem_does_not_offer_is_told_with_the_menu(
    problem: str, chosen: ActionSet, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        chosen.check_offered(problem_named(problem), MENUS[problem])


def test_another_kind_drops_what_it_lacks_and_asks_for_what_it_needs() -> None:
    an = of("an", "ct", "cei", restart="swaps@6", restart_after=8, tenure=3)
    anp = an.changed(kind="anp", perturbations=("swaps@6",))
    assert (anp.restart, anp.restart_after, anp.tenure) == ("", 0, 3)
    assert anp.changed(kind="an").perturbations == ()
    with pytest.raises(InputError, match="exactly one operator"):
        an.changed(kind="a")
    with pytest.raises(InputError, match="ANP needs them"):
        an.changed(kind="anp")
    with pytest.raises(InputError, match="the policy decides when to perturb"):
        anp.changed(restart="swaps", restart_after=3)


def test_never_to_restart_needs_no_perturbation() -> None:
    assert action_set("jobshop", "an", restart_after=0).restart == ""


def test_unknown_settings_and_sets_are_told_with_what_there_is() -> None:
    with pytest.raises(InputError, match="no setting magic; there are kind, operators"):
        action_set("jobshop", "an", magic=1)
    with pytest.raises(InputError, match="use one of a, an, anp"):
        action_set("jobshop", "xyz")


def test_a_set_of_ones_own_is_taken_as_it_is() -> None:
    mine = of("an", "ct", "cei3")
    assert action_set("jobshop", mine) is mine
    assert action_set("jobshop", mine, tenure=2) == of("an", "ct", "cei3", tenure=2)


def test_actions_are_named_after_their_decisions() -> None:
    chosen = of("anp", "ct", "cei", perturbations=("swaps@6",))
    assert chosen.names == (
        *("reject:ct", "reject:cei", "reject:swaps@6"),
        *("accept:ct", "accept:cei", "accept:swaps@6"),
    )
    assert str(of("an", "ct", restart="swaps@6", restart_after=8)) == "an (ct; swaps@6 after 8)"


@pytest.mark.parametrize(
    "chosen",
    [
        *(action_set(p, k) for p, k in PAPER),
        of("a", "cei+tabu", restart="best+swaps@4", restart_after=7, tenure=1, tenure_spread=0),
        of("an", "2-opt", allowance=1),
    ],
)
def test_a_card_gives_back_the_action_set_that_it_was_given(chosen: ActionSet) -> None:
    card = ModelCard.of(make_spec(action_set=chosen), {}, {"seed": 1})
    again = ModelCard.from_json(card.to_json(), "some.onnx")
    assert again == card
    assert again.action_set == chosen and again.action_set.kind is ActionKind(chosen.kind)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "xyz"}, "no kind of action set 'xyz'"),
        ({"perturbations": ["swaps"]}, "perturbations belong to action set ANP"),
        ({"surprise": 1}, "card cannot be read .*surprise"),
        ({"operators": "ct"}, "operators is 'ct'"),
    ],
)
def test_a_card_whose_action_set_makes_no_sense_is_told_with_its_file(
    change: dict[str, Any], words: str
) -> None:
    data = json.loads(ModelCard.of(make_spec(), {}).to_json())
    data["action_set"] |= change
    with pytest.raises(InputError, match=rf"^some\.onnx: .*{words}"):
        ModelCard.from_json(json.dumps(data), "some.onnx")


@pytest.mark.parametrize("value", [None, "an", [], {}, 7])
def test_a_card_without_an_action_set_is_told_with_its_file(value: Any) -> None:
    data = json.loads(ModelCard.of(make_spec(), {}).to_json()) | {"action_set": value}
    with pytest.raises(InputError, match=r"^some\.onnx: .*card cannot be read"):
        ModelCard.from_json(json.dumps(data), "some.onnx")
