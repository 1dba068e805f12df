"""Policies against the rows over the same operators: differences, scores, corrected tests."""

from __future__ import annotations

import csv
import io

import pytest

from neurols.benchmark import experiments as e
from neurols.benchmark.duels import Duel, duels, duels_csv, duels_markdown
from neurols.benchmark.plan import Plan, PlannedRow
from neurols.benchmark.runner import Record
from neurols.benchmark.statistics import WinsTiesLosses, holm, wilcoxon

STEPS = "100 iterations"
ROWS = {
    "vns:preset=plain": e.PLAIN,
    "random:preset=plain": e.PLAIN_YARDSTICKS,
    "sa:preset=plain-a": e.SINGLE,
    "nls-a": e.POLICIES,
    "nls-an": e.POLICIES,
    "tabu": e.LOCAL_SEARCH,
}
PLAN = Plan(
    "paper-jobshop",
    "A title",
    [STEPS],
    None,
    [PlannedRow(section, row, {STEPS: row}) for row, section in ROWS.items()],
)


def gap(row: str, number: int) -> float:
    """vns is worse than nls-an by 1 on six of eight instances, better by 0.5 on the others."""
    base = {"random:preset=plain": 3.0, "sa:preset=plain-a": 2.0, "tabu": -5.0}.get(row, 0.0)
    lead = 0.0 if row != "vns:preset=plain" else 1.0 if number < 6 else -0.5
    return 10.0 + number + base + lead


def records(rows: tuple[str, ...] = tuple(ROWS)) -> list[Record]:
    return [
        {
            "instance": f"i{number}",
            "group": "small" if number < 6 else "large",
            "controller": row,
            "budget": STEPS,
            "seed": seed,
            "cost": 100 + gap(row, number),
            "gap_percent": gap(row, number),
        }
        for row in rows
        for number in range(8)
        for seed in (1, 2)
    ]


def test_a_policy_meets_the_rows_over_its_own_operators_alone() -> None:
    found = duels(records(), PLAN, STEPS)
    assert [(duel.policy, duel.opponent) for duel in found] == [
        ("nls-a", "sa:preset=plain-a"),
        ("nls-an", "vns:preset=plain"),
        ("nls-an", "random:preset=plain"),
    ]


def test_difference_score_groups_and_corrected_p_value() -> None:
    _, vns, random = duels(records(), PLAN, STEPS)
    assert vns.difference == pytest.approx((-6 * 1.0 + 2 * 0.5) / 8)
    assert vns.score == (6, 0, 2)
    assert (vns.groups, vns.of_groups) == (1, 2)
    assert (random.difference, random.score) == (pytest.approx(-3.0), (8, 0, 0))
    assert (random.groups, random.of_groups) == (2, 2)
    mine = {f"i{k}": gap("nls-an", k) for k in range(8)}
    raw = {
        row: wilcoxon(mine, {f"i{k}": gap(row, k) for k in range(8)})
        for row in ("vns:preset=plain", "random:preset=plain")
    }
    assert {vns.opponent: vns.p_value, random.opponent: random.p_value} == holm(raw)


def test_no_policy_no_tests() -> None:
    assert duels(records(("vns:preset=plain", "tabu")), PLAN, STEPS) == []
    assert duels(records(), PLAN, "200 iterations") == []
    assert duels_markdown([]) == ""


def test_tests_are_written_as_table_and_as_csv() -> None:
    found = duels(records(), PLAN, STEPS)
    assert "| nls-an | vns:preset=plain | -0.62 | 6/0/2 | 1/2 | " in duels_markdown(found)
    (_, line, _) = csv.DictReader(io.StringIO(duels_csv(found)))
    assert (line["policy"], line["against"], line["wins"]) == ("nls-an", "vns:preset=plain", "6")
    assert float(line["p_value"]) == pytest.approx(found[1].p_value, rel=1e-3)


def test_small_p_values_are_told_as_a_bound() -> None:
    sure = Duel("nls-a", "ils", -1.0, WinsTiesLosses(80, 0, 0), 1, 1, 1e-9)
    assert duels_markdown([sure]).rstrip().endswith("| < 0.0001 |")
