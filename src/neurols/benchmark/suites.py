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
from neurols.registry import Instance, load, problem_of, problems


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
    """The group under which tables list an instance, by its problem."""
    return problem_of(instance).group(instance)


def _sources(part: str, data: str | PathLike[str] | None) -> Iterator[str]:
    """Names and paths, such as ``load`` takes, of one part of the list."""
    if not part:
        raise InputError("the suite is empty", remedy="give a name, a file, a folder or a glob")
    known = () if exists(part) else problems().values()
    suites = (problem.suite(part, data) for problem in known)
    names = next((names for names in suites if names is not None), None)
    if names is not None:
        yield from names
    elif isdir(part):
        yield from _in_folder(Path(part))
    elif has_magic(part) and not exists(part):
        found = sorted(path for path in glob(part, recursive=True) if Path(path).is_file())
        if not found:
            raise InputError(f"no file matches {part!r}", remedy="put the pattern in quotes")
        yield from found
    else:
        yield part  # a file or a single name; load tells what is wrong with it


def _in_folder(folder: Path) -> Iterator[str]:
    # Others, such as solutions and notes, lie beside them.
    suffixes = dict.fromkeys(("", *(one for p in problems().values() for one in p.suffixes)))
    found = sorted(
        str(path)
        for path in folder.iterdir()
        if path.is_file() and path.suffix.lower() in suffixes and not path.name.startswith(".")
    )
    if not found:
        known = ", ".join(suffix for suffix in suffixes if suffix)
        raise InputError(
            "the folder holds no instances", file=folder, remedy=f"their names end in {known}"
        )
    yield from found
