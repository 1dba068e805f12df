"""Rich instances by name, and suites of them.

Generated ones need no file (generated_suites.py). Published ones are read from the folder that
``--data`` or ``NEUROLS_DATA`` names, which holds ``fjsp/Brandimarte1993/mk01.txt`` and the like, in
it or in its folder ``scheduling``.
"""

from __future__ import annotations

import os
from difflib import get_close_matches
from functools import cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from neurols.errors import InputError
from neurols.scheduling.rich import generated_suites

if TYPE_CHECKING:
    from neurols.scheduling.rich.figures import Figure
    from neurols.scheduling.rich.instance import RichScheduling

DATA_VARIABLE = "NEUROLS_DATA"
_SCHEDULING = "scheduling"
_ALSO = {"sdst": "sdst-jsp"}

Folder = str | PathLike[str]


@cache
def _published() -> dict[str, Figure]:
    from neurols.scheduling.rich.figures import figures

    return {figure.name.lower(): figure for figure in figures()}


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Suite to names; ``fjsp`` holds what ``fjsp:brandimarte`` and the like do."""
    found: dict[str, tuple[str, ...]] = {}
    for figure in _published().values():
        base = figure.family.partition(":")[0]
        for family in dict.fromkeys((base, figure.family)):
            found[family] = (*found.get(family, ()), figure.name)
    found |= generated_suites.suites()
    return found | {short: found[family] for short, family in _ALSO.items() if family in found}


def load(name: str, data: Folder | None = None) -> RichScheduling | None:
    """The instance of that name; None where it is none of these.

    Raises:
        InputError: it is a published instance, and no folder holds it.
    """
    figure = _published().get(name.lower())
    return generated_suites.load(name.lower()) if figure is None else _read(figure, data)


def suite(name: str, data: Folder | None = None) -> list[str] | None:
    """The names in a suite, or one name alone; None where it is neither.

    Raises:
        InputError: the suite has no such part.
    """
    wanted = name.lower()
    known = families()
    if wanted in known:
        return list(known[wanted])
    if wanted in _published():
        return [_published()[wanted].name]
    if wanted in generated_suites.names():
        return [wanted]
    base, separator, _ = wanted.partition(":")
    parts = [family for family in known if family.startswith(f"{base}:")]
    if separator and parts:
        near = get_close_matches(wanted, parts, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise InputError(f"unknown suite {name!r}", remedy=f"{hint}use {', '.join(parts)}")
    return None


def group(instance: RichScheduling) -> str:
    """The family of a published instance, the kind of a generated one; the size of any other."""
    from neurols.scheduling.rich.figures import known_figures

    generated = generated_suites.group(instance.name)
    if generated is not None:
        return generated
    known = known_figures(instance)
    return instance.size if known is None else known.family


def _read(figure: Figure, data: Folder | None) -> RichScheduling:
    from dataclasses import replace

    from neurols.scheduling.instance import JobShop
    from neurols.scheduling.read import read

    folder = _folder(figure, data)
    for home in (folder, folder / _SCHEDULING):
        path = home / figure.file
        if path.is_file():
            instance = read(path)
            assert not isinstance(instance, JobShop)
            return replace(instance, name=figure.name)
    raise InputError(
        f"the folder has no {figure.file}, which {figure.name} is read from",
        file=folder,
        remedy="name the folder of the benchmark files with --data",
    )


def _folder(figure: Figure, data: Folder | None) -> Path:
    given = data if data is not None else os.environ.get(DATA_VARIABLE) or None
    if given is None:
        raise InputError(
            f"{figure.name} is not built in",
            remedy=f"name the folder that holds {figure.file} with --data or {DATA_VARIABLE}",
        )
    folder = Path(given)
    if not folder.is_dir():
        source = "--data" if data is not None else DATA_VARIABLE
        raise InputError("no such folder", file=folder, remedy=f"correct {source}")
    return folder
