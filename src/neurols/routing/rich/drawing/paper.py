"""The picture of a plan for paper: the map with depots and vehicle types, and beside it the time of
every route. web.py draws for browsers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from neurols.plotting import style, times
from neurols.plotting.titles import amount, headline, subline
from neurols.routing.drawing.lines import NUMBERED, SHAPES
from neurols.routing.drawing.paper import draw_numbers

from .data import PlanDrawing, RouteDrawing, drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from neurols.search.result import Result

    from ..instance import RichRouting

_MOST_ROWS = 60
"""Routes in the chart of times; more would be too small to read."""
_LEAST_ROWS = 6  # a chart of few routes is not drawn out
_LABELLED = 60  # clients; more names than that hide the map


def figure(result: Result) -> Figure:
    """The plan of a result as a Matplotlib figure."""
    plan: Any = result.solution
    told = f"{subline(result)}\n{_summary(drawn := drawing(plan.instance, plan.to_json()))}"
    return _sheet(drawn, headline(result), told)


def checked(instance: RichRouting, form: Mapping[str, Any], faults: Sequence[str]) -> Figure:
    """A plan that was checked; what breaks a rule is red, and the faults stand above."""
    drawn = drawing(instance, form)
    count = len(faults)
    title = f"{instance.name}: {count} fault{'s' * (count != 1)}" if count else instance.name
    lines = [fault if len(fault) <= 150 else fault[:147] + "..." for fault in faults[:4]]
    return _sheet(drawn, title, "\n".join(map(style.plain, lines)) or _summary(drawn))


def _summary(drawn: PlanDrawing) -> str:
    distance = sum(route.distance for route in drawn.routes)
    duration = sum(route.end - route.start for route in drawn.routes)
    words = [
        f"{len(drawn.routes)} routes",
        f"distance {amount(distance)}",
        f"duration {amount(duration)}",
    ]
    return ", ".join([*words, *([f"{len(drawn.unvisited)} left out"] if drawn.unvisited else [])])


def _sheet(drawn: PlanDrawing, title: str, told: str) -> Figure:
    shown = drawn.routes[:_MOST_ROWS]
    rows = max(2.6, 0.3 * len(shown) + 0.8)
    mapped = drawn.instance.coordinates is not None
    height = max(6.0 if mapped else 2.8, rows)
    with style.matplotlib_style():
        sheet = style.new_figure(14.5 if mapped else 9.5, height + 0.95)
        sheet.suptitle(
            style.plain(title), x=0.004, ha="left", fontsize=12, fontweight="bold", color=style.INK
        )
        grid = sheet.add_gridspec(1, 2 if mapped else 1, width_ratios=(6.4, 8) if mapped else (1,))
        first = sheet.add_subplot(grid[0, 0])
        first.set_title(told, loc="left", fontsize=8.5, color=style.MUTED, linespacing=1.5, pad=6)
        if mapped:
            _draw_map(first, drawn)
        _draw_times(sheet.add_subplot(grid[0, 1]) if mapped else first, drawn, shown)
        _draw_legend(sheet, drawn)
    return sheet


# -- Map ------------------------------------------------------------------------------------------


def _draw_map(axes: Axes, drawn: PlanDrawing) -> None:
    places: Any = drawn.instance.coordinates
    axes.set_aspect("equal", anchor="NW")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.grid(visible=False)
    depots = len(drawn.instance.depots)
    count = len(places)
    width = 1.7 if count <= 150 else 1.0
    for route in drawn.routes:
        points = places[route.stops]
        colour = style.ALARM if route.overloaded else route.colour
        axes.plot(*points[:2].T, color=colour, linewidth=0.7, alpha=0.45, linestyle=(0, (4, 3)))
        closes = drawn.instance.vehicle_types[route.kind].end_depot is not None
        inner = points[1:-1] if closes else points[1:]
        axes.plot(*inner.T, color=colour, linewidth=width, alpha=0.9)
        if closes:
            axes.plot(
                *points[-2:].T, color=colour, linewidth=0.7, alpha=0.45, linestyle=(0, (4, 3))
            )
        clients = [at for at in route.stops if at >= depots]
        _dots(axes, places, clients, route, count)
        wrong = sorted(route.wrong)
        axes.plot(
            *places[wrong].T, "o", mfc="none", mec=style.ALARM, mew=1.8, ms=11, zorder=8, ls=""
        )
    left_out = [at for at in drawn.unvisited if at not in drawn.missing]
    axes.plot(*places[left_out].T, "x", color=style.MUTED, ms=5, ls="", zorder=4)
    axes.plot(
        *places[sorted(drawn.missing)].T, "x", color=style.ALARM, ms=8, mew=2, ls="", zorder=8
    )
    axes.plot(
        *places[:depots].T, "s", color=style.INK, ms=10, mec=style.PAPER, mew=1.2, ls="", zorder=9
    )
    if 1 < len(drawn.routes) <= NUMBERED:
        draw_numbers(axes, drawn.routes, places)
    if count <= _LABELLED:
        for at in range(depots, count):
            axes.annotate(
                style.plain(drawn.name(at)[:14]), places[at], xytext=(3.5, 3.5),
                textcoords="offset points", fontsize=6.5, color=style.MUTED,
            )  # fmt: skip
    if depots > 1 or drawn.instance.depots[0].name:
        for at in range(depots):
            axes.annotate(
                style.plain(drawn.name(at)[:18]), places[at], xytext=(7, -3),
                textcoords="offset points", fontsize=8, fontweight="bold", color=style.INK,
                zorder=10,
            )  # fmt: skip


def _dots(axes: Axes, places: Any, clients: list[int], route: RouteDrawing, count: int) -> None:
    axes.plot(
        *places[clients].T,
        SHAPES[route.kind % len(SHAPES)],
        color=route.colour,
        mec=style.PAPER,
        mew=0.5,
        ms=6.5 if count <= 150 else 3.5,
        ls="",
        zorder=5,
    )


# -- Times ----------------------------------------------------------------------------------------


def _draw_times(axes: Axes, drawn: PlanDrawing, shown: list[RouteDrawing]) -> None:
    low, high = drawn.horizon
    room = 0.01 * max(high - low, 1e-9)
    axes.set_xlim(low - room, high + room)
    axes.set_ylim(max(len(shown), _LEAST_ROWS) - 0.4, -0.6)
    several = len(drawn.instance.vehicle_types) > 1
    names = [
        f"{route.number}" + (f"  {drawn.type_name(route.kind)[:14]}" if several else "")
        for route in shown
    ]
    axes.set_yticks(range(len(shown)), [style.plain(name) for name in names], fontsize=8)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    times.label_axis(axes, drawn.instance.clock, low, high)
    for row, route in enumerate(shown):
        for below, start, end, missed in drawn.windows(route):
            colour = style.ALARM if missed else route.colour
            axes.plot([start, end], [row + below] * 2, color=colour, lw=1.0, alpha=0.6)
        for span in route.spans:
            _bar(axes, row, span, route.colour)
    rest = len(drawn.routes) - len(shown)
    if rest:
        axes.set_title(f"the first {len(shown)} of {len(drawn.routes)} routes", fontsize=8.5)


def _bar(axes: Axes, row: int, span: Any, colour: str) -> None:
    width = span.end - span.start
    if span.kind == "travel":
        shade = style.ALARM if span.wrong else colour
        axes.plot([span.start, span.end], [row, row], color=shade, lw=1.6, solid_capstyle="butt")
        return
    fill, hatch, height = {
        "waiting": (style.PAPER, "....", 0.24),
        "service": (colour, "", 0.5),
        "break": (style.MUTED, "", 0.5),
        "reload": (style.INK, "", 0.5),
    }[span.kind]
    edge = style.ALARM if span.wrong else colour if span.kind == "waiting" else style.PAPER
    axes.barh(
        row,
        width,
        left=span.start,
        height=height,
        color=style.ALARM if span.wrong else fill,
        hatch=hatch,
        edgecolor=edge,
        linewidth=0.5,
        zorder=3,
    )
    if width == 0:
        shade = style.ALARM if span.wrong else style.INK if span.kind == "reload" else colour
        axes.plot([span.start], [row], "|", color=shade, ms=13, mew=2, zorder=4)


def _draw_legend(sheet: Figure, drawn: PlanDrawing) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    kinds = {span.kind for route in drawn.routes for span in route.spans}
    grey = style.mixed(style.MUTED, style.PAPER, 0.5)
    keys: list[Any] = [Line2D([], [], color=style.FEW[0], lw=1.6, label="travel")]
    if "waiting" in kinds:
        keys.append(Patch(fc=style.PAPER, ec=style.FEW[0], hatch="....", label="waiting"))
    keys.append(Patch(fc=style.FEW[0], label="service"))
    if any(route.windows for route in drawn.routes):
        keys.append(Line2D([], [], color=style.FEW[0], lw=1.3, alpha=0.55, label="time window"))
    if "break" in kinds:
        keys.append(Patch(fc=style.MUTED, label="break"))
    if "reload" in kinds:
        keys.append(Patch(fc=style.INK, label="reload"))
    used = sorted({route.kind for route in drawn.routes})
    if len(drawn.instance.vehicle_types) > 1 and drawn.instance.coordinates is not None:
        keys += [
            Line2D(
                [], [], color=grey, marker=SHAPES[kind % len(SHAPES)], ls="",
                label=style.plain(drawn.type_name(kind)[:20]),
            )
            for kind in used
        ]  # fmt: skip
    if drawn.unvisited and drawn.instance.coordinates is not None:
        keys.append(Line2D([], [], color=style.MUTED, marker="x", ls="", label="left out"))
    if any(route.wrong or route.overloaded for route in drawn.routes) or drawn.missing:
        keys.append(Patch(fc=style.ALARM, label="breaks a rule"))
    sheet.legend(
        handles=keys, loc="outside lower center", ncols=min(9, len(keys)), fontsize=8,
        handlelength=1.6,
    )  # fmt: skip
