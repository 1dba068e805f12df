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

if TYPE_CHECKING:
    from neurols import _core
    from neurols.search.menu import Menu


class ActionKind(StrEnum):
    """Which of the three intervention points a policy decides."""

    A = "a"
    AN = "an"
    ANP = "anp"


_MOST_STEPS = 10**6


@dataclass(frozen=True, kw_only=True)
class ActionSet:
    """What a policy may choose, and what the search does by itself where it may not."""

    kind: ActionKind
    """a, an or anp."""
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
    """A sweep of routing makes moves that worsen by less than this share of the mean arc."""

    def __post_init__(self) -> None:
        if self.kind not in list(ActionKind):
            raise InputError(
                f"there is no kind of action set {self.kind!r}",
                remedy=f"use one of {', '.join(ActionKind)}",
            )
        for name in ("operators", "perturbations"):  # as JSON has them
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "kind", ActionKind(self.kind))
        if not self.operators:
            raise InputError("an action set needs an operator")
        if self.kind is ActionKind.A and len(self.operators) != 1:
            raise InputError("action set A has exactly one operator", remedy="use AN for several")
        choices = (*self.operators, *self.perturbations)
        if len(set(choices)) < len(choices):
            raise InputError("an action set names an operator or perturbation twice")
        if bool(self.perturbations) != (self.kind is ActionKind.ANP):
            raise InputError("perturbations belong to action set ANP, and ANP needs them")
        if (self.restart or self.restart_after) and self.kind is ActionKind.ANP:
            raise InputError("under ANP the policy decides when to perturb", remedy="drop the rule")
        if bool(self.restart) != bool(self.restart_after):
            raise InputError(
                "a restart rule needs a perturbation and a number of steps",
                remedy="give both, such as swaps@6 and 8, or neither",
            )
        for name in ("restart_after", "tenure", "tenure_spread", "allowance"):
            value = getattr(self, name)
            if not 0 <= value <= _MOST_STEPS:
                raise InputError(f"{name} is {value}", remedy=f"give 0 to {_MOST_STEPS:,}")

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
        return self.kind is ActionKind.A

    @property
    def names(self) -> tuple[str, ...]:
        """A name per action: ``reject:cei``, ``accept:cei``, …"""
        choices = (*self.operators, *self.perturbations)
        return tuple(f"{verdict}:{name}" for verdict in ("reject", "accept") for name in choices)

    def decisions(self, menu: Menu) -> list[_core.Decision]:
        """The decision behind each number, in the order of ``names``.

        Raises:
            InputError: the menu lacks an operator or perturbation; the message shows the menu.
        """
        from neurols import _core

        choices = [menu.action(name) for name in (*self.operators, *self.perturbations)]
        for choice, name in zip(choices, self.operators, strict=False):
            if choice.is_perturbation:
                raise InputError(
                    f"{name!r} is a perturbation, not an operator",
                    remedy=f"operators are {', '.join(menu.operators)}",
                )
        for choice, name in zip(choices[len(self.operators) :], self.perturbations, strict=True):
            if not choice.is_perturbation:
                raise InputError(
                    f"{name!r} is an operator, not a perturbation",
                    remedy=f"perturbations are {', '.join(menu.perturbations)}",
                )
        verdicts = (_core.Acceptance.REJECT, _core.Acceptance.ACCEPT)
        return [_core.Decision(verdict, choice) for verdict in verdicts for choice in choices]

    def made_once(self) -> list[bool]:
        """Per decision: is it a perturbation, which a burst makes once and does not repeat?"""
        return 2 * [*([False] * len(self.operators)), *([True] * len(self.perturbations))]

    def workspace_settings(self) -> _core.WorkspaceSettings:
        """Settings of the searches' solutions under this action set."""
        from neurols import _core

        settings = _core.WorkspaceSettings()
        settings.tenure = self.tenure
        settings.tenure_spread = self.tenure_spread
        settings.allowance = self.allowance
        return settings

    def search_settings(self, menu: Menu) -> _core.SearchSettings:
        """Settings of the driver under this action set."""
        from neurols import _core

        settings = _core.SearchSettings()
        settings.track_visits = True
        if self.restart_after:
            settings.restart = _core.RestartRule(self.restart_after, menu.action(self.restart))
        return settings

    def changed(self, **changes: Any) -> ActionSet:
        """This action set with other settings.

        Under another kind, what that kind lacks is dropped, and what it needs must be given.
        """
        kind = changes.get("kind", self.kind)
        if kind == ActionKind.ANP:
            changes = {"restart": "", "restart_after": 0, **changes}
        else:
            changes = {"perturbations": (), **changes}
        return replace(self, **changes)

    def to_json(self) -> dict[str, Any]:
        """As model files and requests of training runs hold it."""
        return asdict(self) | {"kind": str(self.kind)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ActionSet:
        """The action set of a model file.

        Raises:
            InputError: it contradicts itself.
            TypeError: a part is missing, unknown or of the wrong type.
        """
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(data) - known)
        if unknown:
            raise TypeError(f"an action set has no {', '.join(map(str, unknown))}")
        for name in ("operators", "perturbations"):
            value = data.get(name, [])
            if not isinstance(value, (list, tuple)) or not all(isinstance(x, str) for x in value):
                raise TypeError(f"{name} is no list of names")
        for name in ("restart_after", "tenure", "tenure_spread"):
            if type(data.get(name, 0)) is not int:
                raise TypeError(f"{name} is no whole number")
        if type(data.get("allowance", 0.0)) not in (int, float):
            raise TypeError("allowance is no number")
        if type(data.get("restart", "")) is not str:
            raise TypeError("restart is no name")
        return cls(**data)


