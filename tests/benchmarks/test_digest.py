"""Digests of collections: a page a suite and budget, questions in order, nothing typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import neurols
from benchmarks.digest.collection import read_collection
from benchmarks.digest.pages import write_digest, write_into
from neurols.benchmark.archive import Archive, pack

ABOUT: dict[str, Any] = {
    "command": "neurols bench a,b --time 1",
    "seeds": [1, 2],
    "contestants": ["cp-sat", "auto"],
    "sessions": [{"machine": "one core", "neurols": "0.2.0"}],
    "plan": None,
}


def records(costs: dict[str, list[float]], seconds: int) -> list[Any]:
    return [
        {
            **{"instance": f"plan{number}", "group": f"group{number}", "controller": name},
            **{"budget": f"{seconds} CPU s", "seed": seed, "cost": cost, "best_known": 100.0},
            **{"gap_percent": cost - 100.0, "cpu_seconds": float(seconds)},
        }
        for name, found in costs.items()
        for number, cost in enumerate(found)
        for seed in (1, 2)
    ]


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    home = tmp_path / "records"
    for question, name, costs in (
        ("solvers", "small-20-seconds", {"cp-sat": [104.0, 106.0], "auto": [101.0, 103.0]}),
        ("solvers", "small-5-seconds", {"cp-sat": [108.0, 106.0], "auto": [99.0, 103.0]}),
        ("learning", "small-5-seconds", {"nls": [99.0, 102.0], "classical": [100.0, 103.0]}),
    ):
        seconds = int(name.split("-")[1])
        pack(Archive(name, records(costs, seconds), ABOUT), home / question)
    (home / "README.md").write_text("# Figures\n\nFirst `solvers/`, then `learning/`.\n")
    (home / "solvers" / "README.md").write_text("# Other solvers\n\nSide by side.\n")
    return home


def test_a_suite_and_budget_has_one_page_with_a_section_a_question(
    collection: Path, tmp_path: Path
) -> None:
    written = write_digest(read_collection(collection), tmp_path / "out")
    names = [path.name for path in written]
    assert names == ["index.md", "small-5-seconds.md", "small-20-seconds.md"]
    page = written[1].read_text()
    assert page.startswith("# Small, 5 seconds\n\n## Other solvers\n\n`neurols bench a,b --time 1`")
    assert "## Learning\n" in page
    assert "\nSeeds 1 to 2, 8 records, one core, neurols 0.2.0.\n" in page
    # The default controller first, the mean over all instances beside its name.
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    assert rows[0].startswith("| controller | all | group0 | group1 |")
    assert rows[2].startswith("| auto | **1.00 ± 0.00** |")
    assert rows[3].startswith("| cp-sat | 7.00 ± 0.00 |")
    assert "Mean gap in % to the reference cost" in page  # one is below what was known


def test_the_index_asks_in_the_order_of_its_introduction(collection: Path, tmp_path: Path) -> None:
    index = write_digest(read_collection(collection), tmp_path / "out")[0].read_text()
    assert index.index("## Other solvers\n\nSide by side.") < index.index("## Learning\n")
    link = "| [Small, 20 seconds](small-20-seconds.md) | 20 CPU s | 2 |"
    assert f"{link} 2.00 ± 0.00 | 5.00 ± 0.00 (cp-sat)" in index
    assert "| 5 CPU s | 2 | 2 | -0.985 ± 0.015 % | 2 / 0 / 0 | 0.5 |" in index


def test_a_file_gets_the_pages_that_its_mark_names(collection: Path, tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    found = read_collection(collection)

    def written(mark: str) -> str:
        readme.write_text(f"before\n{mark}\nold\n<!-- results: end -->\nafter\n")
        write_into(found, readme, tmp_path / "docs" / "results")
        return readme.read_text()

    mark = "<!-- results: small-20-seconds begin -->"
    text = written(mark)
    assert text.startswith(f"before\n{mark}\n| instances |") and text.endswith("end -->\nafter\n")
    assert "old" not in text and "small-5-seconds" not in text
    assert "](docs/results/small-20-seconds.md)" in text
    question = written("<!-- results: learning begin -->")
    assert "| [Small, 5 seconds](docs/results/small-5-seconds.md) | 5 CPU s | 2 | 2 |" in question
    assert "small-5-seconds" in written("<!-- results: begin -->")
    with pytest.raises(neurols.InputError, match="there are no records of 'other'"):
        written("<!-- results: other begin -->")
    with pytest.raises(neurols.InputError, match="no place for results"):
        written("no mark")


def test_a_folder_without_questions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(neurols.InputError, match="no questions here"):
        read_collection(tmp_path)
