"""Learned policies as controllers of ``solve``: ``nls-a``, ``nls-an`` and ``nls-anp``.

NumPy and ONNX Runtime are all that this needs; PyTorch is for training.
"""

from __future__ import annotations

import math
import time
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neurols import _core
from neurols.errors import InputError
from neurols.menu import Menu
from neurols.policy.actions import ActionSet
from neurols.policy.observation import buffers, new_observation, observation_spec
from neurols.policy.onnx import OnnxPolicy
from neurols.policy.spec import ModelCard, ObservationSpec
from neurols.problem import Problem
from neurols.registry import problem_named
from neurols.search.budget import Budget
from neurols.search.controllers import Setup
from neurols.search.spec import ControllerSpec

MODELS = Path(__file__).resolve().parents[1] / "models"
"""Where the shipped policies lie."""

_UNLIMITED = 2**62


class Meter:
    """CPU seconds that networks of this process took to decide; benchmarks read it."""

    seconds = 0.0


METER = Meter()


def shipped_model(problem: str, kind: str) -> Path:
    """The file of a shipped policy."""
    return MODELS / f"{problem}-{kind}.onnx"


def setup(
    spec: ControllerSpec, problem: Problem, menu: Menu, _budget: Budget | None, _instance: Any
) -> Setup:
    """The setup of ``nls-KIND``, with ``model=FILE`` for a policy of the user's own.

    Raises:
        InputError: there is no such policy, or it was made for something else.
    """
    problem = problem_named(problem.models) if problem.models else problem
    kind = spec.name.removeprefix("nls-")
    options: dict[str, Any] = dict(spec.options)
    file: str | PathLike[str] = options.pop("model", "") or _shipped(problem.name, kind)
    if options or spec.argument is not None:
        odd = ", ".join([*options, *([spec.argument] if spec.argument else [])])
        raise InputError(f"controller {spec.name!r} has no option {odd!r}", remedy="it has model")
    card = OnnxPolicy(file).card  # a file that cannot be read is told now, not in the search
    actions = _actions_of(card, problem, kind, menu, file)
    return Setup(
        str(spec),
        lambda workspace, stop: new_controller(file, problem, actions, menu, workspace, stop),
        actions.workspace_settings(),
        actions.search_settings(menu),
        f"graph policy over the action set {actions} ({Path(file).name})",
    )


def _shipped(problem: str, kind: str) -> Path:
    file = shipped_model(problem, kind)
    if file.is_file():
        return file
    raise InputError(
        f"no policy nls-{kind} is shipped for problem {problem!r}",
        remedy="give your own with model=FILE, or use a controller without a network, such as auto",
    )


def _actions_of(
    card: ModelCard, problem: Problem, kind: str, menu: Menu, file: str | PathLike[str]
) -> ActionSet:
    """The action set of a model, where the search can offer it."""
    if card.problem != problem.name:
        raise InputError(
            f"the model was trained for {card.problem}, the instance is {problem.name}",
            file=file,
            remedy=f"choose a model for {problem.name}",
        )
    if card.action_set.kind != kind:
        raise InputError(
            f"the model decides over {card.action_set}, nls-{kind} over a set of kind {kind}",
            file=file,
            remedy=f"use it as nls-{card.action_set.kind}:model={fspath(file)}",
        )
    try:
        card.action_set.check_offered(problem, menu)
    except InputError as error:
        raise InputError(
            f"the model decides over what this version does not know: {error.cause}",
            file=file,
            remedy=f"{error.remedy}; train the model again, or install the version that wrote it",
        ) from None
    return card.action_set


class Chooser:
    """Picks the action of highest value for what the arrays show, or draws one from logits.

    It knows nothing of the native controller that calls it: the core holds this object, and a
    reference back would keep both alive for ever.
    """

    def __init__(self, file: str | PathLike[str], spec: ObservationSpec) -> None:
        self._policy = OnnxPolicy(file, spec)
        self.names = spec.action_names
        self.observation = new_observation(spec, 1)
        self.q_values: list[Any] = []
        """Values of the actions at each decision, in the order of the action set's names."""

    def __call__(self, first: bool, chance: float) -> int:
        started = time.thread_time()
        values = self._policy.q_values(self.observation, same_instance=not first)[0]
        METER.seconds += time.thread_time() - started
        self.q_values.append(values.copy())
        return drawn(values, chance) if self._policy.draws else int(values.argmax())


def drawn(logits: NDArray[np.float32], chance: float) -> int:
    """The action that a uniform random number draws from the softmax of the logits."""
    values: list[float] = logits.tolist()  # a handful: quicker than arrays
    highest = max(values)
    weights = [math.exp(value - highest) for value in values]
    left = chance * sum(weights)
    for action, weight in enumerate(weights[:-1]):
        left -= weight
        if left < 0:
            return action
    return len(weights) - 1


def new_controller(
    file: str | PathLike[str],
    problem: Problem,
    actions: ActionSet,
    menu: Menu,
    workspace: _core.Workspace,
    stop: _core.StopRules,
) -> _core.Controller:
    """A policy as the native controller of one search."""
    shape = _core.PolicyController.shape(workspace)
    names = _core.PolicyController.scalar_names(workspace)
    chooser = Chooser(file, observation_spec(problem, actions, shape, names))
    return _core.PolicyController(
        workspace,
        actions.decisions(menu),
        buffers(chooser.observation),
        stop.iterations if stop.iterations < _UNLIMITED else math.inf,
        actions.run_through_improvements,
        chooser,
    )
