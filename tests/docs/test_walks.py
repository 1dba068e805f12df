"""Walks: whoever follows a page and nothing else ends with code that runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from .test_documentation import DOCS, blocks

_DEFINES = re.compile(r"(@|class |def |from __future__|[A-Z]+ = )")


def _module(page: str, file: Path, definitions_alone: bool = False) -> None:
    """The code of a page as a module; without the statements that use it where these are enough."""
    code = blocks(DOCS / "how-to" / page, "python")
    if definitions_alone:
        code = [block for block in code if _DEFINES.match(block)]
    file.write_text("\n\n".join(code), encoding="utf-8")


def _run(folder: Path, code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_add_a_problem(tmp_path: Path) -> None:
    _module("add-a-problem.md", tmp_path / "quadratic_assignment.py")
    out = _run(tmp_path, "import quadratic_assignment")
    assert "tabu search (" in out and "| tabu |" in out
    assert "'trained':" in out
    assert (tmp_path / "assignment.json").stat().st_size > 0
    assert "Convergence" in (tmp_path / "assignment.html").read_text(encoding="utf-8")


def test_add_an_operator(tmp_path: Path) -> None:
    _module("add-a-problem.md", tmp_path / "quadratic_assignment.py", definitions_alone=True)
    _module("add-an-operator.md", tmp_path / "mine.py")
    out = _run(tmp_path, "import mine; mine.main()")
    assert "swap/rotate  mean cost" in out


def test_add_a_constraint(tmp_path: Path) -> None:
    _module("add-a-problem.md", tmp_path / "quadratic_assignment.py", definitions_alone=True)
    _module("add-a-constraint.md", tmp_path / "mine.py")
    free, tied = _run(tmp_path, "import mine; mine.main()").splitlines()
    assert float(free.split()[1]) < float(tied.split()[1])
