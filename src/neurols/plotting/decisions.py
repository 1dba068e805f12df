"""Seeing a search think: costs, decisions and, of a learned policy, its values over the run."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neurols.errors import InputError
from neurols.plotting import style
from neurols.plotting.titles import cost_name, headline

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from neurols.search.decisions import Decisions
    from neurols.search.result import Result

ACCEPTED, REJECTED = style.FEW[0], style.FEW[1]
_COLUMNS = 600  # of the values: more than a picture shows


class Strip(NamedTuple):
    """The decisions as a picture: a row for each operator and perturbation that was used."""

    names: list[str]
    perturbations: int
    """How many of the names, the last ones, are perturbations."""
    share: NDArray[np.float64]
    """[rows, bins] share of a bin's steps."""
    accepted: NDArray[np.float64]
    """[rows, bins] share of those that was accepted."""


class Thoughts(NamedTuple):
    """What a policy thought of its actions."""

    names: list[str]
    iterations: NDArray[np.float64]
    advantages: NDArray[np.float64]
    """[actions, columns] value less the mean value of all actions."""
    value: NDArray[np.float64]
    """[columns] value of the action taken."""


def plot_decisions(result: Result, path: str | PathLike[str] | None = None) -> Any:
    """Draw what was decided when.

    Args:
        result: what ``solve`` returned under ``trace_decisions=True``.
        path: where to save it (``.svg``, ``.png`` or ``.html``); without it a Matplotlib figure
            is returned.

    Raises:
        InputError: the search was not traced.
    """
    from neurols.plotting.result import save

    traced(result)

    def interactive() -> list[tuple[str, Any]]:
        from neurols.plotting import decisions_web

        return [("", decisions_web.interactive(result))]

    return save(path, lambda: figure(result), interactive)


def traced(result: Result) -> Decisions:
    """The trace of a result."""
    if result.decisions is None:
        raise InputError(
            "the decisions of this search were not traced",
            remedy="use solve(..., trace_decisions=True) with at least one step",
        )
    return result.decisions


def strip(decisions: Decisions) -> Strip:
    """The rows of the picture."""
    used = np.flatnonzero(decisions.proposed.sum(axis=0))
    proposed = decisions.proposed[:, used].T.astype(float)
    accepted = decisions.accepted[:, used].T / np.maximum(proposed, 1)
    steps = np.maximum(proposed.sum(axis=0), 1)
    return Strip(
        [decisions.names[index] for index in used],
        int((used >= decisions.operators).sum()),
        proposed / steps,
        accepted,
    )


def thoughts(result: Result) -> Thoughts | None:
    """What the policy thought, averaged over neighbours where there is too much of it."""
    decisions = traced(result)
    if not len(decisions.asked_at):
        return None
    chunks = np.array_split(np.arange(len(decisions.asked_at)), _COLUMNS)
    chunks = [chunk for chunk in chunks if len(chunk)]
    values = decisions.values.astype(float)
    advantages = values - values.mean(axis=1, keepdims=True)
    return Thoughts(
        _action_names(result, values.shape[1]),
        np.array([decisions.asked_at[chunk[0]] for chunk in chunks], float),
        np.stack([advantages[chunk].mean(axis=0) for chunk in chunks], axis=1),
        np.array([values[chunk].max(axis=1).mean() for chunk in chunks]),
    )


def _action_names(result: Result, count: int) -> list[str]:
    """The names of the policy's actions, which its action set knows."""
    from neurols.policy.actions import action_set

    problem = "cvrp" if result.instance.problem == "tsp" else result.instance.problem
    kind = result.controller.partition(":")[0].removeprefix("nls-")
    try:
        names = list(action_set(problem, kind).names)
    except InputError:
        names = []
    return names if len(names) == count else [f"action {number}" for number in range(count)]


def colours(rows: Strip) -> NDArray[np.float64]:
    """[rows, bins, 3]: rejected to accepted, and the paler the rarer."""
    low, high, paper = (_rgb(colour) for colour in (REJECTED, ACCEPTED, style.PAPER))
    hue = low + rows.accepted[..., None] * (high - low)
    # A perturbation now and then must still be seen.
    strength = np.where(rows.share > 0, np.maximum(np.sqrt(rows.share), 0.4), 0)[..., None]
    mixed: NDArray[np.float64] = paper + strength * (hue - paper)
    return mixed


def _rgb(colour: str) -> NDArray[np.float64]:
    return np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])


def figure(result: Result) -> Figure:
    """The picture with Matplotlib: costs, decisions, and the policy's advantages."""
    decisions = traced(result)
    rows, thought = strip(decisions), thoughts(result)
    steps = decisions.width * len(decisions.best)
    heights = [2.0, 0.5 + 0.24 * len(rows.names)]
    if thought is not None:
        heights.append(0.5 + 0.24 * len(thought.names))
    with style.matplotlib_style():
        sheet = style.new_figure(10, 1.0 + sum(heights))
        panels = list(sheet.subplots(len(heights), 1, sharex=True, height_ratios=heights))
        sheet.suptitle(f"{headline(result)}: decisions", fontsize=11, x=0.01, ha="left")
        _draw_costs(panels[0], result, decisions)
        _draw_strip(panels[1], rows, steps)
        if thought is not None:
            _draw_thoughts(sheet, panels[2], thought, steps)
        panels[-1].set_xlim(0, steps)
        panels[-1].set_xlabel("iterations")
    return sheet


def _draw_costs(axes: Any, result: Result, decisions: Decisions) -> None:
    at = decisions.width * (np.arange(len(decisions.best)) + 1)
    axes.plot(at, decisions.current, color=style.FEW[4], linewidth=1, label="current")
    axes.plot(at, decisions.best, color=style.INK, linewidth=1.6, label="best")
    axes.set_ylabel(cost_name(result.instance.problem))
    axes.legend(loc="upper right", ncols=2)


def _draw_strip(axes: Any, rows: Strip, steps: int) -> None:
    from matplotlib.patches import Patch

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
    patches = [Patch(color=ACCEPTED, label="accepted"), Patch(color=REJECTED, label="rejected")]
    axes.legend(handles=patches, loc="lower right", bbox_to_anchor=(1, 1), ncols=2, fontsize=8)


def _draw_thoughts(sheet: Any, axes: Any, thought: Thoughts, steps: int) -> None:
    edges = np.append(thought.iterations, steps)
    bound = float(np.abs(thought.advantages).max()) or 1.0
    mesh = axes.pcolormesh(
        edges,
        np.arange(len(thought.names) + 1) - 0.5,
        thought.advantages,
        cmap="RdBu",
        vmin=-bound,
        vmax=bound,
        rasterized=True,
    )
    axes.set_yticks(range(len(thought.names)), thought.names)
    axes.invert_yaxis()
    axes.grid(visible=False)
    sheet.colorbar(mesh, ax=axes, label="advantage", pad=0.01)
