"""Model files bring their own action set: searches do as the file says, or one line refuses it."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.errors import InputError
from neurols.policy.actions import ActionSet
from neurols.policy.controller import shipped_model
from neurols.policy.model_file import read_model
from neurols.search.result import Result

onnx = pytest.importorskip("onnx", reason="rewriting a card needs onnx")
pytest.importorskip("onnxruntime")


def rewritten(folder: Path, shipped: str, **changes: Any) -> Path:
    """The shipped policy over A of a problem, with a card that says something else."""
    file = shipped_model(shipped, "a")
    card = dataclasses.replace(read_model(file).card, **changes)
    model = onnx.load(file)
    (entry,) = (one for one in model.metadata_props if one.key == "neurols")
    entry.value = card.to_json()
    written = folder / f"{len(list(folder.iterdir()))}.onnx"
    written.write_bytes(model.SerializeToString())
    return written


def played(folder: Path, problem: str, **settings: Any) -> Result:
    """A search by a policy over one operator, whose file has these settings."""
    model = rewritten(folder, problem, action_set=ActionSet(kind="a", **settings))
    start = {"jobshop": "ft10", "cvrp": "demo-cvrp"}[problem]
    return neurols.solve(
        start, controller=f"nls-a:model={model}", iterations=80, seed=2, trace_decisions=True
    )


def course(result: Result) -> tuple[list[float], list[list[int]]]:
    """What was current after each step, and what was proposed."""
    assert result.decisions is not None
    return result.decisions.current.tolist(), result.decisions.proposed.tolist()


def test_the_operator_is_that_of_the_file(tmp_path: Path) -> None:
    usage = played(tmp_path, "jobshop", operators=("ct",)).usage
    assert [name for name, use in usage.items() if use.proposed] == ["ct"]


@pytest.mark.parametrize("name", ["swaps", "restart"])
def test_the_restart_rule_is_that_of_the_file(tmp_path: Path, name: str) -> None:
    rule = {"operators": ("cet",), "restart": name}
    often = played(tmp_path, "jobshop", **rule, restart_after=3).usage[name].proposed
    seldom = played(tmp_path, "jobshop", **rule, restart_after=20).usage[name].proposed
    assert often > seldom > 0
    assert played(tmp_path, "jobshop", operators=("cet",)).usage[name].proposed == 0


def test_the_strength_of_the_restart_is_that_of_the_file(tmp_path: Path) -> None:
    runs = [
        played(tmp_path, "jobshop", operators=("cet",), restart=restart, restart_after=5)
        for restart in ("swaps@1", "swaps@40", "swaps@40")
    ]
    assert course(runs[0]) != course(runs[1])
    assert course(runs[1]) == course(runs[2])


@pytest.mark.parametrize("setting", ["tenure", "tenure_spread"])
def test_the_memory_is_that_of_the_file(tmp_path: Path, setting: str) -> None:
    others = {"tenure": 1, "tenure_spread": 0}
    short, long, again = (
        played(tmp_path, "jobshop", operators=("cei+tabu",), **{**others, setting: steps})
        for steps in (1, 60, 60)
    )
    assert course(short) != course(long)
    assert course(long) == course(again)


def test_the_allowance_is_that_of_the_file(tmp_path: Path) -> None:
    none, some, again = (
        played(tmp_path, "cvrp", operators=("2-opt",), allowance=allowance)
        for allowance in (0.0, 2.0, 2.0)
    )
    assert course(none) != course(some)
    assert course(some) == course(again)
    costs = course(none)[0]
    assert costs == sorted(costs, reverse=True)  # without one, no sweep worsens


REFUSED = [
    (
        {"action_set": ActionSet(kind="a", operators=("cot",))},
        "decides over what this version does not know: unknown operator or perturbation 'cot'"
        ", did you mean 'ct'.*operators are ct, cet.*train the model again",
    ),
    (
        {"action_set": ActionSet(kind="a", operators=("swaps",))},
        "'swaps' is a perturbation, not an operator",
    ),
    (
        {"action_set": ActionSet(kind="a", operators=("ct",), restart="x", restart_after=3)},
        "unknown operator or perturbation 'x'",
    ),
    (
        {"action_set": ActionSet(kind="a", operators=("ct",), allowance=0.2)},
        "searches of problem 'jobshop' have no allowance",
    ),
    (
        {"action_set": ActionSet(kind="an", operators=("ct",))},
        r"decides over an \(ct\), nls-a over a set of kind a; use it as nls-an:model=",
    ),
    ({"problem": "cvrp"}, "trained for cvrp, the instance is jobshop; choose a model for jobshop"),
    ({"version": 1}, "features of version 1, this version of neurols computes version"),
    ({"format": 1}, r"file format 1, this version reads 2; install the version of neurols"),
]


@pytest.mark.parametrize(("changes", "words"), REFUSED)
def test_a_file_for_something_else_is_one_clear_line(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    model = rewritten(tmp_path, "jobshop", **changes)
    with pytest.raises(InputError, match=words) as caught:
        neurols.solve("ft06", controller=f"nls-a:model={model}", iterations=5)
    assert str(caught.value).startswith(f"{model}: ") and "\n" not in str(caught.value)


def test_a_set_of_another_size_than_the_network_is_a_damaged_file(tmp_path: Path) -> None:
    wider = ActionSet(kind="an", operators=("ct", "cet"))
    model = rewritten(tmp_path, "jobshop", action_set=wider)
    with pytest.raises(InputError, match="it gives 2 values, its card names 4 actions"):
        neurols.solve("ft06", controller=f"nls-an:model={model}", iterations=5)


def test_files_of_the_first_format_are_told_their_age(tmp_path: Path) -> None:
    """They held the name of an action set and the names of its actions."""
    file = shipped_model("jobshop", "a")
    model = onnx.load(file)
    (entry,) = (one for one in model.metadata_props if one.key == "neurols")
    card = json.loads(entry.value) | {"format": 1, "action_set": "a", "action_names": ["x", "y"]}
    entry.value = json.dumps(card)
    old = tmp_path / "old.onnx"
    old.write_bytes(model.SerializeToString())
    with pytest.raises(InputError, match="the model has file format 1, this version reads 2"):
        read_model(old)
