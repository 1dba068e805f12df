"""Native rules: small networks inside the search's loop, which need NumPy alone.

A policy is a set of weights and the classical controller that it was trained with. It ranks what
the operators of that controller propose, or guides ruined parts back; it may also dispatch the
first solution. It costs no more than what it looks at.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols import _core
from neurols.errors import InputError
from neurols.menu import Menu
from neurols.policy import weights_file
from neurols.policy.damage import reading_card
from neurols.registry import problem_named
from neurols.search.budget import Budget
from neurols.search.controllers import Setup, resolve
from neurols.search.spec import ControllerSpec, parse_spec

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols.problem import Problem

NAME = "nls"
MODELS = Path(__file__).resolve().parents[1] / "models"
_KIND = "neurols.fast"  # in files
CONFIGURATION_KIND = "neurols.dials"  # likewise: settings by instance, a rule of its own
_MOST_HIDDEN = 10_000

CANDIDATES, INSERTIONS = "candidates", "insertions"
"""What a policy ranks: what operators propose, or what returns after a ruin."""


def shipped_model(problem: str | Problem, budget: Budget | None = None) -> Path:
    """The file of the shipped policy: for few steps, or for a long search."""
    owner = problem_named(problem) if isinstance(problem, str) else problem
    return MODELS / f"{owner.native_policy(budget) or owner.name}.safetensors"


def feature_names(problem: str, ranks: str = CANDIDATES) -> tuple[list[str], list[str]]:
    """What the network sees of what it ranks, and what of the search.

    Raises:
        InputError: there is no such thing in this problem.
    """
    found = rule_features(problem_named(problem), ranks)
    return found


def rule_features(problem: Problem, ranks: str) -> tuple[list[str], list[str]]:
    """The same of a problem that is given as an object."""
    found = problem.rule_features(ranks)
    if found is None:
        raise InputError(
            f"problem {problem.name!r} has no {ranks} that a native policy could rank",
            remedy="use a controller from 'neurols controllers'",
        )
    return found


def dispatch_features(problem: str, ranked_steps: float) -> list[str]:
    """What a dispatching rule sees of what is waiting; policies of first steps have one."""
    return problem_named(problem).dispatch_features() if ranked_steps else []


def network_size(problem: str, hidden: int, ranks: str = CANDIDATES) -> int:
    """How many weights a ranking has."""
    items, states = feature_names(problem, ranks)
    return _core.PerceptronWeights.count(len(items), len(states), hidden)


@dataclass(frozen=True, kw_only=True)
class NativePolicy:
    """Weights of the network, and what they were trained for."""

    problem: str
    controller: ControllerSpec
    """The classical controller that decides the rest."""
    hidden: int
    weights: NDArray[np.float32]
    """Linear part, hidden layer (candidate, state, bias) and output, one after the other; then
    those of a dispatching rule, where only the first steps are ranked."""
    ranked_steps: float = 0.0
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
        features = dispatch_features(self.problem, self.ranked_steps)
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
            "ranked_steps": self.ranked_steps,
            "ranks": self.ranks,
            "features": items,
            "state_features": states,
            "dispatch_features": dispatch_features(self.problem, self.ranked_steps),
            "card": self.card,
        }
        weights_file.write(file, _KIND, about, self.weights)

    @classmethod
    def load(cls, file: str | PathLike[str], problem: str) -> NativePolicy:
        """Read a policy for a problem.

        Raises:
            InputError: the file is no native policy, or one for something else.
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
    ) -> NativePolicy:
        ranked_steps = _ranked_steps(about)
        ranks = about.get("ranks", CANDIDATES)
        known = (*feature_names(problem, ranks), dispatch_features(problem, ranked_steps))
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
        if not (0 <= about["hidden"] <= _MOST_HIDDEN and 0 <= ranked_steps < math.inf):
            raise ValueError("hidden or ranked_steps is out of range")
        controller = parse_spec(about["controller"])
        expected = network_size(problem, about["hidden"], ranks) + len(
            dispatch_features(problem, ranked_steps)
        )
        weights_file.check_shape(file, weights, (expected,))
        return cls(
            problem=problem,
            controller=controller,
            hidden=about["hidden"],
            ranked_steps=ranked_steps,
            ranks=ranks,
            weights=weights,
            card=about["card"],
        )


