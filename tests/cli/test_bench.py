"""``neurols bench``: records, tables, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from neurols.registry import peers

from .conftest import Cli
from .test_solve import KEYS


def test_json_is_a_list_of_records_with_the_keys_of_solve_and_a_group(cli: Cli) -> None:
    code, out, err = cli(
        *("bench", "ft06,ta01", "--controllers", "vns,tabu:tenure=9,patience=5,sa"),
        *("--iterations", "20", "--seeds", "2", "--workers", "1", "--json"),
    )
    records = json.loads(out)
    assert (code, err) == (0, "")
    assert all(set(record) == {*KEYS, "group"} for record in records)
    keys = {(r["instance"], r["controller"], r["seed"]) for r in records}
    controllers = ("vns", "tabu:tenure=9,patience=5", "sa")
    assert keys == {(i, c, s) for i in ("ft06", "ta01") for c in controllers for s in (1, 2)}
    assert {(r["instance"], r["group"]) for r in records} == {("ft06", "6x6"), ("ta01", "15x15")}
    assert all(record["solution"]["machines"] for record in records)


def test_table_stands_beside_the_papers_rows(cli: Cli) -> None:
    out = cli("bench", "ta01,ta11", "--controllers", "vns", "--iterations", "100").out
    assert "| controller | all | 15x15 | 20x15 | CPU s a run |" in out
    assert "| paper: VNS | – | 9.96 | 13.71 | – |" in out
    assert "| vns | **" in out
    assert "100 iterations, 2 instances, 1 seed" in out


def test_output_holds_records_and_tables(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    command = ("bench", "ft06", "--controllers", "vns", "--iterations", "20", "--output", folder)
    assert cli(*command).code == 0
    assert sorted(p.name for p in folder.iterdir()) == [
        *("records.jsonl", "run.json", "table.csv", "table.md", "table.tex"),
    ]
    before = (folder / "records.jsonl").read_bytes()
    assert json.loads(before)["solution"] is None
    assert cli(*command).code == 0
    assert (folder / "records.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["ft06"], "--iterations, --time and --cpu-time"),
        (["ft06", "--iterations", "5", "--time", "1"], "--iterations, --time and --cpu-time"),
        (["ft06", "--cpu-time", "5", "--time", "1"], "--iterations, --time and --cpu-time"),
        (["ft06", "--iterations", "-5"], "--iterations is -5"),
        (["ft06", "--time", "nan"], "seconds above 0"),
        (["ft06", "--time", "-1"], "seconds above 0"),
        (["ft06", "--iterations", "5", "--seeds", "0"], "--seeds is 0"),
        (["ft06", "--iterations", "5", "--workers", "0"], "--workers is 0"),
        (["ft06", "--iterations", "5", "--controllers", "magic"], "unknown controller 'magic'"),
        (["ft06", "--iterations", "5", "--controllers", ""], "empty controller"),
        (["taillard:9x9", "--iterations", "5"], "taillard:15x15"),
        (["magic", "--iterations", "5"], "magic"),
        (["*.magic", "--iterations", "5"], "no file matches"),
        (["", "--iterations", "5"], "empty"),
        (["ft06", "--time", "1", "--peers", "magic"], "unknown peer 'magic'"),
        (["ft06", "--time", "1", "--peers", "hgs:a=1"], "no option 'a'"),
        (["ft06", "--iterations", "5", "--peers", "cp-sat"], "by time alone"),
        (["ft06", "--time", "1", "--checkpoints", "2"], "checkpoints '2'"),
        (["ft06", "--iterations", "5", "--checkpoints", "2"], "--checkpoints"),
        (["ft06", "--iterations", "5", "--plot", "a.pdf"], ".svg, .png or .html"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_input_is_one_line_and_makes_no_folder(
    cli: Cli, tmp_path: Path, arguments: list[str], word: str
) -> None:
    code, out, err = cli("bench", *arguments, "--output", tmp_path / "new")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert word in err
    assert list(tmp_path.iterdir()) == []


def test_one_run_is_told_and_drawn_at_several_times(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    code, out, err = cli(
        *("bench", "ta01", "--controllers", "tabu,vns", "--cpu-time", "0.2", "--workers", "1"),
        *("--checkpoints", "0.1,0.2", "--plot", folder / "anytime.svg", "--output", folder),
    )
    assert (code, err) == (0, "")
    assert "| controller | 0.1 s | 0.2 s | CPU s a run |" in out
    tables = {f"{name}.{kind}" for name in ("anytime", "table") for kind in ("csv", "md", "tex")}
    names = {"anytime.svg", "records.jsonl", "run.json", *tables}
    assert {path.name for path in folder.iterdir()} == names


def test_help_names_every_peer(cli: Cli) -> None:
    told = " ".join(cli("bench", "--help").out.split())
    assert f"Other solvers beside them: {', '.join(peers())}." in told


def test_peers_stand_in_the_same_table(cli: Cli) -> None:
    pytest.importorskip("ortools")
    code, out, err = cli(
        *("bench", "ft06", "--controllers", "tabu", "--peers", "cp-sat", "--cpu-time", "0.2"),
        *("--workers", "1"),
    )
    assert (code, err) == (0, "")
    assert "| tabu |" in out and "| cp-sat | **0.00** |" in out


def test_peers_may_run_alone(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("ortools")
    code, out, err = cli(
        *("bench", "ft06", "--controllers", "none", "--peers", "cp-sat", "--cpu-time", "0.2"),
        *("--workers", "1", "--output", tmp_path),
    )
    assert (code, err) == (0, "")
    assert "| cp-sat | **0.00** |" in out and "auto" not in out
    described = json.loads((tmp_path / "run.json").read_text())
    assert "--controllers none --peers cp-sat" in described["command"]


def test_nobody_at_all_is_refused(cli: Cli) -> None:
    answer = cli("bench", "ft06", "--controllers", "none", "--time", "1")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        "neurols: error: --controllers none leaves nobody to compete; name others with --peers\n"
    )


def test_without_data_and_network_one_line_says_what_to_do(
    process: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEUROLS_CVRPLIB_URL", "http://127.0.0.1:9/")  # nobody listens there
    monkeypatch.setenv("NEUROLS_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("NEUROLS_DATA", raising=False)
    answer = process("bench", "paper-cvrp", "--quick", "--output", tmp_path / "out")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "X-n101-k25 could not be fetched" in answer.err
    assert "name a folder that holds it with --data or NEUROLS_DATA" in answer.err


def test_more_runs_than_can_be_planned_are_refused_at_once(cli: Cli) -> None:
    asked = ("--controllers", "sa,tabu", "--iterations", "1", "--seeds")
    refusals = {"1000000000": "at most 10,000", "10000": "a benchmark of 1,600,000 runs"}
    for seeds, words in refusals.items():
        code, out, err = cli("bench", "taillard", *asked, seeds)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert words in err
