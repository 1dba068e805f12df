"""A benchmark that was killed goes on where it stopped: no record lost, none repeated."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import neurols
from neurols.benchmark import Record, RecordStore, RunBudget, run
from neurols.benchmark.runner import key_of

BUDGET = RunBudget(iterations=20)


def stored(folder: Path) -> list[Record]:
    lines = (folder / "records.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_benchmark_resumes(tmp_path: Path, workers: str) -> None:
    command = [
        *(sys.executable, "-m", "neurols", "bench", "taillard:15x15", "--controllers", "tabu,vns"),
        *("--iterations", "12000", "--seeds", "2", "--workers", workers),
        *("--output", str(tmp_path), "--json"),
    ]
    records = tmp_path / "records.jsonl"
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not records.exists() or records.read_bytes().count(b"\n") < 4:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = records.read_bytes()
    whole = before[: before.rfind(b"\n") + 1]
    assert 4 <= whole.count(b"\n") < 40

    deadline = time.monotonic() + 10
    while True:  # orphaned workers end with the run that they are on
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0 or time.monotonic() > deadline:
            break
    assert done.returncode == 0, done.stderr
    assert records.read_bytes().startswith(whole)
    keys = [key_of(record) for record in stored(tmp_path)]
    assert len(keys) == len(set(keys)) == 40
    assert len(json.loads(done.stdout)) == 40


@pytest.mark.parametrize("cut", [1, 2, 20, 200])
def test_torn_last_line_is_dropped_and_run_again(tmp_path: Path, cut: int) -> None:
    first = run("ft06", ["vns"], BUDGET, seeds=(1, 2, 3), output=tmp_path)
    path = tmp_path / "records.jsonl"
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    ran: list[Record] = []
    again = run("ft06", ["vns"], BUDGET, seeds=(1, 2, 3), output=tmp_path, on_record=ran.append)
    assert [record["cost"] for record in again.records] == [r["cost"] for r in first.records]
    keys = [key_of(record) for record in stored(tmp_path)]
    assert len(keys) == len(set(keys)) == 3
    kept = path.read_bytes().splitlines()[:2]
    assert kept == data.splitlines()[:2]


def test_records_of_other_budgets_and_seeds_stay_and_do_not_count(tmp_path: Path) -> None:
    run("ft06", ["vns"], BUDGET, output=tmp_path)
    other = run("ft06", ["vns"], RunBudget(iterations=21), output=tmp_path)
    assert [record["budget"] for record in other.records] == ["21 iterations"]
    assert len(stored(tmp_path)) == 2


def test_file_of_something_else_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text('{"my": "notes"}\n')
    with pytest.raises(neurols.InputError, match=r"records\.jsonl:1: this is no record"):
        run("ft06", ["vns"], BUDGET, output=tmp_path)
    assert path.read_text() == '{"my": "notes"}\n'


def test_two_benchmarks_do_not_share_a_file(tmp_path: Path) -> None:
    with (
        RecordStore(tmp_path),
        pytest.raises(neurols.InputError, match="another process is writing here"),
    ):
        run("ft06", ["vns"], BUDGET, output=tmp_path)


def test_solutions_are_stored_on_request_alone(tmp_path: Path) -> None:
    run("ft06", ["vns"], BUDGET, output=tmp_path / "without")
    assert stored(tmp_path / "without")[0]["solution"] is None
    run("ft06", ["vns"], BUDGET, output=tmp_path / "with", solutions=True)
    record = stored(tmp_path / "with")[0]
    assert neurols.check(neurols.load("ft06"), record["solution"]) == record["cost"]


def test_record_is_in_the_file_as_soon_as_it_is_there(tmp_path: Path) -> None:
    counts: list[int] = []

    def count(record: Record) -> None:
        counts.append((tmp_path / "records.jsonl").read_bytes().count(b"\n"))

    run("ft06", ["vns"], BUDGET, seeds=(1, 2, 3), output=tmp_path, on_record=count)
    assert counts == [1, 2, 3]
