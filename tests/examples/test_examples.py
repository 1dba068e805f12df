"""Every example runs as it stands, or in a short version of itself."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.py"))
SHORTER = {"train_with_stable_baselines": ("--steps", "400", "--episodes", "3")}
NEEDS = {"train_with_stable_baselines": ("gymnasium", "stable_baselines3")}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(example: Path, tmp_path: Path) -> None:
    missing = [name for name in NEEDS.get(example.stem, ()) if find_spec(name) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} not installed")
    done = subprocess.run(
        [sys.executable, str(example), *SHORTER.get(example.stem, ())],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_there_are_examples() -> None:
    assert EXAMPLES
