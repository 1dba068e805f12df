"""The pictures of a plan for browsers: map, time of every route, and the table of stops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from neurols.errors import printable
from neurols.plotting import style, times
from neurols.plotting.listing import Line, Listing
from neurols.plotting.titles import amount
from neurols.routing.drawing.lines import NUMBERED, WEB_SHAPES
from neurols.routing.drawing.web import numbers

from .. import table
from .data import KINDS, PlanDrawing, RouteDrawing, drawing

if TYPE_CHECKING:
    from neurols.search.result import Result
    from neurols.tables.clock import Clock

    from ..instance import RichRouting

_TIMES = ("arrival", "start", "departure")


def interactive(result: Result) -> Any:
    """The map as a Plotly figure; the chart of times where there are no coordinates."""
    plan: Any = result.solution
    return _picture(drawing(plan.instance, plan.to_json()))


def further(result: Result) -> list[tuple[str, Any]]:
    """The time of every route, under its heading."""
    plan: Any = result.solution
    if plan.instance.coordinates is None:
        return []
    return [("Times", _times(drawing(plan.instance, plan.to_json())))]


def checked(instance: RichRouting, form: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Map and times of a plan that was checked; what breaks a rule is red."""
    drawn = drawing(instance, form)
    figures = [("Plan", _picture(drawn))]
    return figures + ([("Times", _times(drawn))] if instance.coordinates is not None else [])


def listing(result: Result) -> Listing:
    """Every stop of every route with its times, load and distance."""
    plan: Any = result.solution
    drawn = drawing(plan.instance, plan.to_json())
    clock = plan.instance.clock
    colours = {route.number: route.colour for route in drawn.routes}
    single = plan.instance.coordinates is not None and len(drawn.routes) <= NUMBERED
    lines = [
        Line(
            [_cell(row[column], clock if column in _TIMES else None) for column in table.COLUMNS],
            colours[row["route"]],
            (row["route"] - 1, len(drawn.routes) + row["route"] - 1) if single else (),
        )
        for row in table.rows(plan)
    ]
    return Listing("Stops.", table.COLUMNS, lines, wide=table.COLUMNS.index("client"))


def _cell(value: Any, clock: Clock | None) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if clock is not None:
        return clock.shown(value)
    return amount(value) if isinstance(value, float) else str(value)


def _picture(drawn: PlanDrawing) -> Any:
    return _times(drawn) if drawn.instance.coordinates is None else _map(drawn)


# -- Map ------------------------------------------------------------------------------------------


def _map(drawn: PlanDrawing) -> Any:
    import plotly.graph_objects as go

    places: Any = drawn.instance.coordinates
    depots = len(drawn.instance.depots)
    sheet = go.Figure([_legs(go, drawn, route, places) for route in drawn.routes])
    sheet.add_traces([_line(go, drawn, route, places) for route in drawn.routes])
    wrong = sorted({at for route in drawn.routes for at in route.wrong} | drawn.missing)
    left_out = [at for at in drawn.unvisited if at not in drawn.missing]
    for name, chosen, marker in (
        ("left out", left_out, {"symbol": "x", "size": 8, "color": style.MUTED}),
        ("breaks a rule", wrong, _ring()),
        ("depot", list(range(depots)), {"symbol": "square", "size": 14, "color": style.INK}),
    ):
        if chosen:
            sheet.add_trace(
                go.Scatter(
                    x=places[chosen, 0].tolist(),
                    y=places[chosen, 1].tolist(),
                    mode="markers",
                    name=name,
                    marker=marker,
                    hovertext=[f"<b>{name}</b> {printable(drawn.name(at))}" for at in chosen],
                    hovertemplate="%{hovertext}<extra></extra>",
                )
            )
    if 1 < len(drawn.routes) <= NUMBERED:
        sheet.add_trace(numbers(go, drawn.routes, places))
    bare = {"visible": False}
    sheet.update_layout(
        hovermode="closest",
        showlegend=False,
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        xaxis=bare,
        yaxis={**bare, "scaleanchor": "x"},
    )
    return sheet


def _ring() -> dict[str, Any]:
    return {"symbol": "circle-open", "size": 17, "color": style.ALARM, "line": {"width": 3}}


def _closes(drawn: PlanDrawing, route: RouteDrawing) -> bool:
    return drawn.instance.vehicle_types[route.kind].end_depot is not None


def _legs(go: Any, drawn: PlanDrawing, route: RouteDrawing, places: Any) -> Any:
    """From the depot to the first client and from the last one back, dashed."""
    ends = [route.stops[:2], *([route.stops[-2:]] if _closes(drawn, route) else [])]
    x: list[float | None] = []
    y: list[float | None] = []
    for pair in ends:
        x += [*places[pair, 0].tolist(), None]
        y += [*places[pair, 1].tolist(), None]
    return go.Scatter(
        x=x,
        y=y,
        mode="lines",
        line={"color": style.mixed(route.colour, style.PAPER, 0.5), "width": 1, "dash": "dash"},
        hoverinfo="skip",
        connectgaps=False,
    )


