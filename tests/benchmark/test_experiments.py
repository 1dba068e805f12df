"""The paper's experiments: every row there is or a reason, the paper's figures beside ours."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import pytest

import neurols
from neurols.benchmark import Record, experiments, markdown, resolve
from neurols.benchmark.constants import best_constant, constants, validation_cases
from neurols.benchmark.experiment_table import experiment_table
from neurols.benchmark.experiments import experiment_named
from neurols.benchmark.plan import Plan
from neurols.benchmark.planning import make_plan
from neurols.benchmark.run import carry_out
from neurols.benchmark.runner import key_of
from neurols.policy.actions import action_set
from neurols.registry import problem_named
from neurols.search.presets import presets_of
from neurols.search.settings import Random

from .small import small_cvrp, small_jobshop


@pytest.fixture(scope="module")
def jobshop() -> tuple[Plan, list[Record]]:
    planned = make_plan(small_jobshop(peers=()))
    return planned.plan, carry_out(planned.tasks).records


def test_quick_instances_are_of_every_group() -> None:
    from neurols.routing import paper_table as routing
    from neurols.routing import suites
    from neurols.scheduling import paper_table as scheduling

    shops = resolve(scheduling.EXPERIMENT.quick_suite)
    assert {case.group for case in shops} == set(scheduling.PUBLISHED.groups)
    names = routing.EXPERIMENT.quick_suite.split(",")
    assert {suites.group(name) for name in names} == set(routing.PUBLISHED.groups)


def test_every_row_of_the_plan_has_figures_at_every_budget(
    jobshop: tuple[Plan, list[Record]],
) -> None:
    plan, records = jobshop
    for budget in ("20 iterations", "100 iterations"):
        rows = {row.name: row for row in experiment_table(records, plan, budget).rows}
        for name in ("spt", "sa", "sa-restart", "ils", "ils-sa", "vns", "tabu", "gls", "random",
                     "best constant", "auto", "auto, 0.05 CPU s", "vns:preset=plain",
                     "bandit:preset=plain,kind=ucb", "random:preset=plain-anp",
                     "best constant of the paper's operators", "ils:preset=plain-a",
                     "best constant of one operator"):  # fmt: skip
            assert set(rows[name].cells) == {"15x15", "20x15", "all"}, name
            assert rows[name].cells["all"].deviation is not None


def test_papers_rows_come_first_where_the_steps_are_the_papers(
    jobshop: tuple[Plan, list[Record]],
) -> None:
    plan, records = jobshop
    rows = experiment_table(records, plan, "100 iterations").rows
    published = [row.name for row in rows if row.published]
    assert [row.name for row in rows[: len(published)]] == published
    assert published[0].endswith("(as reported)")
    assert {"paper: ILS+SA", "paper: NLS_AN", "L2D (as reported)"} <= set(published)
    other = [row.name for row in experiment_table(records, plan, "20 iterations").rows]
    assert "L2D (as reported)" in other and "paper: ILS+SA" not in other


def test_rows_over_the_papers_operators_come_before_stronger_ones(
    jobshop: tuple[Plan, list[Record]],
) -> None:
    plan, records = jobshop
    rows = experiment_table(records, plan, "100 iterations").rows
    sections = list(dict.fromkeys(row.section for row in rows if not row.published))
    assert sections == [
        experiments.PLAIN,
        experiments.PLAIN_YARDSTICKS,
        experiments.SINGLE,
        experiments.SINGLE_YARDSTICKS,
        experiments.LOCAL_SEARCH,
        experiments.ADAPTIVE,
        experiments.YARDSTICKS,
        experiments.DEFAULT,
        experiments.CONSTRUCTIONS,
        experiments.CLOCK,
    ]


def test_each_part_has_a_best_row_of_its_own(jobshop: tuple[Plan, list[Record]]) -> None:
    plan, records = jobshop
    table = experiment_table(records, plan, "100 iterations")
    for contest in ("", experiments.STRONGER, experiments.CLOCK):
        own = [row for row in table.rows if row.contest == contest and not row.published]
        best = min(own, key=lambda row: row.cells["all"].mean)
        assert best.versus is None
        assert all(row.versus for row in own if row is not best and len(own) > 1)
    assert re.search(r"against .+ with stronger operators", table.caption)


def test_best_of_the_steps_and_best_on_the_clock_are_marked_apart(
    jobshop: tuple[Plan, list[Record]],
) -> None:
    plan, records = jobshop
    text = markdown(experiment_table(records, plan, "20 iterations"))
    bold = [line for line in text.splitlines() if re.search(r"\*\*\d", line)]
    assert any(line.startswith("| auto, 0.05 CPU s |") for line in bold)
    assert any(not line.startswith("| auto, 0.05 CPU s |") for line in bold)


def test_constructions_do_not_depend_on_the_budget(jobshop: tuple[Plan, list[Record]]) -> None:
    plan, records = jobshop
    few, many = (
        next(row for row in experiment_table(records, plan, budget).rows if row.name == "spt")
        for budget in plan.budgets
    )
    assert few.cells == many.cells


def test_peer_that_is_not_installed_and_policy_that_is_not_there_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("neurols.benchmark.peers.runner.find_spec", lambda name: None)
    planned = make_plan(small_cvrp())
    records = carry_out(planned.tasks).records
    text = markdown(experiment_table(records, planned.plan, "3 iterations"))
    for peer in ("ortools-gls", "ortools-ts", "pyvrp", "hgs"):
        assert f"| {peer} (not installed) | – |" in text
    assert "| nls-a:model=missing.onnx (not run: no such model file) | – |" in text


def test_rows_with_stronger_operators_may_be_left_to_some_budgets() -> None:
    planned = make_plan(small_jobshop(peers=(), suite="ta01", seeds=1, stronger=(20,)))
    records = carry_out(planned.tasks).records
    few, many = (experiment_table(records, planned.plan, budget) for budget in planned.plan.budgets)
    assert {"tabu", "vns:preset=plain"} <= {row.name for row in few.rows}
    names = {row.name for row in many.rows}
    assert "vns:preset=plain" in names and not names & {"tabu", "best constant"}
    assert "best constant is" in few.caption and "best constant is" not in many.caption


def test_wrong_row_that_is_not_learned_is_an_error() -> None:
    broken = small_cvrp(controllers=((experiments.LOCAL_SEARCH, "magic", None),))
    with pytest.raises(neurols.InputError, match="unknown controller 'magic'"):
        make_plan(broken)


def test_best_constant_is_the_best_on_its_validation_instances(tmp_path: Path) -> None:
    seen: list[Record] = []
    chosen = best_constant("jobshop", 30, instances=3, output=tmp_path, on_record=seen.append)
    best: dict[str, float] = {}
    for record in seen:
        best[record["instance"]] = min(record["cost"], best.get(record["instance"], 1e9))
    shares: dict[str, float] = {}
    for record in seen:
        share = record["cost"] / best[record["instance"]]
        shares[record["controller"]] = shares.get(record["controller"], 0.0) + share
    assert shares[chosen.controller] == min(shares.values())
    assert chosen.candidates == len(constants("jobshop")) == len(shares)


@pytest.mark.parametrize(("preset", "kind"), [("plain", "anp"), ("plain-a", "a")])
@pytest.mark.parametrize("problem", ["jobshop", "cvrp"])
def test_constants_of_a_part_are_the_actions_of_its_policies(
    problem: str, preset: str, kind: str
) -> None:
    actions = action_set(problem, kind)
    choices = [name for name in (*actions.operators, *actions.perturbations) if name != "restart"]
    assert constants(problem, preset) == [
        f"constant:{choice},preset={preset}{accept}"
        for choice in choices
        for accept in ("", ",accept=improving")
    ]


@pytest.mark.parametrize(
    ("preset", "kind"), [("plain", "an"), ("plain-a", "a"), ("plain-anp", "anp")]
)
@pytest.mark.parametrize("problem", ["jobshop", "cvrp"])
def test_random_and_constant_policies_search_as_the_learned_ones_do(
    problem: str, preset: str, kind: str
) -> None:
    actions = action_set(problem, kind)
    rows = presets_of(problem_named(problem))[preset]
    random = rows["random"]
    assert isinstance(random, Random)
    assert random.actions == (*actions.operators, *actions.perturbations)
    for settings in (random, *([rows["constant"]] if "constant" in rows else [])):
        assert (settings.restart, settings.restart_after) == (
            actions.restart,
            actions.restart_after,
        )
        assert settings.allowance == actions.allowance


@pytest.mark.parametrize("problem", ["jobshop", "cvrp"])
def test_every_row_over_the_papers_operators_has_these_alone(problem: str) -> None:
    kicks = {name.partition("@")[0] for name in action_set(problem, "anp").perturbations}
    for preset, kind in (("plain", "an"), ("plain-a", "a")):
        actions = action_set(problem, kind)
        for settings in presets_of(problem_named(problem))[preset].values():
            own = asdict(settings)
            steps = {own.get("operator"), *own.get("operators", ()), *own.get("actions", ())}
            perturbations = {own.get("perturbation"), own["restart"].partition("@")[0]}
            assert steps - {None} <= {*actions.operators, *kicks}
            assert perturbations - {None, ""} <= kicks
            assert own["allowance"] == actions.allowance


def test_validation_instances_are_no_benchmark() -> None:
    known = {case.instance.jobs for case in resolve("taillard")}
    generated = validation_cases("jobshop", 16)
    assert len({case.group for case in generated}) == 8
    assert not any(case.instance.jobs in known for case in generated)
    routing = validation_cases("cvrp", 4)
    assert all(100 <= case.instance.customers <= 300 for case in routing)


def test_plan_is_read_back_as_it_was_written() -> None:
    plan = make_plan(small_cvrp()).plan
    assert Plan.from_json(plan.to_json()) == plan


def test_unknown_experiment_is_refused_and_suites_are_none() -> None:
    assert experiment_named("taillard") is None
    with pytest.raises(neurols.InputError, match="paper-jobshop or paper-cvrp"):
        experiment_named("paper-tsp")


_SCRIPT = """
from tests.benchmark.small import small_jobshop
from neurols.cli.bench_paper import bench_paper
from pathlib import Path
import sys
if __name__ == "__main__":
    bench_paper(small_jobshop(iterations=(3000,), stronger=(3000,), seeds=2, peers=()),
                quick=False, seeds=None, clock=None, workers=int(sys.argv[2]), cluster=None,
                output=Path(sys.argv[1]), data=None, json=False, quiet=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize(("part", "workers"), [("validation", "1"), (".", "2")])
def test_killed_experiment_loses_and_repeats_no_record(
    tmp_path: Path, part: str, workers: str
) -> None:
    script = tmp_path / "script.py"
    script.write_text(_SCRIPT)
    folder = tmp_path / "out"
    command = [sys.executable, str(script), str(folder), workers]
    root = Path(__file__).resolve().parents[2]
    environment = os.environ | {
        "PYTHONPATH": f"{root}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    }
    records = folder / part / "records.jsonl"
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            while not records.exists() or records.read_bytes().count(b"\n") < 5:
                assert process.poll() is None
                time.sleep(0.005)
        finally:
            process.send_signal(signal.SIGKILL)
    before = records.read_bytes()
    whole = before[: before.rfind(b"\n") + 1]
    for _ in range(100):  # orphaned workers hold the file until the run that they are on ends
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if "another benchmark is writing here" not in done.stderr:
            break
    assert done.returncode == 0, done.stderr
    assert records.read_bytes().startswith(whole)
    lines = (folder / "records.jsonl").read_text().splitlines()
    keys = [key_of(json.loads(line)) for line in lines]
    # 8 constructions, 36 controllers and one row on the clock, on 2 instances with 2 seeds.
    assert len(keys) == len(set(keys)) == 45 * 4
    assert (folder / "report.md").read_text().count("## 3000 iterations") == 1
