"""Targets at the paper's budgets: met or missed by what the records say, and by nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from neurols.benchmark import experiments as e
from neurols.benchmark.archive import Archive
from neurols.benchmark.pages import write_page
from neurols.benchmark.plan import Plan, PlannedRow
from neurols.benchmark.summary import write_index
from neurols.benchmark.targets import Verdict, targets_glance, targets_section, verdicts
from neurols.problems.jobshop.paper import GROUPS

STEPS = "100 iterations"
NAMES = tuple(f"ta{number:02d}" for number in range(1, 81))
ROWS = {
    "sa": (e.LOCAL_SEARCH, "SA"),
    "tabu": (e.LOCAL_SEARCH, None),
    "roulette": (e.ADAPTIVE, None),
    "random": (e.YARDSTICKS, None),
    "best constant": (e.YARDSTICKS, None),
    "nls": (e.LEARNED, None),
    "auto": (e.DEFAULT, None),
}
GAPS = {
    "sa": 14.0,
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
        ("below the paper's best row, NLS_AN", "nls", True),
        ("classical control", "tabu", True),
        ("no worse than the paper's SA", "sa", True),
        ("learned control", "nls", True),
        ("learned control, stretch", "nls", False),
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
        ({"sa": 14.93}, "no worse than the paper's SA", True),
        ({"sa": 14.94}, "no worse than the paper's SA", False),
        ({"nls": 10.4, "auto": 10.4}, "better than the best classical", True),
        ({"nls": 10.5, "auto": 10.5}, "better than the best classical", False),
        ({"nls": 9.0, "auto": 9.0}, "learned control, stretch", True),
    ],
)
def test_verdict_turns_with_the_figure(changes: dict[str, float], target: str, met: bool) -> None:
    assert verdict(verdicts(archive(changes)), target).met is met


def test_papers_best_row_must_be_beaten_not_equalled() -> None:
    same = {"nls": 12.41, "auto": 12.41, "tabu": 12.41, "roulette": 13, "best constant": 13}
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


def test_unmeasured_learned_control_is_missed() -> None:
    whole = archive()
    some = whole._replace(records=[r for r in whole.records if r["controller"] != "nls"])
    one = verdict(verdicts(some), "learned control")
    assert (one.measured, one.met) == ("not measured", False)


def test_page_and_index_tell_what_is_met(tmp_path: Path) -> None:
    page = write_page(archive(), tmp_path).read_text()
    assert "\n## Targets\n\n8 of 9 are met." in page
    assert "| classical control | tabu | 10.50 ± 0.00 | ≤ 11.00 | met |" in page
    assert "| learned control, stretch | nls | 9.50 ± 0.00 | ≤ 9.00 | **missed** |" in page
    index = write_index([archive()], tmp_path).read_text()
    assert "| [paper-jobshop](paper-jobshop.md#targets) | 8 | 1 |" in index
