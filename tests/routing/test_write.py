"""What is written reads back the same, and a file is written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurols.errors import InputError
from neurols.routing import Metric, RoutePlan, VehicleRouting, check, read
from neurols.routing.read import from_json
from neurols.routing.tsplib import parse
from neurols.routing.write import (
    read_solution,
    sol_text,
    to_json,
    vrp_text,
    write_instance,
    write_solution,
)

Put = Callable[..., Path]
FINITE = st.floats(-1e6, 1e6, allow_nan=False)


@st.composite
def instances(draw: st.DrawFn) -> VehicleRouting:
    """Instances of every metric, with and without demands and limits."""
    nodes = draw(st.integers(2, 6))
    points = draw(st.lists(st.tuples(FINITE, FINITE), min_size=nodes, max_size=nodes))
    fields: dict[str, Any] = {"name": draw(st.sampled_from(["a", "X-n5", "two words"]))}
    if draw(st.booleans()):
        fields["capacity"] = draw(st.integers(1, 99))
        demand = st.integers(0, fields["capacity"])
        fields["demands"] = [0, *(draw(demand) for _ in range(nodes - 1))]
        fields["vehicles"] = draw(st.sampled_from([None, nodes]))
    fields["best_known"] = draw(st.sampled_from([None, 12, 3.25]))
    fields["max_distance"] = draw(st.sampled_from([None, 1e8, 1e8 + 0.5]))
    metric = draw(st.sampled_from(Metric))
    if metric.spherical:  # degrees, and minutes for GEO
        points = [(int(89 * abs(x) / 1e6) + 0.25, int(179 * y / 1e6)) for x, y in points]
    elif metric.rounds:  # fractions so far apart that rounding leaves something
        points = [(x // 1 + 0.25, y // 1) for x, y in points]
    if metric is not Metric.EXPLICIT:
        return VehicleRouting.from_coordinates(points, metric=metric, **fields)
    row = st.lists(st.integers(0, 99) | st.floats(0, 99), min_size=nodes, max_size=nodes)
    matrix = [draw(row) for _ in range(nodes)]
    fields["coordinates"] = draw(st.sampled_from([None, points]))
    return VehicleRouting.from_matrix(matrix, **fields)


def assert_same(one: VehicleRouting, other: VehicleRouting) -> None:
    for field in ("name", "capacity", "metric", "vehicles", "max_distance", "best_known"):
        assert getattr(one, field) == getattr(other, field), field
    for field in ("coordinates", "demands", "matrix"):
        a, b = getattr(one, field), getattr(other, field)
        assert (a is None) == (b is None), field
        assert a is None or (a.dtype == b.dtype and np.array_equal(a, b)), field
    assert one.problem == other.problem


@settings(max_examples=80, deadline=None)
@given(instances())
def test_an_instance_survives_the_vrp_format(instance: VehicleRouting) -> None:
    assert_same(parse(vrp_text(instance), "memory.vrp"), instance)


@settings(max_examples=80, deadline=None)
@given(instances())
def test_an_instance_survives_json(instance: VehicleRouting) -> None:
    assert_same(from_json(json.loads(json.dumps(to_json(instance)))), instance)


def test_the_name_of_the_file_decides_how_an_instance_is_written(
    tmp_path: Path, tiny: VehicleRouting
) -> None:
    for name in ("a.vrp", "a.json"):
        write_instance(tmp_path / name, tiny)
        assert_same(read(tmp_path / name), tiny)
    assert (tmp_path / "a.json").read_text().startswith("{")


def test_a_sol_file_reads_as_cvrplib_writes_it() -> None:
    assert sol_text(RoutePlan([[1, 2], [3]], 28)) == "Route #1: 1 2\nRoute #2: 3\nCost 28\n"
    assert sol_text(RoutePlan([[1]], 0.1)) == "Route #1: 1\nCost 0.1\n"


plans = st.builds(
    RoutePlan,
    st.lists(st.lists(st.integers(1, 99), min_size=1, max_size=5), min_size=1, max_size=4),
    st.integers(0, 10**9) | st.floats(0, 1e9),
)


@settings(max_examples=50, deadline=None)
@given(plan=plans, suffix=st.sampled_from([".sol", ".json"]))
def test_a_plan_survives_its_file(
    tmp_path_factory: pytest.TempPathFactory, plan: RoutePlan, suffix: str
) -> None:
    path = tmp_path_factory.getbasetemp() / f"plan{suffix}"
    write_solution(path, plan)
    assert read_solution(path) == {"routes": plan.routes, "cost": plan.cost}


def test_other_spellings_of_a_solution_are_read(put: Put, tiny: VehicleRouting) -> None:
    path = put("\n route #1 : 1  2\r\nRoute 2:3\nRoute #3:\nCPU 1.5 s\ncost: 28\n", "a.sol")
    found = read_solution(path)
    assert found == {"routes": [[1, 2], [3], []], "cost": 28}
    assert check(tiny, found) == 28
    assert read_solution(put("Route #1: 1\n", "b.sol"))["cost"] is None


def test_the_result_that_solve_prints_is_a_solution(put: Put) -> None:
    printed = {"instance": "tiny", "cost": 28, "solution": {"routes": [[1, 2], [3]]}}
    found = read_solution(put(json.dumps(printed), "a.json"))
    assert found == {"routes": [[1, 2], [3]], "cost": 28}


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        ("Route #1: 1 2\nRoute #2: 3 x\n", 2, "'x' is no customer"),
        ("Route #1: 1 2.5\n", 1, "'2.5' is no customer"),
        ("Route #1: --1\n", 1, "'--1' is no customer"),
        (f"Route #1: {'9' * 5000}\n", 1, "is no customer"),
        ("Route #1: 1 2\nCost many\n", 2, "the cost is 'many'"),
        ("Route #1: 1 2\nRoute 3 4\n", 2, "cannot read 'Route 3 4'"),
        ("1 2 3\n", 1, "cannot read '1 2 3'"),
        ("NAME : tiny\nTYPE : CVRP\n", None, "no routes found"),
        ("Cost 5\n", None, "no routes found"),
        ('{"routes": [[1, 2],\n [3,]]}', 2, "not valid JSON"),
        ('{"routes": [[1, "x"]]}', None, "route 1: 'x' is no customer"),
        ('{"routes": [[1, true]]}', None, "'True' is no customer"),
        ('{"routes": 5}', None, 'no "routes"'),
        ('{"routes": []}', None, "no routes found"),
        ("[[1, 2]]", None, 'no "routes"'),
        ('{"solution": 5}', None, 'no "routes"'),
        ('{"routes": [[1]], "cost": "x"}', None, "the cost is 'x'"),
        ("", None, "the file is empty"),
        ("\0", None, "binary file"),
    ],
)
def test_bad_solution_files_are_told_line_and_cause(
    put: Put, content: str, line: int | None, message: str
) -> None:
    path = put(content, "bad.sol")
    with pytest.raises(InputError, match=message) as caught:
        read_solution(path)
    assert (caught.value.file, caught.value.line) == (str(path), line)
    assert "\n" not in str(caught.value)


def test_a_failed_write_leaves_the_old_file_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.sol"
    write_solution(path, RoutePlan([[1]], 1))

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(InputError, match="no space left"):
        write_solution(path, RoutePlan([[2]], 2))
    assert path.read_text() == "Route #1: 1\nCost 1\n"
    assert list(tmp_path.iterdir()) == [path]


def test_writing_keeps_links_and_ordinary_permissions(tmp_path: Path) -> None:
    target, link = tmp_path / "a.sol", tmp_path / "link.sol"
    target.touch()
    link.symlink_to(target)
    write_solution(link, RoutePlan([[1]], 1))
    assert link.is_symlink() and target.read_text().endswith("Cost 1\n")
    (tmp_path / "plain").touch()
    write_solution(tmp_path / "b.sol", RoutePlan([[1]], 1))
    assert (tmp_path / "b.sol").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "a.sol"):
        with pytest.raises(InputError):
            write_solution(path, RoutePlan([[1]], 1))


def test_a_pipe_is_written_into_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_solution(pipe, RoutePlan([[1]], 1))
    assert os.read(reader, 100) == b"Route #1: 1\nCost 1\n"
    os.close(reader)
    assert pipe.is_fifo()
