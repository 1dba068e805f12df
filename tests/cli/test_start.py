"""The start: help, version, and nothing heavy before it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

import neurols

from .conftest import Cli

HEAVY = ("numpy", "matplotlib", "plotly", "rich", "neurols._core", "neurols.search", "vrplib")


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["--version"], []])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom neurols.cli.run import run\n"
        f"code = run({arguments!r})\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
        "sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "[]\n")


def test_help_shows_every_command_with_examples(cli: Cli) -> None:
    commands = ("solve", "check", "generate", "bench", "controllers", "info")
    out = cli("--help").out
    assert all(f"\n  {command} " in out for command in commands)
    for command in commands:
        answer = cli(command, "--help")
        assert answer.code == 0
        assert f"Usage: neurols {command}" in answer.out
    assert "neurols solve ta01\n" in cli("solve", "--help").out


def test_no_command_shows_the_help(cli: Cli) -> None:
    assert cli() == (0, cli("--help").out, "")


def test_version(cli: Cli) -> None:
    assert cli("--version") == (0, f"neurols {neurols.__version__}\n", "")


def test_reader_that_leaves_early_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "neurols", "solve", "ta71", "--iterations", "1", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=30) == 141
    assert error == b""
