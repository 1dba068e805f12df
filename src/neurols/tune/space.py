"""The space of settings: a range for every field of the dataclasses in search/settings.py.

One table, so that a new setting needs one line here. Ranges are wide; scales are logarithmic where
a setting spans orders of magnitude.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from math import floor, log10
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.registry import problem_named
from neurols.search.presets import YARDSTICKS, default_preset

if TYPE_CHECKING:
    from neurols.menu import Menu
    from neurols.search.settings import Common

_DIGITS = 3  # of a float: a specification must be short, and say exactly what was tried


@dataclass(frozen=True, slots=True)
class Whole:
    """Whole numbers, both ends included; logarithmic, shifted by one where 0 is among them."""

    low: int
    high: int

    def suggest(self, trial: Any, name: str) -> int:
        shift = 1 if self.low == 0 else 0
        found: int = trial.suggest_int(name, self.low + shift, self.high + shift, log=True)
        return found - shift

    def encode(self, name: str, value: int) -> dict[str, Any]:
        shift = 1 if self.low == 0 else 0
        return {name: min(max(value, self.low), self.high) + shift}


@dataclass(frozen=True, slots=True)
class Real:
    """Real numbers."""

    low: float
    high: float
    log: bool = True

    def suggest(self, trial: Any, name: str) -> float:
        return rounded(trial.suggest_float(name, self.low, self.high, log=self.log))

    def encode(self, name: str, value: float) -> dict[str, Any]:
        return {name: min(max(value, self.low), self.high)}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several names."""

    names: tuple[str, ...]

    def suggest(self, trial: Any, name: str) -> str:
        return str(trial.suggest_categorical(name, self.names))

    def encode(self, name: str, value: str) -> dict[str, Any]:
        return {name: value} if value in self.names else {}


@dataclass(frozen=True, slots=True)
class Several:
    """Some of several names, in an order: so many places, each with a name or empty."""

    names: tuple[str, ...]
    places: int = 4
    least: int = 1

    def suggest(self, trial: Any, name: str) -> tuple[str, ...]:
        first = trial.suggest_categorical(f"{name}.1", self.names)
        rest = [
            trial.suggest_categorical(f"{name}.{place}", ("", *self.names))
            for place in range(2, self.places + 1)
        ]
        found = list(dict.fromkeys([first, *(one for one in rest if one)]))
        others = [one for one in self.names if one not in found]
        return (*found, *others[: max(0, self.least - len(found))])

    def encode(self, name: str, value: tuple[str, ...]) -> dict[str, Any]:
        filled = [*value, *[""] * self.places][: self.places]
        if not set(value) <= set(self.names):
            return {}
        return {f"{name}.{place}": one for place, one in enumerate(filled, 1)}


Range = Whole | Real | Choice | Several
_SHORT = 12  # names of a menu


def _several(names: tuple[str, ...], places: int, least: int = 1) -> Several:
    """With a place for every name of a short menu."""
    return Several(names, len(names) if places < len(names) <= _SHORT else places, least)


_NUMBERS: Mapping[str, Range] = {
    "tenure": Whole(1, 100),
    "tenure_spread": Whole(0, 100),
    "start": Real(1e-3, 10.0),
    "end": Real(1e-3, 1.0),  # as a share of the start: annealing never heats up
    "cycles": Whole(1, 10),
    "initial_runs": Whole(1, 10),
    "initial_share": Real(0.0, 1.0, log=False),
    "reheat": Real(0.0, 2.0, log=False),
    "strength": Whole(1, 100),
    "strength_spread": Whole(0, 100),
    "elites": Whole(0, 30),
    "guidance": Real(1e-4, 1.0),
    "length": Whole(1, 10_000),
    "exploration": Real(1e-2, 2.0),
    "forgetting": Real(1e-2, 1.0),
    "segment": Whole(1, 1_000),
    "reaction": Real(1e-2, 1.0),
    "acceptance": Real(0.0, 1.0, log=False),
}
KINDS = ("epsilon-greedy", "ucb")
_NAMES: Mapping[str, tuple[str, ...]] = {
    "accept": ("improving", "equal", "always", "annealing"),
    "kind": KINDS,
    "scale": ("mean-worsening", "initial-cost", "unit"),  # absolute fits one size alone
    "schedule": ("geometric", "linear", "logistic"),
}
_LONGEST_PATIENCE = 200_000
# A matter of rounding; and what belongs to the search, which is the same for all that are compared.
_UNTUNED = {"epsilon", "allowance", "restart", "restart_after"}
# Controllers are compared from the same start: another one must be asked for.
_ON_DEMAND = {"construction"}
# Who remembers what was changed. Annealing that has a memory and takes all would be tabu search.
_MEMORY = ("tabu", "bandit", "roulette", "random", "constant")
# A step that is a local search of its own: where steps are counted, its price would not be.
_WHOLE_SEARCHES = ("ruin+all",)
_MEMORY_SETTINGS = {"tenure", "tenure_spread"}
# What makes a controller what its name says is not tuned.
_PROMISED: Mapping[str, Mapping[str, Any]] = {
    "sa": {"patience": 0},
    "sa-restart": {"perturbation": "restart", "cycles": 1, "reheat": 0.0},
    "ils-sa": {"accept": "annealing"},
}
_NEIGHBOURHOODS = {"vns": 2}  # variable ones
_ACCEPTANCE: Mapping[str, tuple[str, ...]] = {
    "ils": ("improving", "equal", "always"),
    "vns": ("improving", "equal", "always"),
    "constant": ("improving", "always"),
}


