"""Policies of bursts: their files, and what they do to a search."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from neurols import check, solve
from neurols.errors import InputError
from neurols.policy import fast
from neurols.policy.bursts import BurstPolicy
from neurols.problems.jobshop import random_shop

SHOP = random_shop(12, 12, 3)
BUDGET = {"iterations": 3000, "seed": 1}
QUICK = {"controller": "tabu:patience=300", "patience": 300}


def trace(controller: str) -> list[tuple[int, float]]:
    return [(point[0], point[2]) for point in solve(SHOP, controller=controller, **BUDGET).trace]


def test_a_policy_at_rest_is_its_classical_controller(tmp_path: Path) -> None:
    file = tmp_path / "rest.safetensors"
    BurstPolicy.at_rest(**QUICK).save(file)
    assert trace(f"nls:model={file}") == trace(QUICK["controller"])


def test_a_turned_dial_changes_the_search(tmp_path: Path) -> None:
    file = tmp_path / "turned.safetensors"
    rest = BurstPolicy.at_rest(**QUICK)
    weights = rest.weights.copy()
    weights[rest.answers.index("memory"), 0] = 1
    replace(rest, weights=weights).save(file)
    found = solve(SHOP, controller=f"nls:model={file}", **BUDGET)
    assert check(SHOP, found.solution) == found.cost
    assert trace(f"nls:model={file}") != trace(QUICK["controller"])


def test_a_saved_policy_comes_back_and_tells_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "policy.safetensors"
    saved = replace(BurstPolicy.at_rest(hidden=2, length=77), card={"note": "by hand"})
    saved = replace(saved, weights=saved.weights + 1)
    saved.save(file)
    loaded = BurstPolicy.load(file, "jobshop")
    np.testing.assert_array_equal(loaded.weights, saved.weights)
    assert replace(loaded, weights=saved.weights) == saved
    known, _ = fast.facts(file)
    assert (known["tempo"], known["note"]) == ("bursts of 77 native steps", "by hand")


def test_files_that_do_not_fit_are_told_in_one_line(tmp_path: Path) -> None:
    good, odd = tmp_path / "good.safetensors", tmp_path / "odd.safetensors"
    rest = BurstPolicy.at_rest()
    rest.save(good)
    replace(rest, weights=np.zeros(3, np.float32)).save(odd)
    cases = [
        (tmp_path / "missing", "jobshop", "no such policy"),
        (good, "cvrp", "is for problem 'jobshop'"),
        (odd, "jobshop", "3 weights instead of"),
        (fast.shipped_model("jobshop"), "jobshop", "holds no"),
    ]
    for file, problem, words in cases:
        with pytest.raises(InputError, match=words) as raised:
            BurstPolicy.load(file, problem)
        assert "\n" not in str(raised.value)
    with pytest.raises(InputError, match="no option 'tenure'"):
        solve(SHOP, controller=f"nls:model={good},tenure=3", **BUDGET)
