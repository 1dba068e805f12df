"""Every line of the page on reliability names a test, and every test so named exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "reliability.md"
_NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_every_test_that_the_page_names_exists() -> None:
    named = _NAMED.findall(PAGE.read_text(encoding="utf-8"))
    assert len(named) > 40
    missing = [f"{file}::{name}" for file, name in named if name not in _tests_in(ROOT / file)]
    assert missing == []


def test_every_line_of_the_tables_names_a_test() -> None:
    tables = PAGE.read_text(encoding="utf-8").split("## Measured")[0]
    rows = [line for line in tables.splitlines() if line.startswith("| ")]
    bare = [row for row in rows if row != "| what | test |" and not _NAMED.search(row)]
    assert bare == []


def _tests_in(file: Path) -> set[str]:
    if not file.exists():
        return set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
