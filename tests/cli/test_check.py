"""``neurols check``: 0 and the cost, 1 and every fault, 2 for what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import Cli

SHOP = "2 2\n0 3 1 2\n0 4 1 5\n"
GOOD = {"machines": [[0, 1], [0, 1]], "start": [[0, 3], [3, 7]], "cost": 12}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    path = tmp_path / "shop.txt"
    path.write_text(SHOP)
    return path


def plan(folder: Path, **changes: Any) -> Path:
    path = folder / "plan.json"
    form = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
    path.write_text(json.dumps(form))
    return path


def test_good_schedule_prints_its_cost(cli: Cli, shop: Path, tmp_path: Path) -> None:
    assert cli("check", shop, plan(tmp_path)) == (0, "12\n", "")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"start": [[0, 3], [2, 7]], "machines": None, "cost": None},
            ["job 1 operation 0 (machine 0)", "overlaps job 0 operation 0"],
        ),
        (
            {"start": [[0, 2], [3, 7]], "cost": None},
            ["job 0 operation 1 (machine 1) starts at 2 before job 0 operation 0 ends at 3"],
        ),
        (
            {"start": [[0], [3, 7]], "machines": None},
            ["job 0 operation 1 (machine 1) is missing"],
        ),
        ({"machines": [[0, 1], [1]], "start": None}, ["job 0 operation 1 (machine 1) is missing"]),
        ({"cost": 11}, ["stated cost is 11", "makespan is 12"]),
    ],
    ids=["overlap", "broken job order", "missing start", "missing in order", "wrong cost"],
)
def test_fault_names_the_operations(
    cli: Cli, shop: Path, tmp_path: Path, changes: dict[str, Any], words: list[str]
) -> None:
    code, out, err = cli("check", shop, plan(tmp_path, **changes))
    assert (code, out) == (1, "")
    for word in words:
        assert word in err


def test_every_fault_is_on_a_line_of_its_own(cli: Cli, shop: Path, tmp_path: Path) -> None:
    path = plan(tmp_path, start=[[0, 2], [1, 4]], machines=None)
    code, _, err = cli("check", shop, path)
    assert code == 1
    assert err.count("\n") >= 3
    assert all(line.startswith(f"{path}: ") for line in err.splitlines())


def test_schedule_of_another_instance_fails_the_check_and_says_so(
    cli: Cli, shop: Path, tmp_path: Path
) -> None:
    code, _, err = cli("check", "ft06", plan(tmp_path, instance="ta01"))
    assert code == 1
    assert "'ta01'" in err


def test_json_lists_the_faults(cli: Cli, shop: Path, tmp_path: Path) -> None:
    good = json.loads(cli("check", shop, plan(tmp_path), "--json").out)
    assert good == {"instance": "shop", "feasible": True, "cost": 12, "faults": []}
    answer = cli("check", shop, plan(tmp_path, cost=1), "--json")
    assert answer.code == 1
    assert json.loads(answer.out)["faults"] == ["the stated cost is 1, but the makespan is 12"]


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"machines": 3}', '{"start": [["a"]]}'])
def test_file_that_is_no_solution_is_wrong_input(
    cli: Cli, shop: Path, tmp_path: Path, content: str
) -> None:
    path = tmp_path / "plan.json"
    path.write_text(content)
    code, out, err = cli("check", shop, path)
    assert (code, out) == (2, "")
    assert err.startswith(f"neurols: error: {path}") and err.count("\n") == 1


def test_missing_files_are_wrong_input(cli: Cli, shop: Path, tmp_path: Path) -> None:
    assert cli("check", shop, tmp_path / "none.json").code == 2
    assert cli("check", tmp_path / "none.txt", plan(tmp_path)).code == 2
