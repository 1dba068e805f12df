"""``neurols train --learn RULE``: native rules, trained by the final costs of searches."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from neurols.cli.console import say, say_facts
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.train.training_data import NativeTraining

_INTERRUPTED = 130
_FIXED = ("problem", "sizes", "families")  # not for --set


def train_native(
    learn: str,
    problem: str | None,
    sizes: str | None,
    iterations: int | None,
    seed: int | None,
    time: float | None,
    threads: int | None,
    assignments: Sequence[str],
    output: Path | None,
    resume: Path | None,
    told: bool,
) -> None:
    """Train, tell the progress where that is wanted, and say where everything lies."""
    from neurols.cli.interrupt import interrupted_once
    from neurols.cli.progress import watch_training
    from neurols.train.native_play import TimeIsUp, ending_in

    if resume is not None and output not in (None, resume):
        raise InputError("--resume and --output name two folders", remedy="drop --output")
    config = _config(learn, problem, sizes, iterations, seed, threads, assignments, resume)
    folder = resume or output or Path("runs") / f"{config.problem}-{learn}"
    if resume is None and (folder / "state.json").exists():
        raise InputError(
            "holds an earlier run",
            file=folder,
            remedy=f"go on with --resume {folder}, or name another --output",
        )
    with (
        interrupted_once(),
        watch_training(config.generations, told) as note,
        ending_in(time),
    ):
        try:
            config.train(folder, resume=resume is not None, on_generation=note)
        except TimeIsUp:  # the state on disk is that of the last generation
            pass
        except KeyboardInterrupt:
            again = f"neurols train --learn {learn} --resume {folder}"
            print(f"neurols: interrupted; go on with: {again}", file=sys.stderr)
            raise typer.Exit(_INTERRUPTED) from None
    _tell(folder)


def _tell(folder: Path) -> None:
    model = folder / "policy.safetensors"
    if not model.exists():
        say("The time ended before the first validation: there is no policy yet.")
        return
    say_facts(
        [
            ("model", str(model)),
            ("curve", str(folder / "training.csv")),
            ("use it with", f"--controller nls:model={model}"),
        ]
    )


def _config(
    learn: str,
    problem: str | None,
    sizes: str | None,
    iterations: int | None,
    seed: int | None,
    threads: int | None,
    assignments: Sequence[str],
    resume: Path | None,
) -> NativeTraining:
    from neurols.train import state_file
    from neurols.train.training_data import learning_of

    before = None
    if resume is not None:
        before = state_file.settings_in(state_file.stored(resume, ()))
        problem = problem or str(before.get("problem"))
    rules = {} if problem is None else learning_of(problem).RULES
    if learn not in rules:
        raise InputError(
            f"no {learn} is learned for problem {problem!r}",
            remedy=f"use {', '.join(('graph-policy', *rules))}",
        )
    config: Any = rules[learn]
    if before is not None:
        if before.keys() != {field.name for field in fields(config)}:
            raise InputError(
                "holds the training of another rule", file=resume, remedy="name it by --learn"
            )
        config = type(config)(**before)
    if sizes is not None and not hasattr(config, "sizes"):
        raise InputError(
            f"--generate is not for --learn {learn}", remedy="use --set operations=LOW,HIGH"
        )
    changes: dict[str, Any] = {
        "problem": problem,
        "sizes": None if sizes is None else tuple(part.strip() for part in sizes.split(",")),
        "iterations": None if iterations is None else (iterations, iterations),
        "seed": seed,
        "threads": threads,
    }
    changes = {name: value for name, value in changes.items() if value is not None}
    defaults = {field.name: field.default for field in fields(config)}
    for text in assignments:
        name, equals, value = text.partition("=")
        if not equals or name not in defaults or name in _FIXED:
            known = ", ".join(name for name in defaults if name not in _FIXED)
            raise InputError(f"--set {text}: no such setting", remedy=f"there are {known}")
        changes[name] = _value(text, value, defaults[name])
    changed: NativeTraining = replace(config, **changes)
    return changed


def _value(text: str, value: str, default: Any) -> Any:
    try:
        if isinstance(default, tuple):
            low, _, high = value.partition(",")
            return (int(low), int(high or low))
        return type(default)(value)
    except ValueError:
        raise InputError(f"--set {text}", remedy=f"give a value such as {default}") from None
