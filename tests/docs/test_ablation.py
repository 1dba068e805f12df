"""The page of the ablation is what its records say, and counts as it claims."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "ablation.md"


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import ablation_tables  # type: ignore[import-not-found]

    return ablation_tables


def record(row: str, index: int, **more: Any) -> dict[str, Any]:
    usual = {"part": "cvrp", "seconds": 1.0, "cost": 100.0, "steps": 10, "cpu": 1.0}
    return {**usual, "network": 0.0, "row": row, "index": index, **more}


def test_tables_of_the_page_are_those_of_the_records(tables: ModuleType) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("<!-- ablation: ") == page.count("<!-- end -->") == 17
    assert tables.fill(page) == page, "run 'make ablation'"


def test_a_stale_table_is_made_anew(tables: ModuleType) -> None:
    page = PAGE.read_text(encoding="utf-8")
    stale = re.sub(r"(<!-- ablation: \w+ short -->\n).*?(<!-- end -->)", r"\1old\n\2", page,
                   flags=re.DOTALL)  # fmt: skip
    assert stale != page
    assert tables.fill(stale) == page


def test_rows_are_compared_on_instances_that_all_have_finished(tables: ModuleType) -> None:
    rows = tables.PARTS["cvrp"].rows
    records = [record(row.name, k) for k in (0, 1, 2, 3) for row in rows if row.close or k % 2 == 0]
    records = [r for r in records if (r["row"], r["index"]) not in {("nls-a", 2), ("auto", 3)}]
    runs = tables.complete("cvrp", 1.0, records)
    assert {row.name: list(runs[row.name]) for row in rows} == {
        row.name: [0, 1, 2] if row.close else [0] for row in rows
    }


def test_figures_by_hand(tables: ModuleType) -> None:
    assert tables.difference({"a": 101.0, "b": 99.0}, {"a": 100.0, "b": 100.0}) == "+0.00 ± 1.00"
    assert tables.difference({"a": 98.0, "b": 198.0}, {"a": 100.0, "b": 200.0}) == "−1.50 ± 0.50"
    graph, plain = (next(r for r in tables.PARTS["cvrp"].rows if r.name == name)
                    for name in ("nls-a", "auto"))  # fmt: skip
    runs = {"nls-a": {0: record("nls-a", 0, cpu=2.0, network=1.5), 1: record("nls-a", 1)}}
    assert tables.control(graph, runs) == "50 %"
    assert tables.control(plain, {"auto": {0: record("auto", 0)}}) == ""
    ranked = next(r for r in tables.PARTS["jobshop"].rows if r.name == "ranking")
    runs = {
        "auto": {k: record("auto", k, steps=100) for k in (0, 1)},
        "ranking": {0: record("ranking", 0, steps=80), 1: record("ranking", 1, steps=60)},
    }
    assert tables.control(ranked, runs) == "+30 ± 10 %"


def test_every_row_has_records_of_both_budgets(tables: ModuleType) -> None:
    for name, part in tables.PARTS.items():
        about, records = tables.stored(name)
        for seconds in about["budgets"]:
            runs = tables.complete(name, seconds, records)
            for row in part.rows:
                assert len(runs[row.name]) > 1, (name, seconds, row.name)
                spent = [found["cpu"] for found in runs[row.name].values()]
                # A search may end early, at a bound; none may take much more than its share. The
                # clock is read less often where most steps are cheap, as those of random ANP are.
                assert max(spent) < 1.25 * seconds, (name, seconds, row.name)


@pytest.mark.parametrize("part", ["jobshop", "cvrp", "large", "plans"])
def test_every_row_that_this_version_has_still_runs(tables: ModuleType, part: str) -> None:
    import ablation  # type: ignore[import-not-found]

    rows = [row for row in tables.PARTS[part].rows if row.setup is not None]
    found = {row.name: ablation.Run(part, 0.05, 0, row.name).execute() for row in rows}
    assert len({one["seed"] for one in found.values()}) == 1, "all rows search the same instance"
    assert all(one["steps"] > 0 for one in found.values())
    networks = {name for name, one in found.items() if one["network"] > 0}
    assert networks == {name for name in found if name.startswith("nls-")}
    assert networks or part == "plans"


def test_figures_taken_over_from_other_pages_stand_there() -> None:
    page = PAGE.read_text(encoding="utf-8")
    taken = page[page.index("## Taken over") :]
    others = "".join(
        (ROOT / "docs" / name).read_text(encoding="utf-8")
        for name in ("learning.md", "per-second.md")
    )
    figures = re.findall(r"[+−]\d\.\d+ ± \d\.\d+", taken)
    assert len(figures) > 5
    for figure in figures:
        assert figure in others, figure


@pytest.fixture(autouse=True)
def _forget_scripts() -> Any:
    yield
    for name in [name for name in sys.modules if name.startswith("ablation")]:
        del sys.modules[name]
