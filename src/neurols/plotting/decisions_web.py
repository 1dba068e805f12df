"""The same as decisions.py for a screen: Plotly, with every figure under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from neurols.plotting import style
from neurols.plotting.decisions_data import (
    ACCEPTED,
    REJECTED,
    UNDECIDED,
    policy_values,
    strip,
    traced,
)
from neurols.plotting.titles import cost_name

if TYPE_CHECKING:
    from neurols.plotting.decisions_data import PolicyValues, Strip
    from neurols.search.decisions import Decisions
    from neurols.search.result import Result

_ROW = 20  # pixels
_SCALE = [[0, REJECTED], [1, ACCEPTED]]


def interactive(result: Result) -> Any:
    """Costs, decisions and the policy's advantages, one above the other."""
    from plotly.subplots import make_subplots

    decisions = traced(result)
    rows, learned = strip(decisions), policy_values(result)
    heights = [170, 60 + _ROW * len(rows.names)]
    if learned is not None:
        heights.append(60 + _ROW * len(learned.names))
    sheet = make_subplots(
        rows=len(heights),
        cols=1,
        shared_xaxes=True,
        row_heights=[height / sum(heights) for height in heights],
        vertical_spacing=30 / sum(heights),
    )
    at = decisions.width * (np.arange(len(decisions.best)) + 0.5)
    _add_costs(sheet, result, decisions, at)
    _add_strip(sheet, rows, decisions, at)
    if learned is not None:
        _add_values(sheet, learned)
    sheet.update_layout(
        height=110 + sum(heights),
        margin={"r": 70, "t": 40},
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
    )
    sheet.update_xaxes(title={"text": "iterations"}, row=len(heights), col=1)
    return sheet


def _colour_bar(sheet: Any, row: int, title: str) -> dict[str, Any]:
    """A bar as tall as its row, its title beside it."""
    low, high = sheet.layout[f"yaxis{row}"].domain
    return {
        "title": {"text": title, "side": "right"},
        "len": max(high - low, 0.12),
        "y": (low + high) / 2,
        "thickness": 10,
        "nticks": 4,
    }


def _add_costs(sheet: Any, result: Result, decisions: Decisions, at: Any) -> None:
    import plotly.graph_objects as go

    lines = (("current", decisions.current, style.FEW[4]), ("best", decisions.best, style.INK))
    for name, costs, colour in lines:
        sheet.add_trace(
            go.Scatter(
                x=at.tolist(),
                y=costs.tolist(),
                name=name,
                mode="lines",
                line={"color": colour, "width": 1.5},
                hovertemplate=f"{name} %{{y:,.6~g}}<extra></extra>",
            ),
            row=1,
            col=1,
        )
    sheet.update_yaxes(title={"text": cost_name(result.instance)}, row=1, col=1)


def _add_strip(sheet: Any, rows: Strip, decisions: Decisions, at: Any) -> None:
    """Colour tells how much was accepted; what was not used at a time is left blank."""
    import plotly.graph_objects as go

    decided = (rows.share > 0) & ~rows.undecided
    percent = np.round(100 * rows.accepted, 1)
    sheet.add_trace(
        go.Heatmap(
            x=at.tolist(),
            y=rows.names,
            z=[
                [value if there else None for value, there in zip(line, mask, strict=True)]
                for line, mask in zip(percent.tolist(), decided.tolist(), strict=True)
            ],
            customdata=np.round(100 * rows.share, 1).tolist(),
            zmin=0,
            zmax=100,
            colorscale=_SCALE,
            colorbar=_colour_bar(sheet, 2, "accepted, %"),
            hovertemplate="%{y} from iteration %{x}<br>%{customdata} % of "
            f"{decisions.width} steps, %{{z}} % accepted<extra></extra>",
        ),
        row=2,
        col=1,
    )
    if rows.undecided.any():
        sheet.add_trace(
            go.Heatmap(
                x=at.tolist(),
                y=rows.names,
                z=[[0 if there else None for there in line] for line in rows.undecided.tolist()],
                colorscale=[[0, UNDECIDED], [1, UNDECIDED]],
                showscale=False,
                hovertemplate="%{y} from iteration %{x}: undecided<extra></extra>",
            ),
            row=2,
            col=1,
        )
    sheet.update_yaxes(autorange="reversed", showgrid=False, row=2, col=1)


def _add_values(sheet: Any, learned: PolicyValues) -> None:
    import plotly.graph_objects as go

    sheet.add_trace(
        go.Heatmap(
            x=learned.iterations.tolist(),
            y=learned.names,
            z=np.round(learned.advantages, 5).tolist(),
            customdata=np.tile(np.round(learned.value, 5), (len(learned.names), 1)).tolist(),
            zmin=-learned.bound,
            zmax=learned.bound,
            colorscale="RdBu",
            colorbar=_colour_bar(sheet, 3, "above the mean"),
            hovertemplate="%{y} at iteration %{x}<br>%{z} above the mean, highest"
            " %{customdata}<extra></extra>",
        ),
        row=3,
        col=1,
    )
    sheet.update_yaxes(autorange="reversed", showgrid=False, row=3, col=1)
