"""Files of the VRPLIB dialect become what they say; what is not understood is refused by line."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from neurols.errors import InputError
from neurols.routing.rich.instance import RichRouting
from neurols.routing.rich.read import read
from tests.routing.rich.files import MIXED, VRPTW


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "file.vrp"


def made(file: Path, text: str, **options: str) -> RichRouting:
    file.write_text(text, encoding="utf-8")
    return read(file, **options)


def refused(file: Path, text: str, **options: str) -> InputError:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read(file, **options)
    assert "\n" not in str(caught.value)
    return caught.value


def test_windows_service_times_and_vehicles_are_read(file: Path) -> None:
    instance = made(file, VRPTW)
    assert [client.windows for client in instance.clients] == [
        ((0, 20),),
        ((30, 40),),
        ((10, 60),),
    ]
    assert {client.service_duration for client in instance.clients} == {5}
    assert [client.delivery for client in instance.clients] == [(4,), (4,), (5,)]
    assert (instance.depots[0].opens, instance.depots[0].closes) == (0, 100)
    (kind,) = instance.vehicle_types
    assert (kind.number, kind.capacity) == (2, (10,))
    assert instance.problem == "routing"
    assert instance.size == "3"


def test_distances_of_windows_files_are_tenths_cut_off(file: Path) -> None:
    instance = made(file, VRPTW)
    assert instance.rounding == "dimacs"
    assert instance.decimals == 1
    # From (3, 4) to (0, 7): the root of 18 is 4.2426.
    assert instance.profiles[0].distances[1, 3] == 4.2


@pytest.mark.parametrize(
    ("rounding", "distance", "decimals"),
    [
        ("none", 4.242641, 6),
        ("nearest", 4, 0),
        ("truncate", 4, 0),
        ("dimacs", 4.2, 1),
        ("exact", 4.243, 3),
    ],
)
def test_the_rounding_can_be_chosen(
    file: Path, rounding: str, distance: float, decimals: int
) -> None:
    instance = made(file, VRPTW, rounding=rounding)
    assert instance.profiles[0].distances[1, 3] == distance
    assert instance.decimals == decimals
    assert instance.rounding == rounding


def test_vehicles_that_are_alike_make_a_type(file: Path) -> None:
    instance = made(file, MIXED)
    assert [(k.number, k.capacity, k.start_depot) for k in instance.vehicle_types] == [
        (2, (8,), 0),
        (1, (9,), 1),
    ]
    assert instance.vehicle_order == (0, 1, 0)
    assert [kind.fixed_cost for kind in instance.vehicle_types] == [2.5, 3]
    assert {kind.max_duration for kind in instance.vehicle_types} == {100}
    assert instance.cost_decimals == 1


def test_groups_of_one_are_required_clients_and_prizes_make_optional_ones(file: Path) -> None:
    instance = made(file, MIXED)
    assert [group.clients for group in instance.groups] == [(0, 1)]
    assert [client.group for client in instance.clients] == [0, 0, None, None, None]
    assert [client.prize for client in instance.clients] == [None, None, None, None, 7]


def test_backhauls_come_last_in_files_of_that_type(file: Path) -> None:
    text = VRPTW.replace("VRPTW", "VRPB").replace(
        "TIME_WINDOW_SECTION\n1 0 100\n2 0 20\n3 30 40\n4 10 60\n",
        "BACKHAUL_SECTION\n1 0\n2 0\n3 0\n4 6\n",
    )
    instance = made(file, text.replace("4 5\n", "4 0\n"))
    assert instance.backhaul
    assert instance.clients[2].pickup == (6,)
    assert "BACKHAUL_SECTION is missing" in str(refused(file, VRPTW.replace("VRPTW", "VRPB")))


def test_allowed_clients_become_allowed_types(file: Path) -> None:
    section = "VEHICLES_ALLOWED_CLIENTS_SECTION\n1 2 3\n2 2 3 4\n"
    instance = made(file, VRPTW.replace("DEPOT_SECTION", section + "DEPOT_SECTION"))
    assert [client.allowed_vehicle_types for client in instance.clients] == [
        None,
        None,
        frozenset({1}),
    ]
    nobody = section.replace("2 2 3 4", "2 2 3")
    error = refused(file, VRPTW.replace("DEPOT_SECTION", nobody + "DEPOT_SECTION"))
    assert "no vehicle may visit node 4" in str(error)


def test_reload_depots_and_release_times_are_read(file: Path) -> None:
    section = "RELEASE_TIME_SECTION\n1 0\n2 3\n3 4\n4 5\nVEHICLES_RELOAD_DEPOT_SECTION\n1 1\n2 1\n"
    instance = made(
        file,
        VRPTW.replace("DEPOT_SECTION", section + "DEPOT_SECTION").replace(
            "TYPE : VRPTW", "TYPE : MTVRPTWR\nVEHICLES_MAX_RELOADS : 2"
        ),
    )
    assert [client.release_time for client in instance.clients] == [3, 4, 5]
    assert instance.vehicle_types[0].reload_depots == (0,)
    assert instance.vehicle_types[0].max_reloads == 2


def test_pairs_become_shipments(file: Path) -> None:
    head, _, tail = VRPTW.partition("DEMAND_SECTION")
    rows = "1 0 0 100 0 0 0\n2 4 0 20 5 0 3\n3 -4 30 40 5 2 0\n4 0 10 60 5 0 0\n"
    text = head.replace("VRPTW", "PDPTW").replace("SERVICE_TIME : 5\n", "")
    text += "PICKUP_AND_DELIVERY_SECTION\n" + rows + tail[tail.index("DEPOT_SECTION") :]
    assert "node 4 must name" in str(refused(file, text))
    whole = text.replace("DIMENSION : 4", "DIMENSION : 3").replace("4 0 10 60 5 0 0\n", "")
    instance = made(file, whole.replace("4 0 7\n", ""))
    (shipment,) = instance.shipments
    assert (shipment.pickup, shipment.delivery, shipment.amount) == (0, 1, (4,))
    assert instance.clients[1].windows == ((30, 40),)
    wrong = refused(file, whole.replace("4 0 7\n", "").replace("3 -4 30", "3 -3 30"))
    assert "4 is picked up at node 2" in str(wrong)


def test_loads_may_have_several_dimensions(file: Path) -> None:
    text = VRPTW.replace("CAPACITY : 10\n", "").replace("1 0\n2 4\n3 4\n4 5\n", "")
    text = text.replace(
        "DEMAND_SECTION\n",
        "DEMAND_SECTION\n1 0 0\n2 4 1\n3 4 1\n4 5 1\nCAPACITY_SECTION\n1 10 2\n2 10 2\n",
    )
    instance = made(file, text)
    assert instance.dimensions == 2
    assert instance.vehicle_types[0].capacity == (10, 2)


@pytest.mark.parametrize(
    ("before", "after", "line", "words"),
    [
        ("TIME_WINDOW_SECTION", "TIME_WINDOWS_SECTION", 18, "did you mean TIME_WINDOW_SECTION?"),
        ("SERVICE_TIME : 5", "SERVICE_TIMES : 5", 6, "did you mean SERVICE_TIME?"),
        ("TYPE : VRPTW", "TYPE : VRPTV", 2, "did you mean VRPTW?"),
        ("2 0 20\n", "2 20 0\n", 20, "the time window of node 2 ends at 0"),
        ("2 4\n", "2 4.5\n", 15, "give a whole number"),
        ("2 4\n", "2 -4\n", 15, "must not be negative"),
        ("1 0\n2 4", "1 3\n2 4", 14, "the depot, node 1, has a demand of 3"),
        ("VEHICLES : 2", "VEHICLES : 0", 4, "VEHICLES is 0"),
        ("4 10 60\n", "", 18, "TIME_WINDOW_SECTION has no row of node 4"),
        ("4 10 60\n", "4 10\n", 22, "node 4 has 1 values"),
        ("4 10 60\n", "3 10 60\n", 22, "node 3 is given twice"),
        ("1\n-1\n", "2\n-1\n", 24, "depot 2 where 1 is expected"),
        ("VRPTW\n", "VRPTW\nTRUCKS : 4\n", 3, "unknown header 'TRUCKS'"),
        ("EUC_2D", "MAN_2D", 7, "unknown EDGE_WEIGHT_TYPE"),
        ("VRPTW\n", "VRPTW\nNODE_COORD_TYPE : THREED_COORDS\n", 3, "only TWOD_COORDS"),
        ("3 6 8\n", "3 6 eight\n", 11, "a coordinate of node 3 is 'eight'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(
    file: Path, before: str, after: str, line: int, words: str
) -> None:
    error = refused(file, VRPTW.replace(before, after, 1))
    assert words in str(error)
    assert error.line == line
    assert error.file == str(file)


def test_a_truncated_file_is_said_to_be_one(file: Path) -> None:
    assert "truncated" in str(refused(file, VRPTW[: VRPTW.index("4 10 60")]))
    assert "truncated" in str(refused(file, VRPTW[: VRPTW.index("DEPOT_SECTION")]))


def test_degrees_read_as_a_plane_are_refused(file: Path) -> None:
    degrees = VRPTW.replace("2 3 4", "2 0.03 0.04").replace("3 6 8", "3 0.06 0.08")
    degrees = degrees.replace("4 0 7\nDEMAND", "4 0 0.07\nDEMAND")
    error = refused(file, degrees)
    assert "--round dimacs rounds the distance from most places to their nearest" in str(error)
    assert "for latitude and longitude use tables" in str(error)
    assert error.file == str(file)
    assert made(file, degrees, rounding="none").profiles[0].distances[0, 1] == 0.05


def test_an_unknown_rounding_is_refused(file: Path) -> None:
    assert "unknown rounding 'ceil'" in str(refused(file, VRPTW, rounding="ceil"))


def test_without_vehicles_there_is_no_limit_of_them(file: Path) -> None:
    instance = made(file, VRPTW.replace("VEHICLES : 2\n", ""))
    assert instance.vehicle_types[0].number is None
    assert math.isinf(instance.vehicle_types[0].max_duration)
