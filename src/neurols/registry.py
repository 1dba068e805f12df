"""The problems that neurols solves, and how an instance finds its own.

Light on purpose: importing it brings no NumPy and no compiled core.
"""

from __future__ import annotations

from functools import cache
from os import PathLike, fspath
from os.path import exists  # false, where pathlib raises, for what is too long for a file's name
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.instance import Instance
from neurols.problem import Problem, Solution

__all__ = ["Instance", "Problem", "Solution", "check", "load", "problem_of", "problems", "read"]


_HOMES = {
    "jobshop": ("neurols.scheduling.problem", "JobShopProblem"),
    "cvrp": ("neurols.routing.problem", "RoutingProblem"),
    "tsp": ("neurols.routing.problem", "RoutingProblem"),
}


def problems() -> dict[str, Problem]:
    """Every built-in problem by name."""
    return {name: _problem(name) for name in _HOMES}


@cache
def _problem(name: str) -> Problem:
    from importlib import import_module

    module, kind = _HOMES[name]
    problem: Problem = getattr(import_module(module), kind)()
    return problem


def problem_of(instance: Any) -> Problem:
    """The problem that an instance belongs to; an instance of a user's own names it itself.

    Raises:
        InputError: the object is no instance of any problem.
    """
    named = getattr(instance, "problem", None)
    # The one it names first: what is not asked for is not imported.
    for name in sorted(_HOMES, key=lambda name: name != named):
        if _problem(name).owns(instance):
            return _problem(name)
    own = getattr(instance, "problem_definition", None)
    if own is not None:
        return own  # type: ignore[no-any-return]
    raise InputError(
        f"{type(instance).__name__!r} is no instance of a problem",
        remedy="give what neurols.load, neurols.read or a generator returned",
    )


_ROUTING_FORMATS = {"tsplib", "cvrplib", "vrplib", "vrp", "tsp"}


def read(path: str | PathLike[str], format: str | None = None) -> Instance:
    """Read an instance from a file. Problem and format are told from the text unless named."""
    if _is_routing(path, format):
        from neurols import routing

        return routing.read(path, None if format == "json" else format)
    from neurols import scheduling

    return scheduling.read(path, format)


def _is_routing(path: str | PathLike[str], format: str | None) -> bool:
    """By the format's name, else by the text."""
    if format is not None and format.lower() in _ROUTING_FORMATS:
        return True
    if format not in (None, "json"):
        return False
    from neurols.files.file_bytes import read_bytes
    from neurols.files.recognise import is_routing

    # As Latin-1 any text can be looked at; the reader will say what is wrong with it.
    text = read_bytes(path).decode("latin-1").removeprefix("\xef\xbb\xbf")
    return is_routing(text, path)


def load(name: str | PathLike[str], data: str | PathLike[str] | None = None) -> Instance:
    """A built-in instance by name, or an instance from a file by path.

    Args:
        name: ``ta01``, ``ft06``, ``X-n101-k25``, ``demo-cvrp`` …, or a path.
        data: folder with benchmark files that are not built in; else ``NEUROLS_DATA``.
    """
    text = fspath(name)
    of_routing = text.startswith(("X-n", "kool"))
    if _has_path_form(text) and (not of_routing or exists(text)):
        return read(text)
    if not of_routing:
        from neurols.scheduling import suites as shop_suites

        if text.lower() in shop_suites.names():
            return shop_suites.load(text)
    from neurols.routing import suites as routing_suites

    if of_routing or text in routing_suites.names():
        return routing_suites.load(text, data)
    if exists(text):
        return read(text)
    raise _unknown(text, (*shop_suites.names(), *routing_suites.names()))


def _unknown(name: str, known: tuple[str, ...]) -> InputError:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=3, cutoff=0.6)
    built_in = (
        "built in are ft06, ft10, ft20, ta01 to ta80, demo-cvrp, ul-n101-s01 to ul-n1001-s40"
        " and kool100:SEED; X-n101-k25 and the like come from --data or NEUROLS_DATA"
    )
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    return InputError(f"unknown instance {name!r}", remedy=hint + built_in)


def _has_path_form(text: str) -> bool:
    """Has it a folder or a suffix? No built-in name has."""
    path = Path(text)
    return path.suffix != "" or len(path.parts) > 1


def check(instance: Any, solution: Any) -> float:
    """The cost of a solution by the independent checker.

    Raises:
        InfeasibleSolution: something is wrong; the message names what.
    """
    return problem_of(instance).check(instance, solution)
