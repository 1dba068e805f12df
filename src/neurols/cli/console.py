"""Writing to the terminal: results to stdout, the rest to stderr."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Sequence
from typing import Any

CLOSED_PIPE = 141
"""Exit code when nobody reads on: what a shell reports of a program that SIGPIPE ended."""


class NobodyReads(Exception):
    """The reader of stdout has left, as ``head`` does: the end, but no error."""


def say(text: str) -> None:
    """A text and a line feed to stdout, at once.

    Raises:
        NobodyReads: there is nobody to say it to.
    """
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise NobodyReads from None


def close_pipe() -> None:
    """Point stdout to nowhere, or Python would complain about the closed pipe when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say_json(value: Any) -> None:
    """A value as one line of JSON."""
    say(json.dumps(_finite(value), allow_nan=False))


def say_facts(facts: Sequence[tuple[str, str]]) -> None:
    """Names and values, aligned."""
    width = max(len(name) for name, _ in facts)
    say("\n".join(f"{name:<{width}}  {value}" for name, value in facts))


def shows_progress(wanted: bool) -> bool:
    """Is there somebody at a terminal to watch?"""
    return wanted and sys.stderr.isatty()


def _finite(value: Any) -> Any:
    """Infinities as null: JSON has no word for them."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
