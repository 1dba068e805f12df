"""Settings are shipped where fresh instances show for sure that they are better."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import neurols

STUDY = Path(__file__).resolve().parents[2] / "research"
sys.path.insert(0, str(STUDY))

from ship_tuned import collect, is_better, ship  # type: ignore[import-not-found]  # noqa: E402

sys.path.remove(str(STUDY))


def record(controller: str = "tabu", **fresh: Any) -> dict[str, Any]:
    figures = {
        "instances": 512,
        "gap_percent_to_lower_bound_before": 20.5,
        "gap_percent_to_lower_bound_after": 19.25,
        "change_percent": -1.0,
        "wins_ties_losses": "300/12/200",
        "p_value": 0.001,
    }
    return {
        "spec": f"{controller}:tenure=9",
        "settings": {"tenure": 9},
        "problem": "jobshop",
        "controller": controller,
        "sizes": ["15x15", "20x20"],
        "instances": 512,
        "seed": 1,
        "budget": "100 iterations",
        "trials": 80,
        "trials_on_all_instances": 7,
        "change_percent_on_tuning_instances": -1.2,
        "fresh_instances": figures | fresh,
        "made_with": {"date": "2026-01-02", "commit": "abc", "optuna": "4", "machine": "a machine"},
    }


def write(folder: Path, *records: dict[str, Any]) -> Path:
    for one in records:
        (folder / f"{one['problem']}-{one['controller']}.json").write_text(json.dumps(one))
    return folder


@pytest.mark.parametrize(
    ("fresh", "better"),
    [({}, True), ({"p_value": 0.01}, False), ({"change_percent": 0.5}, False),
     ({"change_percent": 0.0, "p_value": 1.0}, False)],
)  # fmt: skip
def test_settings_are_shipped_where_fresh_instances_say_so(
    fresh: dict[str, float], better: bool
) -> None:
    assert is_better(record(**fresh)) is better


def test_studies_come_in_the_order_of_the_presets(tmp_path: Path) -> None:
    found = collect(write(tmp_path, record("vns"), record("ils", p_value=0.5), record("sa")))
    assert [(one["controller"], one["shipped"]) for one in found] == [
        ("sa", True),
        ("ils", False),
        ("vns", True),
    ]
    assert found[0]["study"] == "jobshop-sa"


def test_interrupted_study_and_empty_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(neurols.InputError, match="no study has ended"):
        collect(tmp_path)
    write(tmp_path, record() | {"fresh_instances": None})
    with pytest.raises(neurols.InputError, match=r"jobshop-tabu\.json: this study was interrupted"):
        collect(tmp_path)


def test_study_of_a_variant_is_refused(tmp_path: Path) -> None:
    write(tmp_path, record("tabu:tenure=7"))
    with pytest.raises(neurols.InputError, match="'tabu:tenure=7' alone are not shipped"):
        collect(tmp_path)


def test_new_studies_replace_those_of_the_same_controller_alone(tmp_path: Path) -> None:
    file = tmp_path / "shipped" / "few.json"
    file.parent.mkdir()
    ship(write(tmp_path, record("tabu"), record("vns")), file)
    for path in tmp_path.glob("*.json"):
        path.unlink()
    ship(write(tmp_path, record("tabu", p_value=0.2)), file)
    kept = json.loads(file.read_text())
    assert [(one["controller"], one["shipped"]) for one in kept] == [("vns", True), ("tabu", False)]
