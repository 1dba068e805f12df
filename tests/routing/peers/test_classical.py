"""Peers on classical routing and tours: their solutions pass our checker; what they refuse."""

from __future__ import annotations

import pytest

import neurols
from neurols.benchmark import RunBudget
from neurols.benchmark.peers import peer
from neurols.routing import VehicleRouting, check
from neurols.routing.generate import kool, uchoa
from tests.benchmark.peer_run import BUDGET, solved

ROUTING = ("pyvrp", "hgs", "ortools-gls", "ortools-ts", "ortools-gls:first=parallel-savings")


@pytest.mark.parametrize("spec", ROUTING)
def test_routing_peer_solves_and_our_checker_agrees(spec: str) -> None:
    instance = uchoa(30, 2)
    record = solved(spec, instance)
    assert check(instance, record["solution"]) == record["cost"]
    # OR-Tools' tabu search gives up by itself where nothing is left to try.
    ends = ("cpu time", "local optimum") if spec == "ortools-ts" else ("cpu time",)
    assert record["stopped_by"] in ends


@pytest.mark.parametrize("spec", ROUTING)
@pytest.mark.parametrize(
    "instance",
    [
        kool(15, 1),
        uchoa(1, 1),
        VehicleRouting.from_coordinates(uchoa(9, 3).coordinates, name="tour"),  # type: ignore[arg-type]
        VehicleRouting.from_coordinates(
            [[0, 0], [0, 4], [3, 0], [3, 4]], [0, 1, 1, 1], 3, max_distance=10.0, name="short"
        ),
    ],
    ids=lambda instance: instance.name,
)
def test_routing_peer_solves_odd_instances(spec: str, instance: VehicleRouting) -> None:
    record = solved(spec, instance)
    assert check(instance, record["solution"]) == pytest.approx(record["cost"])


def test_pyvrp_alone_counts_iterations() -> None:
    pytest.importorskip("pyvrp")
    record = peer("pyvrp").run(uchoa(30, 2), RunBudget(iterations=20), 1)
    assert (record["iterations"], record["stopped_by"]) == (20, "iterations")
    assert peer("pyvrp").run(uchoa(30, 2), RunBudget(iterations=20), 1)["cost"] == record["cost"]
    with pytest.raises(neurols.InputError, match="stopped by time alone"):
        peer("hgs").check_budget(RunBudget(iterations=20))


@pytest.mark.parametrize(
    "table", [[[0, 1], [2, 0]], [[0, 1, 9, 9], [9, 0, 1, 9], [9, 9, 0, 1], [1, 9, 9, 0]]]
)
def test_lkh_solves_tours_one_way_or_both(table: list[list[int]]) -> None:
    pytest.importorskip("elkai")
    instance = VehicleRouting.from_matrix(table)
    record = peer("lkh").run(instance, RunBudget(iterations=2), 1)
    assert check(instance, record["solution"]) == record["cost"] == (3 if len(table) == 2 else 4)
    square = VehicleRouting.from_coordinates([[0, 0], [1, 1], [0, 1], [1, 0]])
    assert peer("lkh").run(square, RunBudget(iterations=1), 1)["cost"] == pytest.approx(4)


def test_hgs_refuses_asymmetric_distances() -> None:
    pytest.importorskip("hygese")
    instance = VehicleRouting.from_matrix([[0, 1, 2], [3, 0, 4], [5, 6, 0]], [0, 1, 1], 2)
    with pytest.raises(neurols.InputError, match="not symmetric"):
        peer("hgs").run(instance, BUDGET, 1)


def test_hgs_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    solved("hgs", uchoa(10, 1))
    assert capfd.readouterr() == ("", "")
