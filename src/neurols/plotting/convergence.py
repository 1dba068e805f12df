"""Convergence: gap, or cost where no best known is there, against iterations and seconds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from neurols.errors import InputError, printable
from neurols.plotting import style
from neurols.plotting.titles import cost_name

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from neurols.search.result import Result


class Curve(NamedTuple):
    """The best cost so far of one result, as steps."""

    label: str
    iterations: list[float]
    seconds: list[float]
    values: list[float]


def plot_convergence(
    results: Result | Sequence[Result],
    path: str | PathLike[str] | None = None,
    *,
    log: bool = False,
) -> Any:
    """Draw how the best cost fell, of one result or of several at once.

    Args:
        results: one result or several.
        path: where to save it (``.svg``, ``.png`` or ``.html``); without it a Matplotlib figure
            is returned.
        log: whether iterations and seconds run on logarithmic axes.
    """
    from neurols.plotting.result import save

    several = results if isinstance(results, Sequence) else [results]
    if not several:
        raise InputError("there is no result to draw", remedy="give at least one")
    return save(
        path, lambda: figure(several, log=log), lambda: [("", interactive(several, log=log))]
    )


def figure(results: Sequence[Result], *, log: bool = False) -> Figure:
    """The curves as a Matplotlib figure, iterations on the left and seconds on the right."""
    drawn, unit = curves(results)
    with style.matplotlib_style():
        sheet = style.new_figure(10, 3.8)
        left, right = sheet.subplots(1, 2, sharey=True)
        for axes, name in ((left, "iterations"), (right, "seconds")):
            for curve, colour in zip(drawn, _line_colours(len(drawn)), strict=True):
                axes.step(
                    _shifted(getattr(curve, name), log),
                    curve.values,
                    where="post",
                    color=colour,
                    linewidth=1.8,
                    label=style.plain(curve.label),
                )
            axes.set_xlabel(name)
            if log:
                axes.set_xscale("log")
        left.set_ylabel(unit)
        if unit.startswith("gap"):
            left.set_ylim(bottom=min(0.0, *(min(curve.values) for curve in drawn)))
        if len(drawn) > 1:
            handles, labels = left.get_legend_handles_labels()
            columns = min(len(drawn), 5)
            sheet.legend(handles, labels, loc="outside upper center", ncols=columns, fontsize=8)
    return sheet


def interactive(results: Sequence[Result], *, log: bool = False) -> Any:
    """The curves as a Plotly figure, with a switch between linear and logarithmic axes."""
    import plotly.graph_objects as go
    from plotly.subplots import make_subplots

    drawn, unit = curves(results)
    sheet = make_subplots(rows=1, cols=2, shared_yaxes=True, horizontal_spacing=0.04)
    for curve, colour in zip(drawn, _line_colours(len(drawn)), strict=True):
        for column, name in enumerate(("iterations", "seconds"), start=1):
            sheet.add_trace(
                go.Scatter(
                    # Shifted off zero even on linear axes: the reader may switch to logarithms.
                    x=_shifted(getattr(curve, name), True),
                    y=curve.values,
                    name=escape(curve.label),
                    legendgroup=curve.label,
                    showlegend=len(drawn) > 1 and column == 1,
                    mode="lines",
                    line={"shape": "hv", "color": colour, "width": 2},
                    hovertemplate=f"%{{x:,}} {name}<br>{unit} %{{y:,.6~g}}",
                ),
                row=1,
                col=column,
            )
    kind = "log" if log else "linear"
    powers = [
        1 if _decades([_shifted(getattr(curve, name), True) for curve in drawn]) >= 1.3 else None
        for name in ("iterations", "seconds")
    ]  # ticks at powers of ten alone, where there are two
    ticks = powers if log else [None, None]
    sheet.update_layout(
        height=380,
        hovermode="x unified",
        margin={"t": 50},
        legend={"orientation": "h", "x": 0, "y": -0.24, "yanchor": "top"},
        xaxis={"title": {"text": "iterations"}, "type": kind, "nticks": 5, "dtick": ticks[0]},
        xaxis2={"title": {"text": "seconds"}, "type": kind, "nticks": 5, "dtick": ticks[1]},
        yaxis={"title": {"text": unit}},
        updatemenus=[_scale_switch(log, powers)],
    )
    return sheet


def _decades(curves: Sequence[Sequence[float]]) -> float:
    """How many powers of ten the values of an axis span."""
    values = [value for curve in curves for value in curve]
    return math.log10(max(values) / min(values)) if min(values) > 0 else 0.0


def _scale_switch(log: bool, powers: Sequence[int | None]) -> dict[str, Any]:
    def button(kind: str) -> dict[str, Any]:
        change: dict[str, Any] = {}
        for axis, step in zip(("xaxis", "xaxis2"), powers, strict=True):
            change |= {f"{axis}.type": kind, f"{axis}.autorange": True}
            change[f"{axis}.dtick"] = step if kind == "log" else None
        return {"label": kind, "method": "relayout", "args": [change]}

    return {
        "type": "buttons",
        "direction": "right",
        "buttons": [button("linear"), button("log")],
        "active": int(log),
        "x": 0.0,
        "xanchor": "left",
        "y": 1.0,
        "yanchor": "bottom",
        "pad": {"b": 8, "t": 0},
    }


def curves(results: Sequence[Result]) -> tuple[list[Curve], str]:
    """What to draw and its unit: gaps where all instances have a best known cost."""
    with_gap = all(result.best_known for result in results)
    names = {cost_name(result.instance) for result in results}
    unit = "gap to best known (%)" if with_gap else names.pop() if len(names) == 1 else "cost"
    drawn = []
    for result, label in zip(results, _labels(results), strict=True):
        points = result.trace or ((0, 0.0, result.cost),)
        known = result.best_known if with_gap else None
        costs = [cost for _, _, cost in points]
        costs.append(costs[-1])  # the last best holds to the end
        drawn.append(
            Curve(
                label,
                [*(float(i) for i, _, _ in points), float(max(result.iterations, points[-1][0]))],
                [*(t for _, t, _ in points), max(result.seconds, points[-1][1])],
                [100.0 * (c - known) / known for c in costs]
                if known
                else [float(c) for c in costs],
            )
        )
    return drawn, unit


def _labels(results: Sequence[Result]) -> list[str]:
    """Names that tell the results apart, and no longer than that takes."""
    parts = [
        (printable(r.controller), printable(r.instance.name), f"seed {r.seed}") for r in results
    ]
    varying = [place for place in range(3) if len({part[place] for part in parts}) > 1] or [0]
    labels = [", ".join(part[place] for place in varying) for part in parts]
    repeated = Counter(labels)
    return [
        f"{label} ({labels[: number + 1].count(label)})" if repeated[label] > 1 else label
        for number, label in enumerate(labels)
    ]


def _line_colours(count: int) -> list[str]:
    return list(style.FEW[:count]) if count <= len(style.FEW) else style.colours(count)


def _shifted(values: Sequence[float], log: bool) -> list[float]:
    """Values for a logarithmic axis, which has no zero: the start is put just before the rest."""
    if not log:
        return list(values)
    least = min((value for value in values if value > 0), default=1.0)
    return [max(value, least / 2) for value in values]
