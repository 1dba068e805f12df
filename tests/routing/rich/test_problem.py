"""Rich routing through the doors of every problem: load, solve, check, write, the commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.cli.run import run
from neurols.errors import InputError
from neurols.registry import problem_of
from neurols.routing.rich.instance import RichRouting, VehicleType
from neurols.routing.rich.json_form import to_json
from tests.helpers import SHARED
from tests.routing.rich.files import CORDEAU, LI_LIM, MIXED, SOLOMON, VRPTW
from tests.routing.rich.mixes import everything, plain

DATA = SHARED / "routing"
TEXTS = {
    "windows.vrp": VRPTW,
    "mixed.vrp": MIXED,
    "solomon.txt": SOLOMON,
    "lilim.txt": LI_LIM,
    "cordeau": CORDEAU,
}
ROUNDINGS = {
    **dict.fromkeys(("gvrp", "vrpb"), "round"),
    **dict.fromkeys(("hfvrp", "mdvrptw", "sdvrptw"), "exact"),
    **dict.fromkeys(("mtvrptwr", "pcvrptw"), "dimacs"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_files_of_every_format_are_solved_and_read_back(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(TEXTS[name])
    instance = neurols.load(file)
    result = neurols.solve(instance, iterations=50)
    for suffix in (".sol", ".json"):
        written = tmp_path / f"plan{suffix}"
        result.write(written)
        assert neurols.solve(instance, initial=written, iterations=0).cost == result.cost
        assert run(["check", str(file), str(written)]) == 0


def test_json_instances_are_told_apart_by_their_version(tmp_path: Path) -> None:
    rich, classical = tmp_path / "rich.json", tmp_path / "classical.json"
    rich.write_text(json.dumps(to_json(everything())))
    classical.write_text(
        '{"format": "neurols-routing", "version": 1, "name": "c", "metric": "EUC_2D",'
        ' "capacity": 9, "demands": [0, 1], "coordinates": [[0, 0], [3, 4]]}'
    )
    assert problem_of(neurols.load(rich)).name == "routing"
    assert problem_of(neurols.load(classical)).name == "cvrp"


def test_solve_prints_location_numbers_and_vehicle_types(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mixed.vrp"
    file.write_text(MIXED)
    assert run(["solve", str(file), "--iterations", "200", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["problem"] == "routing" and record["feasible"]
    routes, types = (record["solution"][key] for key in ("routes", "vehicle_types"))
    assert len(routes) == len(types)
    visited = sorted(location for route in routes for location in route)
    assert set(visited) <= {2, 3, 4, 5, 6} and {4, 5} <= set(visited)


def test_the_objective_and_the_rounding_are_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "solomon.txt"
    file.write_text(SOLOMON)
    assert neurols.load(file, objective="vehicles").objective == "vehicles"
    assert neurols.read(file, rounding="nearest").rounding == "nearest"
    assert run(["info", str(file), "--round", "truncate", "--objective", "vehicles"]) == 0
    told = capsys.readouterr().out
    assert "truncate" in told and "fewest vehicles" in told and "time windows" in told
    assert run(["solve", "ft06", "--objective", "vehicles"]) == 2
    assert run(["solve", str(file), "--round", "upwards"]) == 2
    assert "unknown rounding 'upwards'" in capsys.readouterr().err


def test_fewest_vehicles_come_first_and_costs_stay_those_of_the_plan() -> None:
    near = VehicleType(number=3, capacity=(2,), fixed_cost=0)
    wide = VehicleType(number=3, capacity=(4,), unit_distance_cost=10)
    by_cost = plain(4, vehicle_types=(near, wide))
    by_vehicles = plain(4, vehicle_types=(near, wide), objective="vehicles")
    cheap = neurols.solve(by_cost, iterations=300, seed=1)
    few = neurols.solve(by_vehicles, iterations=300, seed=1)
    assert (cheap.cost, cheap.solution.vehicles) == (120, 2)
    assert (few.cost, few.solution.vehicles) == (800, 1)
    assert few.cost == neurols.check(by_vehicles, few.solution)
    assert few.trace[-1].cost == 800


@pytest.mark.parametrize("kind", ["sdvrptw", "gvrp", "mixed", "pdptw", "mtvrptwr"])
def test_the_decision_process_runs_on_every_variant(kind: str) -> None:
    pytest.importorskip("gymnasium")
    from neurols.train.gym import SearchEnv

    searches = SearchEnv("routing", instances=f"{kind}:12", actions="anp", iterations=20)
    searches.action_space.seed(1)
    shapes = set()
    for _ in range(3):  # instances of other seeds, of the same size
        observation, _ = searches.reset()
        done = False
        while not done:
            shapes.add(observation.shape)
            observation, reward, ended, cut, _ = searches.step(searches.action_space.sample())
            assert reward >= 0
            done = ended or cut
    assert len(shapes) == 1


def test_clients_that_cannot_all_be_visited_are_named() -> None:
    with pytest.raises(InputError, match="client"):
        neurols.solve(plain(4, vehicle_types=(VehicleType(number=1, capacity=(3,)),)), iterations=9)


def test_empty_routes_keep_the_order_of_the_vehicles(tmp_path: Path) -> None:
    types = (VehicleType(number=2, capacity=(1,)), VehicleType(number=1, capacity=(9,)))
    instance = plain(3, vehicle_types=types, vehicle_order=(0, 1, 0))
    form: dict[str, Any] = {"routes": [[1, 2, 3]], "vehicle_types": [1]}
    problem = problem_of(instance)
    path = tmp_path / "plan.sol"
    problem.write_solution(instance, problem.solution(instance, form), path)
    assert path.read_text().splitlines()[:2] == ["Route #1:", "Route #2: 1 2 3"]
    assert problem.check(instance, problem.read_solution(instance, path)) == 60


def test_types_without_limit_are_stated_in_route_files(tmp_path: Path) -> None:
    types = (VehicleType(capacity=(9,)), VehicleType(capacity=(9,), fixed_cost=1))
    instance = plain(2, vehicle_types=types)
    problem = problem_of(instance)
    path = tmp_path / "plan.sol"
    plan = problem.solution(instance, {"routes": [[1], [2]], "vehicle_types": [1, 0]})
    problem.write_solution(instance, plan, path)
    assert problem.read_solution(instance, path)["vehicle_types"] == [1, 0]


@pytest.mark.skipif(not DATA.is_dir(), reason="the published families are not here")
@pytest.mark.parametrize("family", ROUNDINGS)
def test_pyvrp_reads_our_route_files(family: str, tmp_path: Path) -> None:
    pyvrp = pytest.importorskip("pyvrp")
    file = min((DATA / family).glob("*.vrp"), key=lambda path: path.stat().st_size)
    instance = neurols.load(file)
    assert isinstance(instance, RichRouting)
    result = neurols.solve(instance, iterations=200, seed=1)
    result.write(tmp_path / "plan.sol")
    data = pyvrp.read(file, round_func=ROUNDINGS[family])
    found = pyvrp.read_solution(tmp_path / "plan.sol", data)
    assert found.is_feasible()
    # PyVRP's rounding scales fixed costs as well, and leaves unit costs alone.
    cost = pyvrp.CostEvaluator([0] * data.num_load_dimensions, 0, 0).penalised_cost(found)
    assert cost == round(result.cost * instance.scale)


@pytest.mark.skipif(not DATA.is_dir(), reason="the published families are not here")
def test_families_are_suites_of_the_data_folder() -> None:
    from neurols.benchmark.suites import resolve

    problem = problem_of(plain())
    assert len(problem.suite("vrptw:solomon", DATA) or ()) == 56
    assert len(problem.suite("vrptw:gh200", DATA.parent) or ()) == 60
    (case,) = resolve("pcvrptw/C1_10_1", DATA)
    assert case.instance.best_known == 24539.1 and case.group == "pcvrptw C1"
    assert neurols.load("lc101", DATA).objective == "vehicles"
    with pytest.raises(InputError, match="no group 'gh300'"):
        problem.suite("vrptw:gh300", DATA)


def test_a_suite_without_its_folder_says_what_to_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NEUROLS_DATA", raising=False)
    with pytest.raises(InputError, match="--data"):
        problem_of(plain()).suite("hfvrp")
