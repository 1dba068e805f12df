"""Routing problems from tables, and every mistake in them by sheet, row and column."""

import json
import math
import random
from copy import deepcopy

import pytest
from openpyxl import Workbook

from neurols import InputError
from neurols.errors import InputErrors
from neurols.routing.rich.plan import plan_of
from neurols.routing.tables import LAYOUT, SETTINGS, WRITERS, build, events, pages
from neurols.tables.read import read_tables
from neurols.tables.template import write_template
from neurols.tables.workbook import read_sheets

DEPOTS = [["depot", "x", "y"], ["yard", 0, 0]]
CLIENTS = [["client", "x", "y", "demand"], ["a", 3, 4, 1], ["b", 6, 8, 2]]


def made(path):
    return build(read_tables(path, path.stem, read_sheets(path), LAYOUT, SETTINGS))


def workbook(tmp_path, **sheets):
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(tmp_path / "orders.xlsx")
    return made(tmp_path / "orders.xlsx")


def test_all_tables(tmp_path):
    found = workbook(
        tmp_path,
        settings=[["setting", "value"], ["speed", 60], ["detour", 2], ["objective", "vehicles"],
                  ["balance price", 6]],
        depots=[[*DEPOTS[0], "opens", "closes"], ["yard", 0, 0, "6:00", "18:00"],
                ["hub", 30, 0, None, None]],
        orders=[[*CLIENTS[0], "from", "to", "from 2", "to 2", "service", "skills", "vehicles",
                 "prize", "late price"],
                ["a", 3, 4, 1, "7:00", "9:00", "14:00", "16:00", "0:15", "lift", "van", 25, 60],
                ["b", 6, 8, 2, None, 700, None, None, None, None, None, 25, None]],
        vehicles=[["vehicle", "number", "capacity", "end depot", "cost per hour", "shift from",
                   "shift to", "longest duration (h)", "break from", "break to", "break", "skills",
                   "reload depots"],
                  ["van", 2, 9, "none", 30, "7:00", "15:00", 6, "11:00", "12:00", 30, "lift, cold",
                   "hub"],
                  ["truck", None, None, None, None, None, None, None, None, None, None, None,
                   None]],
        shipments=[["pickup", "delivery", "amount", "longest on board"], ["a", "b", 2, "1:00"]],
    )  # fmt: skip
    a, b = found.clients
    assert a.windows == ((420, 540), (840, 960)) and a.service_duration == 15
    assert (a.skills, a.allowed_vehicle_types, a.late_price) == ({"lift"}, {0}, 1)
    assert b.windows == ((0, 700),) and b.prize == 25
    van, truck = found.vehicle_types
    assert (van.number, van.capacity, van.end_depot, van.unit_duration_cost) == (2, (9,), None, 0.5)
    assert van.shift == (420, 900) and van.max_duration == 360 and van.reload_depots == (1,)
    assert (van.breaks[0].earliest, van.breaks[0].duration) == (660, 30)
    assert (truck.number, truck.end_depot, truck.shift) == (1, 0, (0, math.inf))
    assert found.profiles[0].distances[0, 2] == found.profiles[0].durations[0, 2] == 10
    assert found.shipments[0].max_time_on_board == 60
    assert (found.objective, found.balance.price) == ("vehicles", 0.1)


def test_great_circle_and_units(tmp_path):
    places = [["depot", "lat", "lon"], ["yard", 0, 0]]
    clients = [["client", "lat", "lon"], ["a", 0, 1]]
    settings = [["setting", "value"], ["distance unit", "miles"]]
    found = workbook(tmp_path, depots=places, clients=clients, settings=settings)
    assert found.profiles[0].distances[0, 1] == pytest.approx(69.093, abs=0.01)
    assert found.in_degrees


def test_matrix(tmp_path):
    matrix = [["from", "to", "distance (m)", "duration (h)"], ["yard", "a", 1500, 0.5],
              ["a", "yard", 2500, 1]]  # fmt: skip
    sheets = {"depots": [["depot"], ["yard"]], "clients": [["client"], ["a"]], "matrix": matrix}
    profile = workbook(tmp_path, **sheets).profiles[0]
    assert profile.distances.tolist() == [[0, 1.5], [2.5, 0]]
    assert profile.durations.tolist() == [[0, 30], [60, 0]]
    sheets["matrix"] = matrix[:2]
    with pytest.raises(InputErrors, match="no distance from 'a' to 'yard'"):
        workbook(tmp_path, **sheets)


