"""The menu of a problem: its operators and perturbations, found by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols._core import Action
    from neurols.problem import Problem


@dataclass(frozen=True, slots=True)
class Menu:
    """Names in the order in which the workspace knows them."""

    operators: tuple[str, ...]
    perturbations: tuple[str, ...]

    @classmethod
    def of(cls, problem: Problem, instance: Any = None) -> Menu:
        """The menu of an instance's searches; without an instance all that the problem has."""
        return problem.menu(instance)

    def action(self, name: str, strength: int = 0) -> Action:
        """The operator or perturbation of that name; ``ruin@20`` is a perturbation of strength 20.

        Raises:
            InputError: there is none; the message lists what there is.
        """
        from difflib import get_close_matches

        from neurols._core import Action

        name, at, wanted = name.partition("@")
        if at:
            if name not in self.perturbations or not (wanted.isdecimal() and len(wanted) < 10):
                raise InputError(
                    f"{name}@{wanted} is no perturbation with its strength",
                    remedy="give one such as ruin@20",
                )
            strength = int(wanted)
        if name in self.operators:
            return Action.apply(self.operators.index(name))
        if name in self.perturbations:
            return Action.perturb(self.perturbations.index(name), strength)
        near = get_close_matches(name, (*self.operators, *self.perturbations), 1)
        raise InputError(
            f"unknown operator or perturbation {name!r}"
            + (f", did you mean {near[0]!r}?" if near else ""),
            remedy=f"operators are {', '.join(self.operators)};"
            f" perturbations are {', '.join(self.perturbations)}",
        )

    def actions(self, names: Sequence[str]) -> list[Action]:
        return [self.action(name) for name in names]

    def name(self, action: Action) -> str:
        table = self.perturbations if action.is_perturbation else self.operators
        return table[action.index]
