"""The state of a native training: written whole, and refused in one line where it is damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurols.errors import InputError
from neurols.train.state_file import store, stored

STATE = {"config": {"seed": 1}, "mean": [0.5]}


def test_what_is_stored_is_read_back(tmp_path: Path) -> None:
    store(tmp_path, STATE, [{"generation": 1.0, "cost": 0.9}])
    assert stored(tmp_path, ["mean"]) == {**STATE, "curve": [{"generation": 1.0, "cost": 0.9}]}
    assert (tmp_path / "training.csv").read_text().splitlines() == ["generation,cost", "1.0,0.9"]


def test_a_folder_that_takes_no_files_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "training.csv").mkdir()
    with pytest.raises(InputError, match=r"training\.csv: this is a directory"):
        store(tmp_path, STATE, [{"generation": 1.0}])
    assert stored(tmp_path, ["mean"])["mean"] == [0.5]
    with pytest.raises(InputError, match=r"state\.json: its folder does not exist"):
        store(tmp_path / "gone", STATE, [])


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"config": 1, "curve": []}', "[" * 100_000])
def test_damaged_states_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "state.json").write_text(text)
    with pytest.raises(InputError, match="the state of the training cannot be read"):
        stored(tmp_path, ["mean"])