@pytest.mark.parametrize(
    ("sheets", "wanted"),
    [
        ({"depots": [["depot"], ["yard"]]}, "not said where this is"),
        ({"clients": [*CLIENTS, ["a", 1, 1, 1]]}, "'a' is there twice"),
        ({"clients": [*CLIENTS, ["c", 1, None, 1]]}, "column 'y': this cell is empty"),
        ({"clients": [*CLIENTS, ["yard", 1, 1, 1]]}, "a depot has this name"),
        ({"clients": [[*CLIENTS[0], "from", "to"], ["a", 1, 2, 3, "9:00", "8:00"]]},
         "ends before it starts"),
        ({"clients": [[*CLIENTS[0], "skills"], ["a", 1, 2, 3, "lift"]]}, "no vehicle has"),
        ({"clients": [["client", "lat", "lon"], ["a", 91, 2]]}, "91 is more than 90"),
        ({"vehicles": [["vehicle", "start depot"], ["van", "yrad"]]}, "did you mean 'yard'"),
        ({"vehicles": [["vehicle", "break"], ["van", 30]]}, "told in part"),
        ({"vehicles": [["vehicle", "overtime"], ["van", 30]]}, "no longest duration"),
        ({"shipments": [["pickup", "delivery"], ["a", "c"]]}, "unknown client 'c'"),
        ({"shipments": [["pickup", "delivery"], ["a", "b"], ["a", "b"]]}, "another shipment"),
        ({"settings": [["setting", "value"], ["objective", "fun"]]}, "unknown objective"),
        ({"settings": [["setting", "value"], ["speed", 0]]}, "out of range"),
        ({"settings": [["setting", "value"], ["distance unit", "moons"]]}, "unknown unit"),
    ],
)  # fmt: skip
def test_mistakes(tmp_path, sheets, wanted):
    with pytest.raises(InputErrors) as error:
        workbook(tmp_path, **({"depots": DEPOTS, "clients": CLIENTS} | sheets))
    assert any(wanted in fault and fault.startswith("sheet ") for fault in error.value.faults)


def test_plans_as_pages_events_and_map(tmp_path):
    found = workbook(
        tmp_path,
        depots=[["depot", "lat", "lon", "opens"], ["yard", 52.5, 13.4, "2026-11-20 06:00"]],
        clients=[["client", "lat", "lon", "from"], ["a", 52.6, 13.5, "2026-11-20 09:00"],
                 ["b", 52.4, 13.3, None]],
        vehicles=[["vehicle"], ["van"]],
    )  # fmt: skip
    plan = plan_of(found, {"routes": [[2, 1]], "vehicle_types": [0]}, 60)
    stops, summary, left_out, route = pages(found, plan)
    assert (
        [row[3] for row in stops.rows]
        == ["yard", "b", "a", "yard"]
        == [row[3] for row in route.rows]
    )
    assert str(stops.rows[2][6]) == "2026-11-20 09:00:00" and not left_out.rows
    assert dict(map(tuple, summary.rows))["vehicles"] == 1
    assert [event.title for event in events(found, plan)][1] == "van: b"
    WRITERS[".geojson"](found, plan, tmp_path / "plan.geojson")
    line, *points = json.loads((tmp_path / "plan.geojson").read_text())["features"]
    assert line["geometry"]["coordinates"][1] == [13.3, 52.4]
    assert [point["properties"]["client"] for point in points] == ["yard", "b", "a", "yard"]


def test_no_map_without_degrees(tmp_path):
    found = workbook(tmp_path, depots=DEPOTS, clients=CLIENTS)
    plan = plan_of(found, {"routes": [[1, 2]], "vehicle_types": [0]}, 20)
    with pytest.raises(InputError, match="needs latitudes"):
        WRITERS[".geojson"](found, plan, tmp_path / "plan.geojson")


def test_no_broken_table_ends_in_anything_but_named_cells(tmp_path):
    """Cells of the template are replaced at random: a problem, or mistakes with their places."""
    junk = ["", None, -1, 1e300, float("nan"), "x" * 50000, "=1/0", "<b>", True, "2026-99-99",
            "12:99", "\u202e", "1e5", "0x10", 2**70, "van,van", ",,", "#", "warehouse"]  # fmt: skip
    rng = random.Random(3)
    file = tmp_path / "broken.xlsx"
    write_template(file, LAYOUT, SETTINGS)
    template, refused = read_sheets(file), 0
    for _ in range(300):
        sheets = deepcopy([sheet for sheet in template if sheet.name != "#help"])
        for _ in range(rng.randint(1, 4)):
            _, cells = rng.choice(rng.choice(sheets).rows)
            cells[rng.randrange(len(cells))] = rng.choice(junk)
        try:
            build(read_tables(file, "broken", sheets, LAYOUT, SETTINGS))
        except InputErrors as error:
            refused += 1
            assert all(fault.startswith("sheet ") for fault in error.faults), error.faults
        except InputError:
            refused += 1
    assert 100 < refused < 300