def _line(go: Any, drawn: PlanDrawing, route: RouteDrawing, places: Any) -> Any:
    kind = printable(drawn.type_name(route.kind))
    of_route = f"route {route.number}, {kind}<br>distance {amount(route.distance)}"
    depots = len(drawn.instance.depots)
    stops = route.stops[1:-1] if _closes(drawn, route) else route.stops[1:]
    shape = WEB_SHAPES[route.kind % len(WEB_SHAPES)]
    return go.Scatter(
        x=places[stops, 0].tolist(),
        y=places[stops, 1].tolist(),
        mode="lines+markers",
        name=f"{route.number}",
        line={"color": style.ALARM if route.overloaded else route.colour, "width": 2},
        marker={
            "size": [1 if at < depots else 9 for at in stops],
            "symbol": shape,
            "line": {"color": style.PAPER, "width": 1},
        },
        hovertext=[f"<b>{printable(drawn.name(at))}</b><br>{of_route}" for at in stops],
        hovertemplate="%{hovertext}<extra></extra>",
    )


# -- Times ----------------------------------------------------------------------------------------


def _times(drawn: PlanDrawing) -> Any:
    """Windows as thin bars below the row; travel, waiting, service, breaks and reloads in it."""
    import plotly.graph_objects as go

    sheet = go.Figure()
    sheet.add_trace(_windows(go, drawn))
    for kind in KINDS:
        sheet.add_trace(_spans(go, drawn, kind))
    sheet.add_traces(_keys(go, drawn))
    height = int(min(4000, 150 + 32 * max(2, len(drawn.routes))))
    names = [f"{route.number} {drawn.type_name(route.kind)}"[:24] for route in drawn.routes]
    rows = len(drawn.routes)
    low, high = drawn.horizon
    sheet.update_layout(
        barmode="overlay",
        bargap=0.0,
        height=height,
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False},
        hovermode="closest",
        xaxis={
            **times.web_axis(drawn.instance.clock, low, high),
            "range": [low, high + 0.01 * (high - low)],
        },
        yaxis={
            "range": [rows - 0.4, -0.6],
            "tickvals": list(range(rows)),
            "ticktext": [printable(name) for name in names],
            "showgrid": False,
            "zeroline": False,
        },
    )
    return sheet


_PLAIN = {"break": style.MUTED, "reload": style.INK, "waiting": style.GRID}
_HEIGHTS = {"travel": 0.1, "waiting": 0.3, "service": 0.5, "break": 0.5, "reload": 0.5}


def _spans(go: Any, drawn: PlanDrawing, kind: str) -> Any:
    chosen = [
        (row, route, span)
        for row, route in enumerate(drawn.routes)
        for span in route.spans
        if span.kind == kind
    ]
    return go.Bar(
        orientation="h",
        name=kind,
        base=[span.start for _, _, span in chosen],
        x=[span.end - span.start for _, _, span in chosen],
        y=[row for row, _, _ in chosen],
        width=_HEIGHTS[kind],
        marker={
            "color": [
                style.ALARM if span.wrong else _PLAIN.get(kind, route.colour)
                for _, route, span in chosen
            ],
            "line": {"width": 0},
        },
        hovertext=[printable(span.hover) for _, _, span in chosen],
        hovertemplate="%{hovertext}<extra></extra>",
        showlegend=False,
    )


def _keys(go: Any, drawn: PlanDrawing) -> list[Any]:
    """The legend: bars have the colours of their routes, and the shapes tell what they are."""
    used = {span.kind for route in drawn.routes for span in route.spans}
    used |= {"time window"} if any(drawn.windows(route) for route in drawn.routes) else set()
    lines = {"travel": 4, "time window": 1}
    fills = {"service": style.FEW[0], **_PLAIN}
    return [
        go.Scatter(
            x=[None],
            y=[None],
            name=kind,
            mode="lines" if kind in lines else "markers",
            line={"color": style.FEW[0], "width": lines.get(kind, 0)},
            marker={"symbol": "square", "size": 12, "color": fills.get(kind)},
        )
        for kind in (*KINDS, "time window")
        if kind in used
    ]


def _windows(go: Any, drawn: PlanDrawing) -> Any:
    clock = drawn.instance.clock
    chosen = [
        (row + below, route, start, end, missed)
        for row, route in enumerate(drawn.routes)
        for below, start, end, missed in drawn.windows(route)
    ]
    return go.Bar(
        orientation="h",
        name="time window",
        base=[start for _, _, start, _, _ in chosen],
        x=[end - start for _, _, start, end, _ in chosen],
        y=[row for row, *_ in chosen],
        width=0.03,
        marker={
            "color": [style.ALARM if missed else route.colour for _, route, _, _, missed in chosen],
            "opacity": 0.5,
            "line": {"width": 0},
        },
        hovertext=[
            f"window {times.shown(clock, start)} to {times.shown(clock, end)}"
            for _, _, start, end, _ in chosen
        ],
        hovertemplate="%{hovertext}<extra></extra>",
        showlegend=False,
    )
