"""``neurols info`` and ``neurols controllers`` tell what there is."""

from __future__ import annotations

import json
from pathlib import Path

import neurols

from .conftest import Cli


def test_info_tells_size_and_bounds(cli: Cli) -> None:
    code, out, err = cli("info", "ta42", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "instance": "ta42",
        "problem": "jobshop",
        "size": "30x20",
        "jobs": 30,
        "machines": 20,
        "operations": 600,
        "operations_a_job": "20",
        "durations": "1 to 99",
        "total_duration": sum(d for job in neurols.load("ta42").jobs for _, d in job),
        "returns_to_a_machine": 0,
        "lower_bound": 1900,
        "best_known": 1937,
        "proven_optimal": False,
    }


def test_info_for_people(cli: Cli, tmp_path: Path) -> None:
    shop = tmp_path / "shop.txt"
    shop.write_text("2 2\n0 3 1 2\n1 4 0 1\n")
    out = cli("info", shop).out
    assert "operations            4" in out
    assert "best known            -" in out
    assert "lower bound           6" in out


def test_info_on_nothing_known_is_wrong_input(cli: Cli) -> None:
    assert cli("info", "ta00").code == 2


def test_every_controller_of_the_contract_is_listed_with_a_summary(cli: Cli) -> None:
    names = {
        *("hill-climbing", "sa", "sa-restart", "ils", "ils-sa", "vns", "tabu", "gls"),
        *("late-acceptance", "bandit", "roulette", "random", "constant", "auto"),
    }
    entries = {entry["name"]: entry for entry in json.loads(cli("controllers", "--json").out)}
    assert names <= set(entries)
    assert all(entry["summary"] for entry in entries.values())
    lines = cli("controllers", "--no-options").out.splitlines()
    assert len(lines) == len(entries)
    assert "patience=" in cli("controllers").out


def test_controllers_of_an_unknown_problem_is_wrong_input(cli: Cli) -> None:
    code, _, err = cli("controllers", "--problem", "magic")
    assert code == 2
    assert "jobshop" in err
