"""The code on the scheduling tutorials' pages runs from top to bottom."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGES = sorted((Path(__file__).resolve().parents[2] / "docs/tutorials").glob("scheduling-*.md"))
CODE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_tutorial_runs(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec("\n".join(CODE.findall(page.read_text(encoding="utf-8"))), names)
    result = names.get("result") or names["noon"]
    assert result.cost >= result.instance.lower_bound
    if page.stem == "scheduling-machine-shop":
        assert "could run on" in (tmp_path / "plan.html").read_text(encoding="utf-8")
    if page.stem == "scheduling-replan":
        morning = names["morning"].solution
        for job, row in enumerate(morning.start):
            for k, start in enumerate(row):
                assert start >= 6 or result.solution.start[job][k] == start


def test_there_are_four_tutorials() -> None:
    assert len(PAGES) == 4
