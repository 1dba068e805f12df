"""No header or section of a .vrp or .tsp file is dropped in silence."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from neurols.errors import InputError
from neurols.routing import read
from neurols.routing.read import detect
from neurols.routing.write import read_solution
from tests.helpers import SHARED

Put = Callable[..., Path]

TSP = """NAME : tour
TYPE : TSP
DIMENSION : 3
EDGE_WEIGHT_TYPE : EUC_2D
NODE_COORD_SECTION
1 0 0
2 3 4
3 6 0
EOF
"""


def refused(path: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        read(path)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("MAX_DISTANCE : 12", "unknown header 'MAX_DISTANCE'; did you mean DISTANCE?"),
        ("VEHICELS : 2", "unknown header 'VEHICELS'; did you mean VEHICLES?"),
        ("TRUCKS : 2", "unknown header 'TRUCKS'; did you mean VEHICLES?"),
        ("NUMBER OF VEHICLES : 2", "'NUMBER OF VEHICLES'; did you mean VEHICLES?"),
        ("SERVICE_TIMES : 5", "unknown header 'SERVICE_TIMES'; did you mean SERVICE_TIME?"),
        ("SERVICE_TIME : 5", "SERVICE_TIME is not supported; only 0 is"),
        ("ROUTE_LENGTH : 5", "did you mean DISTANCE?"),
        ("VEHICLE_CAPACITY : 5", "did you mean CAPACITY?"),
        ("DEPOTS : 2", "DEPOTS is not supported"),
        ("TURBO : 5", "unknown header 'TURBO'; write it into a COMMENT"),
        ("NODE_COORD_TYPE : THREED_COORDS", "NODE_COORD_TYPE is 'THREED_COORDS'; only TWOD"),
        ("NODE_COORD_TYPE : NO_COORDS", "NO_COORDS, but there is a NODE_COORD_SECTION"),
        ("EDGE_WEIGHT_FORMAT : FULL_MATRIX", "'FULL_MATRIX' beside EDGE_WEIGHT_TYPE EUC_2D"),
    ],
)
def test_headers_that_might_matter_are_refused(
    put: Put, vrp: str, header: str, message: str
) -> None:
    error = refused(put(vrp.replace("CAPACITY", f"{header}\nCAPACITY")))
    assert message in str(error)
    assert error.line == 6


@pytest.mark.parametrize(
    "header",
    [
        "COMMENT : TRUCKS : 2",
        "DISPLAY_DATA_TYPE : COORD_DISPLAY",
        "NODE_COORD_TYPE : TWOD_COORDS",
        "EDGE_WEIGHT_FORMAT : FUNCTION",
        "AUTHOR : somebody",
        "DEMAND_DIMENSION : 1",
        "SCALE : 1",
    ],
)
def test_headers_that_change_nothing_are_read_over(put: Put, vrp: str, header: str) -> None:
    instance = read(put(vrp.replace("CAPACITY", f"{header}\nCAPACITY")))
    assert instance.table().tolist() == read(put(vrp)).table().tolist()


@pytest.mark.parametrize(
    ("changed", "line", "message"),
    [
        (TSP.replace("DIMENSION", "DISTANCE : 22\nDIMENSION"), 3, "DISTANCE in a file of TYPE TSP"),
        (TSP.replace("DIMENSION", "VEHICLES : 2\nDIMENSION"), 3, "VEHICLES in a file of TYPE TSP"),
        (TSP.replace("DIMENSION", "CAPACITY : 9\nDIMENSION"), 3, "say 'TYPE : CVRP', or remove it"),
        (TSP.replace("EOF", "DEMAND_SECTION\n1 0\n2 5\n3 5\nEOF"), 9, "which carries nothing"),
        (TSP.replace("TYPE : TSP", "TYPE : TOUR"), 2, "TYPE is 'TOUR'"),
        (TSP.replace("EOF", "FIXED_EDGES_SECTION\n1 2\n-1\nEOF"), 9, "FIXED_EDGES_SECTION is not"),
        (
            TSP.replace("EOF", "NODE_CORD_SECTION\n1 2\nEOF"),
            9,
            "did you mean NODE_COORD_SECTION?",
        ),
        (
            TSP.replace("EOF", "EDGE_WEIGHT_SECTION\n0 9 9\n9 0 9\n9 9 0\nEOF"),
            9,
            "EDGE_WEIGHT_SECTION beside EDGE_WEIGHT_TYPE EUC_2D; say 'EDGE_WEIGHT_TYPE : EXPLICIT'",
        ),
        (
            TSP.replace("2 3 4", "2 3 4.5").replace("EUC_2D", "GEO").replace("6 0", "6 0.75"),
            8,
            "75",
        ),
        (
            TSP.replace("EUC_2D", "GREAT_CIRCLE_KM").replace("2 3 4", "2 93 4"),
            7,
            "latitude of cust",
        ),
    ],
)
def test_tours_with_loads_or_limits_are_refused(
    put: Put, changed: str, line: int, message: str
) -> None:
    error = refused(put(changed, "tour.tsp"))
    assert message in str(error)
    assert error.line == line


def test_one_vehicle_is_what_a_tour_has(put: Put) -> None:
    instance = read(put(TSP.replace("DIMENSION", "VEHICLES : 1\nDIMENSION"), "tour.tsp"))
    assert (instance.problem, instance.customers) == ("tsp", 2)


def test_a_distance_constrained_type_needs_its_limit(put: Put, vrp: str) -> None:
    text = vrp.replace("TYPE : CVRP", "TYPE : DCVRP")
    assert "DCVRP, but DISTANCE is missing" in str(refused(put(text)))
    assert read(put(text.replace("CAPACITY", "DISTANCE : 40\nCAPACITY"))).max_distance == 40


@pytest.mark.parametrize("metric", ["FLOOR_2D", "GREAT_CIRCLE_M", "great_circle_km"])
def test_every_metric_is_read(put: Put, vrp: str, metric: str) -> None:
    assert read(put(vrp.replace("EUC_2D", metric))).metric == metric.upper()


@pytest.mark.parametrize(
    "comment",
    [
        "best " * 250_000,
        "best known" + " " * 1_000_000,
        "optimal" + "a" * 1_000_000,
        "best : " + "9" * 1_000_000,
        "x" * 1_000_000,
    ],
)
def test_a_long_comment_takes_no_time(put: Put, vrp: str, comment: str) -> None:
    path = put(vrp.replace("COMMENT : ", f"COMMENT : {comment}\nCOMMENT : ", 1))
    started = time.process_time()
    assert read(path).customers == 3
    assert time.process_time() - started < 5  # a guard against hanging: it took minutes


def test_many_comments_take_no_time(put: Put, vrp: str) -> None:
    path = put("COMMENT : another line of it\n" * 50_000 + vrp)
    started = time.process_time()
    assert read(path).best_known == 28  # the last of the comments states it
    assert time.process_time() - started < 5


def test_telling_a_format_takes_no_time() -> None:
    started = time.process_time()
    for text in ("\n" * 1_000_000, " " * 1_000_000, "NAME" + " " * 1_000_000):
        assert detect(text) is None
    assert time.process_time() - started < 5


def test_long_lines_of_a_solution_take_no_time(put: Put) -> None:
    blanks = " " * 200_000
    path = put(f"Cost{blanks}7\nnote{blanks}\nRoute{blanks}#1{blanks}:{blanks}3 1\n", "a.sol")
    started = time.process_time()
    assert read_solution(path) == {"routes": [[3, 1]], "cost": 7}
    with pytest.raises(InputError, match="cannot read"):
        read_solution(put(f"Route{blanks}{blanks}x", "b.sol"))
    assert time.process_time() - started < 5


@pytest.mark.skipif(not SHARED.is_dir(), reason="there is no ../shared/data")
def test_all_cvrp_and_tsp_files_at_hand_are_read_and_other_families_refused() -> None:
    for folder in ("uchoa", "routing/cvrp-large", "routing/tsp"):
        for path in sorted((SHARED / folder).glob("*.vrp")):
            assert read(path).customers > 50
    others = ("gvrp", "hfvrp", "mdvrptw", "mtvrptwr", "pcvrptw", "sdvrptw", "vrpb")
    for family in others:
        for path in sorted((SHARED / "routing" / family).glob("*.vrp")):
            assert f"TYPE is '{family.upper()}'" in str(refused(path))
