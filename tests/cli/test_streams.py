"""Closed and full stdout or stderr: files are written, one line says what is lost, and the exit
code tells it where no line can."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Answer

pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")

LOST = "neurols: error: the result cannot be printed: "


def shell(line: str, folder: Path) -> Answer:
    """What a command line of ``neurols`` with redirections leaves behind."""
    command = f"{shlex.quote(sys.executable)} -m neurols {line}"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, cwd=folder, timeout=120
    )
    return Answer(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("where", "reason"), [(">&-", "stdout is closed"), ("> /dev/full", "no space left on device")]
)
@pytest.mark.parametrize(
    "command",
    [
        "solve ft06 --iterations 3 --output plan.json",
        "solve ft06 --iterations=3 --json --output plan.json",
        "generate jobshop --jobs 2 --machines 2 --count 2 --output .",
        "controllers",
        "info ft06 --json",
        "--help",
        "--version",
        "bench ft06 --controllers sa --iterations 2 --workers 1 --output .",
    ],
)
def test_a_result_that_cannot_be_printed_is_told_and_its_files_are_written(
    tmp_path: Path, command: str, where: str, reason: str
) -> None:
    answer = shell(f"{command} {where}", tmp_path)
    assert (answer.code, answer.err) == (74, f"{LOST}{reason}\n")
    expected = {"solve": ["plan.json"], "bench": ["records.jsonl"]}.get(command.split()[0], [])
    if command.startswith("generate"):
        expected = [f"jobshop-2x2-s1-0{number}.txt" for number in (1, 2)]
    assert {*expected} <= {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize("where", ["2>&-", "2> /dev/full"])
def test_a_lost_stderr_costs_neither_the_result_nor_the_code(tmp_path: Path, where: str) -> None:
    answer = shell(f"solve ft06 --iterations 3 --json --output plan.json {where}", tmp_path)
    assert answer.code == 0
    assert json.loads(answer.out)["instance"] == "ft06"
    assert (tmp_path / "plan.json").exists()
    assert shell(f"solve nowhere {where}", tmp_path) == Answer(2, "", "")
    interrupted = shell(f"check ft06 nowhere --json {where}", tmp_path)
    assert interrupted == Answer(2, "", "")


@pytest.mark.parametrize("where", ["<&- >&- 2>&-", "> /dev/full 2> /dev/full"])
def test_with_nothing_to_say_it_on_the_exit_code_tells(tmp_path: Path, where: str) -> None:
    answer = shell(f"solve ft06 --iterations 3 --output plan.json {where}", tmp_path)
    assert answer == Answer(74, "", "")
    assert json.loads((tmp_path / "plan.json").read_text())["instance"] == "ft06"


def test_a_file_that_cannot_be_written_is_told_beside_a_result_that_cannot_be_printed(
    tmp_path: Path,
) -> None:
    answer = shell("solve ft06 --iterations 3 --output /dev/full > /dev/full", tmp_path)
    assert answer.code == 74
    assert "/dev/full: cannot be written: no space left on device" in answer.err
    assert LOST in answer.err


def test_a_pipe_and_a_device_take_the_solution(tmp_path: Path) -> None:
    answer = shell("solve ft06 --iterations 3 --output /dev/stdout | cat", tmp_path)
    assert '"instance": "ft06"' in answer.out and "makespan" in answer.out
    answer = shell("solve demo-cvrp --iterations 3 --output /dev/stdout | cat", tmp_path)
    assert "Route #1:" in answer.out
    os.mkfifo(tmp_path / "pipe.json")
    line = "solve ft06 --iterations 3 --quiet --output pipe.json > said & cat pipe.json; wait"
    assert '"instance": "ft06"' in shell(line, tmp_path).out
    assert (tmp_path / "pipe.json").is_fifo()


def test_output_must_not_be_the_file_that_stdout_goes_to(tmp_path: Path) -> None:
    answer = shell("solve ft06 --iterations 3 --output plan.json > plan.json", tmp_path)
    assert answer.code == 2
    assert "plan.json: --output would overwrite what is printed" in answer.err


def test_text_that_the_terminal_cannot_encode_is_escaped(tmp_path: Path) -> None:
    (tmp_path / "größe.txt").write_text("1 1\n0 3\n")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "neurols", "solve", "größe.txt", "--iterations", "1"],
        capture_output=True,
        cwd=tmp_path,
        env=environment,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"gr\\xf6\\xdfe" in done.stdout
