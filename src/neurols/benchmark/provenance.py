"""Where records come from: command, machine, versions and commit, in ``run.json`` beside them.

No host name, no user, no path: what is needed to repeat a run, and nothing of who ran it.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from os import PathLike
from pathlib import Path
from typing import Any

from neurols.benchmark.plan import Plan
from neurols.errors import InputError

FILE_NAME = "run.json"
_PACKAGES = ("numpy", "onnxruntime", "ortools", "pyvrp", "hygese")


def describe(
    folder: str | PathLike[str],
    command: str,
    seeds: Sequence[int],
    contestants: Sequence[str],
    plan: Plan | None = None,
) -> dict[str, Any]:
    """Write down how the records of a folder are made; sessions before this one stay listed.

    Returns:
        What the file holds.
    """
    from neurols.files.whole_file import make_folder, write_bytes

    path = Path(folder) / FILE_NAME
    make_folder(path.parent)
    here = session()
    earlier = read_description(folder)
    sessions = [] if earlier is None else list(earlier["sessions"])
    if here not in sessions:
        sessions.append(here)
    form = {
        "command": command,
        "seeds": list(seeds),
        "contestants": list(contestants),
        "plan": None if plan is None else plan.to_json(),
        "sessions": sessions,
    }
    write_bytes(path, json.dumps(form, indent=1).encode() + b"\n")
    return form


def read_description(folder: str | PathLike[str]) -> dict[str, Any] | None:
    """What ``describe`` wrote; None where there is nothing.

    Raises:
        InputError: the file holds something else.
    """
    path = Path(folder) / FILE_NAME
    if not path.exists():
        return None
    try:
        form = json.loads(path.read_text(encoding="utf-8"))
        if not _well_formed(form):
            raise ValueError
        if form["plan"] is not None:
            Plan.from_json(form["plan"])
    except (ValueError, TypeError, KeyError, AttributeError, OSError, RecursionError):
        raise InputError(
            "this does not describe a benchmark", file=path, remedy="remove it, or another folder"
        ) from None
    return dict(form)


def _well_formed(form: Any) -> bool:
    """Has it what reports rely on, of the right kind?"""
    return (
        isinstance(form, dict)
        and {"command", "seeds", "contestants", "plan", "sessions"} <= set(form)
        and isinstance(form["command"], str)
        and isinstance(form["seeds"], list)
        and len(form["seeds"]) > 0
        and isinstance(form["contestants"], list)
        and all(isinstance(name, str) for name in form["contestants"])
        and isinstance(form["sessions"], list)
        and all(isinstance(session, dict) for session in form["sessions"])
    )


def session() -> dict[str, Any]:
    """The machine, the versions and the commit at hand."""
    import neurols

    return {
        "machine": f"{_processor()}, {os.cpu_count()} cores, {platform.system()}",
        "python": platform.python_version(),
        "neurols": neurols.__version__,
        "commit": _commit(Path(neurols.__file__).parent),
        **{name: found for name in _PACKAGES if (found := _version(name)) is not None},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _commit(folder: Path) -> str | None:
    """The commit of the checkout that the package runs from, marked where files were changed."""

    def git(*arguments: str) -> str | None:
        try:
            done = subprocess.run(
                ["git", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=10
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    # An installed package may lie inside some other repository: then its files are not tracked.
    if not git("ls-files", "--", "__init__.py"):
        return None
    commit = git("rev-parse", "--short=10", "HEAD")
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".")
    return None if commit is None else commit + ("+changes" if changed else "")
