from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from neurols.errors import InputError
from neurols.scheduling import check, from_json, read_solution, semi_active, write_solution

from .shops import TWO_BY_TWO

SCHEDULE = semi_active(TWO_BY_TWO, [[0, 1], [1, 0]])


def test_a_solution_round_trips(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    write_solution(SCHEDULE, TWO_BY_TWO, path, seed=3)
    form = read_solution(path)
    assert form == {
        "instance": "two",
        "problem": "jobshop",
        "cost": 6,
        "seed": 3,
        "machines": [[0, 1], [1, 0]],
        "start": [[0, 4], [0, 4]],
    }
    assert check(TWO_BY_TWO, form) == 6
    assert from_json(TWO_BY_TWO, form) == SCHEDULE
    assert os.listdir(tmp_path) == ["two.json"]


def test_what_solve_prints_is_a_solution_too(tmp_path: Path) -> None:
    path = tmp_path / "printed.json"
    path.write_text(json.dumps({"cost": 6, "gap_percent": None, "solution": SCHEDULE.to_json()}))
    assert check(TWO_BY_TWO, read_solution(path)) == 6


BAD = [
    ("", 1, "the file is empty"),
    ("{", 1, "this is not valid JSON"),
    ("[]", 1, "this JSON is no object"),
    ('{"cost": 5}', 1, 'this JSON has neither "machines" nor "start"; give a file that'),
    ('{\n"problem": "cvrp", "start": []}', 2, "this solves a problem of kind 'cvrp'"),
    ('{\n"machines": 5}', 2, '"machines" holds 5 where a list belongs'),
    ('{"start": [[0],\n5]}', 2, '"start" holds 5 where a list belongs'),
    ('{"start": [[0],\n[1,\n"x"]]}', 3, "\"start\" holds 'x' where a whole number belongs"),
    ('{"solution": {"start": [[0],\n[1.5]]}}', 2, '"start" holds 1.5 where a whole number'),
]


@pytest.mark.parametrize(("text", "line", "message"), BAD)
def test_bad_solution_files_are_refused(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_solution(path)
    assert str(caught.value).startswith(f"{path}:{line}: {message}")


def test_failed_writing_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="its folder does not exist"):
        write_solution(SCHEDULE, TWO_BY_TWO, tmp_path / "none" / "two.json")
