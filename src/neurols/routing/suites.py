"""Instances by name, and suites of them.

``uchoa-like`` and the demo are generated and need no file; ``uchoa`` is read from a folder or
fetched, ``tsp`` (TSPLIB's tours) and ``cvrp-large`` from a folder. ``kool100:7`` is Kool et al.'s
instance with 100 customers and seed 7.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import Path

from neurols.errors import InputError

from . import best_known, uchoa
from .generate import Demand, Depot, Positions, kool
from .generate import uchoa as generate_uchoa
from .instance import VehicleRouting

DATA_VARIABLE = "NEUROLS_DATA"
SUITES = ("uchoa-like", "uchoa", *best_known.SUITES)
DEMO = "demo-cvrp"

_LIKE_COUNT = 40
_LIKE_SEED = 2017_000  # apart from the small seeds that training and tuning use
_KOOL = re.compile(r"kool(\d{1,6}):(\d{1,9})")
_FILE_NAME = re.compile(r"[\w.+-]+")

Folder = str | PathLike[str]


def names() -> list[str]:
    """Every name that ``load`` knows without a folder, the ``koolN:SEED`` family aside."""
    return [DEMO, *_generated_names(), *uchoa.BEST_KNOWN]


def load(name: str, data: Folder | None = None) -> VehicleRouting:
    """The instance of that name: built in, in the data folder, or fetched.

    ``data`` (or else ``NEUROLS_DATA``) is a folder with ``NAME.vrp``, ``.tsp`` or ``.json`` files
    in it, one level below, or in the folder ``routing/SUITE``.
    """
    if make := _generators().get(name):
        return _with_reference(make())
    if parts := _KOOL.fullmatch(name):
        return kool(int(parts[1]), int(parts[2]), name=name)
    from .read import read

    folder = _folder(data)
    if folder is not None and (path := _file(folder, name)) is not None:
        return read(path)
    if name in uchoa.SHA256:
        from .fetch import fetch

        return read(fetch(name))
    near = get_close_matches(name, names(), 3, 0.6)
    where = "" if folder is None else f" (nor is it in {folder})"
    remedy = f"did you mean {' or '.join(near)}?" if near else f"try {DEMO} or X-n101-k25"
    raise InputError(f"unknown instance {name[:60]!r}{where}", remedy=remedy)


def published(name: str) -> bool:
    """Is it an instance of a suite that a folder holds?"""
    return any(name in suite for suite in best_known.SUITES.values())


def suite(name: str, data: Folder | None = None) -> list[str]:
    """The names in a suite, smallest instance first; ``load`` gives the instances.

    ``uchoa`` is what the data folder holds, or without a folder the 43 instances that can be
    fetched. ``SUITE:GROUP``, e.g. ``uchoa:n100``, is one group of a suite.
    """
    base, _, wanted = name.partition(":")
    if base not in SUITES:
        near = get_close_matches(base, SUITES, 1)
        remedy = f"did you mean {near[0]}?" if near else f"use {' or '.join(SUITES)}"
        raise InputError(f"unknown suite {base[:60]!r}", remedy=remedy)
    members = _members(base, data)
    if not wanted:
        return members
    chosen = [member for member in members if group(member) == wanted]
    if not chosen:
        groups = ", ".join(dict.fromkeys(map(group, members)))
        raise InputError(f"no group {wanted[:60]!r} in {base}", remedy=f"use {groups}")
    return chosen


def group(name: str) -> str:
    """The group under which tables list an instance."""
    if re.match(r"X-n\d+-", name):
        return uchoa.group(name)
    if like := re.match(r"ul-n(\d+)-", name):
        nodes = int(like[1])
        return "n100" if nodes < 250 else "n250" if nodes < 500 else "n500"
    kool_like = _KOOL.fullmatch(name)
    return f"kool{kool_like[1]}" if kool_like else "other"


def _members(base: str, data: Folder | None) -> list[str]:
    if base == "uchoa-like":
        return _generated_names()
    return _uchoa_names(data) if base == "uchoa" else _published_names(base, data)


def _like_customers(index: int) -> int:
    """100 to 1,000 customers in equal ratios."""
    return round(100 * 10 ** (index / (_LIKE_COUNT - 1)))


def _like_name(index: int) -> str:
    return f"ul-n{_like_customers(index) + 1}-s{index + 1:02d}"


def _generated_names() -> list[str]:
    return [_like_name(index) for index in range(_LIKE_COUNT)]


def _generators() -> dict[str, Callable[[], VehicleRouting]]:
    """Generators by name. Classes rotate, so that every range of sizes holds a mix of them."""

    def generator(index: int) -> Callable[[], VehicleRouting]:
        return lambda: generate_uchoa(
            _like_customers(index),
            _LIKE_SEED + index,
            list(Depot)[index % 3],
            list(Positions)[index // 3 % 3],
            list(Demand)[index % 7],
            name=_like_name(index),
        )

    found = {_like_name(index): generator(index) for index in range(_LIKE_COUNT)}
    return found | {DEMO: lambda: generate_uchoa(30, 1, name=DEMO)}


def _with_reference(instance: VehicleRouting) -> VehicleRouting:
    cost = references().get(instance.name)
    return instance if cost is None else replace(instance, best_known=cost)


@cache
def references() -> dict[str, int]:
    """Best costs that several solvers found, by name; no optimum is known for generated instances.

    ``references.csv`` says which solvers ran, the one that found the cost first, and for how many
    CPU seconds each; ``benchmarks/references.py`` writes it.
    """
    text = files(__package__).joinpath("references.csv").read_text(encoding="utf-8")
    return {row["name"]: int(row["cost"]) for row in csv.DictReader(text.splitlines())}


def _folder(data: Folder | None) -> Path | None:
    given = data if data is not None else os.environ.get(DATA_VARIABLE) or None
    if given is None:
        return None
    folder = Path(given)
    if not folder.is_dir():
        source = "--data" if data is not None else DATA_VARIABLE
        raise InputError("no such folder", file=folder, remedy=f"correct {source}")
    return folder


def _file(folder: Path, name: str) -> Path | None:
    if not _FILE_NAME.fullmatch(name):
        return None
    for place in (folder, *_below(folder), *_below(folder / "routing")):
        for suffix in (".vrp", ".tsp", ".json"):
            if (path := place / f"{name}{suffix}").is_file():
                return path
    return None


def _below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []


def _published_names(base: str, data: Folder | None) -> list[str]:
    """Those of the suite's instances of which the data folder has a file, smallest first."""
    folder = _folder(data)
    if folder is None:
        raise InputError(
            f"the suite {base} is read from a folder",
            remedy=f"name it with --data or {DATA_VARIABLE}",
        )
    found = [name for name in best_known.SUITES[base] if _file(folder, name) is not None]
    if not found:
        raise InputError(f"no files of {base}", file=folder, remedy="name their folder with --data")
    return sorted(found, key=best_known.nodes_of)


def _uchoa_names(data: Folder | None) -> list[str]:
    folder = _folder(data)
    if folder is None:
        return list(uchoa.BEST_KNOWN)
    files = [*folder.glob("X-n*-k*.vrp"), *folder.glob("*/X-n*-k*.vrp")]
    found = {path.stem for path in files if re.fullmatch(r"X-n\d+-k\d+", path.stem)}
    if not found:
        raise InputError("no X-n*.vrp files", file=folder, remedy="name their folder with --data")
    return sorted(found, key=lambda name: (int(name.split("-")[1][1:]), name))
