"""Which instances a benchmark runs on: suites by name, names, files, folders and globs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from glob import glob, has_magic
from os import PathLike
from os.path import exists, isdir  # a list may be too long a name for pathlib
from pathlib import Path

from neurols.benchmark.fingerprint import fingerprint
from neurols.errors import InputError
from neurols.registry import Instance, load

_SUFFIXES = ("", ".txt", ".jsp", ".jss", ".json", ".vrp", ".tsp")
"""Files that a folder is searched for; others, such as ``.sol`` and ``.md``, lie beside them."""


@dataclass(frozen=True)
class Case:
    """An instance of a suite and the group under which tables list it."""

    instance: Instance
    group: str

    @property
    def name(self) -> str:
        return self.instance.name

    @cached_property
    def fingerprint(self) -> str:
        """Digest of the instance's data."""
        return fingerprint(self.instance)


def resolve(suite: str, data: str | PathLike[str] | None = None) -> list[Case]:
    """The instances that a text names, each once.

    Args:
        suite: ``taillard``, ``taillard:15x15``, a built-in name, a file, a folder, a glob, or a
            list of them separated by commas.
        data: folder with benchmark files that are not built in.

    Raises:
        InputError: a part names nothing, or two different instances have the same name.
    """
    parts = [suite] if exists(suite) else [part.strip() for part in suite.split(",")]
    sources = dict.fromkeys(source for part in parts for source in _sources(part, data))
    cases: dict[str, Case] = {}
    origin: dict[str, str] = {}
    for source in sources:
        instance = load(source, data)
        if instance.name in cases:
            raise InputError(
                f"two instances are named {instance.name!r}: {origin[instance.name]} and {source}",
                remedy="rename one, or run them apart",
            )
        cases[instance.name] = Case(instance, group_of(instance))
        origin[instance.name] = source
    return list(cases.values())


def group_of(instance: Instance) -> str:
    """The size for job shops; the published groups for routing, where the instance is in one."""
    if instance.problem in ("cvrp", "tsp"):
        from neurols.routing.suites import group

        named = group(instance.name)
        return instance.size if named == "other" else named
    return instance.size


def _sources(part: str, data: str | PathLike[str] | None) -> Iterator[str]:
    """Names and paths, such as ``load`` takes, of one part of the list."""
    from neurols.routing import suites as routing
    from neurols.scheduling import suites as scheduling

    if not part:
        raise InputError("the suite is empty", remedy="give a name, a file, a folder or a glob")
    if part.lower() in scheduling.groups() or part.lower() in scheduling.names():
        yield from scheduling.suite(part)
    elif part.partition(":")[0] in routing.SUITES:
        yield from routing.suite(part, data)
    elif isdir(part):
        yield from _in_folder(Path(part))
    elif has_magic(part) and not exists(part):
        found = sorted(path for path in glob(part, recursive=True) if Path(path).is_file())
        if not found:
            raise InputError(f"no file matches {part!r}", remedy="put the pattern in quotes")
        yield from found
    else:
        _refuse_unknown_suite(part)
        yield part  # a file or a single name; load tells what is wrong with it


def _in_folder(folder: Path) -> Iterator[str]:
    found = sorted(
        str(path)
        for path in folder.iterdir()
        if path.is_file() and path.suffix.lower() in _SUFFIXES and not path.name.startswith(".")
    )
    if not found:
        known = ", ".join(suffix for suffix in _SUFFIXES if suffix)
        raise InputError(
            "the folder holds no instances", file=folder, remedy=f"their names end in {known}"
        )
    yield from found


def _refuse_unknown_suite(part: str) -> None:
    """``taillard:17x3`` is a slip in the group; ``load`` would take it for an instance."""
    if part.partition(":")[0].lower() == "taillard":
        from neurols.scheduling import suites as scheduling

        scheduling.suite(part)
