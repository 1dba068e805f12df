"""``neurols train``: runs and their folders, going on after a kill, and what it refuses."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

import neurols
from neurols.policy.actions import ActionSet, action_set
from neurols.train import run as training_run

from .conftest import Cli

needs_torch = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("torch", "safetensors", "onnx", "onnxscript")),
    reason="training needs PyTorch, safetensors and ONNX",
)
SETTINGS = {
    **{"pool": 8, "searches": 8, "validation": 4, "epochs": 4, "epoch_transitions": 160},
    **{"batch": 16, "warmup": 32, "replay_capacity": 2000, "checkpoint_replay": "yes"},
}
TINY = [
    *("jobshop", "--preset", "dqn", "--actions", "an", "--generate", "5x4", "--iterations", "10"),
    *("--device", "cpu", "--threads", "1"),
    *(part for name, value in SETTINGS.items() for part in ("--set", f"{name}={value}")),
]
TIMES = ("seconds", "transitions_per_second")


def command(*arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "neurols", "train", *map(str, arguments)],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def curve(folder: Path) -> list[dict[str, float]]:
    with (folder / "training.csv").open(encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    return [{k: float(v) for k, v in row.items() if k not in TIMES} for row in rows]


@needs_torch
def test_a_killed_run_resumes_to_the_same_curve_and_ends_with_a_model(
    tmp_path: Path, cli: Cli
) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    straight = command(*TINY, "--output", whole)
    out, err = straight.communicate(timeout=1200)
    assert straight.returncode == 0, err
    told = [line for line in err.splitlines() if line.startswith("epoch ")]
    assert [line.split()[1] for line in told] == ["1", "2", "3", "4"]

    begun = command(*TINY, "--output", killed)
    try:
        while not (killed / "checkpoint.safetensors").exists():
            assert begun.poll() is None, begun.communicate()[1]
            time.sleep(0.01)
    finally:
        begun.send_signal(signal.SIGINT)
        told = begun.communicate(timeout=1200)[1]
    if begun.returncode == 130:  # else it was through before the signal came
        assert f"neurols train --resume {killed}" in told
    resumed = command("--resume", killed)
    err = resumed.communicate(timeout=1200)[1]
    assert resumed.returncode == 0, err
    assert len(curve(whole)) == SETTINGS["epochs"]
    assert curve(killed) == curve(whole)

    model = whole / "policy.onnx"
    assert f"nls-an:model={model}" in out
    assert "best constant action" in (whole / "policy.md").read_text(encoding="utf-8")
    solved = neurols.solve("ft06", controller=f"nls-an:model={model}", iterations=20, seed=1)
    assert solved.cost >= 55
    shown = json.loads(cli("info", model, "--json").out)
    assert shown["problem"] == "jobshop" and shown["trained on"].startswith("generated instances")
    assert shown["commit"] != "not known"


@needs_torch
def test_a_training_that_diverges_is_one_line(tmp_path: Path, cli: Cli) -> None:
    folder = tmp_path / "run"
    code, out, err = cli(
        *("train", "jobshop", "--generate", "4x3", "--iterations", "8", "--device", "cpu"),
        *("--threads", "1", "--quiet", "--output", folder),
        *("--set", "pool=4", "--set", "searches=4", "--set", "validation=2"),
        *("--set", "epoch_iterations=1", "--set", "learning_rate=1e30", "--set", "epochs=3"),
    )
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "training diverged in epoch 1" in err and "learning_rate" in err
    assert not (folder / "policy.onnx").exists()


def test_the_action_set_of_a_run_is_that_of_the_options(
    tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_run, "check_libraries", lambda: None)
    monkeypatch.setattr(training_run, "train_run", lambda *_, **__: "done")
    chosen = (
        *("--actions", "an", "--operators", "ct, cei+tabu", "--restart", "swaps@10"),
        *("--restart-after", "20", "--set", "tenure=5"),
    )
    assert cli("train", "jobshop", *chosen, "--output", tmp_path / "mine").code == 0
    assert training_run.Run.load(tmp_path / "mine").data.actions == ActionSet(
        kind="an",
        operators=("ct", "cei+tabu"),
        restart="swaps@10",
        restart_after=20,
        tenure=5,
    )
    assert cli("train", "cvrp", "--allowance", "0.4", "--output", tmp_path / "plain").code == 0
    assert training_run.Run.load(tmp_path / "plain").data.actions == action_set(
        "cvrp", "anp", allowance=0.4
    )
    assert cli("train", "--resume", tmp_path / "mine", *chosen).err.count("no checkpoint") == 1


@pytest.fixture
def run_folder(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run that was begun and has a checkpoint, as far as the command line can tell."""
    folder = tmp_path / "run"
    monkeypatch.setattr(training_run, "check_libraries", lambda: None)
    monkeypatch.setattr(training_run, "train_run", lambda *_, **__: "done")
    assert cli("train", *TINY, "--output", folder).code == 0
    (folder / "checkpoint.safetensors").write_bytes(b"")
    return folder


