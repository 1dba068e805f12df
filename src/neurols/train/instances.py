"""Where the instances of an environment come from: a size to generate, a folder, or a list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.problem import Problem
from neurols.registry import load, problem_named, read

Source = str | PathLike[str] | Sequence[Any]
"""A size (``15x15``, ``100``), a folder, an instance's name or file, or a list of instances."""

_SIZE = re.compile(r"([\w-]+:)?\d+(x\d+)?")


def instance_pool(
    problem: str | Problem, source: Source | None, *, pool: int, seed: int
) -> list[Any]:
    """The instances that episodes are drawn from.

    Args:
        problem: the problem or its name.
        source: where they come from; the problem's default size where not given.
        pool: how many are generated, where a size is given.
        seed: seed of the first generated one.

    Raises:
        InputError: there is no instance, or one is of another problem.
    """
    owner = problem_named(problem) if isinstance(problem, str) else problem
    source = (owner.default_size or ()) if source is None else source
    if isinstance(source, str) and _SIZE.fullmatch(source):
        if pool < 1:
            raise InputError(f"the pool is {pool}", remedy="generate 1 instance or more")
        return [owner.generated(source, seed + k) for k in range(pool)]
    if isinstance(source, (str, PathLike)):
        found = _folder(Path(source)) if Path(source).is_dir() else [load(source)]
    else:
        found = [load(one) if isinstance(one, (str, PathLike)) else one for one in source]
    if not found:
        raise InputError("there is no instance", remedy="give a size such as 15x15, or a folder")
    for instance in found:
        if instance.problem != owner.name:
            raise InputError(
                f"instance {instance.name!r} is of problem {instance.problem}, not {owner.name}",
                remedy=f"give instances of {owner.name} alone",
            )
    return found


def _folder(folder: Path) -> list[Any]:
    files = sorted(path for path in folder.iterdir() if path.is_file())
    if not files:
        raise InputError("no instance file", file=folder, remedy="give a folder with some")
    return [read(path) for path in files]
