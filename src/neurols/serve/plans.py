"""Instances and plans of jobs: what was understood, and plans as files of every kind."""

from __future__ import annotations

import math
import re
import tempfile
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.serve.faults import Fault, of_input
from neurols.serve.models import Menu, View
from neurols.serve.worker import examples, read_upload

_PICTURES = ("svg", "png", "html")
_KINDS = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "html": "text/html",
    "json": "application/json",
    "geojson": "application/geo+json",
    "ics": "text/calendar",
    "csv": "text/csv",
    "parquet": "application/vnd.apache.parquet",
    "sol": "text/plain",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
_PLAIN = re.compile(r"[a-z0-9-]{1,40}")
_UNKNOWN = "there is no such kind of plan"
_KEPT = 8
_INSTANCES: dict[str, Any] = {}


def understood(file: str, data: bytes, controller: str) -> dict[str, Any]:
    """What is understood of an instance that is posted.

    Raises:
        Fault: it is none, or the controller is unknown.
    """
    from neurols.menu import Menu
    from neurols.registry import problem_of
    from neurols.search.budget import Budget
    from neurols.search.controllers import resolve

    if not _PLAIN.fullmatch(controller):  # settings may name files of the server
        raise Fault(422, "a controller is asked for by its name alone")
    try:
        instance = read_upload(file, data)
        problem = problem_of(instance)
        budget = Budget.checked(1.0, None, None, None, None)
        resolve(controller, problem, Menu.of(problem, instance), budget, instance)
    except InputError as error:
        raise of_input(error) from None
    known = {
        "instance": Path(file).stem[:100] if data else instance.name,
        "problem": problem.name,
        "size": instance.size,
    }
    facts = {**known, **problem.facts(instance), "lower_bound": instance.lower_bound,
             "best_known": instance.best_known, "plans": suffixes(instance)}  # fmt: skip
    return {key: _plain(value) for key, value in facts.items()}


def _plain(value: Any) -> Any:
    """A value that JSON has."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return str(value)


def suffixes(instance: Any) -> list[str]:
    """The kinds of files that a plan of an instance is written to."""
    from neurols.registry import problem_of

    return [suffix[1:] for suffix in problem_of(instance).plan_suffixes()]


def _instance_of(job: dict[str, Any]) -> Any:
    """The instance of a job; those that were asked for last are kept."""
    number = job["id"]
    found = _INSTANCES.pop(number, None)
    if found is None:
        found = read_upload(job["file"], job["data"])
    _INSTANCES[number] = found  # the last one
    while len(_INSTANCES) > _KEPT:
        _INSTANCES.pop(next(iter(_INSTANCES)), None)
    return found


def written(job: dict[str, Any], suffix: str) -> tuple[bytes, str]:
    """The best plan of a job as a file, and the file's media type.

    Raises:
        Fault: there is no such kind.
        InputError: this plan cannot be written so.
    """
    from neurols.registry import problem_of

    if suffix not in _KINDS:
        raise Fault(404, _UNKNOWN, f"use {', '.join(_KINDS)}")
    instance = _instance_of(job)
    problem = problem_of(instance)
    if suffix not in _PICTURES and f".{suffix}" not in problem.plan_suffixes():
        raise Fault(404, _UNKNOWN, f"use {', '.join([*suffixes(instance), *_PICTURES])}")
    solution = problem.solution(instance, job["plan"])
    with tempfile.TemporaryDirectory(prefix="neurols-") as folder:
        path = Path(folder) / f"plan.{suffix}"
        if suffix in _PICTURES:
            _result(job, instance, solution).plot(path)
        else:
            problem.write_plan(instance, solution, path)
        return path.read_bytes(), _KINDS[suffix]


def view(job: dict[str, Any]) -> View:
    """The best plan of a job as the page draws it."""
    from neurols.registry import problem_of

    instance = _instance_of(job)
    problem = problem_of(instance)
    solution = problem.solution(instance, job["plan"])
    found = problem.view(instance, solution)
    if found is None:
        raise Fault(404, "plans of this problem are not drawn")
    return View(cost=solution.cost, **found)


def _result(job: dict[str, Any], instance: Any, solution: Any) -> Any:
    """A result such as pictures are drawn of."""
    from neurols.search.result import Result, TracePoint

    trace = tuple(TracePoint(0, seconds, cost) for seconds, cost in job["trace"])
    return Result(
        instance=instance,
        controller=job["settings"]["controller"],
        solution=solution,
        cost=solution.cost,
        initial_cost=trace[0].cost if trace else solution.cost,
        iterations=job["iterations"],
        seconds=job["used"],
        seed=job["settings"]["seed"],
        stopped_by=job["state"],
        trace=trace,
    )


def controllers() -> list[str]:
    """Names of controllers that a job may ask for."""
    from neurols.registry import problems
    from neurols.search.controllers import catalogue

    found = (entry.name for problem in problems().values() for entry in catalogue(problem))
    names = dict.fromkeys(name for name in found if _PLAIN.fullmatch(name))
    return sorted(names, key=lambda name: (name != "auto", name))


def menu(seconds: float) -> Menu:
    """What the page offers."""
    return Menu(controllers=controllers(), examples=examples(), seconds=seconds)
