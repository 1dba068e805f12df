"""``neurols batch`` from the command line: exit codes, files, and a kill in the midst."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

NEUROLS = [sys.executable, "-m", "neurols"]


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    path = tmp_path / "list.csv"
    rows = [f"ft06,n{number},{number}" for number in range(12)]
    path.write_text("\n".join(["instance,name,seed", *rows, ""]), encoding="utf-8")
    return path


def _batch(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*NEUROLS, "batch", *arguments], capture_output=True, text=True)


def test_plans_results_and_summary_are_written(listing: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = _batch(str(listing), "--iterations", "20", "--output", str(out), "--workers", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(list((out / "plans").iterdir())) == 12
    lines = (out / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["name"] for line in lines} == {f"n{k}" for k in range(12)}
    summary = (out / "summary.csv").read_text(encoding="utf-8").splitlines()
    assert [row.split(",")[0] for row in summary] == ["name", *(f"n{k}" for k in range(12))]


def test_a_failure_is_told_and_makes_the_exit_code_1(tmp_path: Path) -> None:
    listing = tmp_path / "list.csv"
    listing.write_text("instance\nft06\nft60\n", encoding="utf-8")
    done = _batch(str(listing), "--iterations", "5", "--output", str(tmp_path / "out"))
    assert done.returncode == 1
    assert done.stderr.startswith("neurols: ft60: unknown instance 'ft60'; did you mean")
    assert "failed      1" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGINT, 130)]
)
def test_a_batch_that_was_ended_goes_on(
    listing: Path, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    out = tmp_path / "out"
    arguments = [str(listing), "--time", "0.2", "--output", str(out), "--workers", "2"]
    with subprocess.Popen(
        [*NEUROLS, "batch", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        results = out / "results.jsonl"
        while not (results.exists() and results.read_bytes().count(b"\n") >= 3):
            assert process.poll() is None
            time.sleep(0.02)
        os.kill(process.pid, number)
        assert process.wait(timeout=20) == code
    before = results.read_bytes().count(b"\n")
    assert before < 12
    again = _batch(*arguments)
    assert again.returncode == 0
    assert f"12 of 12 ({before} of them earlier)" in again.stdout
    names = [json.loads(line)["name"] for line in results.read_text("utf-8").splitlines()]
    assert sorted(names) == sorted(f"n{number}" for number in range(12))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--workers", "2", "--cluster", "auto"], "contradict each other"),
        (["--workers", "0"], "--workers is 0"),
        (["--iterations", "-1"], "number of iterations is -1"),
        (["--controller", "tabbu"], "unknown controller 'tabbu'"),
        (["--seed", "-1"], "--seed is -1"),
    ],
)
def test_wrong_options_are_refused_before_any_work(
    listing: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    done = _batch(str(listing), "--output", str(tmp_path / "out"), *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()
