"""Route map for paper (svg, png): depot, customers, one colour a route. Browsers: web.py.

Instances that are nothing but a matrix have no map: bars.py draws loads and lengths instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from neurols.plotting import style
from neurols.plotting.titles import amount, headline, subline
from neurols.routing.drawing.lines import (
    NUMBERED,
    SHAPES,
    Line,
    Numbered,
    is_tour,
    lines,
    number_places,
    positions,
    summary,
)
from neurols.routing.drawing.web import interactive, listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from neurols.search.result import Result

__all__ = ["figure", "interactive", "listing"]

_LABELLED = 60  # customers; more numbers than that hide the map
_LEGEND_ROUTES = 54  # of more routes the legend has a summary alone
_LEGEND_ROWS = 27
_DIGIT, _POINT = "\u2007", "\u2008"  # spaces as wide as a digit, and as a comma or point
_RASTER_FROM = 3_000  # customers; an svg with more shapes than that is slow to open


def figure(result: Result) -> Figure:
    """The routes of a result as a Matplotlib figure."""
    instance: Any = result.instance
    if instance.coordinates is None:
        from neurols.routing.drawing.bars import figure as bars

        return bars(result)
    drawn = lines(instance, result.solution)  # type: ignore[arg-type]
    places = positions(instance)
    listed = not is_tour(instance) and len(drawn) <= _LEGEND_ROUTES
    columns = -(-len(drawn) // _LEGEND_ROWS) if listed else 0
    side = 7.6 if instance.customers <= 1_000 else 10.0
    width, height = _extent(places, side)
    with style.matplotlib_style():
        sheet = style.new_figure(max(6.4, width + 0.1), height + 0.85)
        axes = sheet.subplots()
        _set_axes(axes, places)
        _set_titles(sheet, result, summary(instance, drawn))
        _draw_routes(axes, places, drawn, is_tour(instance))
        _draw_customers(axes, instance, places, drawn)
        _draw_depot(axes, places)
        if not is_tour(instance) and 1 < len(drawn) <= NUMBERED:
            draw_numbers(axes, drawn, places)
        if listed:
            _draw_legend(sheet, drawn, instance.capacity, columns)
    return sheet


def _extent(places: NDArray[Any], side: float) -> tuple[float, float]:
    """Inches that the map takes: the shape of the region, but never a ribbon."""
    spans = places.max(axis=0) - places.min(axis=0)
    ratio = float(spans[1] / spans[0]) if spans.min() > 0 else 1.0
    ratio = min(1.6, max(0.5, ratio))
    return (side, side * ratio) if ratio <= 1 else (side / ratio, side)


def _set_axes(axes: Axes, places: NDArray[Any]) -> None:
    axes.set_aspect("equal", anchor="NW")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(True)
        spine.set_color(style.GRID)
    low, high = places.min(axis=0), places.max(axis=0)
    room = 0.05 * max(float((high - low).max()), 1e-9)
    axes.set_xlim(low[0] - room, high[0] + room)
    axes.set_ylim(low[1] - room, high[1] + room)


def _set_titles(sheet: Figure, result: Result, plan: str) -> None:
    """Above the whole sheet: a tall map is narrower than its headline."""
    sheet.suptitle(
        headline(result), x=0.004, ha="left", fontsize=12, fontweight="bold", color=style.INK
    )
    axes = sheet.axes[0]
    axes.set_title(
        f"{subline(result)}\n{plan}",
        loc="left",
        fontsize=8.5,
        color=style.MUTED,
        linespacing=1.5,
        pad=6,
    )


def _draw_routes(axes: Axes, places: NDArray[Any], drawn: list[Line], tour: bool) -> None:
    """Full lines among the customers; faint ones to the depot, where all routes crowd."""
    from matplotlib.collections import LineCollection

    count = len(places)
    width = 1.9 if count <= 120 else 1.5 if count <= 400 else 1.1 if count <= 1_500 else 0.7
    colours = [line.colour for line in drawn]
    raster = count > _RASTER_FROM
    if tour:
        paths = [places[[0, *line.customers, 0]] for line in drawn]
    else:
        paths = [places[line.customers] for line in drawn]
        ends = [[places[0], places[place]] for line in drawn for place in _ends(line)]
        shades = [line.colour for line in drawn for _ in _ends(line)]
        axes.add_collection(
            LineCollection(
                ends,
                colors=shades,
                linewidths=width * 0.6,
                alpha=0.45 if count <= 1_500 else 0.15,
                linestyles=[(0, (5, 2.5))] if count <= 1_500 else "solid",
                zorder=1,
                rasterized=raster,
            )
        )
    axes.add_collection(
        LineCollection(
            paths,
            colors=colours,
            linewidths=width,
            joinstyle="round",
            capstyle="round",
            zorder=2,
            rasterized=raster,
        )
    )


def _ends(line: Line) -> tuple[int, ...]:
    first, last = line.customers[0], line.customers[-1]
    return (first,) if first == last else (first, last)


def _draw_customers(axes: Axes, instance: Any, places: NDArray[Any], drawn: list[Line]) -> None:
    """Dots in the colour of their routes, their areas by demand."""
    import numpy as np

    count = instance.customers
    colours = np.full(len(places), style.MUTED, dtype=object)
    for line in drawn:
        colours[line.customers] = line.colour
    labelled = count <= _LABELLED
    area = 190.0 if labelled else min(34.0, 9_000 / count)
    demands = instance.demands[1:]
    mean = float(demands.mean())
    sizes = area * np.clip(demands / mean, 0.35, 2.5) if mean and not labelled else area
    sizes = np.broadcast_to(np.asarray(sizes, dtype=float), (count,))
    for shape in sorted({line.shape for line in drawn}):
        own = [c for line in drawn if line.shape == shape for c in line.customers]
        axes.scatter(
            places[own, 0],
            places[own, 1],
            s=sizes[np.array(own) - 1],
            marker=SHAPES[0 if labelled else shape],
            c=list(colours[own]),
            edgecolors=style.PAPER,
            linewidths=0.7 if count <= 400 else 0.4 if count <= 1_500 else 0.0,
            zorder=3,
            rasterized=count > _RASTER_FROM,
        )
    if labelled:
        for customer in range(1, count + 1):
            axes.text(
                float(places[customer, 0]),
                float(places[customer, 1]),
                str(customer),
                fontsize=6.5,
                color=style.text_colour(colours[customer]),
                ha="center",
                va="center_baseline",
                zorder=4,
            )


def _draw_depot(axes: Axes, places: NDArray[Any]) -> None:
    x, y = places[:1].T
    axes.scatter(
        x, y, s=150, marker="s", c=style.INK, edgecolors=style.PAPER, linewidths=1.6, zorder=6
    )
    axes.scatter(x, y, s=22, marker="s", c=style.PAPER, linewidths=0, zorder=7)


def draw_numbers(axes: Axes, drawn: Sequence[Numbered], places: NDArray[Any]) -> None:
    """The number of each route, in a disc beside one of its customers."""
    for line, (x, y) in zip(drawn, number_places(drawn, places), strict=True):
        axes.annotate(
            str(line.number),
            (float(x), float(y)),
            fontsize=6.5,
            color=style.INK,
            ha="center",
            va="center_baseline",
            zorder=8,
            bbox={
                "boxstyle": "circle,pad=0.18",
                "facecolor": style.PAPER,
                "edgecolor": line.colour,
                "linewidth": 0.9,
            },
        )


def _draw_legend(sheet: Figure, drawn: list[Line], capacity: int, columns: int) -> None:
    """The list of routes at the right; the sheet grows by the width that it takes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.lines import Line2D

    cells = [(str(r.number), f"{r.load:,}/{capacity:,}", amount(r.length)) for r in drawn]
    longest = [max(column, key=len) for column in zip(*cells, strict=True)]
    labels = [
        (2 * _DIGIT).join(_padded(text, to) for text, to in zip(row, longest, strict=True))
        for row in cells
    ]
    keys = [
        Line2D(
            *([], []),
            color=line.colour,
            linewidth=2.2,
            marker=SHAPES[line.shape],
            markersize=4.5,
            label=label,
        )
        for line, label in zip(drawn, labels, strict=True)
    ]
    legend = sheet.legend(
        handles=keys,
        loc="outside right upper",
        ncols=columns,
        title="route, load, length",
        title_fontproperties={"size": 8, "weight": "bold"},
        alignment="left",
        fontsize=7.5,
        handlelength=1.6,
        columnspacing=1.2,
        labelspacing=0.42,
    )
    canvas: Any = FigureCanvasAgg(sheet)
    taken = legend.get_window_extent(canvas.get_renderer()).width / sheet.dpi
    width, height = sheet.get_size_inches()
    sheet.set_size_inches(width + taken + 0.25, height)


def _padded(text: str, to: str) -> str:
    """Flush right: room for the leading characters of a longer text that this one lacks."""
    return "".join(_DIGIT if c.isdigit() else _POINT for c in to[: len(to) - len(text)]) + text
