"""Routes without a map: an instance given by its distances alone has no places to draw.

Several routes are drawn by load and length; a single one by the lengths of its legs.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from neurols.plotting import style
from neurols.plotting.titles import amount, headline, subline
from neurols.routing.drawing.lines import legs_of, lines, summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from neurols.search.result import Result

_EACH = 20  # routes or legs; each has a tick up to here
WHY = "no map: the instance gives distances, but no coordinates"


class Panel(NamedTuple):
    """A row of bars."""

    unit: str
    values: list[float]
    colours: list[str]
    limit: float | None
    names: list[str]


def panels(result: Result) -> tuple[list[Panel], str]:
    """What to draw, and what runs along the axis below."""
    instance: Any = result.instance
    drawn = lines(instance, result.solution)  # type: ignore[arg-type]
    if len(drawn) == 1:
        tour = [0, *drawn[0].customers, 0]
        legs = legs_of(instance, drawn[0].customers).tolist()
        names = [f"{a} to {b}" for a, b in pairwise(tour)]
        shade = [drawn[0].colour] * len(legs)
        return [Panel("length of the leg", legs, shade, None, names)], "leg of the route"
    names = [f"route {line.number}, {len(line.customers)} customers" for line in drawn]
    colours = [line.colour for line in drawn]
    loads = [float(line.load) for line in drawn]
    lengths = [float(line.length) for line in drawn]
    return [
        Panel("load", loads, colours, instance.capacity, names),
        Panel("length", lengths, colours, instance.max_distance, names),
    ], "route"


def figure(result: Result) -> Figure:
    """Loads and lengths as a Matplotlib figure."""
    rows, below = panels(result)
    count = len(rows[0].values)
    instance: Any = result.instance
    drawn = lines(instance, result.solution)  # type: ignore[arg-type]
    with style.matplotlib_style():
        sheet = style.new_figure(min(20.0, max(8.0, 0.2 * count)), 1.4 + 2.3 * len(rows))
        sheet.suptitle(
            headline(result), x=0.004, ha="left", fontsize=12, fontweight="bold", color=style.INK,
            parse_math=False,
        )  # fmt: skip
        all_axes = sheet.subplots(len(rows), 1, sharex=True, squeeze=False)[:, 0]
        for axes, panel in zip(all_axes, rows, strict=True):
            axes.bar(range(1, count + 1), panel.values, 0.8, color=panel.colours)
            if panel.limit is not None:
                axes.axhline(panel.limit, color=style.ALARM, linewidth=1.2, linestyle=(0, (5, 3)))
                axes.annotate(
                    f"at most {amount(panel.limit)}",
                    (1.0, panel.limit),
                    xycoords=("axes fraction", "data"),
                    xytext=(0, 3),
                    textcoords="offset points",
                    ha="right",
                    fontsize=8,
                    color=style.ALARM,
                )
                axes.set_ylim(0, 1.15 * max(panel.limit, *panel.values))
            axes.set_ylabel(panel.unit)
            axes.grid(axis="x", visible=False)
        all_axes[0].set_title(
            f"{subline(result)}\n{summary(instance, drawn)}; {WHY}",
            loc="left",
            fontsize=8.5,
            color=style.MUTED,
            linespacing=1.5,
            parse_math=False,
        )
        all_axes[-1].set_xlabel(below)
        all_axes[-1].set_xlim(0.3, count + 0.7)
        all_axes[-1].xaxis.get_major_locator().set_params(integer=True)
    return sheet


def interactive(result: Result) -> Any:
    """Loads and lengths as a Plotly figure."""
    import plotly.graph_objects as go
    from plotly.subplots import make_subplots

    rows, below = panels(result)
    sheet = make_subplots(rows=len(rows), cols=1, shared_xaxes=True, vertical_spacing=0.06)
    for number, panel in enumerate(rows, start=1):
        sheet.add_trace(
            go.Bar(
                x=list(range(1, len(panel.values) + 1)),
                y=panel.values,
                marker={"color": panel.colours},
                customdata=panel.names,
                hovertemplate=f"%{{customdata}}<br>{panel.unit} %{{y:,}}<extra></extra>",
            ),
            row=number,
            col=1,
        )
        if panel.limit is not None:
            dashed = {"color": style.ALARM, "width": 1.5, "dash": "dash"}
            sheet.add_hline(panel.limit, line=dashed, row=number, col=1)
        sheet.update_yaxes(title={"text": panel.unit}, row=number, col=1)
    sheet.update_xaxes(title={"text": f"{below} ({WHY})"}, row=len(rows), col=1)
    if len(rows[0].values) <= _EACH:
        sheet.update_xaxes(dtick=1)
    sheet.update_layout(height=160 + 220 * len(rows), showlegend=False)
    return sheet
