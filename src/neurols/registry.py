"""The problems that neurols solves, and how an instance finds its own.

Light on purpose: importing it brings no NumPy and no compiled core.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from os import PathLike, fspath
from os.path import exists  # false, where pathlib raises, for what is too long for a file's name
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.instance import Instance
from neurols.problem import Problem, Solution

__all__ = ["Instance", "Problem", "Solution", "check", "load", "problem_of", "problems", "read"]


HOMES = (
    *("neurols.scheduling", "neurols.routing"),
    *("neurols.scheduling.rich", "neurols.routing.rich"),
)
"""Folders of problems. Each has a module ``problem`` whose ``PROBLEMS`` are objects of ``Problem``.

Names are looked up in this order; what a file holds is asked in the reverse order, so that rich
problems stand after the classical ones. The first one takes the files that none of them recognises.
"""


@cache
def _at_home(home: str) -> tuple[Problem, ...]:
    from importlib import import_module

    found: tuple[Problem, ...] = import_module(f"{home}.problem").PROBLEMS
    return found


def _all() -> Iterator[Problem]:
    """Every built-in problem; a folder is imported when the ones before it do not serve."""
    for home in HOMES:
        yield from _at_home(home)


def problems() -> dict[str, Problem]:
    """Every built-in problem by name."""
    return {problem.name: problem for problem in _all()}


def peers() -> dict[str, str]:
    """Every other solver that a benchmark can run, with the module of its adapter."""
    return {name: module for problem in _all() for name, module in problem.peers.items()}


def problem_named(name: str | None = None) -> Problem:
    """The built-in problem of that name; the first one where none is given.

    Raises:
        InputError: there is none.
    """
    for problem in _all():
        if name in (None, problem.name):
            return problem
    known = ", ".join(problem.name for problem in _all())
    raise InputError(f"unknown problem {name!r}", remedy=f"use one of {known}")


def is_benchmark(name: str) -> bool:
    """Whether this names a built-in instance or a suite of some problem."""
    wanted = name.lower()
    for problem in _all():
        if wanted in map(str.lower, problem.names()):
            return True
        try:
            if problem.suite(wanted) is not None:
                return True
        except InputError:  # a suite, and a group that it does not have
            return True
    return False


def problem_of(instance: Any) -> Problem:
    """The problem that an instance belongs to; an instance of a user's own names it itself.

    Raises:
        InputError: the object is no instance of any problem.
    """
    own = getattr(instance, "problem_definition", None)
    if own is not None:
        return own  # type: ignore[no-any-return]
    for problem in _all():
        if problem.owns(instance):
            return problem
    raise InputError(
        f"{type(instance).__name__!r} is no instance of a problem",
        remedy="give what neurols.load, neurols.read or a generator returned",
    )


def read(
    path: str | PathLike[str],
    format: str | None = None,
    *,
    rounding: str | None = None,
    objective: str | None = None,
) -> Instance:
    """Read an instance from a file. Problem and format are told from the text unless named.

    Args:
        path: of the file.
        format: its name, where the text does not tell.
        rounding: how coordinates become distances, where the problem leaves a choice.
        objective: what is minimised, where the problem leaves a choice.
    """
    options = _given(rounding=rounding, objective=objective)
    from neurols.tables.suffixes import is_tables

    wanted = None if format is None else format.lower()
    if wanted is None and is_tables(path):
        if options:
            remedy = "say it in the table 'settings'"
            raise InputError("tables take no --round and no --objective", file=path, remedy=remedy)
        from neurols.tables.form import read_instance

        instance: Instance = read_instance(path, [f for one in _all() if (f := one.tables())])
        return instance
    readers = [problem for problem in _all() if problem.formats]
    if options:
        readers = [problem for problem in readers if options.keys() <= problem.reading_options]
    if wanted is not None:
        able = [problem for problem in readers if wanted in problem.formats]
        readers = able or readers[:1]
    if len(readers) > 1:
        from neurols.files.file_bytes import read_bytes

        # As Latin-1 any text can be looked at; the reader will say what is wrong with it.
        text = read_bytes(path).decode("latin-1").removeprefix("\xef\xbb\xbf")
        readers = [
            next((one for one in reversed(readers) if one.recognises(text, path)), readers[0])
        ]
    found: Instance = readers[0].read(path, format, **options)
    return found


def _given(**options: str | None) -> dict[str, str]:
    return {name: value for name, value in options.items() if value is not None}


def load(
    name: str | PathLike[str],
    data: str | PathLike[str] | None = None,
    *,
    rounding: str | None = None,
    objective: str | None = None,
) -> Instance:
    """A built-in instance by name, or an instance from a file by path.

    Args:
        name: ``ta01``, ``ft06``, ``X-n101-k25``, ``demo-cvrp`` …, or a path.
        data: folder with benchmark files that are not built in; else ``NEUROLS_DATA``.
        rounding: how coordinates become distances, where the problem leaves a choice.
        objective: what is minimised, where the problem leaves a choice.
    """
    text = fspath(name)
    options = _given(rounding=rounding, objective=objective)
    is_path = _has_path_form(text)
    if is_path and exists(text):
        return read(text, rounding=rounding, objective=objective)
    for problem in _all():
        known = options if options.keys() <= problem.reading_options else {}
        found: Instance | None = problem.load(text, data, **known)
        if found is None:
            continue
        if known != options:
            raise InputError(
                f"{text} has no choice of {' or '.join(options)}", remedy="leave the option out"
            )
        return found
    if is_path or exists(text):
        return read(text, rounding=rounding, objective=objective)
    raise _unknown(text)


def _unknown(name: str) -> InputError:
    from difflib import get_close_matches

    known = dict.fromkeys(known for problem in _all() for known in problem.names())
    near = get_close_matches(name, known, n=3, cutoff=0.6)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    told = "; ".join(dict.fromkeys(problem.built_in for problem in _all() if problem.built_in))
    return InputError(f"unknown instance {name!r}", remedy=f"{hint}built in are {told}")


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
