"""``routing.Model``: what its verbs make of their arguments, and what is wrong with them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from neurols.errors import InputError
from neurols.registry import load
from neurols.routing import Break, Model
from tests.routing.rich.mixes import same

LINE = [[abs(a - b) * 10 for b in range(4)] for a in range(4)]


def small(**vehicle: Any) -> Model:
    """A depot and three clients on a line, 10 apart."""
    m = Model("line")
    m.add_depot(0, 0, name="yard")
    for k in (1, 2, 3):
        m.add_client(10 * k, 0, delivery=k, name=f"c{k}")
    m.add_vehicle_type(2, **{"capacity": 4, "name": "van", **vehicle})
    m.set_metric("euclidean")
    return m


def test_a_plan_has_routes_with_their_figures_and_a_table_with_names() -> None:
    m = small(shift=(100, 400))
    result = m.solve(iterations=200)
    assert result.cost == 100 and result.solution.vehicles == 2
    first = min(result.solution.routes, key=lambda route: route.visits)
    assert sorted(first.visits) in ([1, 2], [1, 3], [1]) and first.vehicle_type == 0
    assert first.start >= 100 and first.distance == first.duration
    table = result.solution.to_frame()
    assert {"c1", "c2", "c3", "yard"} == set(table.client) and set(table.vehicle) == {"van"}


def test_every_field_reaches_the_instance() -> None:
    m = Model("all")
    north = m.add_depot(0, 0, opens=5, closes=900, service_duration=7, name="north")
    south = m.add_depot(10, 0)
    bike = m.add_profile("bike", speeds=[(60, 50)])
    either = m.add_group(required=False, prize=30, name="either")
    a = m.add_client(1, 1, windows=[(0, 100), (200.5, None)], skills=["lift"])
    m.add_client(2, 2, group=either, release_time=10, delivery=[2, 1])
    m.add_client(3, 3, group=either, windows=(0, 9), late_price=1.5)
    p, d = m.add_client(4, 4), m.add_client(5, 5, service_duration=3)
    m.add_shipment(p, d, amount=[1, 0], max_time_on_board=90, name="parcel")
    van = m.add_vehicle_type(
        2,
        capacity=[9, 8],
        start_depot=south,
        end_depot=None,
        fixed_cost=100,
        unit_duration_cost=0.25,
        shift=(10, 800),
        max_duration=300,
        max_overtime=60,
        unit_overtime_cost=2,
        max_distance=500,
        reload_depots=[north],
        max_reloads=2,
        breaks=[Break(100, 200, 30), (300, 400, 15)],
        initial_load=[1, 0],
        skills={"lift"},
        profile=bike,
    )
    m.add_client(6, 6, allowed_vehicle_types=[van], prize=12, priority=3)
    m.set_distances(np.arange(64).reshape(8, 8) * 0.5)
    m.set_durations(np.ones((8, 8)), profile=bike)
    m.set_objective("vehicles")
    m.set_balance(0.5, of="spread")
    made = m.data()
    assert made.depots[0].closes == 900 and made.depots[1].closes == math.inf
    assert made.clients[a.index].windows == ((0, 100), (200.5, math.inf))
    assert made.clients[1].group == 0 and made.groups[0].clients == (1, 2)
    assert made.shipments[0].amount == (1, 0) and made.clients[5].allowed_vehicle_types == {0}
    (kind,) = made.vehicle_types
    assert (kind.start_depot, kind.end_depot, kind.reload_depots) == (1, None, (0,))
    assert kind.breaks[1] == Break(300, 400, 15) and kind.profile == 1
    assert made.profiles[1].durations.max() == 1 and made.profiles[0].distances.max() == 31.5
    assert (made.decimals, made.cost_decimals) == (1, 2)
    assert (made.objective, made.balance.of) == ("vehicles", "spread")


def test_tables_of_pandas_give_clients_and_matrices() -> None:
    pandas = pytest.importorskip("pandas")
    m = Model()
    m.add_depot(name="yard")
    m.add_clients(
        pandas.DataFrame(
            {
                "name": ["c1", "c2", "c3"],
                "delivery": np.array([1, 2, 3]),
                "opens": [0.0, np.nan, 5.0],
                "closes": [50.0, np.nan, np.nan],
            }
        )
    )
    m.add_vehicle_type(capacity=9)
    names = ["c3", "yard", "c1", "c2"]
    order = [3, 0, 1, 2]
    table = pandas.DataFrame(np.array(LINE)[np.ix_(order, order)], index=names, columns=names)
    m.set_distances(table)
    made = m.data()
    assert made.profiles[0].distances.tolist() == LINE
    assert [client.windows for client in made.clients] == [((0, 50),), (), ((5, math.inf),)]
    assert m.solve(iterations=50).cost == 60
    with pytest.raises(InputError, match="unknown column 'demand'"):
        m.add_clients(pandas.DataFrame({"demand": [1]}))


def test_places_on_the_globe_and_a_speed_give_distances_and_durations() -> None:
    m = Model()
    m.add_depot(lat=52.5, lon=13.4)
    m.add_client(lat=48.1, lon=11.6)
    m.add_vehicle_type(1)
    m.set_metric("great_circle_km", speed=50)
    (profile,) = m.data().profiles
    assert profile.distances[0, 1] == pytest.approx(505, abs=3)
    assert profile.durations[0, 1] == pytest.approx(profile.distances[0, 1] / 50, abs=1e-6)


def test_profiles_have_speeds_of_their_own_and_models_are_written(tmp_path: Path) -> None:
    m = small()
    bicycle = m.add_profile("bicycle")
    m.add_vehicle_type(1, profile=bicycle, capacity=9)
    m.set_metric("euclidean", speed=2, profile=bicycle)
    made = m.data()
    assert made.profiles[1].durations[0, 1] == 5 and made.profiles[1].distances[0, 1] == 10
    assert made.profiles[0].durations[0, 1] == 10
    m.write(tmp_path / "line.json")
    assert same(load(tmp_path / "line.json"), made)


def wrong() -> dict[str, tuple[Any, str]]:
    other = Model().add_depot(name="elsewhere")

    def of(*steps: Any) -> Any:
        def run() -> None:
            m = small()
            for step in steps:
                step(m)
            m.solve(iterations=1)

        return run

    return {
        "no metric": (of(lambda m: setattr(m._travel[0], "metric", None)), "set_distances"),
        "metric": (of(lambda m: m.set_metric("manhatten")), "unknown metric 'manhatten'"),
        "half a place": (of(lambda m: m.add_client(1, name="x")), "client x has half a place"),
        "window": (
            of(lambda m: m.add_client(1, 1, windows=[(9, 3)], name="x")),
            r"client 4 \(x\)",
        ),
        "window form": (
            of(lambda m: m.add_client(1, 1, windows=[9], name="x")),
            "a window of client x is 9",
        ),
        "foreign depot": (
            of(lambda m: m.add_vehicle_type(1, start_depot=other, name="truck")),
            "vehicle type truck: .* is no depot of this model",
        ),
        "skills": (of(lambda m: m.add_client(1, 1, skills="lift")), r"\['lift'\]"),
        "capacity": (
            of(lambda m: m.add_vehicle_type(1, capacity=-1)),
            "capacity of vehicle type 1",
        ),
        "matrix": (of(lambda m: m.set_distances([[0, 1], [1, 0]])), "4 rows and columns"),
        "too heavy": (
            of(lambda m: m.add_client(1, 1, delivery=9, name="x")),
            r"client 4 \(x\) has an amount of 9",
        ),
        "too late": (
            of(lambda m: m.add_client(100, 0, windows=[(0, 50)], name="x")),
            r"client 4 \(x\) cannot be reached before 100, and its last window closes at 50",
        ),
        "skill": (of(lambda m: m.add_client(1, 1, skills=["lift"])), "client 4 needs skills"),
        "too few": (of(lambda m: m.add_client(1, 1, delivery=4)), "10 must be delivered"),
        "shipment": (
            of(lambda m: m.add_shipment(m.clients[0], m.clients[1], 7, name="piano")),
            r"shipment 0 \(piano\) of 7 is more than any vehicle carries",
        ),
        "shipment's ride": (
            of(lambda m: m.add_shipment(m.clients[0], m.clients[2], 1, 19, name="piano")),
            r"shipment 0 \(piano\) is on board for 20 at least, and 19 are allowed",
        ),
        "shipment's window": (
            of(
                lambda m: m.add_client(40, 0, windows=[(0, 45)], name="x"),
                lambda m: m.add_client(20, 0, windows=[(30, 90)], name="y"),
                lambda m: m.add_shipment(m.clients[4], m.clients[3]),
            ),
            r"shipment 0 cannot be at client 4 \(x\) before 50, whose last window closes at 45",
        ),
        "shipment's vehicle": (
            of(
                lambda m: m.add_vehicle_type(1, skills=["lift"], capacity=4),
                lambda m: m.add_client(1, 0, skills=["lift"]),
                lambda m: m.add_client(2, 0, allowed_vehicle_types=[m.vehicle_types[0]]),
                lambda m: m.add_shipment(m.clients[3], m.clients[4]),
            ),
            "shipment 0 has no vehicle that may come to both its clients",
        ),
        "priority": (
            of(lambda m: m.add_client(1, 1, priority="high", name="x")),
            r"the priority of client 4 \(x\) is 'high'",
        ),
        "shift": (of(lambda m: m.add_vehicle_type(1, shift=8)), "the shift of vehicle type 1 is 8"),
    }


@pytest.mark.parametrize("case", wrong())
def test_mistakes_are_told_with_name_and_remedy(case: str) -> None:
    run, words = wrong()[case]
    with pytest.raises(InputError, match=words) as fault:
        run()
    assert "\n" not in str(fault.value)


def test_shifts_and_returns_that_cannot_be_kept_are_told() -> None:
    with pytest.raises(InputError, match="cannot be served and left in time"):
        small(shift=(0, 50)).solve(iterations=1)
    with pytest.raises(InputError, match="farther away than any vehicle may drive"):
        small(max_distance=59).solve(iterations=1)
    assert small(max_distance=60).solve(iterations=50).cost == 100
    with pytest.raises(InputError, match="longer, there and back, than the route of any vehicle"):
        small(max_duration=50, max_overtime=9).solve(iterations=1)
    assert small(max_duration=50, max_overtime=10).solve(iterations=50).cost == 100


def test_speeds_by_time_of_day_make_travel_longer() -> None:
    def finish(*speeds: tuple[float, float]) -> float:
        m = Model()
        m.add_depot(0, 0)
        m.add_client(30, 0)
        m.add_vehicle_type(1, unit_duration_cost=1)
        m.set_metric("euclidean")
        m.set_speeds(speeds)
        return m.solve(iterations=5, seed=1).solution.routes[0].duration

    assert finish() == 60
    assert finish((0, 50)) == 120
    assert finish((0, 50), (60, 100)) == 60 + 30


def test_backhauls_come_last_where_that_is_set() -> None:
    m = Model()
    m.add_depot(0, 0)
    m.add_client(10, 0, pickup=1)
    m.add_client(20, 0, delivery=1)
    m.add_client(10, 20, delivery=1)
    m.add_vehicle_type(1, capacity=2)
    m.set_metric("euclidean")
    m.set_backhaul()
    assert m.solve(iterations=50, seed=1).solution.routes[0].visits[-1] == 1
