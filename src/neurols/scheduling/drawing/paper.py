"""Gantt chart of a job-shop schedule: a row a machine, a colour a job, the critical path marked.

This file draws for paper (svg, png); web.py draws for browsers.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from neurols.plotting import style
from neurols.plotting.titles import set_titles
from neurols.scheduling.drawing.bars import Bar, Chart, chart
from neurols.scheduling.drawing.web import interactive, listing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from neurols.search.result import Result

__all__ = ["figure", "interactive", "listing"]

_BAR_HEIGHT = 0.78
_LEGEND_JOBS = 30  # more swatches than that explain nothing; the numbers in the bars do
_RASTER_FROM = 20_000  # operations; an svg with more shapes than that is slow to open
_POINTS = 72  # in an inch


def figure(result: Result) -> Figure:
    """The schedule of a result as a Matplotlib figure."""
    instance: Any = result.instance
    drawn = chart(instance, result.solution)  # type: ignore[arg-type]
    mean = sum(bar.end - bar.start for bar in drawn.bars) / len(drawn.bars) or 1.0
    # Wide enough for a number in the mean bar, tall enough for the number of machines.
    width = min(40.0, max(9.0, 0.165 * drawn.makespan / mean))
    row = 0.44 if instance.machines <= 10 else 0.36 if instance.machines <= 30 else 0.24
    height = min(40.0, max(1.2, row * instance.machines) + 1.7)
    fills = style.colours(len(instance.jobs))
    with style.matplotlib_style():
        sheet = style.new_figure(width, height)
        axes = sheet.subplots()
        _set_axes(axes, instance.machines, drawn.makespan)
        set_titles(axes, result)
        scale = (width - 1.0) * _POINTS / drawn.makespan  # points that one unit of time measures
        line = 1.7 if mean * scale > 16 else 1.1
        _draw_bars(axes, drawn.bars, fills, line)
        _draw_instants(axes, drawn.bars, fills)
        _draw_path(axes, drawn, line)
        _label_bars(axes, drawn.bars, fills, scale, row * _BAR_HEIGHT * _POINTS)
        _draw_legend(sheet, fills, width * _POINTS)
    return sheet


def _set_axes(axes: Axes, machines: int, makespan: int) -> None:
    axes.set_xlim(0, makespan * 1.005)
    axes.set_ylim(machines - 0.4, -0.6)
    axes.set_yticks(range(machines), [f"M{machine}" for machine in range(machines)])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("time")
    axes.set_ylabel("machine")
    axes.axvline(makespan, color=style.INK, linewidth=1.0, linestyle=(0, (4, 3)), zorder=1)


def _draw_bars(axes: Axes, drawn: list[Bar], fills: list[str], line: float) -> None:
    from matplotlib.collections import PolyCollection

    half = _BAR_HEIGHT / 2
    for critical in (False, True):
        chosen = [bar for bar in drawn if bar.critical == critical]
        corners = [
            [(bar.start, low), (bar.start, high), (bar.end, high), (bar.end, low)]
            for bar, low, high in ((b, b.machine - half, b.machine + half) for b in chosen)
        ]
        axes.add_collection(
            PolyCollection(
                corners,
                facecolors=[fills[bar.job] for bar in chosen],
                edgecolors=style.ALARM if critical else style.PAPER,
                linewidths=line if critical else 0.5,
                zorder=4 if critical else 2,
                rasterized=len(drawn) > _RASTER_FROM,
            )
        )


def _draw_instants(axes: Axes, drawn: list[Bar], fills: list[str]) -> None:
    """Operations without duration would be invisible as bars: they get diamonds."""
    instants = [bar for bar in drawn if bar.start == bar.end]
    axes.scatter(
        [bar.start for bar in instants],
        [bar.machine for bar in instants],
        marker="D",
        s=14,
        c=[fills[bar.job] for bar in instants],
        edgecolors=[style.ALARM if bar.critical else style.INK for bar in instants],
        linewidths=0.7,
        zorder=6,
        clip_on=False,
    )


def _draw_path(axes: Axes, drawn: Chart, line: float) -> None:
    """Where the critical path changes machines, a line leads from the one to the other."""
    half = _BAR_HEIGHT / 2
    for one, other in pairwise(drawn.path):
        if one.machine != other.machine:
            down = 1 if other.machine > one.machine else -1
            axes.plot(
                [one.end, other.start],
                [one.machine + down * half, other.machine - down * half],
                color=style.ALARM,
                linewidth=line * 0.75,
                solid_capstyle="round",
                zorder=5,
            )


def _label_bars(
    axes: Axes, drawn: list[Bar], fills: list[str], scale: float, bar_points: float
) -> None:
    """Job numbers, in the bars that are wide enough for them."""
    size = min(8.0, bar_points * 0.5)
    for bar in drawn:
        label = str(bar.job)
        room = (bar.end - bar.start) * scale
        fitting = min(size, room / (0.66 * len(label) + 0.25))
        if fitting >= 3.6:
            axes.text(
                (bar.start + bar.end) / 2,
                bar.machine,
                label,
                fontsize=fitting,
                fontweight="bold" if bar.critical else "normal",
                color=style.text_colour(fills[bar.job]),
                ha="center",
                va="center_baseline",
                zorder=7,
                clip_on=True,
            )


def _draw_legend(sheet: Figure, fills: list[str], points: float) -> None:
    from matplotlib.patches import Patch

    jobs = len(fills)
    few = range(jobs)
    some = sorted({0, jobs // 4, jobs // 2, 3 * jobs // 4, jobs - 1})
    keys = [Patch(fc=style.PAPER, ec=style.ALARM, linewidth=1.7, label="critical path")]
    keys += [
        Patch(fc=fills[job], label=f"job {job}") for job in (few if jobs <= _LEGEND_JOBS else some)
    ]
    columns = max(1, min(len(keys), int(points // 66)))
    # Matplotlib fills a legend column by column; people read line by line.
    by_line = [key for column in range(columns) for key in keys[column::columns]]
    sheet.legend(
        handles=by_line,
        loc="outside lower center",
        ncols=columns,
        fontsize=8,
        handlelength=1.2,
        handleheight=0.9,
        columnspacing=1.2,
    )
