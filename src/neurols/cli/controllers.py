"""``neurols controllers``: the controllers and their options."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from neurols.cli.console import say, say_json
from neurols.cli.options import Json, ProblemName


def controllers(
    problem: ProblemName = None,
    options: Annotated[
        bool, typer.Option("--options/--no-options", help="Show the options and their defaults.")
    ] = True,
    json: Json = False,
) -> None:
    """List the controllers. Options are given after a colon.

    \b
    neurols solve ta01 --controller vns
    neurols solve ta01 --controller ils:preset=paper
    neurols solve ta01 --controller tabu:tenure=20,operator=cei+tabu
    """
    from neurols.registry import problem_named
    from neurols.search.controllers import catalogue

    entries = catalogue(problem_named(problem))
    if json:
        say_json([asdict(entry) for entry in entries])
        return
    width = max(len(entry.name) for entry in entries)
    lines = []
    for entry in entries:
        lines.append(f"{entry.name:<{width}}  {entry.summary}")
        if options and entry.options:
            given = ((key, value) for key, value in entry.options.items() if value != "")
            shown = (f"{key}={_shown(value)}" for key, value in given)
            lines += [f"{'':{width}}    {line}" for line in _wrapped(shown, 96 - width)]
    say("\n".join(lines))


def _shown(value: Any) -> str:
    """A default as the user would write it."""
    return "/".join(value) if isinstance(value, tuple) else str(value)


def _wrapped(words: Any, width: int) -> list[str]:
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += f"{word} "
    return [line.rstrip() for line in lines if line]