def tunable(problem: str) -> list[str]:
    """Every classical controller but the yardsticks; each kind is a row and a study of its own."""
    found = []
    for name, settings in default_preset(problem_named(problem)).items():
        if name not in YARDSTICKS:
            kinds = hasattr(settings, "kind")
            found += [f"{name}:kind={kind}" for kind in KINDS] if kinds else [name]
    return found


class Space:
    """Ranges of a controller's settings on a problem."""

    def __init__(
        self,
        controller: str,
        base: Common,
        menu: Menu,
        constructions: tuple[str, ...],
        *,
        given: frozenset[str] = frozenset(),
        only: tuple[str, ...] = (),
        iterations: int | None = None,
    ) -> None:
        """Work out the ranges.

        Args:
            controller: its name.
            base: its settings as they are.
            menu: operators and perturbations to choose among.
            constructions: the problem's constructions.
            given: settings that stay as they are.
            only: settings to tune; empty is all but the construction.
            iterations: of a search, where that is the budget: no patience is longer.

        Raises:
            InputError: nothing is left to tune, or ``only`` names what there is not.
        """
        if iterations is not None:
            some = tuple(name for name in menu.perturbations if name not in _WHOLE_SEARCHES)
            menu = replace(menu, perturbations=some)
        self.base = base
        self._construction = constructions[0]  # what an empty setting stands for
        fixed = given | _UNTUNED | set(_PROMISED.get(controller, ()))
        if controller not in _MEMORY:
            fixed |= _MEMORY_SETTINGS
        known = [field.name for field in fields(base)]
        for name in only:
            if name not in known or name in fixed:
                free = ", ".join(one for one in known if one not in fixed)
                raise InputError(
                    f"controller {controller!r} has no setting {name!r} to tune",
                    remedy=f"choose among {free}",
                )
        longest = _LONGEST_PATIENCE if iterations is None else max(8, 2 * iterations)
        table = dict(_NUMBERS) | {
            "patience": Whole(1 if controller in ("ils", "ils-sa", "vns") else 0, longest),
            "construction": Choice(constructions),
            "perturbation": Choice(menu.perturbations),
            "operators": _several(_without_memory(menu), 4, _NEIGHBOURHOODS.get(controller, 1)),
            "operator": Choice(_operators(controller, menu)),
            "actions": _several((*menu.operators, *menu.perturbations), 5),
        }
        for name, names in _NAMES.items():
            table[name] = Choice(_ACCEPTANCE.get(controller, names) if name == "accept" else names)
        self.ranges: dict[str, Range] = {
            name: table[name]
            for name in (only or [one for one in known if one not in _ON_DEMAND])
            if name not in fixed and name in table
        }
        for range_ in self.ranges.values():
            if not getattr(range_, "names", True):
                raise InputError(
                    f"controller {controller!r} can use none of {', '.join(menu.operators)}",
                    remedy="give it other operators",
                )
        if not self.ranges:
            raise InputError(
                f"nothing is left to tune of controller {controller!r}",
                remedy="give fewer options in --controller",
            )

    def suggest(self, trial: Any) -> dict[str, Any]:
        """Settings that a trial proposes; those without meaning beside the others are left out."""
        found: dict[str, Any] = {
            name: range_.suggest(trial, name)
            for name, range_ in self.ranges.items()
            if name not in ("start", "end")
        }
        if found.get("construction") == self._construction and not self.base.construction:
            del found["construction"]
        accept = found.get("accept", getattr(self.base, "accept", "annealing"))
        if accept == "annealing":
            for name in ("start", "end"):
                if name in self.ranges:
                    found[name] = self.ranges[name].suggest(trial, name)
            if "end" in found:
                start = found.get("start", getattr(self.base, "start", 1.0))
                found["end"] = rounded(found["end"] * start)
        return found

    def encode(self) -> dict[str, Any]:
        """The settings as they are, as parameters of a first trial."""
        parameters: dict[str, Any] = {}
        for name, range_ in self.ranges.items():
            value = getattr(self.base, name)
            if name == "construction" and not value:
                value = self._construction
            elif name == "end":
                value /= getattr(self.base, "start", 1.0)
            parameters |= range_.encode(name, value)
        return parameters


def rounded(value: float) -> float:
    """To a few significant digits."""
    return value if value == 0 else round(value, _DIGITS - 1 - floor(log10(abs(value))))


def _operators(controller: str, menu: Menu) -> tuple[str, ...]:
    """What a controller may apply at every step.

    Tabu search without a memory would go in circles. Annealing and its like do well with small
    perturbations as their steps, where descents need operators that find the best move.
    """
    if controller == "tabu":
        return tuple(name for name in menu.operators if name.endswith("+tabu"))
    own = menu.operators if controller in _MEMORY else _without_memory(menu)
    if controller in ("sa", "sa-restart", "late-acceptance", "constant"):
        return (*own, *menu.perturbations)
    return own


def _without_memory(menu: Menu) -> tuple[str, ...]:
    return tuple(name for name in menu.operators if not name.endswith("+tabu"))
