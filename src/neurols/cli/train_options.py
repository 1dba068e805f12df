"""From the options of ``neurols train`` to a training run, new or resumed."""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, replace
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.menu import Menu
from neurols.policy.actions import ActionSet, action_set
from neurols.registry import problems
from neurols.search.budget import available_cores
from neurols.train.config import DQNConfig, PPOConfig
from neurols.train.run import BEST, CHECKPOINT, Run, Settings, commit
from neurols.train.training_data import (
    TrainingData,
    default_training,
    gpu_training,
    learning_of,
)

_ACTION_SET = [field.name for field in fields(ActionSet) if field.name != "kind"]
_BY_SET = {"tenure", "tenure_spread"}  # those of the action set that have no option of their own
_SEPARATE = {"problem", "actions", "folder", "sizes", "kind", *_ACTION_SET} - _BY_SET
_NETWORKS = {"default": "medium", "gpu": "medium", "dqn": "narrow", "paper": "paper"}


def request(
    given: Mapping[str, Any],
    preset: str | None,
    assignments: Sequence[str],
    output: Path | None,
    resume: Path | None,
) -> tuple[Run, Path]:
    """The run that the options ask for, and its folder.

    Args:
        given: options by name, None where not given.
        preset: of the training settings.
        assignments: the texts of ``--set``.
        output: folder of a new run.
        resume: folder of an earlier one; options may then not contradict it.

    Raises:
        InputError: options contradict each other or the earlier run.
    """
    if given["folder"] and given["sizes"]:
        raise InputError("--data and --generate contradict each other", remedy="give one of them")
    wanted = _wanted(given, assignments)
    if resume is None:
        run = _new(given["problem"], preset or "default", wanted)
        folder = output or Path("runs") / f"{run.data.problem}-{run.data.actions.kind}"
        if (folder / CHECKPOINT).exists() or (folder / BEST).exists():
            raise InputError(
                "holds an earlier run",
                file=folder,
                remedy=f"go on with --resume {folder}, or name another --output",
            )
        return _limited(run, given["updates"]), folder
    if output is not None and output != resume:
        raise InputError("--resume and --output name two folders", remedy="drop --output")
    if preset is not None:
        raise InputError("--preset is for a new run", remedy="drop it, or drop --resume")
    run = Run.load(resume).changed(wanted, resume)
    if not (resume / CHECKPOINT).exists():
        raise InputError(
            "this run left no checkpoint", file=resume, remedy="start it anew without --resume"
        )
    return _limited(run, given["updates"]), resume


def _new(problem: str, preset: str, wanted: Mapping[str, Any]) -> Run:
    changes = dict(wanted)
    if preset not in _NETWORKS:
        raise InputError(f"unknown preset {preset!r}", remedy=f"use {', '.join(_NETWORKS)}")
    network = changes.pop("network", None) or _NETWORKS[preset]
    if network not in ("narrow", "medium", "paper"):
        raise InputError(f"no network preset {network!r}", remedy="use narrow, medium or paper")
    chosen = {name: changes.pop(name) for name in _ACTION_SET if name in changes}
    actions = action_set(problem, changes.pop("actions", "anp"), **chosen)
    actions.check_offered(problems()[problem], Menu.of(problems()[problem]))
    own = {"threads": available_cores(), **_part(changes, TrainingData), "actions": actions}
    known = learning_of(problem).DATA
    data = replace(known.get(preset, known["default"]), **own)
    if data.folder and not Path(data.folder).is_dir():
        raise InputError("no such folder", file=data.folder, remedy="check --data")
    return Run(data, _training(problem, preset, changes), network, commit())


def _training(problem: str, preset: str, changes: Mapping[str, Any]) -> Settings:
    if preset in ("default", "gpu"):
        settings: Settings = (gpu_training if preset == "gpu" else default_training)(problem)
    else:
        # A checkpoint an epoch: what Ctrl-C may cost.
        name = "default" if preset == "dqn" else preset
        settings = DQNConfig.preset(name, checkpoint_epochs=1)
    own = {field.name for field in fields(settings)}
    foreign = sorted(set(changes) - own - {field.name for field in fields(TrainingData)})
    if foreign:
        raise InputError(
            f"preset {preset} has no setting {', '.join(foreign)}",
            remedy="neurols train --settings lists which belong to what",
        )
    return replace(settings, **_part(changes, type(settings)))


