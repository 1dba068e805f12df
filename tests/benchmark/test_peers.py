"""Peers: their solutions pass our checker, they keep to CPU time, and a missing one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

import neurols
from neurols.benchmark import Case, Record, RunBudget, run
from neurols.benchmark.peers import PEERS, peer
from neurols.routing import VehicleRouting, check
from neurols.routing.generate import kool, uchoa
from neurols.scheduling import JobShop, general_shop

BUDGET = RunBudget(cpu_seconds=0.2)
ROUTING = ("pyvrp", "hgs", "ortools-gls", "ortools-ts", "ortools-gls:first=parallel-savings")
PACKAGES = {"cp-sat": "ortools", "pyvrp": "pyvrp", "hgs": "hygese", "lkh": "elkai"}


def solved(spec: str, instance: neurols.JobShop | VehicleRouting, seed: int = 1) -> Record:
    name = spec.partition(":")[0]
    pytest.importorskip(PACKAGES.get(name, "ortools"))
    record = peer(spec).run(instance, BUDGET, seed)
    times = [seconds for seconds, _ in record["trace"]]
    costs = [cost for _, cost in record["trace"]]
    assert times == sorted(times) and costs == sorted(costs, reverse=True)
    assert costs[-1] == record["cost"]
    assert record["cpu_seconds"] < 0.5
    assert record["version"].split()[0] in ("ortools", "pyvrp", "hygese")
    return record


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


@pytest.mark.parametrize("seed", range(3))
def test_cp_sat_solves_general_shops_to_proven_optimality(seed: int) -> None:
    shop = general_shop(4, 3, seed, zero_share=0.3)
    record = solved("cp-sat", shop)
    assert neurols.check(shop, record["solution"]) == record["cost"]
    assert record["stopped_by"] == "optimal"


def test_cp_sat_finds_a_known_optimum() -> None:
    assert solved("cp-sat", neurols.load("ft06"))["cost"] == 55  # type: ignore[arg-type]
    assert solved("cp-sat", JobShop([[(0, 0)], [(0, 0)]]))["cost"] == 0


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


def test_peer_that_finds_nothing_in_time_is_recorded_without_a_cost() -> None:
    pytest.importorskip("ortools")
    shop = neurols.load("ta71")
    record = peer("cp-sat").run(shop, RunBudget(cpu_seconds=0.001), 1)
    assert (record["cost"], record["gap_percent"], record["feasible"]) == (None, None, False)


def test_peers_run_beside_controllers_and_resume(tmp_path: Path) -> None:
    pytest.importorskip("ortools")
    contestants = ["tabu", peer("cp-sat")]
    first = run("ft06", contestants, BUDGET, output=tmp_path)
    assert [record["controller"] for record in first.records] == ["tabu", "cp-sat"]
    before = (tmp_path / "records.jsonl").read_bytes()
    run("ft06", contestants, BUDGET, output=tmp_path)
    assert (tmp_path / "records.jsonl").read_bytes() == before


def test_hgs_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    solved("hgs", uchoa(10, 1))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", PEERS)
def test_missing_package_is_one_line_that_says_what_to_install(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurols.benchmark.peers.runner.find_spec", lambda _: None)
    instance = neurols.load("ft06") if name in ("cp-sat", "pyjobshop") else uchoa(5, 1)
    case = Case(instance, "g")  # type: ignore[arg-type]
    with pytest.raises(neurols.InputError, match=r"pip install 'neurols\[peers\]'"):
        run([case], [peer(name)], BUDGET)


def test_peer_of_another_problem_is_refused_before_the_first_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("neurols.benchmark.peers.runner.find_spec", lambda _: object())
    with pytest.raises(neurols.InputError, match=r"'pyvrp' does not solve 'ft06' .*cvrp, tsp"):
        run("ft06", [peer("pyvrp")], BUDGET)


@pytest.mark.parametrize(
    ("spec", "word"),
    [("magic", "unknown peer"), ("pyvrp:first=savings", "it has none"),
     ("ortools-gls:magic=1", "options are first"), ("ortools-ts:first=magic", "use savings"),
     ("hgs:fast", "no argument")],
)  # fmt: skip
def test_wrong_specification_is_told(spec: str, word: str) -> None:
    with pytest.raises(neurols.InputError, match=word):
        peer(spec)
