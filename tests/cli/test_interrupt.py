"""Ctrl-C: the best solution found is printed and written, and the exit code is 130."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import neurols
from neurols.registry import problem_of
from neurols.routing.generate import mixed
from neurols.routing.write import write_instance

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


def too_far() -> neurols.VehicleRouting:
    """Forty customers whom two vehicles cannot visit within the distance limit."""
    rng = random.Random(5)
    points = [(rng.random(), rng.random()) for _ in range(40)]
    return neurols.VehicleRouting.from_coordinates(
        points, [0] + [1] * 39, 39, vehicles=2, max_distance=2.3
    )


def _start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "neurols", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_heed_signals,
    )


def _heed_signals() -> None:
    """As in a terminal, whatever the tests themselves were started to ignore."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


_LONG = 120.0  # seconds; nobody waits so long but on a very busy machine
_START = 1.5  # CPU seconds in which the search is sure to have begun


def _wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _LONG
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)


def _wait_for_the_core(process: subprocess.Popen[str]) -> None:
    """Until the core is loaded, and nothing is solved yet."""
    maps = Path(f"/proc/{process.pid}/maps")
    _wait_for(lambda: not maps.exists() or "_core" in maps.read_text())


def _wait_for_the_search(process: subprocess.Popen[str]) -> None:
    _wait_for(lambda: process.poll() is not None or _cpu_seconds(process.pid) > _START)


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _interrupted(process: subprocess.Popen[str], presses: int = 1) -> tuple[int, str, str]:
    for _ in range(presses):
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    out, err = process.communicate(timeout=_LONG)
    return process.returncode, out, err


def test_best_so_far_is_printed() -> None:
    process = _start("solve", "ta41", "--time", "600", "--json")
    _wait_for_the_search(process)
    code, out, err = _interrupted(process)
    assert (code, err) == (130, "")
    record = json.loads(out)
    assert record["stopped_by"] == "interrupted"
    assert record["cost"] < record["initial_cost"]
    assert neurols.check(neurols.load("ta41"), record["solution"]) == record["cost"]


@pytest.mark.parametrize("name", ["ta80", "city.vrp"])
def test_a_press_before_the_search_has_begun_gives_a_checked_solution(
    tmp_path: Path, name: str
) -> None:
    instance, plan = tmp_path / name, tmp_path / "plan.json"
    if name == "city.vrp":
        plan = tmp_path / "plan.sol"
        write_instance(instance, mixed(3000, seed=1))
    source = instance if instance.exists() else name
    process = _start("solve", str(source), "--time", "600", "--threads", "2", "--output", str(plan))
    _wait_for_the_core(process)
    code, out, err = _interrupted(process)
    assert (code, err) == (130, "")
    assert "stopped by      interrupted" in out
    loaded = neurols.load(source)
    solution = problem_of(loaded).read_solution(loaded, plan)
    assert neurols.check(loaded, solution) > 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_benchmark_shows_what_was_finished(tmp_path: Path, workers: str) -> None:
    process = _start(
        *("bench", "ta01,ta41", "--controllers", "tabu", "--seeds", "50", "--cpu-time", "0.2"),
        *("--workers", workers, "--output", str(tmp_path)),
    )
    records = tmp_path / "records.jsonl"
    _wait_for(lambda: records.exists() and records.stat().st_size > 0)
    code, out, err = _interrupted(process)
    assert code == 130
    assert err.startswith("neurols: interrupted after ") and "goes on from here" in err
    assert "incomplete" in out
    finished = [json.loads(line) for line in records.read_text().splitlines()]
    assert finished
    assert {record["stopped_by"] for record in finished} <= {"cpu time", "optimal"}


def test_files_are_written_even_when_the_user_presses_again(tmp_path: Path) -> None:
    plan, picture = tmp_path / "plan.json", tmp_path / "plan.svg"
    process = _start(
        "solve", "ta41", "--time", "600", "--output", str(plan), "--plot", str(picture)
    )
    _wait_for_the_search(process)
    code, out, err = _interrupted(process, presses=3)
    assert (code, err) == (130, "")
    assert "stopped by      interrupted" in out
    shop = neurols.load("ta41")
    assert neurols.check(shop, json.loads(plan.read_text())) > 0
    assert picture.stat().st_size > 10_000


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_other_signals_that_end_a_process_give_the_best_so_far(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    plan, picture = tmp_path / "plan.json", tmp_path / "plan.svg"
    files = ("--output", str(plan), "--plot", str(picture))
    process = _start("solve", "ta41", "--time", "600", "--json", *files)
    _wait_for_the_search(process)
    for _ in range(3):
        process.send_signal(number)
        time.sleep(0.02)
    out, err = process.communicate(timeout=_LONG)
    assert (process.returncode, err) == (code, "")
    record = json.loads(out)
    assert record["stopped_by"] == "interrupted"
    shop = neurols.load("ta41")
    assert neurols.check(shop, json.loads(plan.read_text())) == record["cost"]
    assert picture.stat().st_size > 10_000


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_benchmark_that_is_terminated_shows_what_was_finished(
    tmp_path: Path, workers: str
) -> None:
    process = _start(
        *("bench", "ta01,ta41", "--controllers", "tabu", "--seeds", "50", "--cpu-time", "0.2"),
        *("--workers", workers, "--output", str(tmp_path)),
    )
    records = tmp_path / "records.jsonl"
    _wait_for(lambda: records.exists() and records.stat().st_size > 0)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=_LONG)
    assert process.returncode == 143
    assert err.startswith("neurols: interrupted after ") and "goes on from here" in err
    assert "incomplete" in out


