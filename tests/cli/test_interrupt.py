"""Ctrl-C: the best solution found is printed and written, and the exit code is 130."""

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

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")


def _start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "neurols", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _wait_for_the_search(process: subprocess.Popen[str]) -> None:
    """Until the core is loaded, and a little longer; on a busy machine that takes a while."""
    maps = Path(f"/proc/{process.pid}/maps")
    deadline = time.monotonic() + 30
    while maps.exists() and "_core" not in maps.read_text() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(2)


def _interrupted(process: subprocess.Popen[str], presses: int = 1) -> tuple[int, str, str, float]:
    started = time.monotonic()
    for _ in range(presses):
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    out, err = process.communicate(timeout=20)
    return process.returncode, out, err, time.monotonic() - started


def test_best_so_far_is_printed_within_a_second() -> None:
    process = _start("solve", "ta41", "--time", "60", "--json")
    _wait_for_the_search(process)
    code, out, err, seconds = _interrupted(process)
    assert (code, err) == (130, "")
    record = json.loads(out)
    assert record["stopped_by"] == "interrupted"
    assert record["cost"] < record["initial_cost"]
    assert neurols.check(neurols.load("ta41"), record["solution"]) == record["cost"]
    assert seconds < 5  # a second on an idle machine


@pytest.mark.parametrize("workers", ["1", "2"])
def test_benchmark_shows_what_was_finished(tmp_path: Path, workers: str) -> None:
    process = _start(
        *("bench", "ta01,ta41", "--controllers", "tabu", "--seeds", "50", "--time", "0.2"),
        *("--workers", workers, "--output", str(tmp_path)),
    )
    records = tmp_path / "records.jsonl"
    deadline = time.monotonic() + 30
    while not (records.exists() and records.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.02)
    code, out, err, _ = _interrupted(process)
    assert code == 130
    assert err.startswith("neurols: interrupted after ") and "goes on from here" in err
    assert "incomplete" in out
    finished = [json.loads(line) for line in records.read_text().splitlines()]
    assert finished
    assert {record["stopped_by"] for record in finished} <= {"cpu time", "optimal"}


def test_files_are_written_even_when_the_user_presses_again(tmp_path: Path) -> None:
    plan, picture = tmp_path / "plan.json", tmp_path / "plan.svg"
    process = _start("solve", "ta41", "--time", "60", "--output", str(plan), "--plot", str(picture))
    _wait_for_the_search(process)
    code, out, err, _ = _interrupted(process, presses=3)
    assert (code, err) == (130, "")
    assert "stopped by      interrupted" in out
    shop = neurols.load("ta41")
    assert neurols.check(shop, json.loads(plan.read_text())) > 0
    assert picture.stat().st_size > 10_000
