"""``neurols tune``: the answer, the files, and what is refused."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from .conftest import Cli

SMALL = ("--controller", "vns", "--sizes", "6x5", "--instances", "4", "--iterations", "20")


def test_best_settings_are_told_and_written_with_their_provenance(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    command = ("tune", *SMALL, "--trials", "3", "--study", tmp_path / "vns.db", "--workers", "1")
    code, out, err = cli(*command)
    assert (code, err) == (0, "")
    record = json.loads((tmp_path / "vns.json").read_text())
    assert f"--controller '{record['spec']}'" in out
    assert (record["trials"], record["instances"]) == (3, 4)
    solved = cli("solve", "ft06", "--controller", record["spec"], "--iterations", "20")
    assert solved.code == 0
    assert cli(*command, "--json").code == 0  # resumed: nothing left to do


def test_study_is_kept_and_resumed_without_being_told(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("optuna")
    monkeypatch.chdir(tmp_path)
    assert cli("tune", *SMALL, "--trials", "2").code == 0
    (journal,) = (tmp_path / "results" / "tune").glob("*.journal")
    before = journal.read_bytes()
    code, out, _ = cli("tune", *SMALL, "--trials", "3", "--json")
    assert (code, json.loads(out)["trials"]) == (0, 3)
    assert journal.read_bytes().startswith(before)
    settings = json.loads(journal.with_suffix(".json").read_text())
    assert {"machine", "commit", "python", "optuna"} <= set(settings["made_with"])


def test_all_is_a_study_for_every_classical_controller(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("optuna")
    from neurols.scheduling.presets import PRESETS
    from neurols.search.presets import YARDSTICKS

    monkeypatch.chdir(tmp_path)
    code, out, err = cli("tune", *SMALL, "--controller", "all", "--trials", "1", "--json")
    assert (code, err) == (0, "")
    tuned = [one["controller"] for one in json.loads(out)]
    kinds = ["bandit:kind=epsilon-greedy", "bandit:kind=ucb"]
    names = [kinds if name == "bandit" else [name] for name in PRESETS["tuned"]]
    assert tuned == [one for some in names for one in some if one not in YARDSTICKS]
    assert len(list((tmp_path / "results" / "tune").glob("*.json"))) == len(tuned)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--controller", "all", "--study", "a.db"], "about one controller"),
        (["--controller", "all", "--problem", "magic"], "unknown problem 'magic'"),
        (["--sizes", "ta01"], "is a benchmark"),
        (["--sizes", "taillard"], "is a benchmark"),
        (["--problem", "cvrp", "--sizes", "X-n101-k25"], "is a benchmark"),
        (["--problem", "cvrp", "--sizes", "uchoa"], "is a benchmark"),
        (["--problem", "magic"], "unknown problem 'magic'"),
        (["--controller", "auto"], "no settings to tune"),
        (["--time", "1"], "--iterations, --time and --cpu-time"),
        (["--trials", "0"], "--trials is 0"),
        (["--study", "study.txt"], ".sqlite"),
        (["--study", "none/study.db"], "folder does not exist"),
    ],
    ids=" ".join,
)
def test_wrong_input_is_one_line(cli: Cli, arguments: list[str], word: str) -> None:
    code, out, err = cli("tune", *SMALL, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert word in err


def test_missing_optuna_is_one_line(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    code, out, err = cli("tune", *SMALL, "--trials", "1")
    assert (code, out) == (2, "")
    assert "pip install 'neurols[tune]'" in err


def test_help_loads_no_optuna() -> None:
    if importlib.util.find_spec("optuna") is None:
        pytest.skip("it is not there to be loaded")
    import subprocess

    code = (
        "import sys\nfrom neurols.cli.run import run\nrun(['tune', '--help'])\n"
        "print('optuna' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr == "False\n"


def test_no_file_is_both_study_and_settings(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    shop = tmp_path / "shop.json"
    shop.write_text('{"jobs": []}')
    code, _, err = cli("tune", *SMALL, "--study", tmp_path / "shop.journal")
    assert code == 2 and "lies where the settings would be written; name --output" in err
    assert shop.read_text() == '{"jobs": []}'
    one = tmp_path / "x.journal"
    code, _, err = cli("tune", *SMALL, "--study", one, "--output", one)
    assert code == 2 and "settings are written as JSON" in err
    code, _, err = cli("tune", *SMALL, "--study", one, "--output", tmp_path / "x.xlsx")
    assert code == 2 and "let its name end in .json" in err


def test_what_a_killed_run_left_is_told_in_a_line(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    path = tmp_path / "x.journal"
    assert cli("tune", *SMALL, "--trials", "2", "--study", path).code == 0
    path.write_bytes(path.read_bytes()[:-9])
    code, _, err = cli("tune", *SMALL, "--trials", "2", "--study", path)
    assert code == 0
    assert [line.startswith("neurols: ") for line in err.splitlines()] == [True]
    assert "the last line was torn" in err
