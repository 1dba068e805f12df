"""Action sets: what a policy decides over, as data that a model file carries.

The paper's three kinds (Falkner et al., 2022): acceptance A, acceptance and neighbourhood AN, and
both with perturbations ANP. Inside there are typed decisions; numbers exist at the border only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.registry import problem_named

if TYPE_CHECKING:
    from neurols import _core
    from neurols.menu import Menu
    from neurols.problem import Problem


class ActionKind(StrEnum):
    """Which of the three intervention points a policy decides."""

    A = "a"
    AN = "an"
    ANP = "anp"


_NUMBERS: dict[str, tuple[type, int]] = {  # the greatest of each
    "restart_after": (int, 10**6),
    "tenure": (int, 10**6),
    "tenure_spread": (int, 10**6),
    "allowance": (float, 10**3),
}


@dataclass(frozen=True, kw_only=True)
class ActionSet:
    """What a policy may choose, and what the search does by itself where it may not."""

    kind: str
    """``a``, ``an`` or ``anp``; kept as an ``ActionKind``."""
    operators: tuple[str, ...]
    """Operators to choose from; under A the one that is always applied."""
    perturbations: tuple[str, ...] = ()
    """Perturbations to choose from, under ANP only; ``ruin@20`` is one of strength 20."""
    restart: str = ""
    """Perturbation that the search makes by itself, under A and AN; empty is none."""
    restart_after: int = 0
    """Steps without a new best before it does; 0 is never."""
    tenure: int = 12
    """Steps that a changed arc or edge stays tabu, at least; the observation shows the memory."""
    tenure_spread: int = 12
    """Further steps, drawn at random up to this number."""
    allowance: float = 0.0
    """Sweeps of routing make moves that worsen by less than this share of the mean arc, or of 2.5
    times the mean distance to the fifth neighbour where that is less."""

    def __post_init__(self) -> None:
        if self.kind not in list(ActionKind):
            raise InputError(
                f"there is no kind of action set {self.kind!r}",
                remedy=f"use one of {', '.join(ActionKind)}",
            )
        object.__setattr__(self, "kind", ActionKind(self.kind))
        for part in ("operators", "perturbations"):  # lists, as JSON has them, become tuples
            object.__setattr__(self, part, _names(part, getattr(self, part)))
        if not isinstance(self.restart, str):
            raise InputError(f"restart is {self.restart!r}", remedy="give a name such as swaps@6")
        for part, (kind, most) in _NUMBERS.items():
            _check_number(part, getattr(self, part), kind, most)
        self._check_parts()

    def _check_parts(self) -> None:
        """The parts that a kind has, and no others."""
        if not self.operators:
            raise InputError("an action set needs an operator", remedy="give one, such as cet")
        if self.kind == ActionKind.A and len(self.operators) != 1:
            raise InputError("action set A has exactly one operator", remedy="use AN for several")
        choices = (*self.operators, *self.perturbations)
        twice = sorted({name for name in choices if choices.count(name) > 1})
        if twice:
            raise InputError(f"the action set names {', '.join(twice)} twice", remedy="drop one")
        if bool(self.perturbations) != (self.kind == ActionKind.ANP):
            raise InputError(
                "perturbations belong to action set ANP, and ANP needs them",
                remedy="give some to anp, and a restart rule to a and an",
            )
        if (self.restart or self.restart_after) and self.kind == ActionKind.ANP:
            raise InputError(
                "under ANP the policy decides when to perturb",
                remedy="drop the restart rule, or use AN",
            )
        if bool(self.restart) != bool(self.restart_after):
            raise InputError(
                "a restart rule needs a perturbation and a number of steps",
                remedy="give both, such as swaps@6 and 8, or neither",
            )

    def __str__(self) -> str:
        """Kind and choices: ``an (ct, cei; swaps@6 after 8)``."""
        told = ", ".join((*self.operators, *self.perturbations))
        if self.restart_after:
            told += f"; {self.restart} after {self.restart_after}"
        if self.allowance:
            told += f"; allowance {self.allowance:g}"
        return f"{self.kind} ({told})"

    @property
    def run_through_improvements(self) -> bool:
        """Under A the search follows improving candidates without asking."""
        return self.kind == ActionKind.A

    @property
    def names(self) -> tuple[str, ...]:
        """A name per action: ``reject:cei``, ``accept:cei``, …"""
        choices = (*self.operators, *self.perturbations)
        return tuple(f"{verdict}:{name}" for verdict in ("reject", "accept") for name in choices)

    def check_offered(self, problem: Problem, menu: Menu) -> None:
        """Raise InputError where the searches of a problem do not have what is chosen from."""
        self.decisions(menu)
        self.search_settings(menu)
        if self.allowance and "allowance" not in problem.search_options:
            raise InputError(
                f"searches of problem {problem.name!r} have no allowance",
                remedy="drop the allowance",
            )

    def decisions(self, menu: Menu) -> list[_core.Decision]:
        """The decision behind each number, in the order of ``names``.

        Raises:
            InputError: the menu lacks an operator or perturbation; the message shows the menu.
        """
        from neurols import _core

        choices = [
            *(_operator(menu, name) for name in self.operators),
            *(_perturbation(menu, name) for name in self.perturbations),
        ]
        verdicts = (_core.Acceptance.REJECT, _core.Acceptance.ACCEPT)
        return [_core.Decision(verdict, choice) for verdict in verdicts for choice in choices]

    def workspace_settings(self) -> _core.WorkspaceSettings:
        """Settings of the searches' solutions under this action set."""
        from neurols import _core

        settings = _core.WorkspaceSettings()
        settings.tenure = self.tenure
        settings.tenure_spread = self.tenure_spread
        settings.allowance = self.allowance
        return settings

    def search_settings(self, menu: Menu) -> _core.SearchSettings:
        """Settings of the driver under this action set.

        Raises:
            InputError: the menu lacks the perturbation of the restart rule.
        """
        from neurols import _core

        settings = _core.SearchSettings()
        settings.track_visits = True
        if self.restart_after:
            perturbation = _perturbation(menu, self.restart)
            settings.restart = _core.RestartRule(self.restart_after, perturbation)
        return settings

    def changed(self, **changes: Any) -> ActionSet:
        """This action set with other settings.

        What another kind lacks is dropped, and what it needs must be given. Never to restart
        (``restart_after=0``) needs no perturbation.

        Raises:
            InputError: a setting is unknown, or they contradict each other.
        """
        unknown = sorted(set(changes) - {field.name for field in fields(ActionSet)})
        if unknown:
            raise InputError(
                f"an action set has no setting {', '.join(unknown)}",
                remedy=f"there are {', '.join(field.name for field in fields(ActionSet))}",
            )
        if changes.get("kind", self.kind) == ActionKind.ANP:
            changes = {"restart": "", "restart_after": 0, **changes}
        else:
            changes = {"perturbations": (), **changes}
        if changes.get("restart_after") == 0:
            changes = {"restart": "", **changes}
        return replace(self, **changes)

    def to_json(self) -> dict[str, Any]:
        """As model files and requests of training runs hold it."""
        return asdict(self) | {"kind": str(self.kind)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ActionSet:
        """The action set of a model file or a request.

        Raises:
            InputError: it contradicts itself.
            TypeError: it has other parts than an action set.
        """
        if not isinstance(data, Mapping):
            raise TypeError(f"the action set is {type(data).__name__}")
        return cls(**data)


def _names(part: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value):
        return tuple(value)
    raise InputError(f"{part} is {value!r}", remedy="give a list of names, such as ['ct', 'cei']")


def _check_number(name: str, value: Any, kind: type, most: int) -> None:
    kinds = (int,) if kind is int else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds) or not 0 <= value <= most:
        wanted = "a whole number" if kind is int else "a number"
        raise InputError(f"{name} is {value!r}", remedy=f"give {wanted} from 0 to {most:,}")


