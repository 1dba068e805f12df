"""The action sets of learned control: what the number that a policy returns means.

The paper's three (Falkner et al., 2022): acceptance A, acceptance and neighbourhood AN, and both
with perturbations ANP. Inside there are typed decisions; numbers exist at the border only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols import _core
    from neurols.search.menu import Menu


class ActionKind(StrEnum):
    """Which of the three intervention points a policy decides."""

    A = "a"
    AN = "an"
    ANP = "anp"


@dataclass(frozen=True, kw_only=True)
class ActionSet:
    """What a policy may choose, and what the search does by itself where it may not."""

    kind: ActionKind
    operators: tuple[str, ...]
    """Operators to choose from; under A the one that is always applied."""
    perturbations: tuple[str, ...] = ()
    """Perturbations to choose from, under ANP only; ``ruin@20`` is one of strength 20."""
    restart_after: int = 0
    """Under A and AN: the search perturbs after so many steps without a new best; 0 is never."""
    restart: str = ""
    """How it does."""
    tenure: int = 12
    """Steps that a changed arc or edge stays tabu, at least, in the searches of this set."""
    tenure_spread: int = 12
    """Further steps, drawn at random up to this number."""

    def __post_init__(self) -> None:
        if self.kind is ActionKind.A and len(self.operators) != 1:
            raise InputError("action set A has exactly one operator", remedy="use AN for several")
        if not self.operators:
            raise InputError("an action set needs an operator")
        if bool(self.perturbations) != (self.kind is ActionKind.ANP):
            raise InputError("perturbations belong to action set ANP, and ANP needs them")
        if self.restart_after and self.kind is ActionKind.ANP:
            raise InputError("under ANP the policy decides when to perturb", remedy="drop the rule")

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
        """The decision behind each number, in the order of ``names``."""
        from neurols import _core

        choices = [menu.action(name) for name in (*self.operators, *self.perturbations)]
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
        return settings

    def search_settings(self, menu: Menu) -> _core.SearchSettings:
        """Settings of the driver under this action set."""
        from neurols import _core

        settings = _core.SearchSettings()
        settings.track_visits = True
        if self.restart_after:
            settings.restart = _core.RestartRule(self.restart_after, menu.action(self.restart))
        return settings


_JOBSHOP_OPERATORS = ("ecet+tabu", "cei+tabu", "cei3+tabu")
_TENURE = 6  # at least, and up to twice as long: as in the tuned tabu search
_RUINS = ("ruin+all@15", "ruin+all@30", "ruin+all@50")

ACTION_SETS: dict[tuple[str, ActionKind], ActionSet] = {
    ("jobshop", ActionKind.A): ActionSet(
        kind=ActionKind.A,
        operators=("cei3+tabu",),
        restart_after=40,
        restart="swaps@6",
        tenure=_TENURE,
        tenure_spread=_TENURE,
    ),
    ("jobshop", ActionKind.AN): ActionSet(
        kind=ActionKind.AN,
        operators=_JOBSHOP_OPERATORS,
        restart_after=40,
        restart="swaps@6",
        tenure=_TENURE,
        tenure_spread=_TENURE,
    ),
    ("jobshop", ActionKind.ANP): ActionSet(
        kind=ActionKind.ANP,
        operators=_JOBSHOP_OPERATORS,
        perturbations=("swaps@3", "best"),
        tenure=_TENURE,
        tenure_spread=_TENURE,
    ),
    # Sweeps only ever improve, so there is something to accept or reject after a ruin alone.
    ("cvrp", ActionKind.A): ActionSet(kind=ActionKind.A, operators=("ruin+all@30",)),
    ("cvrp", ActionKind.AN): ActionSet(kind=ActionKind.AN, operators=_RUINS),
    ("cvrp", ActionKind.ANP): ActionSet(
        kind=ActionKind.ANP, operators=_RUINS, perturbations=("ruin+all@80", "best")
    ),
}
"""The action set of each shipped policy."""


def action_set(problem: str, kind: str) -> ActionSet:
    """The action set of a problem; raises ``InputError`` where there is none."""
    known = {(name, str(k)): value for (name, k), value in ACTION_SETS.items()}
    if (problem, kind) not in known:
        raise InputError(
            f"there is no action set {kind!r} for problem {problem!r}",
            remedy=f"use one of {', '.join(f'{p} {k}' for p, k in known)}",
        )
    return known[problem, kind]
