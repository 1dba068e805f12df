"""The families of the literature as suites, from a folder of their files.

A family's files stand in a folder of its name, in it or one level below, as in
``vrptw/gh200/C1_2_1.txt``. ``vrptw:gh200`` is one such folder, ``vrptw`` all of them. An instance
is named by its family and its file, as in ``pcvrptw/C1_10_1``; the family may be left out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from os import PathLike
from pathlib import Path
from typing import Any

from neurols.errors import InputError

from . import best_known
from .instance import RichRouting

FAMILIES = (
    *("vrptw", "hfvrp", "mdvrptw", "vrpb", "mtvrptwr"),
    *("pcvrptw", "gvrp", "sdvrptw", "pdptw"),
)
_SUFFIXES = (".vrp", ".txt", ".json")
_NAME = re.compile(r"[\w.+-]+")
_CLASS = re.compile(r"(l?rc|l?r|l?c)(\d)", re.IGNORECASE)

Folder = str | PathLike[str]


def names() -> list[str]:
    """Every name that ``load`` knows without a folder."""
    return []


def knows(name: str) -> bool:
    """Is it an instance of a family, by its name?"""
    family, _, rest = name.rpartition("/")
    if family:
        return family.lower() in FAMILIES and bool(_NAME.fullmatch(rest))
    return any(rest.upper() in map(str.upper, best_known.names(each)) for each in FAMILIES)


def load(name: str, data: Folder | None = None, **options: Any) -> RichRouting:
    """The instance of that name from the folder ``data``, or else ``NEUROLS_DATA``.

    Raises:
        InputError: there is no folder, or no such file in it.
    """
    from .read import read

    family, _, rest = name.rpartition("/")
    families = [family.lower()] if family else [f for f in FAMILIES if rest in best_known.names(f)]
    root = _root(data)
    if root is None:
        raise InputError(
            f"{name} comes from a folder of benchmark files",
            remedy="name it with --data or NEUROLS_DATA",
        )
    for each in families or FAMILIES:
        for path in _files(root, each):
            if path.stem.lower() == rest.lower():
                return replace(read(path, **options), name=path.stem)
    raise InputError(f"no file of {name} in {root}", remedy="correct the name, or --data")


def suite(name: str, data: Folder | None = None) -> list[str]:
    """The names in a suite, by size of their files; ``load`` gives the instances.

    Raises:
        InputError: there is no folder, or nothing of the suite in it.
    """
    family, _, wanted = name.lower().partition(":")
    root = _root(data)
    if root is None:
        raise InputError(
            f"the suite {family} is read from a folder",
            remedy="name it with --data or NEUROLS_DATA",
        )
    found = list(_files(root, family))
    if not found:
        raise InputError(
            f"no files of {family}", file=root, remedy=f"name the folder that holds {family}/"
        )
    groups = dict.fromkeys(path.parent.name for path in found)
    if wanted:
        found = [path for path in found if path.parent.name.lower() == wanted]
        if not found:
            near = get_close_matches(wanted, groups, 1)
            remedy = f"did you mean {near[0]}?" if near else f"use {', '.join(groups)}"
            raise InputError(f"no group {wanted[:60]!r} in {family}", remedy=remedy)
    return [f"{family}/{path.stem}" for path in found]


def group(instance: RichRouting) -> str | None:
    """The group under which tables list an instance of a family; None for others."""
    for family in FAMILIES:
        known = best_known.best_known(
            family, (instance.name,), instance.customers, instance.rounding, instance.objective
        )
        if known is not None and known == instance.best_known:
            kind = _CLASS.match(instance.name)
            return f"{family} {kind[0].upper()}" if kind and family != "mtvrptwr" else family
    return None


def _root(data: Folder | None) -> Path | None:
    given = data if data is not None else os.environ.get("NEUROLS_DATA") or None
    if given is None:
        return None
    folder = Path(given)
    if not folder.is_dir():
        source = "--data" if data is not None else "NEUROLS_DATA"
        raise InputError("no such folder", file=folder, remedy=f"correct {source}")
    return folder


def _files(root: Path, family: str) -> Iterator[Path]:
    """The family's instance files, in the first folder of its name, by group and size."""
    places = [root / family, root / "routing" / family]
    places += [root] if root.name.lower() == family else []
    home = next((place for place in places if place.is_dir()), None)
    if home is None:
        return
    folders = [home, *sorted(path for path in home.iterdir() if path.is_dir())]
    for folder in folders:
        files = [path for path in folder.iterdir() if path.suffix.lower() in _SUFFIXES]
        yield from sorted(files, key=lambda path: (path.stat().st_size, path.name))
