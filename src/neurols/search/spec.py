"""Controller specifications: ``NAME``, ``NAME:ARGUMENT`` and ``NAME:key=value,key=value``.

This file knows the grammar alone; what the names and keys mean is for composition.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from neurols.errors import InputError


@dataclass(frozen=True, slots=True)
class ControllerSpec:
    """A controller's name and its settings: texts where a user wrote them, else values."""

    name: str
    argument: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        parts = [] if self.argument is None else [self.argument]
        parts += [f"{key}={text_of(value)}" for key, value in self.options.items()]
        return self.name + (":" + ",".join(parts) if parts else "")


Option = str | int | float | tuple[str, ...]


def text_of(value: Option) -> str:
    """The value of an option as a specification writes it."""
    if isinstance(value, tuple):
        return "/".join(value)
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def as_spec(given: ControllerSpec | str) -> ControllerSpec:
    """A specification as it is, or read from text."""
    return given if isinstance(given, ControllerSpec) else parse_spec(given)


def parse_spec(text: str) -> ControllerSpec:
    """Split a specification; raises ``InputError`` where it does not follow the grammar."""
    name, _, rest = text.strip().partition(":")
    if not name:
        raise InputError("empty controller name", remedy="see 'neurols controllers'")
    argument: str | None = None
    options: dict[str, Any] = {}
    for position, part in enumerate(rest.split(",") if rest else []):
        key, equals, value = part.partition("=")
        if equals and key and value:
            if key in options:
                raise InputError(f"controller {text!r} gives {key!r} twice")
            options[key] = value
        elif not equals and part and position == 0:
            argument = part
        else:
            raise InputError(
                f"controller {text!r}: cannot read {part!r}",
                remedy="write NAME, NAME:ARGUMENT or NAME:key=value,key=value",
            )
    return ControllerSpec(name, argument, options)


def split_specs(text: str) -> list[str]:
    """A comma-separated list of specifications, whose options hold commas too.

    ``sa,ils:preset=paper,patience=3,vns`` is three: a part with ``=`` and no name of its own
    belongs to the specification before it.
    """
    specs: list[str] = []
    for part in text.split(","):
        head, _, _ = part.partition(":")
        if specs and "=" in head:
            specs[-1] += "," + part
        else:
            specs.append(part)
    return specs
