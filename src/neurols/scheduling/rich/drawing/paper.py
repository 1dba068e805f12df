"""The picture of a rich schedule for paper: Gantt chart with setups, breaks and lateness, the use
of every machine beside it, and below it how late jobs are. web.py draws for browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from neurols.plotting import style, times
from neurols.plotting.titles import set_titles
from neurols.scheduling.rich.drawing.bars import Bar, Chart, Span, chart
from neurols.scheduling.rich.load import loads

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from neurols.scheduling.rich.solution import RichSchedule
    from neurols.search.result import Result

_HEIGHT = 0.78
_RASTER_FROM = 20_000
_READABLE = 6.0
"""Points, below which a number is read more easily than a name."""
_LEGEND_JOBS = 24
_MOST_JOBS = 60
"""Jobs in the panel of lateness: the latest ones."""


def figure(result: Result) -> Figure:
    """The schedule of a result as a Matplotlib figure."""
    schedule: Any = result.solution
    drawn = chart(schedule)
    machines, jobs = len(drawn.machines), len(drawn.jobs)
    dated = [job for job in schedule.instance.jobs if job.due_date is not None]
    mean = sum(bar.end - bar.start for bar in drawn.bars) / len(drawn.bars) or 1.0
    width = min(40.0, max(9.5, 0.165 * drawn.horizon / mean + 2))
    row = 0.44 if machines <= 10 else 0.36 if machines <= 30 else 0.24
    top = min(40.0, max(1.4, row * machines))
    fills = style.colours(jobs)
    with style.matplotlib_style():
        lines = 1 + min(jobs, _LEGEND_JOBS) // max(1, int(width * 72 // 96))
        sheet = style.new_figure(width, top + 1.2 + 0.2 * lines + (1.9 if dated else 0.0))
        grid = sheet.add_gridspec(
            2 if dated else 1,
            2,
            width_ratios=(max(5.0, width - 2.2), 1.6),
            height_ratios=(top, 1.3) if dated else (top,),
        )
        axes = sheet.add_subplot(grid[0, 0])
        _set_axes(axes, drawn)
        set_titles(axes, result)
        _draw_breaks(axes, drawn.breaks)
        _draw_setups(axes, drawn.setups)
        _draw_bars(axes, drawn.bars, fills)
        _draw_lateness(axes, drawn)
        _label_bars(axes, drawn, fills, (width - 3.0) * 72 / max(1, drawn.horizon), row)
        _draw_use(sheet.add_subplot(grid[0, 1], sharey=axes), schedule)
        if dated:
            _draw_jobs(sheet.add_subplot(grid[1, :]), schedule, drawn)
        _draw_legend(sheet, drawn, fills, width)
    return sheet


def _set_axes(axes: Axes, drawn: Chart) -> None:
    axes.set_xlim(0, max(1, drawn.horizon) * 1.005)
    axes.set_ylim(len(drawn.machines) - 0.4, -0.6)
    names = [style.plain(name[:18]) for name in drawn.machines]
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    times.label_axis(axes, drawn.clock, 0, max(1, drawn.horizon))


def _corners(span: Span | Bar, half: float) -> list[tuple[float, float]]:
    low, high = span.machine - half, span.machine + half
    return [(span.start, low), (span.start, high), (span.end, high), (span.end, low)]


def _draw_breaks(axes: Axes, breaks: list[Span]) -> None:
    from matplotlib.collections import PolyCollection

    axes.add_collection(
        PolyCollection([_corners(one, 0.5) for one in breaks], facecolors=style.GRID, zorder=1)
    )


def _draw_setups(axes: Axes, setups: list[Span]) -> None:
    from matplotlib.collections import PolyCollection

    axes.add_collection(
        PolyCollection(
            [_corners(one, _HEIGHT / 4) for one in setups],
            facecolors=style.PAPER,
            edgecolors=style.MUTED,
            hatch="//////",
            linewidths=0.6,
            zorder=2,
        )
    )


def _draw_bars(axes: Axes, bars: list[Bar], fills: list[str]) -> None:
    from matplotlib.collections import PolyCollection

    for critical in (False, True):
        chosen = [bar for bar in bars if bar.critical == critical]
        axes.add_collection(
            PolyCollection(
                [_corners(bar, _HEIGHT / 2) for bar in chosen],
                facecolors=[fills[bar.job] for bar in chosen],
                edgecolors=style.ALARM if critical else style.PAPER,
                linewidths=1.5 if critical else 0.5,
                alpha=0.92,
                zorder=4 if critical else 3,
                rasterized=len(bars) > _RASTER_FROM,
            )
        )


def _draw_lateness(axes: Axes, drawn: Chart) -> None:
    """From the due date of a late job to its end, under the row in which it ends."""
    for one in drawn.lateness:
        y = one.machine + _HEIGHT / 2 + 0.06
        axes.plot([one.due_date, one.end], [y, y], color=style.ALARM, linewidth=2.2, zorder=6)
        axes.plot([one.due_date], [y], marker="|", color=style.ALARM, markersize=6, zorder=6)


def _label_bars(axes: Axes, drawn: Chart, fills: list[str], scale: float, row: float) -> None:
    """Names of jobs, or their numbers, in the bars that are wide enough for them."""
    size = min(8.0, row * _HEIGHT * 72 * 0.5)
    for bar in drawn.bars:
        room = (bar.end - bar.start) * scale
        name = drawn.jobs[bar.job]
        fits = name != f"job {bar.job}" and _fitting(name, room, size) >= _READABLE
        label = name if fits else str(bar.job)
        fitting = _fitting(label, room, size)
        if fitting >= 3.6:
            axes.text(
                (bar.start + bar.end) / 2,
                bar.machine,
                style.plain(label),
                fontsize=fitting,
                fontweight="bold" if bar.critical else "normal",
                color=style.text_colour(fills[bar.job]),
                ha="center",
                va="center_baseline",
                zorder=7,
                clip_on=True,
            )


def _fitting(label: str, room: float, most: float) -> float:
    """The size in which a label fits."""
    return min(most, room / (0.66 * len(label) + 0.25))


def _draw_use(axes: Axes, schedule: RichSchedule) -> None:
    """Shares of work, setups and breaks of every machine."""
    left = [0.0] * len(schedule.instance.machines)
    found = loads(schedule)
    for part, colour in (("work", style.FEW[0]), ("setup", style.FEW[1]), ("breaks", style.GRID)):
        shares = [
            100 * getattr(one, part) / (one.work + one.setup + one.breaks + one.idle or 1)
            for one in found
        ]
        axes.barh(range(len(found)), shares, left=left, height=0.6, color=colour, label=part)
        left = [a + b for a, b in zip(left, shares, strict=True)]
    axes.set_xlim(0, 100)
    axes.set_xlabel("use in %")
    axes.tick_params(axis="y", labelleft=False, length=0)
    axes.grid(axis="y", visible=False)
    axes.legend(
        loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, fontsize=6.5, handlelength=0.8,
        columnspacing=0.7, handletextpad=0.3,
    )  # fmt: skip


def _draw_jobs(axes: Axes, schedule: RichSchedule, drawn: Chart) -> None:
    """Lateness of the jobs that have a due date, the latest first."""
    dates = [(job, data.due_date) for job, data in enumerate(schedule.instance.jobs)]
    found = [(drawn.job_ends[job] - due, job) for job, due in dates if due is not None]
    found.sort(key=lambda pair: (-pair[0], pair[1]))
    shown = found[:_MOST_JOBS]
    axes.bar(
        range(len(shown)),
        [by for by, _ in shown],
        color=[
            style.ALARM if by > 0 else style.mixed(style.FEW[2], style.PAPER, 0.4)
            for by, _ in shown
        ],
        width=0.75,
    )
    axes.axhline(0, color=style.INK, linewidth=0.8)
    names = [style.plain(drawn.jobs[job][:12]) for _, job in shown]
    axes.set_xticks(range(len(shown)), names, rotation=0 if len(shown) <= 16 else 90, fontsize=7)
    axes.set_xlim(-0.6, len(shown) - 0.4)
    axes.grid(axis="x", visible=False)
    late = sum(by > 0 for by, _ in found)
    axes.set_ylabel("lateness")
    axes.set_title(f"{late} of {len(found)} jobs late", loc="left", fontsize=9)


def _draw_legend(sheet: Figure, drawn: Chart, fills: list[str], width: float) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    keys: list[Any] = [
        Patch(fc=style.PAPER, ec=style.ALARM, linewidth=1.5, label="critical"),
    ]
    if drawn.setups:
        keys.append(Patch(fc=style.PAPER, ec=style.MUTED, hatch="//////", label="setup"))
    if drawn.breaks:
        keys.append(Patch(fc=style.GRID, label="break"))
    if drawn.lateness:
        keys.append(Line2D([], [], color=style.ALARM, linewidth=2.2, label="late: due date to end"))
    if len(fills) <= _LEGEND_JOBS:
        keys += [
            Patch(
                fc=fill, label=style.plain(name if name == f"job {job}" else f"{job} {name[:16]}")
            )
            for job, (fill, name) in enumerate(zip(fills, drawn.jobs, strict=True))
        ]
    columns = max(1, min(len(keys), int(width * 72 // 96)))
    # Matplotlib fills a legend column by column; people read line by line.
    by_line = [key for column in range(columns) for key in keys[column::columns]]
    sheet.legend(
        handles=by_line, loc="outside lower center", ncols=columns, fontsize=8, handlelength=1.4
    )
