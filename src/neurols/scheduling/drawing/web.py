"""The Gantt chart for browsers: hover for job, operation, machine, start and end."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from neurols.plotting import style
from neurols.plotting.listing import Line, Listing
from neurols.scheduling.drawing.bars import Bar, chart

if TYPE_CHECKING:
    from neurols.search.result import Result

_HOVER = (
    "<b>job %{customdata[0]}</b>, operation %{customdata[1]}<br>machine %{customdata[2]}"
    "<br>start %{customdata[3]}, end %{customdata[4]}%{customdata[5]}<extra></extra>"
)

_HEIGHT = 0.78  # of a bar, in rows
_LISTED = 30  # jobs; more legend entries hide the chart, and the bars bear the numbers


def listing(result: Result) -> Listing:
    """The order of work on every machine, with the start of each operation."""
    instance: Any = result.instance
    rows: list[list[Bar]] = [[] for _ in range(instance.machines)]
    for bar in chart(instance, result.solution).bars:  # type: ignore[arg-type]
        rows[bar.machine].append(bar)
    lines = []
    for machine, bars in enumerate(rows):
        bars.sort(key=lambda bar: (bar.start, bar.end))
        busy = sum(bar.end - bar.start for bar in bars)
        order = ", ".join(f"{bar.job} ({bar.start:,})" for bar in bars)
        last = bars[-1].end if bars else 0
        lines.append(Line([f"M{machine}", str(len(bars)), f"{busy:,}", f"{last:,}", order]))
    head = ["machine", "operations", "busy", "ends", "jobs in order (start)"]
    return Listing("Order of work.", head, lines)


def interactive(result: Result) -> Any:
    """The schedule as a Plotly figure; a click on a job in the legend hides it."""
    import plotly.graph_objects as go

    instance: Any = result.instance
    machines: int = instance.machines
    drawn = chart(instance, result.solution)  # type: ignore[arg-type]
    by_job: list[list[Bar]] = [[] for _ in instance.jobs]
    for bar in drawn.bars:
        by_job[bar.job].append(bar)
    fills = style.colours(len(by_job))
    height = int(min(3000, 210 + max(26.0, 44 - machines / 2) * machines))
    listed = len(by_job) <= _LISTED
    sheet = go.Figure([_job(go, job, bars, fills[job], listed) for job, bars in enumerate(by_job)])
    sheet.add_traces([_path_line(go, drawn.path), _path_frames(go, drawn.path)])
    sheet.add_vline(drawn.makespan, line={"color": style.INK, "width": 1, "dash": "dash"})
    sheet.update_layout(
        barmode="overlay",
        height=height,
        legend={"orientation": "h", "x": 0, "y": -84 / height, "yanchor": "top"},
        margin={"b": 120},
        hovermode="closest",
        xaxis={"title": {"text": "time", "standoff": 6}, "range": [0, drawn.makespan * 1.01]},
        yaxis={
            "title": {"text": "machine"},
            "range": [machines - 0.4, -0.6],
            "tickvals": list(range(machines)),
            "ticktext": [f"M{machine}" for machine in range(machines)],
            "showgrid": False,
            "zeroline": False,
        },
    )
    return sheet


def _job(go: Any, job: int, bars: list[Bar], fill: str, listed: bool) -> Any:
    return go.Bar(
        orientation="h",
        name=f"job {job}",
        base=[bar.start for bar in bars],
        x=[bar.end - bar.start for bar in bars],
        y=[bar.machine for bar in bars],
        width=_HEIGHT,
        showlegend=listed,
        text=[str(job)] * len(bars),
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        textfont={"color": style.text_colour(fill)},
        marker={"color": fill, "line": {"color": style.PAPER, "width": 1}},
        customdata=[
            [*bar[:5], "<br><i>on the critical path</i>" if bar.critical else ""] for bar in bars
        ],
        hovertemplate=_HOVER,
    )


def _path_frames(go: Any, path: list[Bar]) -> Any:
    """Frames around the bars of the critical path; they take no pointer from the bars below."""
    return go.Bar(
        orientation="h",
        name="critical path",
        legendgroup="critical path",
        base=[bar.start for bar in path],
        x=[bar.end - bar.start for bar in path],
        y=[bar.machine for bar in path],
        width=_HEIGHT,
        marker={"color": "rgba(0,0,0,0)", "line": {"color": style.ALARM, "width": 2.5}},
        hoverinfo="skip",
    )


def _path_line(go: Any, path: list[Bar]) -> Any:
    """Where the path changes machines, a line leads from the one to the other."""
    x: list[int | None] = []
    y: list[float | None] = []
    for one, other in pairwise(path):
        if one.machine != other.machine:
            down = 1 if other.machine > one.machine else -1
            x += [one.end, other.start, None]
            y += [one.machine + 0.39 * down, other.machine - 0.39 * down, None]
    return go.Scatter(
        x=x,
        y=y,
        mode="lines",
        line={"color": style.ALARM, "width": 1.8},
        legendgroup="critical path",
        showlegend=False,
        hoverinfo="skip",
    )
