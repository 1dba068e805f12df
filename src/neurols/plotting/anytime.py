"""Anytime curves: the gap against CPU seconds, a line a contestant, a band over the seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.plotting import style
from neurols.plotting.anytime_curves import Curve, curves

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Records = Sequence[Mapping[str, Any]]

# FEW has a yellow that is lost as a thin line on white; a dark violet takes its place.
_COLOURS = (*style.FEW[:6], "#332288", style.FEW[7])
_DASHES: tuple[tuple[str, Any], ...] = (("solid", "solid"), ("dash", (0, (5, 2))))


def plot_anytime(records: Records, path: str | PathLike[str] | None = None) -> Any:
    """Draw how the mean gap fell with time, of every contestant in the records.

    Args:
        records: of a benchmark run on time, with their traces.
        path: where to save it (``.svg``, ``.png`` or ``.html``); without it a Matplotlib figure
            is returned.

    Raises:
        InputError: the records hold no traces.
    """
    from neurols.plotting.result import save

    return save(path, lambda: figure(records), lambda: [("", interactive(records))])


def figure(records: Records) -> Figure:
    """The curves as a Matplotlib figure; time runs on a logarithmic axis."""
    drawn, unit = _curves(records)
    with style.matplotlib_style():
        sheet = style.new_figure(8.2, 4.6)
        axes = sheet.subplots()
        for place, curve in enumerate(drawn):
            colour = _COLOURS[place % len(_COLOURS)]
            dash = _DASHES[place // len(_COLOURS) % len(_DASHES)][1]
            axes.fill_between(
                curve.seconds, curve.low, curve.high, step="post", color=colour, alpha=0.16, lw=0
            )
            axes.step(
                curve.seconds,
                curve.mean,
                where="post",
                color=colour,
                linestyle=dash,
                linewidth=1.9,
                label=f"{style.plain(curve.name)}  {curve.mean[-1]:.2f}",
            )
        axes.set_xscale("log")
        axes.set_xlim(right=max(curve.seconds[-1] for curve in drawn) * 1.02)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.set_xlabel("seconds")
        axes.set_ylabel(unit)
        _set_range(axes, drawn)
        axes.set_title(
            _what(records), loc="left", fontsize=8.5, color=style.MUTED, pad=8, linespacing=1.5
        )
        axes.legend(
            title="gap at the end", loc="upper left", bbox_to_anchor=(1.01, 1.0), fontsize=8,
            title_fontproperties={"size": 8, "weight": "bold"}, alignment="left",
        )  # fmt: skip
    return sheet


def interactive(records: Records) -> Any:
    """The curves as a Plotly figure."""
    import plotly.graph_objects as go

    drawn, unit = _curves(records)
    sheet = go.Figure()
    for place, curve in enumerate(drawn):
        colour = _COLOURS[place % len(_COLOURS)]
        dash = _DASHES[place // len(_COLOURS) % len(_DASHES)][0]
        shade = "rgba({},{},{},0.16)".format(*(int(colour[k : k + 2], 16) for k in (1, 3, 5)))
        common = {"legendgroup": curve.name, "mode": "lines", "hoverinfo": "skip"}
        hidden = {"shape": "hv", "width": 0, "color": colour}
        edge = {**common, "showlegend": False, "line": hidden}
        sheet.add_trace(go.Scatter(x=curve.seconds, y=curve.low, **edge))
        sheet.add_trace(
            go.Scatter(x=curve.seconds, y=curve.high, fill="tonexty", fillcolor=shade, **edge)
        )
        sheet.add_trace(
            go.Scatter(
                x=curve.seconds,
                y=curve.mean,
                name=escape(curve.name),
                legendgroup=curve.name,
                mode="lines",
                line={"shape": "hv", "color": colour, "width": 2.2, "dash": dash},
                hovertemplate="%{y:.2f}",
            )
        )
    sheet.update_layout(
        height=520,
        hovermode="x unified",
        xaxis={"title": {"text": "seconds"}, "type": "log", "hoverformat": ".3g"},
        yaxis={"title": {"text": unit}, "rangemode": "tozero"},
        title={"text": _what(records), "font": {"size": 12, "color": style.MUTED}},
    )
    return sheet


def _curves(records: Records) -> tuple[list[Curve], str]:
    found, unit = curves(records)
    drawn = [curve for curve in found if curve.seconds]
    if not drawn:
        raise InputError(
            "there is no trace to draw", remedy="run the benchmark on time, in a new folder"
        )
    return drawn, unit


def _set_range(axes: Axes, drawn: Sequence[Curve]) -> None:
    """From zero, and no higher than what matters: first solutions may be off by hundreds."""
    lowest = min(min(curve.low) for curve in drawn)
    ends = max(curve.mean[-1] for curve in drawn)
    top = max(max(curve.high) for curve in drawn)
    axes.set_ylim(min(0.0, lowest), min(top, max(4 * ends, 5.0)) * 1.05 or 1.0)


def _what(records: Records) -> str:
    instances = len({record["instance"] for record in records})
    seeds = len({record["seed"] for record in records})
    plural = "s" if instances > 1 else "", "s" if seeds > 1 else ""
    band = ", the band is their range" if seeds > 1 else ""
    return f"mean over {instances} instance{plural[0]}, {seeds} seed{plural[1]}{band}"
