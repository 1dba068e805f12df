"""The code on the routing tutorials' pages runs from top to bottom."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGES = sorted((Path(__file__).resolve().parents[2] / "docs/tutorials").glob("routing-*.md"))
CODE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_tutorial_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("plotly")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec("\n".join(CODE.findall(page.read_text(encoding="utf-8"))), names)
    result = names["result"]
    assert result.cost >= result.instance.lower_bound
    kinds = result.instance.vehicle_types
    if page.stem == "routing-milk":
        assert any(0 in route.visits for route in result.solution.routes)
    if page.stem == "routing-technicians":
        assert all(route.duration <= 600 for route in result.solution.routes)
    if page.stem == "routing-couriers":
        assert {kinds[route.vehicle_type].name for route in result.solution.routes} & {"bicycle"}
    if page.stem == "routing-parcels":
        assert "Stops." in (tmp_path / "parcels.html").read_text(encoding="utf-8")
        assert (tmp_path / "parcels.json").is_file()


def test_there_are_four_tutorials() -> None:
    assert len(PAGES) == 4
