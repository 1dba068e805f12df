"""Studies: no worse than the settings as they are, resumed without repeating a trial."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.cluster import executor_for
from neurols.tune import Protocol, tune
from neurols.tune.study import Seen

optuna = pytest.importorskip("optuna")

PROTOCOL: dict[str, Any] = {
    "problem": "jobshop", "controller": "ils:preset=paper", "sizes": ("8x6",), "instances": 8,
    "iterations": 40,
}  # fmt: skip


def test_tuned_settings_are_better_on_the_instances_they_were_tuned_on() -> None:
    found = tune(Protocol(**PROTOCOL), trials=15)
    assert found.trials == 15
    assert found.change < 0
    assert found.fresh is not None and found.fresh["instances"] == 8
    result = neurols.solve("ft06", controller=found.spec, iterations=40)
    assert result.controller == found.spec


def test_first_trial_is_the_settings_as_they_are() -> None:
    seen: list[Seen] = []
    tune(Protocol(**PROTOCOL), trials=1, on_trial=seen.append)
    assert [(one.done, one.best, one.spec) for one in seen] == [(1, 0.0, "ils:preset=paper")]


def test_same_seed_gives_the_same_settings_on_any_number_of_workers() -> None:
    one, two = (tune(Protocol(**PROTOCOL), trials=6, workers=workers) for workers in (1, 2))
    assert (one.spec, one.change, one.fresh) == (two.spec, two.change, two.fresh)


def test_same_seed_gives_the_same_settings_in_processes() -> None:
    here = tune(Protocol(**PROTOCOL), trials=3)
    there = tune(Protocol(**PROTOCOL), trials=3, home=executor_for(2))
    assert (here.spec, here.change, here.fresh) == (there.spec, there.change, there.fresh)


@pytest.mark.parametrize("name", ["study.db", "study.journal"])
def test_study_is_resumed_where_it_stopped(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    first, second = [], []
    tune(Protocol(**PROTOCOL), trials=3, study=path, on_trial=first.append)
    found = tune(Protocol(**PROTOCOL), trials=5, study=path, on_trial=second.append)
    assert [seen.done for seen in (*first, *second)] == [1, 2, 3, 4, 5]
    assert found.trials == 5
    assert second[-1].best <= first[-1].best


def test_study_of_another_protocol_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "study.journal"
    tune(Protocol(**PROTOCOL), trials=1, study=path)
    with pytest.raises(neurols.InputError, match="made with iterations 40, not 50"):
        tune(Protocol(**PROTOCOL | {"iterations": 50}), trials=1, study=path)


def test_file_of_something_else_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    path.write_text("my notes\n" * 100)
    with pytest.raises(neurols.InputError, match="no study can be opened"):
        tune(Protocol(**PROTOCOL), trials=1, study=path)
    assert path.read_text() == "my notes\n" * 100


def test_interrupted_study_keeps_its_trials(tmp_path: Path) -> None:
    path = tmp_path / "study.db"

    def stop_at_two(seen: Seen) -> None:
        if seen.done == 2:
            raise KeyboardInterrupt

    first = tune(Protocol(**PROTOCOL), trials=4, study=path, on_trial=stop_at_two)
    assert (first.interrupted, first.trials, first.fresh) == (True, 2, None)
    second = tune(Protocol(**PROTOCOL), trials=4, study=path)
    assert (second.interrupted, second.trials) == (False, 4)


def test_routing_is_tuned_on_cpu_time() -> None:
    changes = {"problem": "cvrp", "controller": "sa", "sizes": ("15",), "instances": 2,
               "iterations": None, "cpu_limit": 0.01, "only": ("start", "end")}  # fmt: skip
    found = tune(Protocol(**PROTOCOL | changes), trials=2)
    assert found.trials == 2
    assert found.to_json()["budget"] == "0.01 CPU s"


def test_provenance_tells_all_that_is_needed_to_repeat() -> None:
    record = tune(Protocol(**PROTOCOL), trials=2).to_json()
    assert {key: record[key] for key in PROTOCOL if key != "sizes"} == {
        key: value for key, value in PROTOCOL.items() if key != "sizes"
    }
    assert {"neurols", "optuna", "python", "machine", "commit"} <= set(record["made_with"])
    assert "gap_percent_to_lower_bound_before" in record["fresh_instances"]


def test_trials_that_fall_behind_do_not_meet_all_instances() -> None:
    found = tune(Protocol(**PROTOCOL | {"instances": 40}), trials=12)
    assert 1 <= found.whole < found.trials
    assert found.to_json()["trials_on_all_instances"] == found.whole


def test_record_holds_all_settings_not_only_what_changed() -> None:
    record = tune(Protocol(**PROTOCOL), trials=8).to_json()
    settings = Protocol(**PROTOCOL | {"controller": record["spec"]}).base()
    assert record["settings"] == vars(settings)
