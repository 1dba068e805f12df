"""Where the instances of an environment come from: a size to generate, a folder, or a list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.registry import load, read
from neurols.train.recipe import generated

Source = str | PathLike[str] | Sequence[Any]
"""A size (``15x15``, ``100``), a folder, an instance's name or file, or a list of instances."""

DEFAULT_SIZES = {"jobshop": "15x15", "cvrp": "100"}

_SIZE = re.compile(r"\d+(x\d+)?")


def instance_pool(problem: str, source: Source | None, *, pool: int, seed: int) -> list[Any]:
    """The instances that episodes are drawn from.

    Args:
        problem: ``jobshop`` or ``cvrp``.
        source: where they come from; the problem's default size where not given.
        pool: how many are generated, where a size is given.
        seed: seed of the first generated one.

    Raises:
        InputError: there is no instance, or one is of another problem.
    """
    if problem not in DEFAULT_SIZES:
        known = " or ".join(DEFAULT_SIZES)
        raise InputError(f"unknown problem {problem!r}", remedy=f"use {known}")
    source = DEFAULT_SIZES[problem] if source is None else source
    if isinstance(source, str) and _SIZE.fullmatch(source):
        if pool < 1:
            raise InputError(f"the pool is {pool}", remedy="generate 1 instance or more")
        return [generated(problem, source, seed + k) for k in range(pool)]
    if isinstance(source, (str, PathLike)):
        found = _folder(Path(source)) if Path(source).is_dir() else [load(source)]
    else:
        found = [load(one) if isinstance(one, (str, PathLike)) else one for one in source]
    if not found:
        raise InputError("there is no instance", remedy="give a size such as 15x15, or a folder")
    for instance in found:
        if instance.problem != problem:
            raise InputError(
                f"instance {instance.name!r} is of problem {instance.problem}, not {problem}",
                remedy=f"give instances of {problem} alone",
            )
    return found


def _folder(folder: Path) -> list[Any]:
    files = sorted(path for path in folder.iterdir() if path.is_file())
    if not files:
        raise InputError("no instance file", file=folder, remedy="give a folder with some")
    return [read(path) for path in files]
