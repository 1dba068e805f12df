"""Where upper layers plug into lower ones: a service by name, loaded when it is first called for.

``neurols/__init__.py`` puts the parts together. The search calls for learned controllers and for
pictures by these names and imports neither.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_LOADERS: dict[str, Callable[[], Any]] = {}


def provide(name: str, load: Callable[[], Any]) -> None:
    """Offer a service; ``load`` returns what carries it out."""
    _LOADERS[name] = load


def service(name: str) -> Any:
    """What carries out the service of that name."""
    return _LOADERS[name]()
