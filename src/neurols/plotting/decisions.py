"""The picture of a run: costs, decisions and, of a learned policy, its values over the steps."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from neurols.plotting import style
from neurols.plotting.titles import cost_name, headline

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from neurols.plotting.decisions_data import PolicyValues, Strip
    from neurols.search.decisions import Decisions
    from neurols.search.result import Result


def plot_decisions(result: Result, path: str | PathLike[str] | None = None) -> Any:
    """Draw what was decided when.

    Args:
        result: what ``solve`` returned under ``trace_decisions=True``.
        path: where to save it (``.svg``, ``.png`` or ``.html``); without it a Matplotlib figure
            is returned.

    Raises:
        InputError: the search was not traced.
    """
    from neurols.plotting.decisions_data import traced
    from neurols.plotting.result import save

    traced(result)

    def interactive() -> list[tuple[str, Any]]:
        from neurols.plotting import decisions_web

        return [("", decisions_web.interactive(result))]

    return save(path, lambda: figure(result), interactive)


def figure(result: Result) -> Figure:
    """The picture with Matplotlib: costs, decisions, and the policy's advantages."""
    from neurols.plotting.decisions_data import policy_values, strip, traced

    decisions = traced(result)
    rows, learned = strip(decisions), policy_values(result)
    steps = decisions.width * len(decisions.best)
    heights = [2.0, 0.5 + 0.24 * len(rows.names)]
    if learned is not None:
        heights.append(0.5 + 0.24 * len(learned.names))
    with style.matplotlib_style():
        sheet = style.new_figure(10, 1.0 + sum(heights))
        panels = list(sheet.subplots(len(heights), 1, sharex=True, height_ratios=heights))
        title = f"{headline(result)}: decisions"
        sheet.suptitle(title, fontsize=11, x=0.01, ha="left", parse_math=False)
        draw_costs(panels[0], result, decisions)
        draw_strip(panels[1], rows, steps)
        if learned is not None:
            _draw_values(sheet, panels[2], learned, steps)
        panels[-1].set_xlim(0, steps)
        panels[-1].set_xlabel("iterations")
    return sheet


def draw_costs(axes: Any, result: Result, decisions: Decisions) -> None:
    """Current and best cost over the steps."""
    at = [decisions.width * (number + 1) for number in range(len(decisions.best))]
    axes.plot(at, decisions.current, color=style.FEW[4], linewidth=1, label="current")
    axes.plot(at, decisions.best, color=style.INK, linewidth=1.6, label="best")
    axes.set_ylabel(cost_name(result.instance))
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, fontsize=8)


def draw_strip(axes: Any, rows: Strip, steps: int) -> None:
    """What was chosen, accepted and rejected, a row for each operator and perturbation."""
    from matplotlib.patches import Patch

    from neurols.plotting.decisions_data import ACCEPTED, REJECTED, UNDECIDED, colours

    count = len(rows.names)
    axes.imshow(
        colours(rows),
        aspect="auto",
        interpolation="nearest",
        extent=(0, steps, count - 0.5, -0.5),
    )
    axes.set_yticks(range(count), rows.names)
    axes.grid(visible=False)
    if 0 < rows.perturbations < count:  # operators above the line, perturbations below
        axes.axhline(count - rows.perturbations - 0.5, color=style.MUTED, linewidth=0.8)
    named = {"accepted": ACCEPTED, "rejected": REJECTED}
    if rows.undecided.any():
        named["undecided"] = UNDECIDED
    patches = [Patch(color=colour, label=label) for label, colour in named.items()]
    axes.legend(handles=patches, loc="lower right", bbox_to_anchor=(1, 1), ncols=3, fontsize=8)


def _draw_values(sheet: Any, axes: Any, learned: PolicyValues, steps: int) -> None:
    mesh = axes.pcolormesh(
        [*learned.iterations, steps],
        [row - 0.5 for row in range(len(learned.names) + 1)],
        learned.advantages,
        cmap="RdBu",
        vmin=-learned.bound,
        vmax=learned.bound,
        rasterized=True,
    )
    axes.set_yticks(range(len(learned.names)), learned.names)
    axes.invert_yaxis()
    axes.grid(visible=False)
    sheet.colorbar(mesh, ax=axes, label="above the mean", pad=0.01)
