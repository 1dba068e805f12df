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
    from neurols.problems.routing.problem import RoutingProblem

    routing = RoutingProblem()
    return {"jobshop": JobShopProblem(), "cvrp": routing, "tsp": routing}


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


_ROUTING_SUFFIXES = {".vrp", ".tsp", ".atsp"}
_ROUTING_FORMATS = {"tsplib", "cvrplib", "vrplib", "vrp", "tsp"}


def read(path: str | PathLike[str], format: str | None = None) -> Instance:
    """Read an instance from a file. Problem and format are told from the text unless named."""
    from neurols.problems import jobshop, routing

    if _is_routing(path, format):
        return routing.read(path, None if format == "json" else format)
    return jobshop.read(path, format)


def _is_routing(path: str | PathLike[str], format: str | None) -> bool:
    """By the format's name, else by the file's; JSON says itself which problem it holds."""
    if format is not None and format.lower() in _ROUTING_FORMATS:
        return True
    suffix = Path(path).suffix.lower()
    if suffix == ".json" and format in (None, "json"):
        try:
            head = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return False  # the reader will say what is wrong
        return '"neurols-routing"' in head
    return format is None and suffix in _ROUTING_SUFFIXES


def load(name: str | PathLike[str], data: str | PathLike[str] | None = None) -> Instance:
    """A built-in instance by name, or an instance from a file by path.

    Args:
        name: ``ta01``, ``ft06``, ``X-n101-k25``, ``demo-cvrp`` …, or a path.
        data: folder with benchmark files that are not built in; else ``NEUROLS_DATA``.
    """
    from neurols.problems.jobshop import suites as jobshop_suites
    from neurols.problems.routing import suites as routing_suites

    text = fspath(name)
    if text.lower() in jobshop_suites.names():
        return jobshop_suites.load(text)
    if text in routing_suites.names() or text.startswith(("X-n", "kool")):
        return routing_suites.load(text, data)
    if _looks_like_path(text):
        return read(text)
    raise _unknown(text, (*jobshop_suites.names(), *routing_suites.names()))


def _unknown(name: str, known: tuple[str, ...]) -> InputError:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=3, cutoff=0.6)
    built_in = (
        "built in are ft06, ft10, ft20, ta01 to ta80, demo-cvrp, ul-n101-s01 to ul-n1001-s40"
        " and kool100:SEED; X-n101-k25 and the like come from --data or NEUROLS_DATA"
    )
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    return InputError(f"unknown instance {name!r}", remedy=hint + built_in)


def _looks_like_path(text: str) -> bool:
    path = Path(text)
    return path.suffix != "" or len(path.parts) > 1 or path.exists()


def check(instance: Any, solution: Any) -> float:
    """The cost of a solution by the independent checker.

    Raises:
        InfeasibleSolution: something is wrong; the message names what.
    """
    return problem_of(instance).check(instance, solution)
