"""The route map for browsers: hover for customer, demand, route, load and length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from neurols.plotting import style
from neurols.plotting.route_lines import Line, lines, positions
from neurols.plotting.titles import amount

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols.search.result import Result

_SINGLE_ROUTES = 80  # a legend entry and a trace each up to here; beyond, one a colour
_GL_FROM = 2_500  # customers; the browser's graphics card draws more of them
_HOVER = (
    "<b>customer %{customdata[0]}</b>, demand %{customdata[1]}"
    "<br>route %{customdata[2]}, stop %{customdata[3]} of %{customdata[4]}"
    "<br>load %{customdata[5]}, length %{customdata[6]}<extra></extra>"
)


def interactive(result: Result) -> Any:
    """The routes as a Plotly figure; a click on a route in the legend hides it."""
    import plotly.graph_objects as go

    instance: Any = result.instance
    if instance.coordinates is None:
        from neurols.plotting.route_bars import interactive as bars

        return bars(result)
    drawn = lines(instance, result.solution)  # type: ignore[arg-type]
    places = positions(instance)
    single = len(drawn) <= _SINGLE_ROUTES
    groups = [[line] for line in drawn] if single else _by_colour(drawn)
    sheet = go.Figure([_routes(go, instance, places, group, single) for group in groups])
    sheet.add_trace(
        go.Scatter(
            x=[places[0, 0]],
            y=[places[0, 1]],
            mode="markers",
            name="depot",
            marker={
                "symbol": "square",
                "size": 14,
                "color": style.INK,
                "line": {"color": style.PAPER, "width": 2},
            },
            hovertemplate=f"<b>depot</b><br>{len(drawn):,} routes<extra></extra>",
        )
    )
    bare = {"showgrid": False, "showticklabels": False, "ticks": ""}
    sheet.update_layout(
        height=780,
        hovermode="closest",
        showlegend=True,
        xaxis=bare,
        yaxis={**bare, "scaleanchor": "x"},
        legend={"title": {"text": "route, load, length" if single else ""}},
    )
    return sheet


def _by_colour(drawn: list[Line]) -> list[list[Line]]:
    groups: dict[str, list[Line]] = {}
    for line in drawn:
        groups.setdefault(line.colour, []).append(line)
    return list(groups.values())


def _routes(go: Any, instance: Any, places: NDArray[Any], group: list[Line], single: bool) -> Any:
    """One trace for routes of one colour, with gaps between them."""
    large = instance.customers > _GL_FROM
    x: list[float | None] = []
    y: list[float | None] = []
    data: list[list[Any] | None] = []
    for line in group:
        nodes = [0, *line.customers, 0]
        x += [*places[nodes, 0].tolist(), None]
        y += [*places[nodes, 1].tolist(), None]
        load, length = f"{line.load:,}/{instance.capacity:,}", amount(line.length)
        stops = [
            [customer, int(instance.demands[customer]), line.number, stop, len(line.customers)]
            for stop, customer in enumerate(line.customers, start=1)
        ]
        data += [None, *([*stop, load, length] for stop in stops), None, None]
    size = 7 if instance.customers <= 400 else 5 if not large else 3
    first = group[0]
    return (go.Scattergl if large else go.Scatter)(
        x=x,
        y=y,
        mode="lines+markers",
        name=f"{first.number}, {first.load:,}/{instance.capacity:,}, {amount(first.length)}",
        showlegend=single,
        line={"color": first.colour, "width": 1 if large else 2},
        marker={"size": size, "color": first.colour},
        customdata=data,
        hovertemplate=_HOVER,
        connectgaps=False,
    )