def _ranked_steps(about: Mapping[str, Any]) -> float:
    """Files of earlier versions have another name for it, or rank all steps."""
    return float(about.get("ranked_steps", about.get("opening", 0.0)))


def is_one(file: str | PathLike[str]) -> bool:
    """Does the file hold a native policy, whatever else may be wrong with it?"""
    return weights_file.is_kind(file, _KIND) or _is_configuration(file)


def _is_configuration(file: str | PathLike[str]) -> bool:
    return weights_file.is_kind(file, CONFIGURATION_KIND)


def facts(file: str | PathLike[str]) -> tuple[dict[str, str], dict[str, str]]:
    """What the file tells, as facts, and the sections of the card beside it."""
    from neurols.policy.card import read_markdown

    notes = Path(file).with_suffix(".md")
    sections = read_markdown(notes)[1] if notes.is_file() else {}
    with reading_card(file):
        if _is_configuration(file):
            about, weights = weights_file.read(file, CONFIGURATION_KIND)
            return problem_named(about["problem"]).configuration_facts(about, weights), sections
        return _facts(file), sections


def _facts(file: str | PathLike[str]) -> dict[str, str]:
    about, weights = weights_file.read(file, _KIND)
    training = about["card"].get("training", {})
    judged = about["card"].get("validation", {})
    known = {
        "problem": about["problem"],
        "rule": f"{_DEEDS[about.get('ranks', CANDIDATES)]} inside the native loop{_span(about)}",
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
    steps = _ranked_steps(about)
    return f", in the first {steps:g} steps per operation; dispatches the start" if steps else ""


def setup(
    spec: ControllerSpec, problem: Problem, menu: Menu, budget: Budget | None, instance: Any
) -> Setup:
    """The setup of ``nls``, with ``model=FILE`` for a policy of the user's own.

    All other options are those of the classical controller that a ranking was trained with. A rule
    of settings by instance goes with the shipped policy for long searches.

    Raises:
        InputError: there is no such policy, or it was made for something else.
    """
    options: dict[str, Any] = dict(spec.options)
    own = options.pop("model", "")
    rule = own if own and _is_configuration(own) else None
    file = own or shipped_model(problem, budget)
    if rule:
        weights_file.read(rule, CONFIGURATION_KIND, problem.name)
        problem.configuration(budget or Budget(), instance, rule)  # a broken one is told at once
        file = shipped_model(problem, budget or Budget())
    if spec.argument is not None:
        raise InputError(
            f"controller {NAME!r} takes no argument {spec.argument!r}", remedy="use model=FILE"
        )
    rule_features(problem, CANDIDATES)  # a problem without policies is told before a missing file
    policy = NativePolicy.load(file, problem.name)
    inner = policy.controller
    configured: Mapping[str, Any] = {}
    if policy.ranked_steps and (rule or not own):
        configured = problem.configuration(budget or Budget(), instance, rule)
    chosen = ControllerSpec(inner.name, inner.argument, {**inner.options, **configured, **options})
    # A ranking of the first steps, or a rule of insertion, goes with the best unlearned search of
    # this budget; a ranking of all candidates stands for the settings that it was trained under.
    known = budget if policy.ranked_steps or policy.ranks == INSERTIONS else None
    found = with_ranking(resolve(chosen, problem, menu, known, instance), policy, str(spec))
    if configured:
        return replace(found, resolved=f"{found.resolved}, per-instance configuration")
    return found


def with_ranking(setup: Setup, policy: NativePolicy, name: str) -> Setup:
    """A classical controller whose candidates, or whose insertions, the policy ranks."""
    space: Any = setup.workspace  # of the policy's problem
    if policy.ranks == INSERTIONS:
        space.insertion = policy.network
        learned = "insertion rule"
    else:
        space.ranking = policy.network
        learned = "move ranking"
        if policy.ranked_steps:
            space.ranked_steps = policy.ranked_steps
            space.dispatching = policy.dispatching
            learned = (
                f"construction, ranking of the first {policy.ranked_steps:g} moves per operation"
            )
    return replace(setup, name=name, resolved=f"{setup.resolved}; learned: {learned}")
