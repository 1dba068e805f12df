"""Head-room: the same plan the same figures, oracles below what they choose from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import fmean

import pytest

from neurols import InputError
from neurols.policy.actions import action_set
from neurols.scheduling import random_shop

STUDY = Path(__file__).resolve().parents[2] / "research"
sys.path.insert(0, str(STUDY))

from headroom import Plan, look_ahead, measure  # type: ignore[import-not-found]  # noqa: E402
from headroom_table import Row, as_csv, summary  # type: ignore[import-not-found]  # noqa: E402

sys.path.remove(str(STUDY))

SMALL = {"instances": 3, "iterations": 15, "plays": 6, "repeats": 2, "look_ahead": 1}


@pytest.mark.parametrize(("problem", "size"), [("jobshop", "6x5"), ("cvrp", "20")])
def test_measuring_again_on_more_threads_gives_the_same(problem: str, size: str) -> None:
    plan = Plan(problem=problem, sizes=(size,), reference=3, **SMALL)  # type: ignore[arg-type]
    rows = measure(plan)
    assert rows == measure(plan, threads=3)
    gaps = {(row.method, row.instance): row.gap_percent for row in rows}
    assert min(gaps.values()) >= 0
    for instance in {row.instance for row in rows}:
        assert gaps["best of 6 random plays", instance] <= gaps["random play", instance]
    on = {line.method: line.instances for line in summary(rows)}
    assert on["look-ahead of one step"] == 1 and on["random play"] == 3


def test_the_summary_pairs_instances_and_orders_by_gap() -> None:
    def row(instance: str, method: str, kind: str, gap: float) -> Row:
        return Row(instance, "5x5", method, kind, 100 + gap, gap)

    lines = summary(
        [
            *(row("i", "accept:x", "constant", 2), row("j", "accept:x", "constant", 6)),
            *(row("i", "accept:y", "constant", 5), row("j", "accept:y", "constant", 4)),
            *(row("i", "tabu", "classical", 1), row("j", "tabu", "classical", 4)),
            row("j", "look", "oracle", 3.5),
        ]
    )
    assert [line.method for line in lines] == [
        *("tabu", "best constant of each instance", "look", "accept:x", "accept:y")
    ]
    by_name = {line.method: line for line in lines}
    assert by_name["tabu"].difference == -1.5 and by_name["tabu"].error == pytest.approx(0.5)
    assert by_name["look"].difference == -2.5  # against the best constant on the same instance
    assert by_name["accept:x"].difference == 0 == by_name["accept:x"].error


def test_the_csv_holds_every_figure() -> None:
    lines = as_csv([Row("i", "5x5", "tabu", "classical", 101, 1)]).splitlines()
    assert lines == ["instance,size,method,kind,cost,gap_percent", "i,5x5,tabu,classical,101,1"]


def test_looking_ahead_beats_random_play() -> None:
    shops = [random_shop(8, 6, seed) for seed in range(3)]
    actions = action_set("jobshop", "an")
    ahead = [look_ahead(shop, actions, 25, 1) for shop in shops]
    assert ahead == [look_ahead(shop, actions, 25, 1) for shop in shops]
    plan = Plan(problem="jobshop", sizes=("8x6",), **{**SMALL, "look_ahead": 3, "actions": "an"})  # type: ignore[arg-type]
    rows = measure(plan)
    mean = {
        method: fmean(row.gap_percent for row in rows if row.method == method)
        for method in ("look-ahead of one step", "random play")
    }
    assert mean["look-ahead of one step"] < mean["random play"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"problem": "magic"}, "use jobshop or cvrp"),
        ({"sizes": ()}, "no sizes"),
        ({"plays": 0}, "plays is 0"),
        ({"sizes": ("100",)}, "is no size"),
    ],
)
def test_wrong_plans_are_named(changes: dict[str, object], words: str) -> None:
    settings = {"problem": "jobshop", "sizes": ("5x5",), **changes}
    with pytest.raises(InputError, match=words):
        measure(Plan(**settings))  # type: ignore[arg-type]


def test_the_script_prints_a_table_and_writes_a_csv_without_pytorch(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "import runpy\n"
        "sys.argv = ['headroom.py', 'jobshop', '--sizes', '6x5', '--instances', '2',"
        " '--iterations', '8', '--threads', '1', '--output', 'figures.csv']\n"
        f"runpy.run_path({str(STUDY / 'headroom.py')!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True,
        env={"PYTHONPATH": str(STUDY), "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    gaps = [
        float(line.split("±")[0].split()[-2]) for line in done.stdout.splitlines() if "±" in line
    ]
    assert gaps == sorted(gaps) and len(gaps) > 20
    assert (tmp_path / "figures.csv").read_text().startswith("instance,size,method,kind,cost")
