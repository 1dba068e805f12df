"""The slow tempo inside the core: small networks that turn a search's dials between two bursts.

A policy of bursts is a classical search and one network for each of its answers: how patient to be,
how long a memory to keep, how far and how strongly to perturb, and which other operators or
perturbations to mix in. It is asked once in hundreds of steps, so it costs no time worth telling.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols import _core
from neurols.errors import InputError
from neurols.policy import weights_file
from neurols.policy.damage import reading_card
from neurols.search.controllers import Setup, resolve
from neurols.search.menu import Menu

if TYPE_CHECKING:
    from numpy.typing import NDArray

KIND = "neurols.bursts"
_NEVER = 4.0  # an answer from which on an operator or a perturbation is not drawn


@dataclass(frozen=True, kw_only=True)
class BurstPolicy:
    """Weights of the networks, and the search whose dials they turn."""

    problem: str = "jobshop"
    controller: str = "tabu"
    """The classical controller that it is with all dials at rest."""
    operators: tuple[str, ...] = ("cei+tabu",)
    """The controller's own first; the others may be drawn for a burst."""
    perturbations: tuple[str, ...] = ("relink", "best+swaps@10")
    """The same, for the end of a phase; ``@`` gives the strength before it is turned."""
    patience: int = 20_000
    length: int = 500
    """Native steps of a burst."""
    hidden: int = 0
    weights: NDArray[np.float32]
    """[answers, weights of a network]."""
    card: dict[str, Any] = field(default_factory=dict)
    """How it was trained and what it reached."""

    @classmethod
    def at_rest(cls, **shape: Any) -> BurstPolicy:
        """The policy that is its classical controller: no dial turned, nothing else mixed in."""
        policy = cls(weights=np.zeros(0, np.float32), **shape)
        weights = np.zeros(policy.shape, np.float32)
        choices = len(policy.operators) + len(policy.perturbations) - 2
        weights[len(weights) - choices :, 0] = _NEVER
        return cls(weights=weights, **shape)

    @property
    def answers(self) -> list[str]:
        """What the networks are asked for, in their order."""
        return _core.BurstController.answer_names(self.operators, self.perturbations)

    @property
    def shape(self) -> tuple[int, int]:
        """Of the weights."""
        features = len(_core.BurstController.feature_names)
        return len(self.answers), _core.PerceptronWeights.count(features, 0, self.hidden)

    def new_controller(self, workspace: _core.Workspace, menu: Menu) -> _core.BurstController:
        """A controller for one search."""
        settings = _core.BurstSettings()
        settings.operators = menu.actions(self.operators)
        settings.perturbations = menu.actions(self.perturbations)
        settings.patience, settings.length = self.patience, self.length
        features = len(_core.BurstController.feature_names)
        networks = [
            _core.PerceptronWeights(features, 0, self.hidden, row.tolist()) for row in self.weights
        ]
        return _core.BurstController(workspace, _core.AcceptAlways(), settings, networks)

    def setup(self, menu: Menu, name: str, instance: Any = None) -> Setup:
        """All that a search needs, under the name that the user gave."""
        rest = resolve(self.controller, self.problem, menu, None, instance)
        return Setup(
            name, lambda space, _: self.new_controller(space, menu), rest.workspace, rest.search
        )

    def save(self, file: str | PathLike[str]) -> None:
        """Write the policy, whole or not at all."""
        about = {name: getattr(self, name) for name in _ABOUT}
        about |= {"features": _core.BurstController.feature_names, "answers": self.answers}
        weights_file.write(file, KIND, about, self.weights)

    @classmethod
    def load(cls, file: str | PathLike[str], problem: str) -> BurstPolicy:
        """Read a policy for a problem.

        Raises:
            InputError: the file is no policy of bursts, or one for something else.
        """
        about, weights = weights_file.read(file, KIND, problem)
        with reading_card(file):
            return cls._of(about, weights, file)

    @classmethod
    def _of(
        cls, about: dict[str, Any], weights: NDArray[np.float32], file: str | PathLike[str]
    ) -> BurstPolicy:
        lists = {name: tuple(about[name]) for name in ("operators", "perturbations")}
        policy = cls(weights=weights, **{name: about[name] for name in _ABOUT} | lists)
        names = (_core.BurstController.feature_names, policy.answers)
        if (about["features"], about["answers"]) != names:
            raise InputError(
                "the policy was trained on other features than this version has",
                file=file,
                remedy="train it again with 'neurols train'",
            )
        weights_file.check_shape(file, weights, policy.shape)
        return policy


_ABOUT = (
    "problem",
    "controller",
    "operators",
    "perturbations",
    "patience",
    "length",
    "hidden",
    "card",
)


def is_one(file: str | PathLike[str]) -> bool:
    """Does the file hold a policy of bursts, whatever else may be wrong with it?"""
    return weights_file.is_kind(file, KIND)


def facts(file: str | PathLike[str]) -> dict[str, str]:
    """What the file tells."""
    about, weights = weights_file.read(file, KIND)
    return {
        "problem": about["problem"],
        "tempo": f"bursts of {about['length']} native steps",
        "controller": about["controller"],
        "parameters": f"{weights.size:,}, {about['hidden']} hidden units",
        "features": ", ".join(about["features"]),
        "answers": ", ".join(about["answers"]),
        **{name: str(value) for name, value in about["card"].items()},
    }
