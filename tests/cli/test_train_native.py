"""``neurols train --learn RULE``: native rules, without PyTorch."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurols.policy.native import NativePolicy

from .conftest import Cli

TINY = (
    *("--generate", "6x5", "--threads", "1", "--set", "iterations=10,20"),
    *("--set", "generations=2", "--set", "pairs=2", "--set", "instances=1"),
    *("--set", "validation=1"),
)


@pytest.mark.parametrize(("learn", "ranked_steps"), [("ranking", 0.0), ("construction", 60.0)])
def test_a_policy_is_trained_told_and_used(
    learn: str, ranked_steps: float, cli: Cli, tmp_path: Path
) -> None:
    folder = tmp_path / learn
    told = cli("train", "jobshop", "--learn", learn, *TINY, "--output", folder)
    assert told.code == 0, told.err
    assert told.err.startswith("generation 2/2  validation ")  # without a terminal, a line
    model = folder / "policy.safetensors"
    assert NativePolicy.load(model, "jobshop").ranked_steps == ranked_steps
    assert f"--controller nls:model={model}" in told.out.replace("\n", "")
    about = cli("info", model).out
    assert ("in the first 60 steps per operation" in " ".join(about.split())) == bool(ranked_steps)
    solved = cli("solve", "ft06", "--controller", f"nls:model={model}", "--iterations", "50")
    assert solved.code == 0, solved.err


def test_a_rule_of_insertion_is_trained_told_and_used(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "insertion"
    small = ("--generate", "20,25", "--set", "survey=1", *TINY[2:])
    told = cli("train", "cvrp", "--learn", "insertion", *small, "--output", folder)
    assert told.code == 0, told.err
    model = folder / "policy.safetensors"
    assert NativePolicy.load(model, "cvrp").ranks == "insertions"
    assert "guides ruined customers back" in " ".join(cli("info", model).out.split())
    solved = cli("solve", "demo-cvrp", "--controller", f"nls:model={model}", "--iterations", "9")
    assert solved.code == 0, solved.err


def test_a_rule_of_dials_is_trained_told_and_used(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "settings"
    small = ("--set", "rounds=1", "--set", "shops=2", "--set", "draws=3", "--set", "validation=1")
    steps = ("--set", "operations=12,30", "--set", "iterations=20,40")
    told = cli("train", "jobshop", "--learn", "configuration", *small, *steps, "--output", folder)
    assert told.code == 0, told.err
    assert (folder / "training.csv").read_text().startswith("generation,change,error\n2.0,")
    model = folder / "policy.safetensors"
    shown = " ".join(cli("info", model).out.split())
    assert "settings by instance, once before the search starts" in shown
    solved = cli("solve", "ft06", "--controller", f"nls:model={model}", "--iterations", "5000")
    assert solved.code == 0, solved.err
    again = cli("train", "--learn", "configuration", "--resume", folder)
    assert again.code == 0, again.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("cvrp", "--learn", "construction"), "no construction is learned for problem 'cvrp'"),
        (("jobshop", "--learn", "insertion"), "no insertion is learned for problem"),
        (("cvrp", "--learn", "insertion", "--set", "hidden=2"), "without hidden units"),
        (("jobshop", "--learn", "swift"), "use one of graph-policy, ranking, construction"),
        (
            ("jobshop", "--learn", "construction", "--preset", "dqn"),
            "is for --learn graph-policy",
        ),
        (("jobshop", "--learn", "construction", "--set", "colour=red"), "no such setting"),
        (("jobshop", "--learn", "configuration", "--set", "families=flow"), "no such setting"),
        (
            ("jobshop", "--learn", "configuration", "--generate", "15x15"),
            "--set operations=LOW,HIGH",
        ),
        (("cvrp", "--learn", "configuration"), "no configuration is learned for problem 'cvrp'"),
    ],
)
def test_what_makes_no_sense_is_told(
    arguments: tuple[str, ...], words: str, cli: Cli, tmp_path: Path
) -> None:
    told = cli("train", *arguments, "--output", tmp_path / "run")
    assert told.code == 2
    assert words in told.err.replace("\n", " ")
    assert not (tmp_path / "run").exists()
