"""The space of settings: every proposal is a specification that the search takes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import neurols
from neurols.menu import Menu
from neurols.registry import problem_named, problems
from neurols.search.controllers import resolve
from neurols.search.presets import presets_of
from neurols.tune.protocol import Protocol
from neurols.tune.space import Space, rounded

CONTROLLERS = [(p, c) for p in ("jobshop", "cvrp") for c in presets_of(problem_named(p))["tuned"]]


class Dice:
    """A trial that draws at random and remembers what it was asked for."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.asked: dict[str, Any] = {}

    def suggest_int(self, name: str, low: int, high: int, *, log: bool) -> int:
        self.asked[name] = (low, high)
        return self.rng.choice([low, high, self.rng.randint(low, high)])

    def suggest_float(self, name: str, low: float, high: float, *, log: bool) -> float:
        assert not log or low > 0
        self.asked[name] = (low, high)
        return self.rng.choice([low, high, self.rng.uniform(low, high)])

    def suggest_categorical(self, name: str, names: tuple[str, ...]) -> str:
        self.asked[name] = names
        return self.rng.choice(names)


class Fixed(Dice):
    """A trial that proposes given parameters, where it has any."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        super().__init__(0)
        self.parameters = parameters

    def suggest_int(self, name: str, low: int, high: int, *, log: bool) -> int:
        assert low <= self.parameters[name] <= high
        return int(self.parameters[name])

    def suggest_float(self, name: str, low: float, high: float, *, log: bool) -> float:
        assert low <= self.parameters[name] <= high
        return float(self.parameters[name])

    def suggest_categorical(self, name: str, names: tuple[str, ...]) -> str:
        assert self.parameters[name] in names
        return str(self.parameters[name])


def space_of(problem: str, controller: str, menu: Menu | None = None, **options: Any) -> Space:
    owner = problems()[problem]
    base = Protocol(problem=problem, controller=controller, sizes=("5",), iterations=9).base()
    return Space(controller, base, menu or Menu.of(owner), tuple(owner.constructions()), **options)


@pytest.mark.parametrize(("problem", "controller"), CONTROLLERS)
def test_every_proposal_is_a_specification_that_the_search_takes(
    problem: str, controller: str
) -> None:
    protocol = Protocol(problem=problem, controller=controller, sizes=("5",), iterations=9)
    space = space_of(problem, controller)
    menu = Menu.of(problems()[problem])
    for seed in range(20):
        spec = protocol.spec(space.suggest(Dice(seed)))
        assert resolve(spec, problem_named(problem), menu).name == spec


@pytest.mark.parametrize(("problem", "controller"), CONTROLLERS)
def test_settings_as_they_are_can_be_proposed(problem: str, controller: str) -> None:
    space = space_of(problem, controller)
    proposed = space.suggest(Fixed(space.encode()))
    for name, value in proposed.items():
        known = getattr(space.base, name)
        if isinstance(value, float):
            assert value == pytest.approx(rounded(known), rel=0.01)
        elif name != "strength" or known:  # 0 stands for the problem's own
            assert value == known, name


def test_every_setting_has_a_range() -> None:
    """A new field in search/settings.py needs a line in the table."""
    from dataclasses import fields

    promised = {
        "sa": {"patience"},
        "sa-restart": {"perturbation", "cycles", "reheat"},
        "ils-sa": {"accept"},
    }
    for problem, controller in CONTROLLERS:
        space = space_of(problem, controller)
        names = {field.name for field in fields(space.base)}
        left_out = {
            "epsilon",
            "construction",
            "allowance",
            "restart",
            "restart_after",
        } | promised.get(controller, set())
        if controller not in ("tabu", "bandit", "roulette", "random", "constant"):
            left_out |= {"tenure", "tenure_spread"}
        assert names - set(space.ranges) == left_out


def test_annealing_never_heats_up() -> None:
    space = space_of("jobshop", "sa")
    for seed in range(50):
        found = space.suggest(Dice(seed))
        assert 0 < found["end"] <= found["start"] * 1.01


def test_temperatures_are_proposed_where_they_mean_something() -> None:
    space = space_of("jobshop", "ils")
    for seed in range(20):
        assert "start" not in space.suggest(Dice(seed))


def test_what_was_given_stays_as_it_is() -> None:
    space = space_of("jobshop", "tabu", given=frozenset({"tenure"}))
    assert "tenure" not in space.ranges
    assert list(space_of("jobshop", "tabu", only=("patience",)).ranges) == ["patience"]


def test_patience_is_no_longer_than_the_search() -> None:
    dice = Dice(1)
    space_of("jobshop", "tabu", iterations=100).suggest(dice)
    assert dice.asked["patience"] == (1, 201)  # shifted by one: 0 to 200


def test_tabu_search_keeps_its_memory() -> None:
    dice = Dice(1)
    space_of("jobshop", "tabu").suggest(dice)
    assert all(name.endswith("+tabu") for name in dice.asked["operator"])


@pytest.mark.parametrize("controller", ["sa", "ils", "vns", "gls", "late-acceptance"])
def test_a_memory_is_for_those_whose_name_promises_one(controller: str) -> None:
    for seed in range(20):
        dice = Dice(seed)
        space_of("jobshop", controller).suggest(dice)
        assert not [name for names in dice.asked.values() for name in names
                    if str(name).endswith("+tabu")]  # fmt: skip


def test_step_that_is_a_search_of_its_own_is_for_budgets_of_time() -> None:
    by_steps, by_time = Dice(1), Dice(1)
    space_of("cvrp", "sa", iterations=200).suggest(by_steps)
    space_of("cvrp", "sa").suggest(by_time)
    assert "ruin+all" not in by_steps.asked["operator"] + by_steps.asked["perturbation"]
    assert "ruin+all" in by_time.asked["operator"]


def test_variable_neighbourhoods_are_several() -> None:
    space = space_of("jobshop", "vns")
    found = [space.suggest(Dice(seed))["operators"] for seed in range(200)]
    assert min(map(len, found)) == 2
    assert all(len(set(one)) == len(one) for one in found)


@pytest.mark.parametrize("controller", ["sa", "ils", "vns", "late-acceptance", "bandit", "random"])
def test_nothing_outside_a_restricted_menu_is_proposed(controller: str) -> None:
    menu = Menu(("ct", "cei"), ("swaps@3",))
    protocol = Protocol(problem="jobshop", controller=controller, sizes=("5",), iterations=9)
    for seed in range(20):
        found = space_of("jobshop", controller, menu).suggest(Dice(seed))
        names = {found.get("operator"), found.get("perturbation")} - {None}
        names |= {*found.get("operators", ()), *found.get("actions", ())}
        assert names and names <= {"ct", "cei", "swaps@3"}
        assert resolve(
            protocol.spec(found), problem_named("jobshop"), Menu.of(problems()["jobshop"])
        )


def test_controller_that_can_use_none_of_the_operators_says_so() -> None:
    with pytest.raises(neurols.InputError, match="'tabu' can use none of ct, cei"):
        space_of("jobshop", "tabu", Menu(("ct", "cei"), ("swaps",)))


def test_start_is_the_same_unless_another_is_asked_for() -> None:
    assert "construction" not in space_of("jobshop", "ils").ranges
    assert "construction" in space_of("jobshop", "ils", only=("construction",)).ranges


@pytest.mark.parametrize(("only", "word"), [(("magic",), "magic"), (("epsilon",), "epsilon")])
def test_setting_that_cannot_be_tuned_is_refused(only: tuple[str, ...], word: str) -> None:
    with pytest.raises(neurols.InputError, match=word):
        space_of("jobshop", "tabu", only=only)


def test_nothing_left_to_tune_is_refused() -> None:
    every = frozenset(vars(presets_of(problem_named("jobshop"))["tuned"]["tabu"]))
    with pytest.raises(neurols.InputError, match="nothing is left"):
        space_of("jobshop", "tabu", given=every)