def _operator(menu: Menu, name: str) -> _core.Action:
    action = menu.action(name)
    if action.is_perturbation:
        raise InputError(
            f"{name!r} is a perturbation, not an operator",
            remedy=f"operators are {', '.join(menu.operators)}",
        )
    return action


def _perturbation(menu: Menu, name: str) -> _core.Action:
    action = menu.action(name)
    if not action.is_perturbation:
        raise InputError(
            f"{name!r} is an operator, not a perturbation",
            remedy=f"perturbations are {', '.join(menu.perturbations)}",
        )
    return action


_AFTER = 10
"""Steps without a new best before the restart rule of a menu's action sets perturbs."""


def action_sets_of(menu: Menu) -> dict[str, ActionSet]:
    """Action sets of a problem of which only the menu is known: operators without a memory."""
    operators = tuple(name for name in menu.operators if not name.endswith("+tabu"))
    perturbations = tuple(menu.perturbations)
    if not operators or not perturbations:
        return {}
    rule: dict[str, Any] = {"restart": perturbations[0], "restart_after": _AFTER}
    return {
        "a": ActionSet(kind=ActionKind.A, operators=operators[:1], **rule),
        "an": ActionSet(kind=ActionKind.AN, operators=operators, **rule),
        "anp": ActionSet(kind=ActionKind.ANP, operators=operators, perturbations=perturbations),
    }


def action_set(problem: str | Problem, kind: str | ActionSet, **changes: Any) -> ActionSet:
    """The action set of a problem, with changes, or the one that is given as it is.

    Raises:
        InputError: there is none, or the changes do not fit it.
    """
    if isinstance(kind, ActionSet):
        return kind.changed(**changes) if changes else kind
    owner = problem_named(problem) if isinstance(problem, str) else problem
    known = owner.action_sets()
    if kind not in known:
        raise InputError(
            f"there is no action set {kind!r} for problem {owner.name!r}",
            remedy=f"use one of {', '.join(known)}",
        )
    found = known[kind]
    return found.changed(**changes) if changes else found