def test_a_command_without_a_result_so_far_ends_without_a_word(tmp_path: Path) -> None:
    process = _start("generate", "jobshop", "--count", "100000", "--output", str(tmp_path))
    _wait_for(lambda: len(os.listdir(tmp_path)) > 3)
    process.send_signal(signal.SIGHUP)
    _, err = process.communicate(timeout=_LONG)
    assert (process.returncode, err) == (129, "")
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_a_signal_that_the_parent_ignores_is_ignored() -> None:
    """As under ``nohup``; and an ignored Ctrl-C, in a script's background, stops no SIGTERM."""
    code = (
        "import signal, sys\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from neurols.cli import main\n"
        "main(['solve', 'ta41', '--time', '600', '--json'])\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    _wait_for_the_search(process)
    for number in (signal.SIGHUP, signal.SIGINT):
        process.send_signal(number)
    time.sleep(0.5)
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=_LONG)
    assert process.returncode == 143
    assert json.loads(out)["stopped_by"] == "interrupted"


def test_a_library_call_leaves_the_other_signals_alone() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]
    seen = []

    def look(_: object) -> None:
        seen.append([signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)])

    neurols.solve(neurols.load("ta11"), time_limit=0.5, on_progress=look)
    assert seen and all(handlers == before for handlers in seen)


def test_a_press_before_any_solution_keeps_the_vehicle_limit_is_told(tmp_path: Path) -> None:
    city = tmp_path / "city.json"
    write_instance(city, too_far())
    process = _start("solve", str(city), "--time", "600", "--json")
    _wait_for_the_search(process)
    code, out, err = _interrupted(process)
    assert (code, out) == (130, "")
    assert err.startswith("neurols: interrupted before a solution with 2 vehicles was found; allow")
    assert err.count("\n") == 1


def test_a_press_while_the_command_line_is_loaded_is_no_traceback() -> None:
    """At any point from the first line of ours: what is imported next presses Ctrl-C itself."""
    code = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Presser:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'neurols.cli.run':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Presser())\n"
        "from neurols.cli import main\n"
        "main([{command}])\n"
    )
    solving = [sys.executable, "-c", code.format(command="'solve', 'ta41', '--time', '600'")]
    done = subprocess.run(solving, capture_output=True, text=True, timeout=_LONG)
    assert (done.returncode, done.stderr) == (130, "")
    assert "stopped by      interrupted" in done.stdout
    listing = [sys.executable, "-c", code.format(command="'controllers'")]
    done = subprocess.run(listing, capture_output=True, text=True, timeout=_LONG)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(("number", "expected"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_sigterm_and_sighup_leave_a_checked_plan(
    tmp_path: Path, number: signal.Signals, expected: int
) -> None:
    plan = tmp_path / "plan.json"
    process = _start("solve", "ta41", "--time", "600", "--output", str(plan))
    _wait_for_the_search(process)
    process.send_signal(number)
    out, err = process.communicate(timeout=_LONG)
    assert (process.returncode, err) == (expected, "")
    assert "stopped by      interrupted" in out
    assert neurols.check(neurols.load("ta41"), json.loads(plan.read_text())) > 0


def test_sigterm_ends_a_search_in_the_background_of_a_shell(tmp_path: Path) -> None:
    """Where the parent has Ctrl-C ignored, SIGTERM still returns the best."""
    process = subprocess.Popen(
        [sys.executable, "-m", "neurols", "solve", "ta41", "--time", "600", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    _wait_for_the_search(process)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=_LONG)
    assert (process.returncode, err) == (143, "")
    assert json.loads(out)["stopped_by"] == "interrupted"


def test_sighup_that_the_parent_ignores_stays_ignored() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "neurols", "solve", "ta41", "--time", "4", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    _wait_for_the_search(process)
    process.send_signal(signal.SIGHUP)
    out, _ = process.communicate(timeout=_LONG)
    assert process.returncode == 0
    assert json.loads(out)["stopped_by"] == "time"


def test_sigterm_ends_a_benchmark_that_can_go_on(tmp_path: Path) -> None:
    process = _start(
        *("bench", "ta01,ta41", "--controllers", "tabu", "--seeds", "50", "--cpu-time", "0.2"),
        *("--workers", "2", "--output", str(tmp_path)),
    )
    records = tmp_path / "records.jsonl"
    _wait_for(lambda: records.exists() and records.stat().st_size > 0)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=_LONG)
    assert process.returncode == 143
    assert "goes on from here" in err
