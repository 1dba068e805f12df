"""The command line as tests call it: in this process, or in one of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest


class Answer(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Cli = Callable[..., Answer]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """Run a command in this process, which is fast."""
    from neurols.cli.run import run

    def call(*arguments: str | Path) -> Answer:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        return Answer(code, *capsys.readouterr())

    return call


@pytest.fixture
def process() -> Cli:
    """Run a command as a user does, in a process of its own."""

    def call(*arguments: str | Path) -> Answer:
        done = subprocess.run(
            [sys.executable, "-m", "neurols", *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=60,
        )
        return Answer(done.returncode, done.stdout, done.stderr)

    return call
