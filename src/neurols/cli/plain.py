"""The arguments of ``neurols solve`` without Typer, which takes longer to load than all the rest.

Whoever presses Ctrl-C as soon as the search is started waits for nothing but imports. What is not
plain here (help, a mistake, an unusual way to write a number) is left to Typer and told by it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

_WHOLE = re.compile(r"\d{1,19}", re.ASCII)
_NUMBER = re.compile(r"\d{1,19}(\.\d{1,19})?", re.ASCII)


def _whole(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None


def _number(text: str) -> float | None:
    return float(text) if _NUMBER.fullmatch(text) else None


VALUES: dict[str, Callable[[str], Any]] = {
    "--controller": str,
    "--iterations": _whole,
    "--time": _number,
    "--target": _number,
    "--seed": _whole,
    "--initial": Path,
    "--construction": str,
    "--output": Path,
    "--plot": Path,
    "--decisions": Path,
    "--searches": _whole,
    "--threads": _whole,
    "--format": str,
    "--data": Path,
}
"""Options that take a value, and what makes it of a text; None where the text is not plain."""

FLAGS = {
    "--json": ("json", True),
    "--share": ("share", True),
    "--independent": ("share", False),
    "--quiet": ("quiet", True),
    "-q": ("quiet", True),
}


def plain_arguments(arguments: Sequence[str]) -> dict[str, Any] | None:
    """The arguments of ``solve_and_tell``, or None where Typer is to have a look."""
    given: dict[str, Any] = {}
    words = iter(arguments)
    value: Any
    for word in words:
        if word in FLAGS:
            name, value = FLAGS[word]
        elif word in VALUES:
            name, text = word[2:], next(words, "")
            # Typer knows better whether a dash begins a value or the next option.
            value = None if text == "" or text.startswith("-") else VALUES[word](text)
        else:
            name, value = "instance", None if word == "" or word.startswith("-") else word
        if value is None or name in given:
            return None
        given[name] = value
    return given if "instance" in given else None
