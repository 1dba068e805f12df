"""The route map shows every leg of every route, and says so where there is no map to draw."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from neurols.plotting import plot_result
from neurols.routing import Metric, VehicleRouting
from neurols.routing.drawing import paper as routes
from neurols.routing.drawing.lines import NUMBERED, PALETTE, lines, number_places, positions
from neurols.routing.generate import uchoa
from tests.plotting.plans import swept, swept_result


@pytest.fixture(scope="module")
def instance() -> VehicleRouting:
    return uchoa(100, 3, route_length=5)


def matrix_only(customers: int = 30, *, tsp: bool = False) -> VehicleRouting:
    like = uchoa(customers, 4)
    if tsp:
        return VehicleRouting.from_matrix(like.table(), name="matrix")
    return VehicleRouting.from_matrix(like.table(), like.demands, like.capacity, name="matrix")


def test_loads_and_lengths_add_up_to_demand_and_cost(instance: VehicleRouting) -> None:
    plan = swept(instance)
    drawn = lines(instance, plan)
    assert sum(line.load for line in drawn) == instance.demands.sum()
    assert sum(line.length for line in drawn) == plan.cost
    assert max(line.load for line in drawn) <= instance.capacity


@pytest.mark.parametrize("capacity", [20, 25, 30, 40, 60])
def test_routes_side_by_side_differ_in_colour(capacity: int) -> None:
    angles = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    instance = VehicleRouting.from_coordinates([[0, 0], *ring], [0] + [5] * 90, capacity)
    colours = [line.colour for line in lines(instance, swept(instance))]
    assert all(one != other for one, other in pairwise([*colours, colours[0]]))
    assert set(colours) <= set(PALETTE)


def test_map_draws_every_customer_and_every_leg(instance: VehicleRouting) -> None:
    result = swept_result(instance)
    ends, paths, *rest = routes.figure(result).axes[0].collections
    plan = swept(instance).routes
    once = sum(len(route) == 1 for route in plan)  # there and back on one line
    customers = [one for one in rest if one.get_zorder() == 3]  # a collection a marker
    assert sum(len(one.get_offsets()) for one in customers) == instance.customers
    inner = sum(len(path.vertices) - 1 for path in paths.get_paths())
    assert inner + len(ends.get_paths()) == instance.customers + len(plan) - once


def test_titles_tell_cost_and_loads(instance: VehicleRouting) -> None:
    result = swept_result(instance)
    sheet = routes.figure(result)
    assert f"cost {result.cost:,}" in sheet.get_suptitle()
    assert f"of capacity {instance.capacity} used" in sheet.axes[0].get_title(loc="left")
    first = lines(instance, swept(instance))[0]
    (legend,) = sheet.legends
    labels = [text.get_text() for text in legend.get_texts()]
    assert f"{first.load}/{instance.capacity}" in labels[0]


def test_the_list_of_routes_lies_within_the_sheet() -> None:
    many = uchoa(170, 5, route_length=4)
    sheet = routes.figure(swept_result(many))
    (legend,) = sheet.legends
    sheet.canvas.draw()
    box = legend.get_window_extent()
    assert 0 <= box.x0 < box.x1 <= sheet.bbox.x1
    assert sheet.axes[0].get_window_extent().x1 <= box.x0


def test_every_route_bears_its_number_apart_from_the_others() -> None:
    many = uchoa(170, 5, route_length=4)
    drawn, places = lines(many, swept(many)), positions(many)
    assert 40 < len(drawn) <= NUMBERED
    spots = number_places(drawn, places)
    gaps = [np.hypot(*(a - b)) for k, a in enumerate(spots) for b in spots[:k]]
    assert min(gaps) > 0.01 * np.ptp(places, axis=0).max()
    texts = {text.get_text() for text in routes.figure(swept_result(many)).axes[0].texts}
    assert {str(line.number) for line in drawn} <= texts


def test_routes_of_one_colour_differ_in_their_markers() -> None:
    many = uchoa(170, 5, route_length=4)
    looks = [(line.colour, line.shape) for line in lines(many, swept(many))]
    assert len(set(looks)) == len(looks)


def test_the_list_of_stops_holds_every_customer_once(instance: VehicleRouting) -> None:
    result = swept_result(instance)
    listed = routes.listing(result)
    stops = [int(stop) for line in listed.lines for stop in line.cells[-1].split(", ")]
    assert sorted(stops) == list(range(1, instance.customers + 1))
    figure = routes.interactive(result)
    for line in listed.lines:  # a click leaves the legs and the customers of this very route
        legs, inner = (figure.data[trace] for trace in line.traces)
        assert legs.line.dash == "dash" and inner.line.color == line.colour
        assert [row[2] for row in inner.customdata if row] == [int(line.cells[0])] * int(
            line.cells[1]
        )


def test_tour_is_one_closed_line() -> None:
    instance = VehicleRouting.from_coordinates(np.random.default_rng(1).random((40, 2)))
    axes = routes.figure(swept_result(instance)).axes[0]
    (path,) = axes.collections[0].get_paths()
    assert len(path.vertices) == 41
    assert (path.vertices[0] == path.vertices[-1]).all()
    assert axes.figure.legends == []


@pytest.mark.parametrize("metric", [Metric.GEO, Metric.GREAT_CIRCLE_M, Metric.GREAT_CIRCLE_KM])
def test_maps_of_the_earth_have_north_at_the_top_and_east_on_the_right(metric: Metric) -> None:
    points = [[60.0, 8.0], [61.0, 8.0], [60.0, 9.0], [59.0, 8.0]]
    instance = VehicleRouting.from_coordinates(points, metric=metric)
    depot, north, east, south = positions(instance).tolist()
    assert north[0] == depot[0] == south[0] and north[1] > depot[1] > south[1]
    assert east[1] == depot[1] and east[0] > depot[0]
    # In nature a degree to the east is half as long here as one to the north, and on the map.
    assert (east[0] - depot[0]) / (north[1] - depot[1]) == pytest.approx(0.5, abs=1e-3)
    drawn = routes.figure(swept_result(instance)).axes[0]
    assert drawn.get_aspect() == 1 and not drawn.yaxis_inverted() and not drawn.xaxis_inverted()
    web = routes.interactive(swept_result(instance))
    assert web.layout.yaxis.scaleanchor == "x"
    mark = next(trace for trace in web.data if trace.name == "depot")
    assert (mark.x[0], mark.y[0]) == tuple(depot)


def test_minutes_are_drawn_as_sixtieths() -> None:
    instance = VehicleRouting.from_coordinates([[0.0, 0.0], [0.30, 0.0]], metric=Metric.GEO)
    assert positions(instance)[1, 1] == pytest.approx(0.5)


def test_a_region_across_the_180th_meridian_stays_in_one_piece() -> None:
    fiji = [[-18.1, 178.4], [-16.8, -179.9], [-17.8, 177.4]]
    instance = VehicleRouting.from_coordinates(fiji, metric=Metric.GREAT_CIRCLE_KM)
    across = positions(instance)[:, 0]
    assert across.max() - across.min() < 3
    assert across[1] == across.max()  # the east of the three


def test_matrix_alone_is_drawn_by_load_and_length_and_says_why() -> None:
    instance = matrix_only()
    result = swept_result(instance)
    load, length = routes.figure(result).axes
    assert "no coordinates" in load.get_title(loc="left")
    bars = [bar.get_height() for bar in load.patches], [bar.get_height() for bar in length.patches]
    assert (sum(bars[0]), sum(bars[1])) == (instance.demands.sum(), result.cost)


def test_tour_without_a_map_is_drawn_by_its_legs() -> None:
    result = swept_result(matrix_only(tsp=True))
    (axes,) = routes.figure(result).axes
    assert len(axes.patches) == 31
    assert sum(bar.get_height() for bar in axes.patches) == result.cost


def test_interactive_map_holds_what_hovering_shows(instance: VehicleRouting) -> None:
    result = swept_result(instance)
    figure = routes.interactive(result)
    held = [trace.customdata for trace in figure.data if trace.customdata is not None]
    shown = [row for rows in held for row in rows if row is not None]
    assert sorted(row[0] for row in shown) == list(range(1, 101))
    assert all(instance.demands[row[0]] == row[1] for row in shown)
    assert "depot" in [trace.name for trace in figure.data]


def test_many_routes_are_few_traces() -> None:
    figure = routes.interactive(swept_result(uchoa(3_000, 1, route_length=5)))
    assert len(figure.data) <= 2 * len(PALETTE) + 1
    assert all(trace.type == "scattergl" for trace in figure.data if trace.name != "depot")


@pytest.mark.parametrize("suffix", [".png", ".svg", ".html"])
def test_ten_thousand_customers_are_drawn_in_seconds(tmp_path: Path, suffix: str) -> None:
    result = swept_result(uchoa(10_000, 1))
    started = time.process_time()
    plot_result(result, tmp_path / f"map{suffix}")
    assert time.process_time() - started < 10
    assert (tmp_path / f"map{suffix}").stat().st_size < 12_000_000


def test_one_customer_and_equal_points_can_be_drawn(tmp_path: Path) -> None:
    for number, points in enumerate([[[0, 0], [1, 1]], [[5, 5]] * 4, [[0, 0], [0, 3], [0, 9]]]):
        demands = [0] + [1] * (len(points) - 1)
        instance = VehicleRouting.from_coordinates(points, demands, 2)
        (axes,) = routes.figure(swept_result(instance)).axes
        assert axes.get_xlim()[0] < axes.get_xlim()[1] and axes.get_ylim()[0] < axes.get_ylim()[1]
        for suffix, start in ((".png", b"\x89PNG"), (".html", b"<!doctype html>")):
            path = tmp_path / f"{number}{suffix}"
            plot_result(swept_result(instance), path)
            assert path.read_bytes()[: len(start)].lower().startswith(start.lower())