def _wanted(given: Mapping[str, Any], assignments: Sequence[str]) -> dict[str, Any]:
    """Settings by their own names, of the options that were given."""
    direct = ("problem", "actions", "folder", "device", "seed", "threads", "network", *_ACTION_SET)
    wanted = {name: given[name] for name in direct if given.get(name) is not None}
    for name in ("operators", "perturbations"):
        if name in wanted:
            wanted[name] = tuple(part.strip() for part in wanted[name].split(",") if part.strip())
    if given["sizes"] is not None:
        wanted["sizes"] = tuple(part.strip() for part in given["sizes"].split(",") if part.strip())
    if given["iterations"] is not None:
        wanted["steps"] = (given["iterations"],) * 2
        wanted["validation_steps"] = given["iterations"]
    if given["time"] is not None:
        wanted["minutes"] = given["time"] / 60
        wanted["epochs"] = 10**6  # the clock ends the run, and the schedules follow it
    known = _settings()
    for text in assignments:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            raise InputError(
                f"--set {text}: no such setting", remedy="neurols train --settings lists them"
            )
        wanted[name] = _value(name, value, known[name].default)
    return wanted


def _part(changes: Mapping[str, Any], kind: type[Any]) -> dict[str, Any]:
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in changes.items() if name in names}


def _limited(run: Run, updates: int | None) -> Run:
    """So many epochs, and no longer ones, that about so many updates are made."""
    if updates is None:
        return run
    config = run.training
    if isinstance(config, PPOConfig):
        an_epoch = config.epoch_iterations * config.passes * config.minibatches
        return replace(run, training=replace(config, epochs=math.ceil(updates / an_epoch)))
    transitions = math.ceil(updates * config.batch / config.replay_ratio) + config.warmup
    each = min(config.epoch_transitions, transitions)
    training = replace(config, epoch_transitions=each, epochs=math.ceil(transitions / each))
    return replace(run, training=training)


_KINDS: tuple[tuple[type[Any], str], ...] = (
    (ActionSet, "action set"),
    (TrainingData, "data"),
    (PPOConfig, "presets default and gpu (proximal policy optimisation)"),
    (DQNConfig, "presets dqn and paper"),
)


def _settings() -> dict[str, Field[Any]]:
    found = {field.name: field for kind, _ in _KINDS for field in fields(kind)}
    return {name: field for name, field in found.items() if name not in _SEPARATE}


def _value(name: str, text: str, default: Any) -> Any:
    """A value of the kind that the default has."""
    try:
        if isinstance(default, bool):
            return {"true": True, "yes": True, "false": False, "no": False}[text.lower()]
        if isinstance(default, tuple):
            parts = [int(part) for part in text.split(",")]
            return tuple(parts * 2 if len(parts) == 1 else parts)
        return type(default)(text)
    except (ValueError, KeyError):
        kind = {bool: "yes or no", int: "a whole number", float: "a number"}
        meant = kind.get(type(default), "numbers such as 100,200")
        raise InputError(f"--set {name}={text}", remedy=f"{name} is {meant}") from None


def listing() -> str:
    """Every setting with its default and what it means: the docs of the dataclasses' fields."""
    lines = []
    for kind, heading in _KINDS:
        docs = _docs(kind)
        lines.append(f"{heading}:")
        for field in fields(kind):
            if field.name not in _SEPARATE and field.default is not MISSING:
                lines.append(f"  {field.name}={_text(field.default)}\n      {docs[field.name]}")
    return "\n".join(lines)


def _text(default: Any) -> str:
    if isinstance(default, bool):
        return "yes" if default else "no"
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default)


def _docs(kind: type[Any]) -> dict[str, str]:
    """The strings below a dataclass's fields, which Python itself forgets."""
    body = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(body, ast.ClassDef)
    docs = {field.name: "" for field in fields(kind)}
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            value = text.value if isinstance(text, ast.Expr) else None
            if isinstance(value, ast.Constant):
                docs[field.target.id] = " ".join(str(value.value).split())
    return docs
