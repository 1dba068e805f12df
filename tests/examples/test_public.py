"""Examples and pages use what is public."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHOWN = [*(ROOT / "examples").glob("*.py"), *(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
PRIVATE = re.compile(r"(?:from|import) [\w., ]*\b_\w+|neurols[\w.]*\._[a-z]\w*")


@pytest.mark.parametrize("file", SHOWN, ids=lambda file: str(file.relative_to(ROOT)))
def test_nothing_private_is_imported(file: Path) -> None:
    found = [line for line in PRIVATE.findall(file.read_text()) if "__future__" not in line]
    assert not found