def test_a_run_may_last_longer_but_not_become_another(run_folder: Path, cli: Cli) -> None:
    assert cli("train", "--resume", run_folder, "--set", "epochs=9", "--threads", "2").code == 0
    request = json.loads((run_folder / "run.json").read_text(encoding="utf-8"))
    assert request["training"]["epochs"] == 9
    for arguments, words in {
        ("--actions", "anp"): "the run had actions = an, now it is anp",
        ("--operators", "ct,cei"): "the run had operators = ct,cet,ecet,cei, now it is ct,cei",
        ("--restart", "best"): "the run had restart = swaps@5, now it is best",
        ("--restart-after", "9"): "the run had restart_after = 10, now it is 9",
        ("--allowance", "0.5"): "the run had allowance = 0.0, now it is 0.5",
        ("--set", "tenure=3"): "the run had tenure = 12, now it is 3",
        ("--generate", "6x6"): "the run had sizes = 5x4, now it is 6x6",
        ("--iterations", "20"): "the run had steps = 10,10, now it is 20,20",
        ("--set", "gamma=0.5"): "the run had gamma = 0.99, now it is 0.5",
        ("--network", "paper"): "the run had network = narrow, now it is paper",
        ("--preset", "paper"): "--preset is for a new run",
    }.items():
        code, _, err = cli("train", "--resume", run_folder, *arguments)
        assert (code, err.count("\n")) == (2, 1)
        assert words in err


def test_a_new_run_does_not_overwrite_an_earlier_one(run_folder: Path, cli: Cli) -> None:
    code, _, err = cli("train", "jobshop", "--output", run_folder)
    assert code == 2
    assert f"go on with --resume {run_folder}" in err


