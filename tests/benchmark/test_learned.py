"""Learned against classical search, from records made by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from neurols.benchmark.archive import Archive
from neurols.benchmark.learned import learned_glance
from neurols.benchmark.summary import write_index

ABOUT: dict[str, Any] = {"command": "neurols bench", "seeds": [1, 2], "sessions": [], "plan": None}


def record(controller: str, instance: str, seed: int, cost: float | None, budget: str) -> Any:
    return {
        "instance": instance,
        "group": "all",
        "controller": controller,
        "budget": budget,
        "seed": seed,
        "cost": cost,
        "best_known": None,
        "gap_percent": None,
        "cpu_seconds": 1.0,
    }


def archive(
    costs: dict[str, list[tuple[float | None, float]]],
    *,
    name: str = "plans-1-second",
    budget: str = "1 CPU s",
    learned: str = "nls",
) -> Archive:
    """By controller, for each instance what two seeds have found."""
    records = [
        record(controller, f"plan{number}", seed, cost, budget)
        for controller, found in costs.items()
        for number, pair in enumerate(found)
        for seed, cost in enumerate(pair, 1)
    ]
    for each in records:
        if each["controller"] == "nls":
            each["controller"] = learned
    return Archive(name, records, ABOUT)


COSTS: dict[str, list[tuple[float | None, float]]] = {
    "nls": [(97.0, 99.0), (200.0, 200.0), (300.0, 306.0)],
    "classical": [(100.0, 100.0), (200.0, 200.0), (300.0, 300.0)],
}


def test_a_line_tells_change_score_and_test() -> None:
    line = learned_glance([archive(COSTS)], "docs/").splitlines()[-1]
    # Changes of the means over seeds: -2, 0 and +1 %; two differences, one to either side.
    assert line == (
        "| [Plans 1 second](docs/plans-1-second.md) | 1 CPU s | 3 | 2 | -0.333 ± 0.882 %"
        " | 1 / 1 / 1 | 1 |"
    )


def test_a_clear_case_has_a_small_p() -> None:
    many: dict[str, list[tuple[float | None, float]]] = {
        "nls": [(100.0 - k, 100.0 - k) for k in range(1, 31)],
        "classical": [(100.0, 100.0)] * 30,
    }
    assert "| 30 / 0 / 0 | < 0.0001 |" in learned_glance([archive(many)])


def test_relative_changes_are_ranked() -> None:
    """Four instances of small cost that gain much outrank one of large cost that loses little."""
    uneven: dict[str, list[tuple[float | None, float]]] = {
        "nls": [(9.0, 9.0), (18.0, 18.0), (27.0, 27.0), (36.0, 36.0), (10_100.0, 10_100.0)],
        "classical": [(10.0, 10.0), (20.0, 20.0), (30.0, 30.0), (40.0, 40.0), (10_000.0, 10_000.0)],
    }
    # The smallest rank alone is on the other side: 2 of 32 sums are as small, on either side.
    assert "| 4 / 0 / 1 | 0.12 |" in learned_glance([archive(uneven)])


def test_every_run_has_a_line_of_its_own() -> None:
    table = learned_glance([archive(COSTS), archive(COSTS, name="plans-again")])
    assert [line.count("](") for line in table.splitlines()[-2:]] == [1, 1]
    assert "(plans-1-second.md)" in table and "(plans-again.md)" in table


@pytest.mark.parametrize("other", [{"budget": "100 iterations"}, {"learned": "nls:model=mine"}])
def test_what_is_no_such_comparison_is_left_out(other: dict[str, str]) -> None:
    assert learned_glance([archive(COSTS, **other)]) == ""  # type: ignore[arg-type]


def test_instances_that_one_of_them_has_not_solved_do_not_count() -> None:
    failed = {**COSTS, "nls": [(None, 99.0), *COSTS["nls"][1:]]}
    assert "| 1 CPU s | 2 | 2 | +0.500" in learned_glance([archive(failed)])


def test_the_index_tells_it(tmp_path: Path) -> None:
    text = write_index([archive(COSTS)], tmp_path).read_text()
    assert "## Learned against classical" in text and "1 / 1 / 1" in text
    alone = archive({"classical": COSTS["classical"]})
    assert "Learned against" not in write_index([alone], tmp_path).read_text()
