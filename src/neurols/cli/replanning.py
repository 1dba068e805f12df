"""``neurols solve --initial`` with a plan that was made for other orders, or that is under way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.registry import Instance
    from neurols.search.result import Result

_TABLES = (".xlsx", ".csv", ".parquet")


def search_from(
    instance: Instance,
    initial: Path | None,
    freeze: str | None,
    keep: bool,
    price: float | None,
    **options: Any,
) -> Result:
    """Search from a plan: as it is where it is one of the instance, else carried over by names.

    Raises:
        InputError: the plan cannot be read, or fits nothing.
    """
    from neurols.registry import problem_of
    from neurols.search.solve import solve

    problem = problem_of(instance)
    if initial is None:
        asked = (("--freeze-until", freeze), ("--keep", keep or None), ("--change-price", price))
        option = next((name for name, value in asked if value is not None), None)
        if option is not None:
            raise InputError(f"{option} needs a plan", remedy="name it with --initial")
        return solve(instance, **options)
    if price is not None and not 0 < price < float("inf"):
        raise InputError(f"--change-price is {price:g}", remedy="give a cost above 0")
    carried = freeze is not None or keep or price is not None
    if not carried and not _is_earlier(problem, instance, initial):
        return solve(instance, initial=initial, **options)
    until = None if freeze is None else _time(instance, freeze)
    found = problem.replan(instance, initial, until, keep, price or 0.0, **options)
    return replace(found, changes=problem.changes(instance, initial, found.solution))


def _is_earlier(problem: Any, instance: Instance, initial: Path) -> bool:
    """Whether a plan is for an earlier state of the instance, by names."""
    if problem.tables() is None:
        return False
    if initial.suffix.lower() in _TABLES:
        return True
    try:
        problem.read_solution(instance, initial)
    except InputError as error:
        try:
            form = problem.read_form(initial)
        except InputError:
            raise error from None
        if form.get("named_routes") is None and form.get("placements") is None:
            raise
        return True
    return False


def _time(instance: Any, text: str) -> float:
    """A time as tables have it: a number, a clock time or a date."""
    from neurols.tables.clock import Clock

    clock = getattr(instance, "clock", None) or Clock()
    try:
        value = float(text)
    except ValueError:
        found = clock.instant(text)
        if found is None:
            raise InputError(
                f"--freeze-until is {text[:40]!r}",
                remedy=f"give a number of {clock.unit}, a clock time such as 10:30, or a date",
            ) from None
        value = found
    if not 0 <= value < float("inf"):
        raise InputError(f"--freeze-until is {text[:40]!r}", remedy="give a time from 0 on")
    return value
