"""The fast tempo: a small network inside the native loop that ranks every candidate.

A fast policy is a set of weights and the classical controller that it was trained with. It changes
what the operators of that controller propose (moves of the job shop, ruins of routing), or how
ruined customers return; it costs no more than what it looks at, and needs NumPy only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols import _core
from neurols.errors import InputError
from neurols.menu import Menu
from neurols.policy import dials, weights_file
from neurols.policy.damage import reading_card
from neurols.registry import problem_named
from neurols.routing.auto import FEW_RUINS
from neurols.scheduling.auto import DIALLED, FEW_MOVES, steps_per_operation
from neurols.search.budget import Budget
from neurols.search.controllers import Setup, resolve
from neurols.search.spec import ControllerSpec, parse_spec

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols.problem import Problem

NAME = "nls"
MODELS = Path(__file__).resolve().parents[1] / "models"
SHIPPED_DIALS = MODELS / "jobshop-dials.safetensors"
_KIND = "neurols.fast"
_MOST_HIDDEN = 10_000
_LONG = {"jobshop": (FEW_MOVES, "opening"), "cvrp": (FEW_RUINS, "insertion")}
"""Beyond so many steps another policy is shipped than for few of them."""

CANDIDATES, INSERTIONS = "candidates", "insertions"
"""What a policy ranks: what operators propose, or customers that return after a ruin."""


def shipped_model(problem: str, budget: Budget | None = None) -> Path:
    """The file of the shipped fast policy: for few steps, or for a long search."""
    few, long = _LONG.get(problem, (0, "fast"))
    if budget is None or (budget.iterations is not None and budget.iterations <= few):
        long = "fast"
    return MODELS / f"{problem}-{long}.safetensors"


def feature_names(problem: str, ranks: str = CANDIDATES) -> tuple[list[str], list[str]]:
    """What the network sees of what it ranks, and what of the search.

    Raises:
        InputError: there is no such thing in this problem.
    """
    if problem == "jobshop" and ranks == CANDIDATES:
        return _core.move_features(), _core.move_state_features()
    if problem == "cvrp" and ranks == CANDIDATES:
        return _core.ruin_features(), _core.ruin_state_features()
    if problem == "cvrp" and ranks == INSERTIONS:
        return _core.insertion_features(), []
    raise InputError(
        f"problem {problem!r} has no {ranks} that a fast policy could rank",
        remedy="use a controller from 'neurols controllers'",
    )


def dispatch_features(opening: float) -> list[str]:
    """What the dispatching rule of an opening sees of a waiting operation; nothing without one."""
    return _core.dispatch_features() if opening else []


def network_size(problem: str, hidden: int, ranks: str = CANDIDATES) -> int:
    """How many weights a ranking has."""
    items, states = feature_names(problem, ranks)
    return _core.PerceptronWeights.count(len(items), len(states), hidden)


@dataclass(frozen=True, kw_only=True)
class FastPolicy:
    """Weights of the network, and what they were trained for."""

    problem: str
    controller: ControllerSpec
    """The classical controller that decides the rest."""
    hidden: int
    weights: NDArray[np.float32]
    """Linear part, hidden layer (candidate, state, bias) and output, one after the other; of an
    opening of job shops, then those of the dispatching rule that it starts by."""
    opening: float = 0.0
    """Steps per operation that it ranks, the first ones of a search; 0 is all of them."""
    ranks: str = CANDIDATES
    """What the network ranks: ``candidates`` or ``insertions``."""
    card: dict[str, Any] = field(default_factory=dict)
    """How it was trained and what it reached."""

    @property
    def network(self) -> _core.PerceptronWeights:
        """The network as the core takes it."""
        items, states = feature_names(self.problem, self.ranks)
        weights = self.weights[: network_size(self.problem, self.hidden, self.ranks)]
        return _core.PerceptronWeights(
            len(items), len(states), self.hidden, weights.astype(np.float32).tolist()
        )

    @property
    def dispatching(self) -> _core.PerceptronWeights | None:
        """The dispatching rule as the core takes it, where the policy has one."""
        features = dispatch_features(self.opening)
        if not features:
            return None
        weights = self.weights[-len(features) :]
        return _core.PerceptronWeights(len(features), 0, 0, weights.astype(np.float32).tolist())

    def setup(self, menu: Menu, name: str, instance: Any = None) -> Setup:
        """All that a search needs, under the name that the user gave."""
        inner = resolve(self.controller, problem_named(self.problem), menu, None, instance)
        return with_ranking(inner, self, name)

    def save(self, file: str | PathLike[str]) -> None:
        """Write the policy, whole or not at all."""
        items, states = feature_names(self.problem, self.ranks)
        about = {
            "problem": self.problem,
            "controller": str(self.controller),
            "hidden": self.hidden,
            "opening": self.opening,
            "ranks": self.ranks,
            "features": items,
            "state_features": states,
            "dispatch_features": dispatch_features(self.opening),
            "card": self.card,
        }
        weights_file.write(file, _KIND, about, self.weights)

    @classmethod
    def load(cls, file: str | PathLike[str], problem: str) -> FastPolicy:
        """Read a policy for a problem.

        Raises:
            InputError: the file is no fast policy, or one for something else.
        """
        about, weights = weights_file.read(file, _KIND, problem)
        with reading_card(file):
            return cls._of(about, weights, problem, file)

    @classmethod
    def _of(
        cls,
        about: dict[str, Any],
        weights: NDArray[np.float32],
        problem: str,
        file: str | PathLike[str],
    ) -> FastPolicy:
        opening = about.get("opening", 0.0)  # older files rank all steps
        ranks = about.get("ranks", CANDIDATES)
        known = (*feature_names(problem, ranks), dispatch_features(opening))
        trained_on = (
            about["features"],
            about["state_features"],
            about.get("dispatch_features", []),
        )
        if trained_on != known:
            raise InputError(
                "the policy was trained on other features than this version has",
                file=file,
                remedy="train it again with 'neurols train'",
            )
        if not (0 <= about["hidden"] <= _MOST_HIDDEN and 0 <= float(opening) < math.inf):
            raise ValueError("hidden or opening is out of range")
        controller = parse_spec(about["controller"])
        expected = network_size(problem, about["hidden"], ranks) + len(dispatch_features(opening))
        weights_file.check_shape(file, weights, (expected,))
        return cls(
            problem=problem,
            controller=controller,
            hidden=about["hidden"],
            opening=float(opening),
            ranks=ranks,
            weights=weights,
            card=about["card"],
        )


def is_one(file: str | PathLike[str]) -> bool:
    """Does the file hold a native policy, whatever else may be wrong with it?"""
    return weights_file.is_kind(file, _KIND) or dials.is_one(file)


def facts(file: str | PathLike[str]) -> tuple[dict[str, str], dict[str, str]]:
    """What the file tells, as facts, and the sections of the card beside it."""
    from neurols.policy.card import read_markdown

    notes = Path(file).with_suffix(".md")
    sections = read_markdown(notes)[1] if notes.is_file() else {}
    with reading_card(file):
        if dials.is_one(file):
            return dials.facts(file), sections
        return _facts(file), sections


def _facts(file: str | PathLike[str]) -> dict[str, str]:
    about, weights = weights_file.read(file, _KIND)
    training = about["card"].get("training", {})
    judged = about["card"].get("validation", {})
    known = {
        "problem": about["problem"],
        "tempo": f"fast: {_DEEDS[about.get('ranks', CANDIDATES)]} inside the native loop"
        + _span(about),
        "controller": about["controller"],
        "parameters": f"{weights.size:,}, {about['hidden']} hidden units",
        "candidate features": ", ".join(about["features"]),
        "state features": ", ".join(about["state_features"]),
    }
    if about.get("dispatch_features"):
        known["dispatching features"] = ", ".join(about["dispatch_features"])
    if training:
        low, high = training["iterations"]
        known |= {
            "trained on": f"generated instances, {', '.join(training['sizes'])}",
            "episodes": f"{low} to {high} steps",
            "budget": f"{about['card']['generation']} generations of {training['pairs']} pairs",
            "seeds": str(training["seed"]),
        }
    if judged:
        known["validation"] = (
            f"{judged['change']:+.2f} ± {judged['error']:.2f} % of the controller's own cost after"
            f" {judged['iterations']} steps, {judged['instances']} instances"
        )
    return known


_DEEDS = {CANDIDATES: "ranks candidates", INSERTIONS: "guides ruined customers back"}


def _span(about: dict[str, Any]) -> str:
    steps = about.get("opening", 0.0)
    return f", in the first {steps:g} steps per operation; dispatches the start" if steps else ""


def setup(
    spec: ControllerSpec, problem: Problem, menu: Menu, budget: Budget | None, instance: Any
) -> Setup:
    """The setup of ``nls``, with ``model=FILE`` for a policy of the user's own.

    All other options are those of the classical controller that a ranking was trained with. A rule
    of dials goes with the shipped opening.

    Raises:
        InputError: there is no such policy, or it was made for something else.
    """
    options: dict[str, Any] = dict(spec.options)
    own = options.pop("model", "")
    file = own or shipped_model(problem.name, budget)
    rule = None if own else SHIPPED_DIALS
    if dials.is_one(file):
        dials.DialRule.load(file)  # a broken one is told even where this search does not use it
        rule, file = Path(file), shipped_model(dials.PROBLEM, budget or Budget())
    if spec.argument is not None:
        raise InputError(
            f"controller {NAME!r} takes no argument {spec.argument!r}", remedy="use model=FILE"
        )
    feature_names(problem.name)  # a problem without such policies is told before a missing file
    policy = FastPolicy.load(file, problem.name)
    inner = policy.controller
    turned = _turned(rule, budget or Budget(), instance) if policy.opening else {}
    chosen = ControllerSpec(inner.name, inner.argument, {**inner.options, **turned, **options})
    # An opening, or a rule of insertion, goes with the best unlearned search of this budget; a
    # ranking of all candidates stands for the settings that it was trained under.
    known = budget if policy.opening or policy.ranks == INSERTIONS else None
    found = with_ranking(resolve(chosen, problem, menu, known, instance), policy, str(spec))
    if turned:
        return replace(found, resolved=f"{found.resolved}, per-instance configuration")
    return found


def _turned(rule: Path | None, budget: Budget, instance: Any) -> dict[str, int]:
    """Options by a rule of dials; shops of other sizes than it was trained on keep their own."""
    if rule is None or getattr(instance, "operations", 0) not in DIALLED:
        return {}
    return dials.DialRule.load(rule).options(instance, steps_per_operation(budget, instance))


def with_ranking(setup: Setup, policy: FastPolicy, name: str) -> Setup:
    """A classical controller whose candidates, or whose insertions, the policy ranks."""
    space: Any = setup.workspace  # of the policy's problem
    if policy.ranks == INSERTIONS:
        space.insertion = policy.network
        learned = "insertion rule"
    else:
        space.ranking = policy.network
        learned = "move ranking"
        if policy.opening:
            space.ranked_steps = policy.opening
            space.dispatching = policy.dispatching
            learned = f"construction, ranking of the first {policy.opening:g} moves per operation"
    return replace(setup, name=name, resolved=f"{setup.resolved}; learned: {learned}")
