"""Rich scheduling through the registry, the search and the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import neurols
from neurols.errors import InputError
from neurols.registry import problem_of, problems
from neurols.scheduling.rich.presets import TUNED
from neurols.scheduling.rich.problem import RichSchedulingProblem
from neurols.scheduling.rich.write import write
from tests.cli.conftest import Cli, cli  # noqa: F401
from tests.helpers import SHARED
from tests.scheduling.rich.shops import workshop

FLEXIBLE = "2 3\n2 2 1 3 2 4 1 3 2\n1 2 1 5 3 2\n"


@pytest.fixture
def flexible(tmp_path: Path) -> Path:
    path = tmp_path / "small.fjs"
    path.write_text(FLEXIBLE)
    return path


def test_an_instance_finds_its_problem() -> None:
    assert isinstance(problem_of(workshop()), RichSchedulingProblem)
    assert problems()["scheduling"].owns(workshop())


def test_solve_check_and_warm_start_on_the_command_line(
    cli: Cli,  # noqa: F811
    flexible: Path,
    tmp_path: Path,
) -> None:
    plan = tmp_path / "plan.json"
    answer = cli("solve", flexible, "--iterations", "200", "--output", plan, "--json")
    found = json.loads(answer.out)
    assert (answer.code, found["problem"], found["cost"]) == (0, "scheduling", 5)
    assert set(found["solution"]) == {"start", "machine", "machines", "objective"}
    assert [len(row) for row in found["solution"]["start"]] == [2, 1]
    assert cli("check", flexible, plan).out == "5\n"
    again = cli("solve", flexible, "--iterations", "1", "--initial", plan, "--json")
    assert json.loads(again.out)["initial_cost"] == 5


def test_a_wrong_solution_is_told_by_operation(
    cli: Cli,  # noqa: F811
    flexible: Path,
    tmp_path: Path,
) -> None:
    plan = tmp_path / "wrong.json"
    plan.write_text('{"start": [[0, 1], [0]], "machine": [[0, 2], [2]]}')
    code, _, err = cli("check", flexible, plan)
    assert code == 1
    assert "job 0 operation 1 starts at 1, before job 0 operation 0 ends at 3" in err


def test_info_tells_all_that_was_understood(
    cli: Cli,  # noqa: F811
    tmp_path: Path,
) -> None:
    path = tmp_path / "workshop.json"
    write(workshop(), path)
    told = json.loads(cli("info", path, "--json").out)
    assert told["machines_an_operation"] == "1 to 2"
    assert told["objective"] == "makespan + 2 x total tardiness"
    assert told["setup_times"] == "on 1 machines, of 0 to 3, triangle inequality holds"
    assert told["initial_setups"] == "1 machines are set up at time 0"
    assert told["breaks"] == "1 on 1 machines"
    assert told["may_pause"] == "1 operations"
    assert told["due_dates"] == "of 1 jobs, 9"
    assert told["release_dates"] == "of 1 jobs, 1"
    assert "blocking" not in told


@pytest.mark.parametrize(
    "controller",
    [*TUNED, "auto", "classical"],
)
def test_every_controller_runs(controller: str) -> None:
    result = neurols.solve(workshop(), controller=controller, iterations=50, seed=3)
    assert result.cost <= result.initial_cost
    assert neurols.check(workshop(), result.solution) == result.cost


def test_the_same_seed_gives_the_same_schedule() -> None:
    one, other = (neurols.solve(workshop(), iterations=100, seed=5) for _ in range(2))
    assert one.solution.to_json() == other.solution.to_json()  # type: ignore[attr-defined]


def test_published_instances_come_from_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NEUROLS_DATA", raising=False)
    with pytest.raises(InputError, match="mk01 is not built in; name the folder that holds fjsp/"):
        neurols.load("mk01")
    if not (SHARED / "scheduling").is_dir():
        pytest.skip("the benchmark files are not at hand")
    instance = neurols.load("MK01", SHARED)
    assert (instance.name, instance.best_known) == ("mk01", 40)


def test_suites_are_listed_by_family() -> None:
    problem = RichSchedulingProblem()
    listed = {name: len(problem.suite(name) or ()) for name in ("fjsp", "sdst", "jsp-twt")}
    assert listed == {"fjsp": 231, "sdst": 10, "jsp-twt": 52}
    assert len(problem.suite("fjsp:hurink-edata") or ()) == 66
    assert len(problem.suite("jsp-twt:f1.3") or ()) == 22
    assert problem.suite("taillard") is None
    with pytest.raises(InputError, match="did you mean fjsp:hurink-edata"):
        problem.suite("fjsp:hurink-eddata")
