"""``neurols train --tempo fast``, ``opening``, ``insertion`` and ``dials``: without PyTorch."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurols.policy.fast import FastPolicy

from .conftest import Cli

TINY = (
    *("--generate", "6x5", "--threads", "1", "--set", "iterations=10,20"),
    *("--set", "generations=2", "--set", "pairs=2", "--set", "instances=1"),
    *("--set", "validation=1"),
)


@pytest.mark.parametrize(("tempo", "opening"), [("fast", 0.0), ("opening", 60.0)])
def test_a_policy_is_trained_told_and_used(
    tempo: str, opening: float, cli: Cli, tmp_path: Path
) -> None:
    folder = tmp_path / tempo
    told = cli("train", "jobshop", "--tempo", tempo, *TINY, "--output", folder)
    assert told.code == 0, told.err
    assert told.err.startswith("generation 2/2  validation ")  # without a terminal, a line
    model = folder / "policy.safetensors"
    assert FastPolicy.load(model, "jobshop").opening == opening
    assert f"--controller nls:model={model}" in told.out.replace("\n", "")
    about = cli("info", model).out
    assert ("in the first 60 steps per operation" in " ".join(about.split())) == bool(opening)
    solved = cli("solve", "ft06", "--controller", f"nls:model={model}", "--iterations", "50")
    assert solved.code == 0, solved.err


def test_a_rule_of_insertion_is_trained_told_and_used(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "insertion"
    small = ("--generate", "20,25", "--set", "survey=1", *TINY[2:])
    told = cli("train", "cvrp", "--tempo", "insertion", *small, "--output", folder)
    assert told.code == 0, told.err
    model = folder / "policy.safetensors"
    assert FastPolicy.load(model, "cvrp").ranks == "insertions"
    assert "guides ruined customers back" in " ".join(cli("info", model).out.split())
    solved = cli("solve", "demo-cvrp", "--controller", f"nls:model={model}", "--iterations", "9")
    assert solved.code == 0, solved.err


def test_a_rule_of_dials_is_trained_told_and_used(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "dials"
    small = ("--set", "rounds=1", "--set", "shops=2", "--set", "draws=3", "--set", "validation=1")
    steps = ("--set", "operations=12,30", "--set", "iterations=20,40")
    told = cli("train", "jobshop", "--tempo", "dials", *small, *steps, "--output", folder)
    assert told.code == 0, told.err
    assert (folder / "training.csv").read_text().startswith("generation,change,error\n2.0,")
    model = folder / "policy.safetensors"
    assert "sets the dials of a search before it starts" in " ".join(cli("info", model).out.split())
    solved = cli("solve", "ft06", "--controller", f"nls:model={model}", "--iterations", "5000")
    assert solved.code == 0, solved.err
    again = cli("train", "--tempo", "dials", "--resume", folder)
    assert again.code == 0, again.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("cvrp", "--tempo", "opening"), "no policy of tempo 'opening' is trained for 'cvrp'"),
        (("jobshop", "--tempo", "insertion"), "no policy of tempo 'insertion' is trained for"),
        (("cvrp", "--tempo", "insertion", "--set", "hidden=2"), "without hidden units"),
        (("jobshop", "--tempo", "swift"), "use one of slow, fast, opening, insertion, dials"),
        (("jobshop", "--tempo", "opening", "--preset", "dqn"), "--preset is for --tempo slow"),
        (("jobshop", "--tempo", "opening", "--set", "colour=red"), "no such setting"),
        (("jobshop", "--tempo", "dials", "--set", "families=flow"), "no such setting"),
        (("jobshop", "--tempo", "dials", "--generate", "15x15"), "--set operations=LOW,HIGH"),
        (("cvrp", "--tempo", "dials"), "no policy of tempo 'dials' is trained for 'cvrp'"),
    ],
)
def test_what_makes_no_sense_is_told(
    arguments: tuple[str, ...], words: str, cli: Cli, tmp_path: Path
) -> None:
    told = cli("train", *arguments, "--output", tmp_path / "run")
    assert told.code == 2
    assert words in told.err.replace("\n", " ")
    assert not (tmp_path / "run").exists()
