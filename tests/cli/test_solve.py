"""``neurols solve``: what it prints, writes and repeats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import neurols

from .conftest import Cli

KEYS = [
    "instance", "problem", "size", "controller", "resolved_controller", "cost", "initial_cost",
    "best_known", "gap_percent", "iterations", "seconds", "seed", "stopped_by", "feasible",
    "solution",
]  # fmt: skip


def test_json_has_the_keys_of_the_contract_and_a_valid_solution(cli: Cli) -> None:
    code, out, err = cli("solve", "ta01", "--iterations", "100", "--seed", "7", "--json")
    record = json.loads(out)
    assert (code, err) == (0, "")
    assert list(record) == KEYS
    assert record["instance"] == "ta01"
    assert record["problem"] == "jobshop"
    assert record["size"] == "15x15"
    assert record["best_known"] == 1231
    assert record["iterations"] == 100
    assert record["seed"] == 7
    assert record["stopped_by"] == "iterations"
    assert record["feasible"] is True
    assert record["cost"] <= record["initial_cost"]
    assert record["gap_percent"] == pytest.approx(100 * (record["cost"] - 1231) / 1231, abs=1e-4)
    assert list(record["solution"]) == ["machines", "start"]
    assert neurols.check(neurols.load("ta01"), record["solution"]) == record["cost"]


def test_people_get_a_few_aligned_lines(cli: Cli, tmp_path: Path) -> None:
    output = tmp_path / "plan.json"
    code, out, err = cli("solve", "ft06", "--iterations", "5000", "--output", output)
    assert (code, err) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in out.splitlines() if "  " in line)
    assert lines["instance"] == "ft06 (jobshop, 6x6)"
    assert lines["makespan"] == "55"
    assert lines["gap"] == "0.00 %"
    assert lines["written"] == str(output)
    assert "best known      55" in out
    assert "proven optimal  yes" in out
    columns = {len(line) - len(line.split("  ", 1)[1].lstrip()) for line in out.splitlines()}
    assert len(columns) == 1


def test_solution_written_is_checked_and_read_back_as_a_start(cli: Cli, tmp_path: Path) -> None:
    plan = tmp_path / "plan.json"
    found = json.loads(cli("solve", "ta01", "--iterations", "2000", "--output", plan, "--json").out)
    assert cli("check", "ta01", plan).out == f"{found['cost']}\n"
    again = json.loads(cli("solve", "ta01", "--iterations", "0", "--initial", plan, "--json").out)
    assert again["initial_cost"] == again["cost"] == found["cost"]


@pytest.mark.parametrize("suffix", [".svg", ".png", ".html"])
def test_plot_is_drawn_in_the_format_of_its_name(cli: Cli, tmp_path: Path, suffix: str) -> None:
    picture = tmp_path / f"plan{suffix}"
    assert cli("solve", "ft06", "--iterations", "50", "--plot", picture).code == 0
    assert picture.stat().st_size > 10_000


def _without_time(out: str) -> dict[str, Any]:
    record = json.loads(out)
    del record["seconds"]
    return record


def test_result_does_not_depend_on_the_threads_nor_on_the_process(cli: Cli, process: Cli) -> None:
    command = ("solve", "ta21", "--iterations", "400", "--searches", "5", "--seed", "3", "--json")
    records = [_without_time(cli(*command, "--threads", n).out) for n in ("1", "2", "8")]
    records += [_without_time(process(*command).out) for _ in range(2)]
    assert all(record == records[0] for record in records)


def test_more_searches_never_give_a_worse_result(cli: Cli) -> None:
    command = ("solve", "ta21", "--iterations", "100", "--json", "--controller", "ils")
    costs = [json.loads(cli(*command, "--searches", k).out)["cost"] for k in ("1", "4", "16")]
    assert costs == sorted(costs, reverse=True)


def test_seeds_lead_to_different_searches(cli: Cli) -> None:
    command = ("solve", "ta21", "--iterations", "200", "--json", "--seed")
    solutions = [json.loads(cli(*command, seed).out)["solution"] for seed in ("1", "2")]
    assert solutions[0] != solutions[1]


def test_time_limit_is_kept(cli: Cli) -> None:
    record = json.loads(cli("solve", "ta41", "--time", "0.3", "--json").out)
    assert record["stopped_by"] == "time"
    assert 0.25 < record["seconds"] < 2


def test_cpu_limit_is_kept(cli: Cli) -> None:
    command = ("solve", "ta41", "--cpu-time", "0.2", "--threads", "1", "--json")
    record = json.loads(cli(*command).out)
    assert record["stopped_by"] == "cpu time"


def test_target_ends_the_search(cli: Cli) -> None:
    record = json.loads(cli("solve", "ta41", "--target", "2500", "--json").out)
    assert record["stopped_by"] == "target"
    assert record["cost"] <= 2500


def test_construction_is_the_one_asked_for(cli: Cli) -> None:
    command = ("solve", "ta01", "--iterations", "0", "--json", "--construction")
    costs = {json.loads(cli(*command, rule).out)["cost"] for rule in ("spt", "mwkr")}
    assert len(costs) == 2


def test_controller_with_options_is_named_in_the_record(cli: Cli) -> None:
    spec = "tabu:tenure=20,operator=cei+tabu"
    record = json.loads(
        cli("solve", "ta01", "--iterations", "5", "--controller", spec, "--json").out
    )
    assert record["controller"] == spec


def test_format_settles_an_ambiguous_file(cli: Cli, tmp_path: Path) -> None:
    shop = tmp_path / "shop.txt"
    # Two jobs of two machines in Taillard's blocks, or four jobs in standard format.
    shop.write_text("2 2\n1 3\n1 2\n1 1\n1 1\n")
    refused = cli("solve", shop, "--iterations", "5")
    assert refused.code == 2
    assert "ambiguous" in refused.err
    record = json.loads(
        cli("solve", shop, "--iterations", "5", "--format", "taillard", "--json").out
    )
    assert record["size"] == "2x2"


def test_file_that_fails_late_does_not_cost_the_result(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise neurols.InputError("cannot be written: no space left", file="plan.json")

    monkeypatch.setattr(neurols.Result, "write", fail)
    code, out, err = cli(
        "solve", "ft06", "--iterations", "9", "--output", tmp_path / "plan.json", "--json"
    )
    assert code == 2
    assert json.loads(out)["feasible"] is True
    assert err == "neurols: error: plan.json: cannot be written: no space left\n"


def test_decisions_are_drawn_and_their_file_is_checked_before_the_search(
    cli: Cli, tmp_path: Path
) -> None:
    picture = tmp_path / "thinking.svg"
    code, out, _ = cli("solve", "ft10", "--iterations", "30", "--decisions", picture)
    assert code == 0 and str(picture) in out
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    code, out, err = cli("solve", "ft10", "--iterations", "30", "--decisions", tmp_path / "a.txt")
    assert (code, out) == (2, "") and "'.txt' is no format of pictures" in err