def test_a_run_of_the_policy_gradient_is_resumed_as_one(
    tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(training_run, "check_libraries", lambda: None)
    monkeypatch.setattr(
        training_run, "train_run", lambda *_, resume, **__: asked.append(resume) or "done"
    )
    folder = tmp_path / "run"
    assert cli("train", "jobshop", "--updates", "100", "--output", folder).code == 0
    assert json.loads((folder / "run.json").read_text())["algorithm"] == "ppo"
    code, _, err = cli("train", "--resume", folder)
    assert code == 2 and "left no checkpoint" in err
    (folder / "checkpoint.safetensors").touch()
    assert cli("train", "--resume", folder, "--time", "1200").code == 0
    assert asked == [False, True]
    assert json.loads((folder / "run.json").read_text())["training"]["minutes"] == 20


@pytest.mark.parametrize("text", ["", "{", '{"data": {"magic": 1}}', "[]"])
def test_a_damaged_request_is_named(run_folder: Path, cli: Cli, text: str) -> None:
    (run_folder / "run.json").write_text(text)
    code, _, err = cli("train", "--resume", run_folder)
    assert (code, err.count("\n")) == (2, 1)
    assert "run.json" in err and "start a new run" in err


@needs_torch
def test_a_damaged_checkpoint_is_named(tmp_path: Path, cli: Cli) -> None:
    folder = tmp_path / "run"
    from neurols.cli.train_options import request

    given = dict.fromkeys(
        ("actions", "folder", "sizes", "iterations", "device", "seed", "time", "updates", "threads")
    )
    run, _ = request({**given, "problem": "jobshop", "network": None}, "dqn", [], folder, None)
    run.save(folder)
    (folder / "checkpoint.safetensors").write_bytes(b"nonsense")
    code, _, err = cli("train", "--resume", folder)
    assert (code, err.count("\n")) == (2, 1)
    assert "checkpoint.safetensors" in err and "damaged" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no problem is given"),
        (["magic"], "unknown problem 'magic'; use one of jobshop, cvrp"),
        (["jobshop", "--actions", "x"], "no action set 'x'"),
        (["jobshop", "--actions", "an", "--operators", "ct,cat"], "operators are ct, cet, ecet"),
        (["cvrp", "--perturbations", "li,liu"], "perturbations are ruin, li"),
        (["jobshop", "--operators", "ct,swaps"], "'swaps' is a perturbation, not an operator"),
        (["jobshop", "--perturbations", "cei"], "twice"),
        (["jobshop", "--perturbations", "cei3"], "'cei3' is an operator, not a perturbation"),
        (["jobshop", "--actions", "a", "--operators", "ct,cei"], "exactly one operator"),
        (["jobshop", "--actions", "an", "--perturbations", "swaps"], "belong to action set ANP"),
        (["jobshop", "--restart", "swaps"], "under ANP the policy decides when to perturb"),
        (["jobshop", "--actions", "an", "--restart", "cei"], "'cei' is an operator"),
        (["jobshop", "--actions", "an", "--allowance", "0.2"], "'jobshop' have no allowance"),
        (["cvrp", "--allowance", "-1"], "allowance is -1"),
        (["jobshop", "--set", "operators=ct"], "no such setting"),
        (
            ["jobshop", "--learn", "ranking", "--operators", "ct"],
            "--operators is for --learn graph-policy",
        ),
        (["jobshop", "--preset", "x"], "use default, gpu, dqn, paper"),
        (["jobshop", "--set", "replay_ratio=2"], "preset default has no setting replay_ratio"),
        (["jobshop", "--network", "x"], "use narrow, medium or paper"),
        (["jobshop", "--set", "magic=1"], "no such setting"),
        (["jobshop", "--set", "batch=many"], "batch is a whole number"),
        (["jobshop", "--preset", "dqn", "--set", "batch=0"], "batch must be at least 1"),
        (["jobshop", "--data", "nowhere"], "no such folder"),
        (["jobshop", "--data", ".", "--generate", "5x5"], "contradict each other"),
        (["jobshop", "--time", "-1"], "--time is -1"),
        (["jobshop", "--updates", "0"], "--updates is 0"),
        (["--resume", "nowhere"], "no training run to resume"),
    ],
)
def test_wrong_input_is_one_line(cli: Cli, arguments: list[str], words: str) -> None:
    code, out, err = cli("train", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_without_pytorch_the_remedy_is_told(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(training_run, "find_spec", lambda name: None)
    code, _, err = cli("train", "jobshop", "--output", tmp_path / "run")
    assert code == 2
    assert "pip install 'neurols[train]'" in err
    assert not (tmp_path / "run").exists()


def test_settings_are_listed_with_what_they_mean(cli: Cli) -> None:
    lines = cli("train", "--settings").out.splitlines()
    assert "  gamma=0.99" in lines and "      Discount of a step." in lines
    assert all(line.strip() for line in lines)