_JOBSHOP_OPERATORS = ("ct", "cet", "ecet", "cei")
_JOBSHOP_RESTART = {"restart": "swaps@6", "restart_after": 8}
_SWEEPS = ("one-point", "two-point", "2-opt", "three-point", "3-opt", "or-opt", "cross-exchange")
_ROUTING_RESTART = {"restart": "osman", "restart_after": 8}
_ALLOWANCE = 0.2

ACTION_SETS: dict[tuple[str, ActionKind], ActionSet] = {
    ("jobshop", ActionKind.A): ActionSet(
        kind=ActionKind.A, operators=("cet",), **_JOBSHOP_RESTART
    ),
    ("jobshop", ActionKind.AN): ActionSet(
        kind=ActionKind.AN, operators=_JOBSHOP_OPERATORS, **_JOBSHOP_RESTART
    ),
    ("jobshop", ActionKind.ANP): ActionSet(
        kind=ActionKind.ANP,
        operators=_JOBSHOP_OPERATORS,
        perturbations=("swaps@3", "swaps@6", "restart"),
    ),
    ("cvrp", ActionKind.A): ActionSet(
        kind=ActionKind.A, operators=("2-opt",), allowance=_ALLOWANCE, **_ROUTING_RESTART
    ),
    ("cvrp", ActionKind.AN): ActionSet(
        kind=ActionKind.AN, operators=_SWEEPS, allowance=_ALLOWANCE, **_ROUTING_RESTART
    ),
    ("cvrp", ActionKind.ANP): ActionSet(
        kind=ActionKind.ANP,
        operators=_SWEEPS,
        perturbations=("li", "osman", "targeted", "restart"),
        allowance=_ALLOWANCE,
    ),
}
"""The paper's action sets, those of the shipped policies: operators without a memory."""


def action_set(problem: str, kind: str | ActionSet, **changes: Any) -> ActionSet:
    """The paper's action set of a problem, with changes, or the one that is given as it is.

    Raises:
        InputError: there is none, or the changes contradict each other.
    """
    if isinstance(kind, ActionSet):
        return kind.changed(**changes) if changes else kind
    known = {(name, str(k)): value for (name, k), value in ACTION_SETS.items()}
    if (problem, kind) not in known:
        raise InputError(
            f"there is no action set {kind!r} for problem {problem!r}",
            remedy=f"use one of {', '.join(f'{p} {k}' for p, k in known)}",
        )
    found = known[problem, kind]
    unknown = sorted(set(changes) - {field.name for field in fields(ActionSet)})
    if unknown:
        raise InputError(f"an action set has no setting {', '.join(unknown)}")
    return found.changed(**changes) if changes else found
