"""``plot_result``: the picture of a result, in the format that the file's name asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.files.whole_file import write_bytes
from neurols.plotting.output import check_library, check_target, image_bytes, suffix_of
from neurols.plotting.titles import amount, headline, subline
from neurols.registry import problem_of

if TYPE_CHECKING:
    from neurols.problem import Drawer
    from neurols.search.result import Result

Headed = Sequence[tuple[str, Any]]
"""Plotly figures, listings and sentences under their headings."""


def plot_result(result: Result, path: str | PathLike[str] | None = None) -> Any:
    """Draw a result: a Gantt chart or a route map; as html, with convergence and usage below.

    Where ``solve`` was asked to trace the decisions, html shows them, too.

    Args:
        result: what ``solve`` returned.
        path: where to save it (``.svg``, ``.png`` or ``.html``); without it a Matplotlib figure
            is returned.

    Raises:
        InputError: the suffix is unknown, the file cannot be written, or nothing draws solutions
            of this problem. No file is touched then.
    """
    drawer = drawer_of(result.instance, path)

    further: Callable[[Result], Headed] = getattr(drawer, "further", lambda _: [])

    def report() -> Headed:
        from neurols.plotting import convergence, decisions_web, usage

        sections: list[tuple[str, Any]] = []
        if drawer is not None:
            sections.append(("Solution", _with_listing(drawer, result)))
        sections += further(result)
        if not result.iterations:  # nothing below would hold a line
            return [*sections, ("Search", "No step was made: this is the initial solution.")]
        curve = convergence.interactive([result], log=True)
        search = result.resolved_controller
        search = f"{search[:1].upper()}{search[1:]}." if search else ""
        sections.append(("Convergence", (search, curve) if search else curve))
        if usage.used(result):
            counts = usage.interactive(result), usage.listing(result)
            sections.append(("Operators and perturbations", counts))
        if result.decisions is not None:
            sections.append(("Decisions", decisions_web.interactive(result)))
        return sections

    return save(
        path,
        lambda: None if drawer is None else drawer.figure(result),  # never None where it is drawn
        report,
        title=headline(result),
        subtitle=subline(result),
        facts=_facts(result),
    )


def _with_listing(drawer: Drawer, result: Result) -> tuple[Any, ...]:
    """The figure, and where the drawer has one, the table of its ``listing(result)``."""
    listing = getattr(drawer, "listing", None)
    figure = drawer.interactive(result)
    return (figure,) if listing is None else (figure, listing(result))


def plot_checked(
    instance: Any, form: Any, faults: Sequence[str], path: str | PathLike[str]
) -> None:
    """Draw a plan that was checked, with what breaks a rule in red.

    Raises:
        InputError: nothing draws such plans of this problem, or the plan has not even their form.
    """
    drawer: Any = checking_drawer(instance)
    title = f"{instance.name}: {len(faults)} fault{'s' * (len(faults) != 1)}"
    try:
        save(
            path,
            lambda: drawer.checked(instance, form, faults),
            lambda: [*drawer.checked_web(instance, form), *_listed(faults)],
            title=title if faults else instance.name,
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"the plan cannot be drawn ({faults[0] if faults else error})",
            file=path,
            remedy="correct the routes first",
        ) from None


def checking_drawer(instance: Any) -> Drawer:
    """What draws plans with their faults.

    Raises:
        InputError: nothing does.
    """
    drawer = problem_of(instance).drawer()
    if drawer is None or not hasattr(drawer, "checked"):
        raise InputError(
            f"plans of problem {instance.problem!r} are not drawn with their faults",
            remedy="leave --plot out; 'neurols solve --initial FILE --iterations 0 --plot'"
            " draws one without faults",
        )
    return drawer


def _listed(faults: Sequence[str]) -> Headed:
    return [("Faults", "; ".join(faults) + ".")] if faults else []


def drawer_of(instance: Any, path: str | PathLike[str] | None = None) -> Drawer | None:
    """What draws the solutions of an instance; None where nothing does and a report does without.

    Raises:
        InputError: nothing draws them, and the file would hold nothing else.
    """
    drawer = problem_of(instance).drawer()
    if drawer is None and (path is None or suffix_of(path) != ".html"):
        raise InputError(
            f"solutions of problem {instance.problem!r} cannot be drawn",
            remedy="let the name end in .html for a report without them, or give its Problem a"
            " drawer",
        )
    return drawer


def save(
    path: str | PathLike[str] | None,
    figure: Callable[[], Any],
    interactive: Callable[[], Headed],
    title: str = "",
    subtitle: str = "",
    facts: Sequence[tuple[str, str]] = (),
) -> Any:
    """Draw what the suffix asks for and write it; without a path hand the figure back."""
    if path is None:
        return figure()
    check_target(path)
    check_library(path)
    suffix = suffix_of(path)
    if suffix == ".html":
        from neurols.plotting.page import html_page

        write_bytes(path, html_page(title, subtitle, facts, interactive()).encode())
    else:
        write_bytes(path, image_bytes(figure(), suffix))
    return None


def _facts(result: Result) -> list[tuple[str, str]]:
    facts = [("cost", amount(result.cost)), ("initial cost", amount(result.initial_cost))]
    if result.best_known is not None:
        facts += [("best known", amount(result.best_known)), ("gap", f"{result.gap:.2f} %")]
    facts += [
        ("lower bound", amount(result.instance.lower_bound)),
        ("size", result.instance.size),
        ("controller", result.controller),
        ("iterations", f"{result.iterations:,}"),
        ("seconds", f"{result.seconds:.2f}"),
        ("seed", str(result.seed)),
        ("stopped by", result.stopped_by),
    ]
    return facts
