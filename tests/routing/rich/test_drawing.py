"""Pictures of plans: what is drawn, and what is red."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.cli.run import run
from neurols.routing import Break, Model
from neurols.routing.rich.drawing.data import drawing
from neurols.routing.rich.generate import KINDS
from neurols.routing.rich.json_form import to_json

pytest.importorskip("matplotlib")
pytest.importorskip("plotly")


def day() -> Model:
    """A round with a wait, a break and a reload."""
    m = Model("day")
    depot = m.add_depot(0, 0, service_duration=5, name="yard")
    m.add_client(10, 0, delivery=2, service_duration=4, windows=[(0, 15)], name="shop 1")
    for k in (2, 3):
        m.add_client(10 * k, 0, delivery=2, service_duration=4, name=f"shop {k}")
    m.add_client(0, 10, delivery=1, windows=[(150, 170)], name="school")
    m.add_vehicle_type(
        1, capacity=5, reload_depots=[depot], breaks=[Break(20, 60, 15)], shift=(0, 300), name="van"
    )
    m.set_metric("euclidean")
    return m


def test_a_route_is_drawn_span_by_span_in_the_order_of_time() -> None:
    instance = day().data()
    drawn = drawing(instance, {"routes": [[1, 2, 0, 3, 4]], "vehicle_types": [0]})
    (route,) = drawn.routes
    found = [span.kind for span in sorted(route.spans, key=lambda span: (span.start, span.end))]
    assert found.count("service") == 4 and {"break", "reload", "waiting"} <= set(found)
    assert route.stops == [0, 1, 2, 0, 3, 4, 0] and not route.wrong
    inside = [span for span in route.spans if span.kind != "break"]
    for one, following in pairwise(inside):
        assert following.start == pytest.approx(one.end)
    assert inside[0].start == route.start and inside[-1].end == route.end
    assert drawn.name(4) == "school" and drawn.unvisited == []


def test_what_breaks_a_rule_is_marked() -> None:
    instance = day().data()
    late = drawing(instance, {"routes": [[1, 2, 0, 3, 2]], "vehicle_types": [0]})
    assert late.missing == {4} and late.routes[0].wrong == {2}
    tight = day()
    tight.add_client(30, 30, delivery=3, windows=[(0, 50)], name="early")
    drawn = drawing(tight.data(), {"routes": [[1, 2, 3, 4, 5]], "vehicle_types": [0]})
    (route,) = drawn.routes
    assert route.overloaded and 5 in route.wrong
    assert [span.wrong for span in route.spans if span.kind == "service"] == [False] * 4 + [True]


@pytest.mark.parametrize("kind", ["mixed", "mtvrptwr", "pdptw", "gvrp"])
def test_every_kind_of_plan_is_drawn(kind: str, tmp_path: Path) -> None:
    result = neurols.solve(KINDS[kind](12, 1), iterations=100, seed=1)
    result.plot(tmp_path / "plan.svg")
    result.plot(tmp_path / "plan.html")
    page = (tmp_path / "plan.html").read_text()
    assert "Times" in page and "Stops." in page and "departure" in page
    assert (tmp_path / "plan.svg").stat().st_size > 5_000


def test_plans_without_coordinates_have_a_chart_of_times() -> None:
    m = day()
    m.set_distances([[abs(a - b) * 10 for b in range(5)] for a in range(5)])
    for ref in m._points:
        m._points[ref] = None
    figure: Any = m.solve(iterations=20).plot()
    assert len(figure.axes) == 1


def test_routes_have_their_numbers_and_the_legend_tells_shapes() -> None:
    from neurols.routing.rich.drawing import web

    result = neurols.solve(neurols.load("rr-vrptw-n50"), iterations=50, seed=1)
    written = [trace.text for trace in web.interactive(result).data if trace.mode == "markers+text"]
    assert written == [tuple(str(n) for n in range(1, len(result.solution.routes) + 1))]
    ((_, times),) = web.further(result)
    named = [trace for trace in times.data if trace.showlegend is not False]
    assert {"travel", "service", "time window"} <= {trace.name for trace in named}
    looks = [(trace.mode, trace.line.width, trace.marker.color) for trace in named]
    assert len(set(looks)) == len(looks)


def test_check_draws_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, plan = tmp_path / "day.json", tmp_path / "plan.json"
    file.write_text(json.dumps(to_json(day().data())))
    plan.write_text('{"routes": [[1, 2, 3]], "vehicle_types": [0]}')
    for name in ("faults.html", "faults.png"):
        assert run(["check", str(file), str(plan), "--plot", str(tmp_path / name)]) == 1
    assert "school" in capsys.readouterr().err
    assert "not visited" in (tmp_path / "faults.html").read_text()
    assert run(["check", "ft06", str(plan), "--plot", str(tmp_path / "shop.png")]) == 2
    assert not (tmp_path / "shop.png").exists()
