"""Linear policies over the scalars of a search: learned control for any problem, in NumPy alone.

The policy draws an action from the softmax of a linear function of the scalars. It needs no graph,
so that a problem written in Python has it, too. With zero weights it draws every action alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols import _core
from neurols.errors import InputError
from neurols.policy import weights_file
from neurols.policy.actions import ActionSet
from neurols.policy.controller import drawn
from neurols.policy.damage import reading_card
from neurols.search.controllers import Setup

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols.menu import Menu
    from neurols.problem import Problem
    from neurols.search.budget import Budget

_KIND = "neurols.linear"
_UNLIMITED = 2**62


@dataclass(frozen=True, eq=False)
class LinearPolicy:
    """A controller for ``solve(controller=…)``: weights, and what they were trained for."""

    problem: str
    actions: ActionSet
    scalars: tuple[str, ...]
    """Names of what the policy sees."""
    weights: NDArray[np.float32]
    """[actions, scalars + 1]; the last column is the bias."""
    card: dict[str, Any] = field(default_factory=dict)
    """How it was trained and what it reached."""
    name: str = "linear"

    @classmethod
    def zero(cls, problem: str, actions: ActionSet, scalars: Sequence[str]) -> LinearPolicy:
        """The policy that draws every action alike."""
        shape = len(actions.names), len(scalars) + 1
        return cls(problem, actions, tuple(scalars), np.zeros(shape, np.float32))

    def logits(self, scalars: NDArray[np.float32]) -> NDArray[np.float32]:
        """Preferences of the actions, [..., actions], for scalars [..., S]."""
        found: NDArray[np.float32] = scalars @ self.weights[:, :-1].T + self.weights[:, -1]
        return found

    def setup(self, problem: Problem, menu: Menu, budget: Budget | None, instance: Any) -> Setup:
        """What a search needs of its controller.

        Raises:
            InputError: the policy is for another problem, or the searches show something else.
        """
        if problem.name != self.problem:
            raise InputError(
                f"the policy is for problem {self.problem!r}, not for {problem.name!r}",
                remedy="train one for it",
            )
        self.actions.check_offered(problem, menu)
        return Setup(
            self.name,
            lambda workspace, stop: self._controller(menu, workspace, stop),
            self.actions.workspace_settings(),
            self.actions.search_settings(menu),
            f"linear policy over the action set {self.actions}",
        )

    def _controller(
        self, menu: Menu, workspace: _core.Workspace, stop: _core.StopRules
    ) -> _core.Controller:
        names = tuple(_core.PolicyController.scalar_names(workspace))
        if names != self.scalars:
            raise InputError(
                "the policy was trained on other features than the search shows",
                remedy="train it again",
            )
        chooser = _Chooser(self)
        return _core.PolicyController(
            workspace,
            self.actions.decisions(menu),
            _core.ObservationBuffers(chooser.seen),
            stop.iterations if stop.iterations < _UNLIMITED else math.inf,
            self.actions.run_through_improvements,
            chooser,
        )

    def save(self, file: str | PathLike[str]) -> None:
        """Write the policy, whole or not at all."""
        about = {
            "problem": self.problem,
            "actions": self.actions.to_json(),
            "scalars": list(self.scalars),
            "card": self.card,
        }
        weights_file.write(file, _KIND, about, self.weights)

    @classmethod
    def load(cls, file: str | PathLike[str]) -> LinearPolicy:
        """Read a policy.

        Raises:
            InputError: the file holds none.
        """
        about, weights = weights_file.read(file, _KIND)
        with reading_card(file):
            actions = ActionSet.from_json(about["actions"])
            scalars = tuple(map(str, about["scalars"]))
            card = dict(about["card"])
        shape = len(actions.names), len(scalars) + 1
        weights_file.check_shape(file, weights, shape)
        return cls(about["problem"], actions, scalars, weights.reshape(shape), card)


class _Chooser:
    """Draws an action for what the search shows. The core holds this object."""

    def __init__(self, policy: LinearPolicy) -> None:
        self._policy = policy
        self.names = policy.actions.names
        self.seen = np.zeros((1, len(policy.scalars)), np.float32)
        self.q_values: list[Any] = []
        """Preferences at each decision, in the order of the action set's names."""

    def __call__(self, first: bool, chance: float) -> int:
        logits = self._policy.logits(self.seen[0])
        self.q_values.append(logits)
        return drawn(logits, chance)
