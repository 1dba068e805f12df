"""What stands above the pictures: the result in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from neurols.errors import printable
from neurols.plotting import style
from neurols.registry import problem_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from neurols.search.result import Result


def cost_name(instance: Any) -> str:
    """What the cost is called in the problem's own words."""
    return problem_of(instance).cost_name


def amount(value: float) -> str:
    """A cost or a count for people: ``1,231``, or ``27,591.25`` where it is no whole number."""
    return f"{value:,.0f}" if value == round(value) else f"{value:,.2f}"


def headline(result: Result) -> str:
    """Instance, cost and gap."""
    parts = [
        printable(result.instance.name),
        f"{cost_name(result.instance)} {amount(result.cost)}",
    ]
    if result.gap is not None and result.best_known is not None:
        parts.append(f"gap {result.gap:.2f} % to best known {amount(result.best_known)}")
    else:
        parts.append(f"lower bound {amount(result.instance.lower_bound)}")
    if result.proven_optimal:
        parts[-1] = "gap 0.00 %, proven optimal"
    return "  ·  ".join(parts)


def subline(result: Result) -> str:
    """Size, and how the solution was found."""
    return (
        f"{result.instance.size}, {printable(result.controller)}, {result.iterations:,} iterations"
        f" in {result.seconds:.2f} s, seed {result.seed}"
    )


def set_titles(axes: Axes, result: Result) -> None:
    """Headline and subline above a Matplotlib picture, flush left."""
    axes.set_title(
        headline(result), loc="left", fontsize=12, fontweight="bold", pad=22, parse_math=False
    )
    axes.annotate(
        subline(result),
        (0, 1),
        xycoords="axes fraction",
        xytext=(0, 7),
        textcoords="offset points",
        color=style.MUTED,
        fontsize=8.5,
        annotation_clip=False,
        parse_math=False,
    )
