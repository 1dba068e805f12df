"""Targets at the paper's budgets: met or missed by what the records say, and by nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from neurols.benchmark import experiments as e
from neurols.benchmark.archive import Archive
from neurols.benchmark.pages import write_page
from neurols.benchmark.plan import Plan, PlannedRow
from neurols.benchmark.summary import write_index
from neurols.benchmark.targets import Verdict, targets_glance, targets_section, verdicts
from neurols.scheduling.paper import GROUPS

STEPS = "100 iterations"
NAMES = tuple(f"ta{number:02d}" for number in range(1, 81))
ROWS = {
    "sa:preset=plain": (e.PLAIN, "SA"),
    "random:preset=plain": (e.PLAIN_YARDSTICKS, None),
    "sa:preset=plain-a": (e.SINGLE, None),
    "nls-a": (e.POLICIES, "NLS_A"),
    "nls-an": (e.POLICIES, "NLS_AN"),
    "nls-anp": (e.POLICIES, "NLS_ANP"),
    "tabu": (e.LOCAL_SEARCH, None),
    "roulette": (e.ADAPTIVE, None),
    "random": (e.YARDSTICKS, None),
    "best constant": (e.YARDSTICKS, None),
    "nls": (e.LEARNED, None),
    "auto": (e.DEFAULT, None),
}
GAPS = {
    "sa:preset=plain": 12.0,
    "random:preset=plain": 12.5,
    "sa:preset=plain-a": 13.0,
    "nls-a": 12.2,
    "nls-an": 10.8,
    "nls-anp": 11.3,
    "tabu": 10.5,
    "roulette": 10.6,
    "random": 12.5,
    "best constant": 11.5,
    "nls": 9.5,
    "auto": 9.5,
}


def archive(
    changes: Mapping[str, float] | None = None,
    *,
    instances: tuple[str, ...] = NAMES,
    seeds: int = 5,
    exceptions: Mapping[tuple[str, str], float] | None = None,
) -> Archive:
    """Records with one gap a row, but for some exceptions by row and instance."""
    gaps = GAPS | dict(changes or {})
    records = [
        {
            "instance": name,
            "group": GROUPS[NAMES.index(name) // 10],
            "controller": row,
            "budget": STEPS,
            "seed": seed,
            "cost": 100 + gap,
            "best_known": 100,
            "gap_percent": (exceptions or {}).get((row, name), gap),
            "cpu_seconds": 0.1,
        }
        for row, gap in gaps.items()
        for name in instances
        for seed in range(1, seeds + 1)
    ]
    rows = [PlannedRow(ROWS[row][0], row, {STEPS: row}, ROWS[row][1]) for row in gaps]
    plan = Plan("paper-jobshop", "A title", [STEPS], None, rows)
    about = {
        "command": "neurols bench paper-jobshop",
        "seeds": list(range(1, seeds + 1)),
        "contestants": list(gaps),
        "sessions": [],
        "plan": plan.to_json(),
    }
    return Archive("paper-jobshop", records, about)


def verdict(found: list[Verdict], target: str) -> Verdict:
    (one,) = [v for v in found if v.target.startswith(target)]
    return one


def test_every_target_has_a_verdict() -> None:
    assert [(v.target, v.row, v.met) for v in verdicts(archive())] == [
        ("below the paper's best row, NLS_AN", "nls-an", True),
        ("no worse than the paper's SA", "sa:preset=plain", True),
        ("no worse than the paper's NLS_A", "nls-a", True),
        ("no worse than the paper's NLS_AN", "nls-an", True),
        ("no worse than the paper's NLS_ANP", "nls-anp", True),
        ("nls-a better than every row over the same operators", "nls-a", True),
        ("nls-an over the paper's operators", "nls-an", True),
        ("nls-an better than every row over the same operators", "nls-an", True),
        ("nls-anp over the paper's operators", "nls-anp", False),
        ("nls-anp better than every row over the same operators", "nls-anp", True),
        ("classical control, stronger operators", "tabu", True),
        ("learned control, stronger operators", "nls", True),
        ("learned control, stronger operators, stretch", "nls", False),
        ("better than random", "nls", True),
        ("better than best constant", "nls", True),
        ("better than the best classical row, tabu", "nls", True),
        ("seeds behind the tests", "all", True),
    ]


@pytest.mark.parametrize(
    ("changes", "target", "met"),
    [
        ({"tabu": 11.0, "roulette": 11.2}, "classical control", True),
        ({"tabu": 11.1, "roulette": 11.2}, "classical control", False),
        ({"sa:preset=plain": 14.93}, "no worse than the paper's SA", True),
        ({"sa:preset=plain": 14.94}, "no worse than the paper's SA", False),
        ({"nls-an": 10.91}, "nls-an over the paper's", False),
        ({"nls-an": 12.0}, "nls-an better than every row", False),
        ({"nls-a": 13.1}, "nls-a better than every row", False),
        ({"random:preset=plain": 11.0}, "nls-anp better than every row", False),
        ({"nls": 10.4, "auto": 10.4}, "better than the best classical", True),
        ({"nls": 10.5, "auto": 10.5}, "better than the best classical", False),
        ({"nls": 9.0, "auto": 9.0}, "learned control, stronger operators, stretch", True),
    ],
)
def test_verdict_turns_with_the_figure(changes: dict[str, float], target: str, met: bool) -> None:
    assert verdict(verdicts(archive(changes)), target).met is met


def test_papers_best_row_must_be_beaten_not_equalled() -> None:
    same = {"nls-a": 12.41, "nls-an": 12.41, "nls-anp": 12.41, "sa:preset=plain": 12.41}
    assert not verdict(verdicts(archive(same)), "below the paper's best").met


def test_default_controller_is_classical_unless_it_is_a_learned_one() -> None:
    assert verdict(verdicts(archive()), "classical control").row == "tabu"
    assert verdict(verdicts(archive({"auto": 9.4})), "classical control").row == "auto"


def test_a_lucky_instance_makes_no_row_better() -> None:
    far_ahead = {("nls", "ta01"): 0.0, ("auto", "ta01"): 0.0}
    found = verdicts(archive({"nls": 10.5, "auto": 10.5}, exceptions=far_ahead))
    one = verdict(found, "better than the best classical")
    assert one.measured.startswith("-0.13, p = 1")
    assert not one.met


def test_tests_need_five_seeds() -> None:
    one = verdict(verdicts(archive(seeds=4)), "seeds behind")
    assert (one.measured, one.met) == ("4", False)


def test_part_of_the_benchmark_and_other_benchmarks_are_not_judged() -> None:
    assert verdicts(archive(instances=NAMES[:-1])) == []
    whole = archive()
    assert verdicts(whole._replace(description={**whole.description, "plan": None})) == []
    assert targets_section(archive(instances=NAMES[:-1])) == ""
    assert targets_glance([archive(instances=NAMES[:-1])]) == ""


def test_table_of_an_earlier_version_is_not_judged() -> None:
    whole = archive()
    plan = whole.plan
    assert plan is not None
    rows = [row for row in plan.rows if row.section != e.POLICIES]
    earlier = {**whole.description, "plan": replace(plan, rows=rows).to_json()}
    assert verdicts(whole._replace(description=earlier)) == []


def test_unmeasured_learned_control_is_missed() -> None:
    whole = archive()
    some = whole._replace(records=[r for r in whole.records if r["controller"] != "nls"])
    one = verdict(verdicts(some), "learned control, stronger operators")
    assert (one.measured, one.met) == ("not measured", False)


def test_page_and_index_tell_what_is_met(tmp_path: Path) -> None:
    page = write_page(archive(), tmp_path).read_text()
    assert "\n## Targets\n\n15 of 17 are met." in page
    assert "| classical control, stronger operators | tabu | 10.50 ± 0.00 | ≤ 11.00 |" in page
    assert "operators, stretch | nls | 9.50 ± 0.00 | ≤ 9.00 | **missed** |" in page
    every = "| nls-an better than every row over the same operators | nls-an | 2 of 2, p ≤ "
    assert every in page
    index = write_index([archive()], tmp_path).read_text()
    assert "| [paper-jobshop](paper-jobshop.md#targets) | 15 | 2 |" in index
