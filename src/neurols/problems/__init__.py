"""The problems that neurols solves, and how an instance finds its own.

Light on purpose: importing it brings no NumPy and no compiled core.
"""

from __future__ import annotations

from functools import cache
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.problems.instance import Instance
from neurols.problems.problem import Problem, Solution

__all__ = ["Instance", "Problem", "Solution", "check", "load", "problem_of", "problems", "read"]


@cache
def problems() -> dict[str, Problem]:
    """Every built-in problem by name."""
    from neurols.problems.jobshop.problem import JobShopProblem

    return {"jobshop": JobShopProblem()}


def problem_of(instance: Any) -> Problem:
    """The problem that an instance belongs to; an instance of a user's own names it itself.

    Raises:
        InputError: the object is no instance of any problem.
    """
    for problem in problems().values():
        if problem.owns(instance):
            return problem
    own = getattr(instance, "problem_definition", None)
    if own is not None:
        return own  # type: ignore[no-any-return]
    raise InputError(
        f"{type(instance).__name__!r} is no instance of a problem",
        remedy="give what neurols.load, neurols.read or a generator returned",
    )


def read(path: str | PathLike[str], format: str | None = None) -> Instance:
    """Read an instance from a file. The format is detected unless it is named."""
    from neurols.problems import jobshop

    return jobshop.read(path, format)


def load(name: str | PathLike[str], data: str | PathLike[str] | None = None) -> Instance:
    """A built-in instance by name, or an instance from a file by path.

    Args:
        name: ``ta01``, ``ft06`` …, or a path.
        data: folder with benchmark files that are not built in.
    """
    from neurols.problems.jobshop import suites as jobshop_suites

    text = fspath(name)
    if text.lower() in jobshop_suites.names():
        return jobshop_suites.load(text)
    if _looks_like_path(text):
        return read(text)
    return jobshop_suites.load(text)  # raises, and suggests near names


def _looks_like_path(text: str) -> bool:
    path = Path(text)
    return path.suffix != "" or len(path.parts) > 1 or path.exists()


def check(instance: Any, solution: Any) -> float:
    """The cost of a solution by the independent checker.

    Raises:
        InfeasibleSolution: something is wrong; the message names what.
    """
    return problem_of(instance).check(instance, solution)
