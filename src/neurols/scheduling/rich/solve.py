"""Solving a rich instance: by the classical core where it is a classical job shop underneath."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from neurols.scheduling.rich import classical
from neurols.scheduling.rich.check import check
from neurols.scheduling.rich.solution import RichSchedule, from_form
from neurols.scheduling.rich.solution_file import read_solution

if TYPE_CHECKING:
    from neurols import Result
    from neurols.scheduling.rich.instance import RichScheduling


def solve(instance: RichScheduling, **options: Any) -> Result:
    """``neurols.solve`` for a rich instance.

    A classical job shop is solved as one, faster, and its schedule handed back as a rich one.
    """
    from neurols import solve as search

    rows = classical.routes(instance)
    if rows is None:
        return search(instance, **options)
    initial = options.get("initial")
    if initial is not None:
        options["initial"] = classical.classical_form(instance, rows, _initial(instance, initial))
    found = search(classical.job_shop(instance, rows), **options)
    schedule: Any = found.solution
    solution = classical.rich_schedule(instance, rows, schedule)
    check(instance, solution)
    return replace(found, instance=instance, solution=solution)


def _initial(instance: RichScheduling, initial: Any) -> RichSchedule:
    """A solution to start from, or a file that holds one, once the checker has passed it."""
    form = read_solution(initial) if isinstance(initial, (str, PathLike)) else initial
    check(instance, form)
    return form if isinstance(form, RichSchedule) else from_form(instance, form)
