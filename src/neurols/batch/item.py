"""One instance of a batch with the settings it is solved under."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields, replace
from os.path import exists
from pathlib import Path
from typing import Any

from neurols.errors import InputError

_KEY_DIGITS = 20


@dataclass(frozen=True, slots=True)
class Settings:
    """How an instance is solved; the arguments of ``neurols.solve`` of the same names."""

    controller: str = "auto"
    time_limit: float | None = None
    cpu_limit: float | None = None
    iterations: int | None = None
    target: float | None = None
    seed: int = 0
    searches: int = 1
    threads: int = 1
    format: str | None = None
    """Format of the file, where it cannot be told from its text."""

    def given(self) -> dict[str, Any]:
        """What is set, by name."""
        return {f.name: value for f in fields(self) if (value := getattr(self, f.name)) is not None}

    def but(self, changes: dict[str, Any]) -> Settings:
        """These settings with some replaced; another budget takes the place of the one given."""
        if any(name in changes for name in ("time_limit", "cpu_limit", "iterations")):
            unlimited = replace(self, time_limit=None, cpu_limit=None, iterations=None)
            return replace(unlimited, **changes)
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Item:
    """What is to be solved."""

    name: str
    """Name of the plan's file and in the summary; no two items of a batch share one."""
    source: str
    """Path or built-in name of the instance."""
    settings: Settings
    initial: str | None = None
    """Path of a solution to start from."""
    data: str | None = None
    """Folder with benchmark files that are not built in."""

    def content(self) -> tuple[bytes | None, bytes | None]:
        """Bytes of the instance's file and of the initial solution's; None for a built-in name.

        Raises:
            InputError: a file cannot be read.
        """
        from neurols.files.file_bytes import read_raw

        path = Path(self.source)
        named = not exists(path) and path.suffix == "" and len(path.parts) == 1
        instance = None if named else read_raw(path)
        return instance, None if self.initial is None else read_raw(self.initial)

    def key(self, content: tuple[bytes | None, bytes | None]) -> str:
        """Digest of content and settings: results under the same key need not be made again."""
        digest = hashlib.sha256()
        for part in content:
            digest.update(b"-" if part is None else hashlib.sha256(part).digest())
        if content[0] is None:
            digest.update(self.source.encode("utf-8", "surrogatepass"))
        digest.update(json.dumps(self.settings.given(), sort_keys=True).encode())
        return digest.hexdigest()[:_KEY_DIGITS]


def with_unique_names(items: list[Item]) -> list[Item]:
    """The items, refused where two would write the same plan.

    Raises:
        InputError: two items have one name.
    """
    seen: dict[str, Item] = {}
    for item in items:
        # Many file systems take names that differ in case for the same one.
        other = seen.setdefault(item.name.casefold(), item)
        if other is not item:
            raise InputError(
                f"two instances of the batch are named {item.name!r}: {other.source} and"
                f" {item.source}",
                remedy="give names of their own in a list (column 'name')",
            )
    return items
