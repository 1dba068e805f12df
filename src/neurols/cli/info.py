"""``neurols info``: what is known of an instance, or of a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from neurols.cli import inputs, options
from neurols.cli.console import say, say_facts, say_json
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.registry import Instance


def info(
    instance: Annotated[
        str,
        typer.Argument(
            metavar="INSTANCE|MODEL",
            help="A built-in name or a file; of a model nls, nls-a, nls-an, nls-anp or its file.",
            show_default=False,
        ),
    ],
    json: options.Json = False,
    format: options.Format = None,
    rounding: options.Rounding = None,
    objective: options.Objective = None,
    data: options.Data = None,
) -> None:
    """Show size, bounds and best known cost of an instance, or the card of a model.

    \b
    neurols info ta01
    neurols info shop.txt --json
    neurols info nls
    neurols info nls-anp
    neurols info runs/jobshop-anp/policy.onnx
    """
    models = _models(instance)
    if models:
        _show_models(models, json)
        return
    loaded = inputs.load_instance(instance, format, data, rounding, objective)
    facts = _facts(loaded)
    if json:
        say_json(facts)
    else:
        named = ((key.replace("_", " "), value) for key, value in facts.items())
        say_facts([(key, "-" if value is None else _shown(value)) for key, value in named])


def _models(name: str) -> list[Path]:
    """The model files that a name stands for; none where it is an instance's."""
    from neurols.policy import model_file

    if Path(name).suffix in model_file.SUFFIXES:
        return [Path(name)]
    found = model_file.shipped(name)
    if name.startswith("nls-") and not found:
        shipped = ", ".join(model_file.shipped_names())
        raise InputError(f"no model {name!r} is shipped", remedy=f"shipped are {shipped}")
    return found


def _show_models(files: list[Path], json: bool) -> None:
    from neurols.benchmark.text import plain
    from neurols.policy import native
    from neurols.policy.card import complete
    from neurols.policy.model_file import read_model

    told = []
    for file in files:
        known, sections = native.facts(file) if native.is_one(file) else complete(read_model(file))
        told.append({"model": str(file), **known, **sections})
        if not json:
            shown = {"model": str(file), **known}
            say_facts([(plain(name), plain(value)) for name, value in shown.items()])
            for heading, text in sections.items():
                lines = (plain(line) if line.strip() else "" for line in text.splitlines())
                say("\n".join(["", plain(heading), *lines]))
    if json:
        say_json(told[0] if len(told) == 1 else told)


def _facts(instance: Instance) -> dict[str, Any]:
    from neurols.registry import problem_of

    return {
        "instance": instance.name,
        "problem": instance.problem,
        "size": instance.size,
        **problem_of(instance).facts(instance),
        "lower_bound": instance.lower_bound,
        "best_known": instance.best_known,
        "proven_optimal": instance.best_known == instance.lower_bound,
    }


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int | float) else str(value)
