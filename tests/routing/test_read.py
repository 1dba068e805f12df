"""Good files give the right instance; bad ones an error with file, line, cause and remedy."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from neurols.errors import InputError
from neurols.routing import Metric, read
from neurols.routing.generate import kool
from neurols.routing.uchoa import BEST_KNOWN
from neurols.routing.write import to_json, vrp_text
from tests.helpers import SHARED

UCHOA = SHARED / "uchoa"
Put = Callable[..., Path]


def error_of(path: str | Path, **kwargs: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        read(path, **kwargs)
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_vrp_file_becomes_an_instance(put: Put, vrp: str) -> None:
    instance = read(put(vrp))
    assert instance.name == "tiny"
    assert instance.metric is Metric.EUC_2D
    assert instance.capacity == 10
    assert instance.demands.tolist() == [0, 5, 5, 6]
    assert instance.coordinates is not None
    assert instance.coordinates.tolist() == [[0, 0], [3, 4], [3, -4], [-5, 0]]
    assert instance.best_known == 28  # from the comment
    assert instance.vehicles is None and instance.max_distance is None
    assert instance.distance(1, 2) == 8


def test_a_file_without_a_name_is_called_after_itself(put: Put, vrp: str) -> None:
    assert read(put(vrp.replace("NAME : tiny\n", ""), "other.vrp")).name == "other"


@pytest.mark.parametrize(
    "spelling",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\t \n"),
        lambda text: text.replace(" : ", ":"),
        lambda text: text.replace("_SECTION", "_SECTION:"),
        lambda text: text.replace("EUC_2D", "euc_2d").replace("CVRP", "cvrp"),
        lambda text: "# a comment\n\n" + text,
        lambda text: text.replace("3 3 -4\n4 -5 0", "# a comment\n4 -5 0\n\n3 3 -4"),
        lambda text: text.replace("2 5\n3 5\n4 6", "4 6\n\n2 5.0\n3 5e0"),
        lambda text: text.replace("2 3 4\n", "02 3.0 +4\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("EOF\n", ""),
        lambda text: text.replace("-1\nEOF", "EOF"),
        lambda text: text.replace("1\n-1\nEOF", "1 -1\nEOF\nwhatever follows"),
        lambda text: text.replace("NAME : tiny", "NAME : GEOFFREY_SECTIONS"),
        lambda text: text.replace("3 3 -4", "3 3.0 -4e0"),
        lambda text: text.replace("2 3 4\n3 3 -4\n", "3 3 -4\n2 3 4\n"),  # out of order
        lambda text: text.replace("CAPACITY", "SERVICE_TIME : 0\nCAPACITY"),
    ],
)
def test_spelling_does_not_matter(put: Put, vrp: str, spelling: Callable[[str], str]) -> None:
    instance = read(put(spelling(vrp)))
    assert instance.demands.tolist() == [0, 5, 5, 6]
    assert instance.table().tolist() == read(put(vrp)).table().tolist()


def test_old_files_with_accents_in_latin_1_are_read(put: Put, vrp: str) -> None:
    assert read(put(vrp.replace("by hand", "à la main").encode("latin-1"))).customers == 3


def test_another_depot_than_node_one_becomes_node_zero(put: Put, vrp: str) -> None:
    text = vrp.replace("DEPOT_SECTION\n1\n", "DEPOT_SECTION\n3\n")
    instance = read(put(text.replace("\n1 0\n2 5\n3 5\n", "\n1 5\n2 5\n3 0\n")))
    assert instance.coordinates is not None
    assert instance.coordinates.tolist() == [[3, -4], [0, 0], [3, 4], [-5, 0]]
    assert instance.demands.tolist() == [0, 5, 5, 6]


def test_vehicle_and_length_limits_are_kept(put: Put, vrp: str) -> None:
    instance = read(put(vrp.replace("CAPACITY", "VEHICLES : 3\nDISTANCE : 20.5\nCAPACITY")))
    assert (instance.vehicles, instance.max_distance) == (3, 20.5)


def test_a_tsp_file_becomes_one_vehicle_without_demands(put: Put) -> None:
    text = "NAME: t\nTYPE: TSP (by hand)\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: CEIL_2D\n"
    instance = read(put(text + "NODE_COORD_SECTION\n1 0 0\n2 1 1\n3 0 1\nEOF\n", "t.tsp"))
    assert (instance.problem, instance.customers, instance.vehicles) == ("tsp", 2, 1)
    assert instance.distance(0, 1) == 2


LOWER = "1\n2 3\n4 5 6"
MATRIX = [[0, 1, 2, 4], [1, 0, 3, 5], [2, 3, 0, 6], [4, 5, 6, 0]]


@pytest.mark.parametrize(
    ("layout", "values"),
    [
        ("LOWER_ROW", LOWER),
        ("LOWER_ROW", "1 2 3 4\n5 6"),  # lines may break anywhere
        ("UPPER_COL", LOWER),
        ("UPPER_ROW", "1 2 4\n3 5\n6"),
        ("LOWER_COL", "1 2 4\n3 5\n6"),
        ("LOWER_DIAG_ROW", "0\n1 0\n2 3 0\n4 5 6 0"),
        ("UPPER_DIAG_COL", "0\n1 0\n2 3 0\n4 5 6 0"),
        ("UPPER_DIAG_ROW", "0 1 2 4\n0 3 5\n0 6\n0"),
        ("LOWER_DIAG_COL", "0 1 2 4\n0 3 5\n0 6\n0"),
        ("FULL_MATRIX", "0 1 2 4\n1 0 3 5\n2 3 0 6\n4 5 6 0"),
        ("FULL_MATRIX", "9999 1 2\n4 1 9999 3 5\n2 3 9999 6\n4 5 6\n9999"),
    ],
)
def test_every_listing_of_a_matrix_is_read(put: Put, vrp: str, layout: str, values: str) -> None:
    instance = read(put(explicit(vrp, layout, values)))
    assert instance.matrix is not None and instance.coordinates is None
    assert instance.matrix.tolist() == MATRIX
    assert instance.integral


def explicit(vrp: str, layout: str, values: str) -> str:
    head, tail = vrp.split("NODE_COORD_SECTION")
    head = head.replace("EUC_2D", f"EXPLICIT\nEDGE_WEIGHT_FORMAT : {layout}")
    return f"{head}EDGE_WEIGHT_SECTION\n{values}\n{tail[tail.index('DEMAND') :]}"


def test_fractions_and_directions_of_a_matrix_are_kept(put: Put, vrp: str) -> None:
    values = "0 1.5 2 4\n1 0 3 5\n2 3 0 6\n4 5 6 0"
    instance = read(put(explicit(vrp, "FULL_MATRIX", values)))
    assert (instance.distance(0, 1), instance.distance(1, 0)) == (1.5, 1)


def test_the_depots_row_and_column_of_a_matrix_move_first(put: Put, vrp: str) -> None:
    text = explicit(vrp, "LOWER_ROW", LOWER).replace("DEPOT_SECTION\n1", "DEPOT_SECTION\n2")
    instance = read(put(text.replace("\n1 0\n2 5\n", "\n1 5\n2 0\n")))
    assert instance.table().tolist() == [[0, 1, 3, 5], [1, 0, 2, 4], [3, 2, 0, 6], [5, 4, 6, 0]]


def test_points_for_drawing_come_with_a_matrix(put: Put, vrp: str) -> None:
    text = explicit(vrp, "LOWER_ROW", LOWER)
    text = text.replace("DEMAND_S", "DISPLAY_DATA_SECTION\n1 0 0\n2 1 0\n3 1 1\n4 0 1\nDEMAND_S")
    instance = read(put(text))
    assert instance.coordinates is not None and instance.coordinates[2].tolist() == [1, 1]
    assert instance.distance(0, 1) == 1


def change(old: str, new: str) -> Callable[[str], str]:
    def changed(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return changed


@pytest.mark.parametrize(
    ("break_it", "line", "message"),
    [
        (
            change("NODE_COORD_SECTION\n1 0 0\n2 3 4\n3 3 -4\n4 -5 0\n", ""),
            None,
            "NODE_COORD_S.* is missing",
        ),
        (change("DEMAND_SECTION\n1 0\n2 5\n3 5\n4 6\n", ""), None, "DEMAND_SECTION is missing"),
        (change("DEPOT_SECTION\n1\n-1\n", ""), None, "DEPOT_SECTION is missing"),
        (change("CAPACITY : 10\n", ""), None, "CAPACITY is missing"),
        (change("DIMENSION : 4\n", ""), None, "DIMENSION is missing"),
        (change("EDGE_WEIGHT_TYPE : EUC_2D\n", ""), None, "EDGE_WEIGHT_TYPE is missing"),
        (change("TYPE : CVRP\n", ""), None, "TYPE is missing"),
        (change("CVRP", "VRPTW"), 3, "'VRPTW'; neurols reads CVRP"),
        (
            change("DIMENSION : 4", "DIMENSION : 5"),
            11,
            r"has 4 rows, but DIMENSION \(line 4\) is 5",
        ),
        (
            change("DIMENSION : 4", "DIMENSION : 3"),
            11,
            r"has 4 rows, but DIMENSION \(line 4\) is 3",
        ),
        (change("DIMENSION : 4", "DIMENSION : 99999999999999"), 11, "has 4 rows, but DIMENSION"),
        (change("\n4 6\n", "\n"), 15, "DEMAND_SECTION has 3 rows"),
        (change("DIMENSION : 4", "DIMENSION : 1"), 4, "no customers"),
        (change("DIMENSION : 4", "DIMENSION : four"), 4, "DIMENSION is 'four'"),
        (change("DIMENSION : 4", "DIMENSION : 4.5"), 4, "whole number"),
        (change("DIMENSION : 4", "DIMENSION :"), 4, "no value"),
        (change("DIMENSION : 4", "DIMENSION : 4\nDIMENSION : 4"), 5, r"twice \(first on line 4"),
        (change("EUC_2D", "XRAY1"), 5, "unknown EDGE_WEIGHT_TYPE 'XRAY1'; use one of EUC_2D"),
        (change("EUC_2D", "EXPLICIT"), None, "EDGE_WEIGHT_FORMAT is missing"),
        (change("CAPACITY : 10", "CAPACITY : 0"), 6, "CAPACITY is 0"),
        (change("CAPACITY : 10", "CAPACITY : ten"), 6, "CAPACITY is 'ten'"),
        (change("CAPACITY : 10", "CAPACITY : 1_0"), 6, "CAPACITY is '1_0'"),
        (change("2 3 4", "2 3 nan"), 9, "coordinate of node 2 is 'nan'"),
        (change("2 3 4", "2 inf 4"), 9, "coordinate of node 2 is 'inf'"),
        (change("2 3 4", "2 3 four"), 9, "coordinate of node 2 is 'four'"),
        (change("2 3 4", "2 3 4 5"), 9, "has 4 values; give the node's number and 2 more"),
        (change("2 3 4", "2 3"), 9, "has 2 values"),
        (change("2 3 4", "two 3 4"), 9, "node's number is 'two'"),
        (change("2 3 4", "3 3 4"), 10, r"node 3 is given twice \(first on line 9\)"),
        (change("2 3 4", "7 3 4"), 9, "node 7 .* DIMENSION is 4; number the nodes 1 to 4"),
        (change("2 3 4", "0 3 4"), 9, "node 0"),
        (change("\n3 5\n", "\n3 -5\n"), 15, r"node 3 \(customer 2\) is -5; .*not be negative"),
        (change("\n3 5\n", "\n3 11\n"), 15, r"node 3 \(customer 2\) is 11; the capacity is 10"),
        (change("\n3 5\n", "\n3 x\n"), 15, "demand of node 3 is 'x'"),
        (change("\n3 5\n", "\n3 2.5\n"), 15, "demand of node 3 is '2.5'; give a whole number"),
        (change("\n1 0\n", "\n1 3\n"), 13, "the depot, node 1, has demand 3"),
        (change("1\n-1\n", "1\n2\n-1\n"), 19, "2 depots"),
        (change("1\n-1\n", "-1\n"), 17, "names no depot"),
        (change("1\n-1\n", "9\n-1\n"), 18, "depot 9 is not a node"),
        (change("1\n-1\n", "one\n-1\n"), 18, "a depot is 'one'"),
        (change("CAPACITY", "VEHICLES : 1\nCAPACITY"), 6, "demand of 16; allow at least 2"),
        (change("CAPACITY", "VEHICLES : many\nCAPACITY"), 6, "VEHICLES is 'many'"),
        (change("CAPACITY", "DISTANCE : 9\nCAPACITY"), 6, "customer 1 .* out and back is 10"),
        (change("CAPACITY", "DISTANCE : -9\nCAPACITY"), 6, "limit is -9"),
        (change("CAPACITY", "SERVICE_TIME : 10\nCAPACITY"), 6, "SERVICE_TIME is not supported"),
        (
            change("DEMAND_S", "TIME_WINDOW_SECTION\n1 0 9\nDEMAND_S"),
            12,
            "TIME_WINDOW_SECTION is not",
        ),
        (change("DEMAND_S", "NODE_COORD_SECTION\n1 0 0\nDEMAND_S"), 12, "given twice"),
        (change("CAPACITY : 10", "CAPACITY 10"), 6, "neither 'KEY : VALUE' nor in a section"),
        (change("2 3 4", "2 3 1e400"), 9, "coordinate of node 2 is '1e400'"),
        (change("2 3 4", f"2 3 {'9' * 5000}"), 9, "coordinate of node 2 is '9999"),
        (change("2 3 4", "2 3 1e308"), None, "added up exactly"),
        (change("CAPACITY : 10", f"CAPACITY : {'9' * 5000}"), 6, "CAPACITY is '9999"),
        (change("CAPACITY : 10", "CAPACITY : 1e300"), None, "capacity is"),
    ],
)
def test_bad_vrp_files_are_told_line_and_cause(
    put: Put, vrp: str, break_it: Callable[[str], str], line: int | None, message: str
) -> None:
    path = put(break_it(vrp))
    with pytest.raises(InputError, match=message) as caught:
        read(path)
    assert (caught.value.file, caught.value.line) == (str(path), line)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("layout", "values", "message"),
    [
        ("LOWER_ROW", "1\n2 3\n4 5", "found 5 values .* LOWER_ROW needs 6 for DIMENSION 4"),
        ("FULL_MATRIX", LOWER, "found 6 values .* FULL_MATRIX needs 16"),
        ("LOWER_ROW", "1\n2 -3\n4 5 6", "a distance is -3"),
        ("LOWER_ROW", "1\n2 x\n4 5 6", "a distance is 'x'"),
        ("ROUND_ROW", LOWER, "unknown EDGE_WEIGHT_FORMAT 'ROUND_ROW'"),
    ],
)
def test_bad_matrices_are_told_line_and_cause(
    put: Put, vrp: str, layout: str, values: str, message: str
) -> None:
    path = put(explicit(vrp, layout, values))
    with pytest.raises(InputError, match=message):
        read(path)
    assert error_of(path).line is not None


def test_a_matrix_of_too_many_nodes_is_refused(put: Put, vrp: str) -> None:
    text = explicit(vrp, "LOWER_ROW", LOWER).replace("DIMENSION : 4", "DIMENSION : 5001")
    assert "at most 5000" in str(error_of(put(text)))


def test_a_file_cut_off_anywhere_is_refused_or_lacks_only_its_end(put: Put, vrp: str) -> None:
    whole = read(put(vrp))
    for length in range(1, len(vrp) - 1):
        path = put(vrp[:length])
        try:
            instance = read(path)
        except InputError as error:
            assert error.file == str(path) and "\n" not in str(error)
        else:  # only the -1 and EOF at the end may be missing
            assert length > vrp.index("-1\nEOF")
            assert instance.demands.tolist() == whole.demands.tolist()


@pytest.mark.parametrize(
    ("keep", "line", "message"),
    [
        ("2 3 4\n", 9, "ends after 2 of 4 rows of NODE_COORD_SECTION; it seems truncated"),
        ("2 3", 9, "ends in the middle of a row of NODE_COORD_SECTION"),
        ("4 -5 0\n", 11, "ends without DEMAND_SECTION and without EOF"),
        ("\n3 5\n", 15, "ends after 3 of 4 rows of DEMAND_SECTION"),
        ("\n4 6\n", 16, "ends without DEPOT_SECTION"),
        ("DEPOT_SECTION\n1", 18, "ends before the -1 of DEPOT_SECTION"),
        ("COMMENT", 2, "'COMMENT' is neither"),
    ],
)
def test_a_truncated_file_is_told_where_it_stops(
    put: Put, vrp: str, keep: str, line: int, message: str
) -> None:
    error = error_of(put(vrp[: vrp.index(keep) + len(keep)]))
    assert (error.line, message in str(error)) == (line, True), str(error)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\n", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "this is a picture (PNG)"),
        (bytes(range(256)), "this is a binary file"),
        (b"6 6\n2 1 0 3 1 6 3 7 5 3 4 6\n", "neither 'KEY : VALUE' nor in a section"),
    ],
)
def test_files_that_are_no_instances_are_told_so(put: Put, content: bytes, message: str) -> None:
    assert message in str(error_of(put(content)))


def test_a_missing_file_a_directory_and_a_locked_file_are_told_apart(
    tmp_path: Path, put: Put, vrp: str
) -> None:
    assert "no such file" in str(error_of(tmp_path / "none.vrp"))
    assert "this is a directory" in str(error_of(tmp_path))
    assert "cannot be read" in str(error_of("nul\0byte.vrp"))
    if os.getuid():  # root reads everything
        locked = put(vrp, "locked.vrp")
        locked.chmod(0)
        assert "cannot be read" in str(error_of(locked))


def test_the_content_decides_the_format(put: Put, vrp: str) -> None:
    assert read(put(vrp, "tiny.txt")).customers == 3
    instance_json = json.dumps(to_json(read(put(vrp))))
    assert read(put(instance_json, "tiny.txt")).customers == 3
    assert "name the format" in str(error_of(put("hello\n", "tiny.txt")))
    assert "neither 'KEY : VALUE'" in str(error_of(put("hello\n", "a.txt"), format="tsplib"))
    assert "unknown format 'xml'; use tsplib or json" in str(error_of(put(vrp), format="xml"))


JSON = {
    "format": "neurols-routing",
    "version": 1,
    "metric": "EUC_2D",
    "capacity": 10,
    "demands": [0, 5, 5],
    "coordinates": [[0, 0], [3, 4], [3, -4]],
}


def test_json_becomes_an_instance(put: Put) -> None:
    instance = read(put(json.dumps({**JSON, "vehicles": 2, "best_known": 18}), "a.json"))
    assert (instance.name, instance.vehicles, instance.best_known) == ("unnamed", 2, 18)
    assert instance.distance(1, 2) == 8


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "other"}, "not a routing instance"),
        ({"version": 2}, "version 2 .* reads version 1"),
        ({"demand": [0, 1, 1]}, "unknown key 'demand'; did you mean 'demands'?"),
        ({"coordinates": None}, "neither 'coordinates' nor 'matrix'"),
        ({"coordinates": 7}, "'coordinates' is not a list"),
        ({"metric": None}, "'metric' is missing"),
        ({"metric": "MAN_2D"}, "unknown edge-weight type"),
        ({"matrix": [[0, 1], [1, 0]]}, "metric 'EUC_2D' with a matrix"),
        ({"capacity": None}, "no capacity"),
        ({"demands": [0, 5, -5]}, "customer 2 is -5"),
        ({"demands": [0, 5, 50]}, "customer 2 is 50"),
        ({"demands": [0, 5, "5"]}, "customer 2: '5' is not a number"),
        ({"coordinates": [[0, 0], [3, None], [3, -4]]}, "customer 1: 'None' is not a number"),
        ({"coordinates": [[0, 0], [3, float("nan")], [3, -4]]}, "NaN is not a number"),
        ({"coordinates": [[0, 0], [3, 10**400], [3, -4]]}, "a number of 401 digits"),
        ({"coordinates": [[0, 0], [3, 10**399], [3, -4]]}, "customer 1: a number of 1326 bits"),
        ({"coordinates": [[0, 0], [3, 1e308], [3, -4]]}, "added up exactly"),
        ({"metric": "EXACT_2D", "coordinates": [[0, 0], [3, 1e149], [3, -4]]}, "added up exact"),
        ({"capacity": 1e308}, "capacity is 1e.308"),
        ({"max_distance": float("inf")}, "Infinity is not a number"),
        ({"vehicles": "2"}, "vehicles is '2'"),
    ],
)
def test_bad_json_is_told_the_cause(put: Put, changes: dict[str, Any], message: str) -> None:
    path = put(json.dumps({**JSON, **changes}), "a.json")
    with pytest.raises(InputError, match=message):
        read(path)
    assert error_of(path).file == str(path)


def test_broken_json_is_told_the_line(put: Put) -> None:
    assert error_of(put('{"format":\n "neurols-routing",\n "version": }', "a.json")).line == 3
    for content in ("{{{", '{"a":' + "[" * 100_000, '{"a": ' + "9" * 5000 + "}"):
        message = str(error_of(put(content, "a.json")))
        assert "not valid JSON" in message or "this JSON cannot be read" in message


@pytest.mark.skipif(not UCHOA.is_dir(), reason="Uchoa's instances are not at ../shared/data/uchoa")
def test_all_uchoa_instances_load() -> None:
    names = {path.stem for path in UCHOA.glob("X-n*.vrp")}
    assert names == set(BEST_KNOWN)
    for name in names:
        instance = read(UCHOA / f"{name}.vrp")
        assert instance.name == name
        assert name.startswith(f"X-n{instance.nodes}-k")
        assert instance.best_known == BEST_KNOWN[name] > instance.lower_bound
        assert instance.least_vehicles <= int(name.split("-k")[1])
        assert (instance.metric, instance.vehicles) == (Metric.EUC_2D, None)


def test_thirty_thousand_customers_load_within_two_seconds(put: Put) -> None:
    path = put(vrp_text(kool(30_000, seed=1, scale=10_000)))
    start = time.process_time()
    assert read(path).customers == 30_000
    assert time.process_time() - start < 2
