"""The route map for browsers, with a list of stops; hover for customer, demand, route, load."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from neurols.plotting import style
from neurols.plotting.listing import Line as Row
from neurols.plotting.listing import Listing
from neurols.plotting.titles import amount
from neurols.routing.drawing.lines import (
    NUMBERED,
    WEB_SHAPES,
    Line,
    Numbered,
    is_tour,
    lines,
    number_places,
    positions,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols.search.result import Result

_GL_FROM = 2_500  # customers; the browser's graphics card draws more of them
_HOVER = (
    "<b>customer %{customdata[0]}</b>, demand %{customdata[1]}"
    "<br>route %{customdata[2]}, stop %{customdata[3]} of %{customdata[4]}"
    "<br>load %{customdata[5]}, length %{customdata[6]}<extra></extra>"
)


def listing(result: Result) -> Listing:
    """The stops of every route in order, with its load and length; of a tour the places."""
    instance: Any = result.instance
    drawn = lines(instance, result.solution)  # type: ignore[arg-type]
    if is_tour(instance):
        (tour,) = drawn
        order = ", ".join(map(str, [0, *tour.customers]))
        row = Row([f"{len(tour.customers) + 1:,}", amount(tour.length), order], tour.colour)
        return Listing("Tour.", ["places", "length", "places in order"], [row])
    single = instance.coordinates is not None and len(drawn) <= NUMBERED
    rows = [
        Row(
            [
                str(line.number),
                f"{len(line.customers):,}",
                f"{line.load:,}/{instance.capacity:,}",
                amount(line.length),
                ", ".join(map(str, line.customers)),
            ],
            line.colour,
            (place, len(drawn) + place) if single and len(drawn) > 1 else (),
        )
        for place, line in enumerate(drawn)
    ]
    return Listing("Stops.", ["route", "stops", "load", "length", "customers in order"], rows)


def interactive(result: Result) -> Any:
    """The routes as a Plotly figure: full lines among the customers, dashed ones to the depot."""
    import plotly.graph_objects as go

    instance: Any = result.instance
    if instance.coordinates is None:
        from neurols.routing.drawing.bars import interactive as bars

        return bars(result)
    drawn = lines(instance, result.solution)  # type: ignore[arg-type]
    places = positions(instance)
    single = len(drawn) <= NUMBERED
    groups = [[line] for line in drawn] if single else _by_colour(drawn)
    sheet = go.Figure([_legs(go, instance, places, group) for group in groups])
    sheet.add_traces([_routes(go, instance, places, group) for group in groups])
    sheet.add_trace(_depot(go, places, len(drawn)))
    if single and len(drawn) > 1:
        sheet.add_trace(numbers(go, drawn, places))
    bare = {"visible": False}
    sheet.update_layout(
        hovermode="closest",
        showlegend=False,
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        xaxis=bare,
        yaxis={**bare, "scaleanchor": "x"},
    )
    return sheet


def _by_colour(drawn: list[Line]) -> list[list[Line]]:
    groups: dict[str, list[Line]] = {}
    for line in drawn:
        groups.setdefault(line.colour, []).append(line)
    return list(groups.values())


def _depot(go: Any, places: NDArray[Any], routes: int) -> Any:
    mark = {"symbol": "square", "size": 14, "color": style.INK}
    return go.Scatter(
        x=[places[0, 0]],
        y=[places[0, 1]],
        mode="markers",
        name="depot",
        marker={**mark, "line": {"color": style.PAPER, "width": 2}},
        hovertemplate=f"<b>depot</b><br>{routes:,} routes<extra></extra>",
    )


def numbers(go: Any, drawn: Sequence[Numbered], places: NDArray[Any]) -> Any:
    """The number of each route in a disc beside one of its customers."""
    spots = number_places(drawn, places)
    return go.Scatter(
        x=spots[:, 0].tolist(),
        y=spots[:, 1].tolist(),
        mode="markers+text",
        text=[str(line.number) for line in drawn],
        textfont={"size": 9, "color": style.INK},
        marker={
            "size": 16,
            "color": style.PAPER,
            "line": {"color": [line.colour for line in drawn], "width": 1.5},
        },
        hoverinfo="skip",
    )


def _legs(go: Any, instance: Any, places: NDArray[Any], group: list[Line]) -> Any:
    """From the depot to the first customer and from the last one back, of routes of one colour."""
    large = instance.customers > _GL_FROM
    x: list[float | None] = []
    y: list[float | None] = []
    for line in [] if is_tour(instance) else group:
        for customer in dict.fromkeys((line.customers[0], line.customers[-1])):
            x += [*places[[0, customer], 0].tolist(), None]
            y += [*places[[0, customer], 1].tolist(), None]
    shade = style.mixed(group[0].colour, style.PAPER, 0.8 if large else 0.5)
    return (go.Scattergl if large else go.Scatter)(
        x=x,
        y=y,
        mode="lines",
        line={"color": shade, "width": 1, "dash": "solid" if large else "dash"},
        hoverinfo="skip",
        connectgaps=False,
    )


def _routes(go: Any, instance: Any, places: NDArray[Any], group: list[Line]) -> Any:
    """One trace for routes of one colour, with gaps between them."""
    large = instance.customers > _GL_FROM
    x: list[float | None] = []
    y: list[float | None] = []
    data: list[list[Any] | None] = []
    for line in group:
        ends = [0] if is_tour(instance) else []
        nodes = [*ends, *line.customers, *ends]
        x += [*places[nodes, 0].tolist(), None]
        y += [*places[nodes, 1].tolist(), None]
        load, length = f"{line.load:,}/{instance.capacity:,}", amount(line.length)
        stops = [
            [customer, int(instance.demands[customer]), line.number, stop, len(line.customers)]
            for stop, customer in enumerate(line.customers, start=1)
        ]
        blank = [None] * len(ends)
        data += [*blank, *([*stop, load, length] for stop in stops), *blank, None]
    size = 8 if instance.customers <= 400 else 5 if not large else 3
    first = group[0]
    shape = WEB_SHAPES[first.shape] if len(group) == 1 else "circle"
    return (go.Scattergl if large else go.Scatter)(
        x=x,
        y=y,
        mode="lines+markers",
        name=f"{first.number}, {first.load:,}/{instance.capacity:,}, {amount(first.length)}",
        line={"color": first.colour, "width": 1 if large else 2},
        marker={"size": size, "color": first.colour, "symbol": shape},
        customdata=data,
        hovertemplate=_HOVER,
        connectgaps=False,
    )
