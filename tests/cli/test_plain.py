"""Arguments of ``solve`` without Typer: the same ones with the same meaning, or left to Typer."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from neurols.cli.app import app
from neurols.cli.plain import FLAGS, VALUES, plain_arguments
from neurols.cli.solve import solve
from neurols.cli.solving import solve_and_tell

from .conftest import Cli


def test_every_option_of_the_command_is_known() -> None:
    command = typer.main.get_command(app).commands["solve"]  # type: ignore[attr-defined]
    options = [option for option in command.params if option.param_type_name == "option"]
    named = {name for option in options for name in (*option.opts, *option.secondary_opts)}
    assert named - {"--help", "-h"} == {*VALUES, *FLAGS}


def test_both_ways_have_the_same_parameters_and_defaults() -> None:
    def defaults(function: object) -> dict[str, object]:
        parameters = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
        return {parameter.name: parameter.default for parameter in parameters}

    assert defaults(solve) == defaults(solve_and_tell)
    given = {option[2:] for option in VALUES} | {name for name, _ in FLAGS.values()}
    assert {"instance", *given} == defaults(solve_and_tell).keys()


def test_plain_arguments_are_read() -> None:
    line = "ta01 --time 0.5 --seed 3 --independent -q --output plans/a.json --controller sa:start=2"
    assert plain_arguments(line.split()) == {
        "instance": "ta01",
        "time": 0.5,
        "seed": 3,
        "share": False,
        "quiet": True,
        "output": Path("plans/a.json"),
        "controller": "sa:start=2",
    }


@pytest.mark.parametrize(
    "line",
    [
        "",
        "--help",
        "ta01 --help",
        "ta01 ta02",
        "ta01 --time",
        "ta01 --time --json",
        "ta01 --time ten",
        "ta01 --time 1e1",
        "ta01 --iterations 1.5",
        "ta01 --seed -1",
        "ta01 --seed ٣",
        "ta01 --seed 1 --seed 2",
        "ta01 --output=plan.json",
        "ta01 --nonsense 3",
        "-- ta01",
    ],
)
def test_whatever_is_not_plain_is_left_to_typer(line: str) -> None:
    assert plain_arguments(line.split()) is None


def test_both_ways_lead_to_the_same_answer(cli: Cli) -> None:
    plain = cli("solve", "ft06", "--iterations", "30", "--seed", "1", "--quiet")
    by_typer = cli("solve", "ft06", "--iterations=30", "--seed=1", "--quiet")
    assert plain.code == by_typer.code == 0

    def but_time(text: str) -> list[str]:
        return [line for line in text.splitlines() if not line.startswith("seconds")]

    assert but_time(plain.out) == but_time(by_typer.out)


@pytest.mark.parametrize(
    ("name", "unwanted"),
    [
        ("ft06", ["typer", "pydantic", "rich", "numpy", "neurols.routing"]),
        ("demo-cvrp", ["typer", "pydantic", "rich", "matplotlib", "onnxruntime", "neurols.train"]),
    ],
)
def test_solving_loads_nothing_it_does_not_use(name: str, unwanted: list[str]) -> None:
    code = (
        "import sys\nfrom neurols.cli.run import run\n"
        f"code = run(['solve', {name!r}, '--time', '0.05'])\n"
        f"print([name for name in {unwanted!r} if name in sys.modules], file=sys.stderr)\n"
        "sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "[]\n")
