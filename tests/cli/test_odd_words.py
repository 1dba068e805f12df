"""Words that no sensible user would give: numbers of any length, escapes, names that are no text.

Each gets one line and exit code 2, or is taken for what it is; nothing of it reaches the terminal
raw.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from neurols.cli.progress import watch_search
from neurols.errors import printable
from neurols.search.callbacks import Snapshot

from .conftest import Answer, Cli
from .test_bad_input import assert_refused

LONG = "9" * 5000
RED = "\x1b[31m\x9b2J\u202e"


@pytest.mark.parametrize(
    "line",
    [
        "solve ft06 --iterations LONG",
        "solve ft06 --iterations=LONG",
        "solve ft06 --iterations -LONG",
        "solve ft06 --iterations 1e3",
        "solve ft06 --time LONG",
        "solve ft06 --time=LONG",
        "solve ft06 --time 1e400",
        "solve ft06 --time nan",
        "solve ft06 --time inf",
        "solve ft06 --target nan",
        "solve ft06 --seed LONG",
        "solve ft06 --seed=LONG",
        "solve ft06 --seed -1",
        "solve ft06 --seed 18446744073709551616",
        "solve ft06 --seed=18446744073709551616",
        "solve ft06 --searches LONG",
        "solve ft06 --threads 99999999999999999999",
        "solve ft06 --controller LONG",
        "solve ft06 --controller sa:start=LONG",
        "solve ft06 --controller tabu:tenure=1e400",
        "generate jobshop --jobs LONG",
        "generate jobshop --seed LONG",
        "generate jobshop --seed 99999999999999999999999",
        "generate jobshop --count LONG",
        "generate jobshop --high 99999999999999999999999",
        "generate jobshop --general --zero-share nan",
        "generate cvrp --kind kool --scale 99999999999999999999",
        "generate cvrp --route-length 1e400",
        "generate cvrp --route-length nan",
        "bench ft06 --iterations LONG",
        "bench ft06 --time nan",
        "bench ft06 --iterations 1 --seeds LONG",
        "train cvrp --time 1e400",
        "train cvrp --seed LONG",
        "tune --controller sa --trials LONG",
    ],
)
def test_numbers_beyond_reason_are_refused_in_one_short_line(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = cli(*(word.replace("LONG", LONG) for word in line.split()))
    assert_refused(answer)
    assert len(answer.err) < 1000
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", RED],
        ["solve", f"{RED}.txt"],
        ["solve", "ft06", "--controller", RED],
        ["solve", "ft06", "--construction", RED],
        ["solve", "ft06", "--format", RED],
        ["solve", "ft06", "--iterations", RED],
        ["solve", "ft06", "--initial", f"{RED}.json"],
        ["solve", "ft06", "--output", f"{RED}/x.json"],
        ["solve", "ft06", "--plot", f"x.{RED}"],
        ["solve", "ft06", f"--{RED}"],
        ["check", "ft06", RED],
        ["info", RED],
        ["bench", RED, "--iterations", "1"],
        ["bench", "ft06", "--controllers", RED, "--iterations", "1"],
        ["controllers", "--problem", RED],
        ["generate", "cvrp", "--kind", RED],
        ["train", "cvrp", "--preset", RED],
        ["tune", "--controller", RED],
        ["report", RED, "--output", "x"],
        [RED],
    ],
    ids=lambda arguments: ascii(" ".join(arguments))[:40],
)
def test_escapes_in_arguments_do_not_reach_the_terminal(cli: Cli, arguments: list[str]) -> None:
    answer = cli(*arguments)
    assert_refused(answer)
    assert answer.err.rstrip("\n").isprintable()


def test_escapes_in_names_and_files_do_not_reach_the_terminal(cli: Cli, tmp_path: Path) -> None:
    shop = tmp_path / f"{RED}.txt"
    shop.write_text("2 2\n0 3 1 2\n1 4 0 1\n")
    broken = tmp_path / "broken.txt"
    broken.write_text(f"1 1\n0 {RED}\n")
    plan = tmp_path / f"{RED}.json"
    for arguments in (
        ["solve", shop, "--iterations", "1", "--output", plan],
        ["solve", shop, "--iterations", "1", "--json"],
        ["check", shop, plan],
        ["check", "ft06", plan],
        ["info", shop],
        ["solve", broken],
    ):
        answer = cli(*arguments)
        assert all(line.isprintable() for line in (answer.out + answer.err).splitlines())
    assert plan.exists()


def test_printable_keeps_text_and_escapes_the_rest() -> None:
    assert printable("größe 日本 plan-1.json") == "größe 日本 plan-1.json"
    assert printable("a\x1b[1m\nb\u202e") == "a\\x1b[1m\\nb\\u202e"
    assert printable("a\nb", keep="\n") == "a\nb"
    assert printable("bad\udcff") == "bad\\xff"


def _as_bytes(folder: Path, *arguments: bytes) -> Answer:
    done = subprocess.run(
        [sys.executable, "-m", "neurols", *arguments], capture_output=True, cwd=folder, timeout=60
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux")
def test_names_that_are_no_text_are_read_written_and_shown(tmp_path: Path) -> None:
    shop, plan = b"shop\xff.txt", b"plan\xff.json"
    with open(os.fsencode(tmp_path) + b"/" + shop, "w") as file:
        file.write("2 2\n0 3 1 2\n1 4 0 1\n")
    solved = _as_bytes(tmp_path, b"solve", shop, b"--iterations", b"1", b"--output", plan)
    assert (solved.code, solved.err) == (0, "")
    assert "plan\\xff.json" in solved.out and "instance        shop" in solved.out
    assert _as_bytes(tmp_path, b"check", shop, plan).code == 0
    missing = _as_bytes(tmp_path, b"solve", b"no\xff.txt")
    assert missing.code == 2 and "no\\xff.txt" in missing.err
    picture = _as_bytes(tmp_path, b"solve", shop, b"--iterations", b"1", b"--plot", b"p\xff.svg")
    assert (picture.code, picture.err) == (0, "")
    asked = (b"--controllers", b"sa", b"--iterations", b"1", b"--output", b"runs\xff")
    measured = _as_bytes(tmp_path, b"bench", shop, *asked)
    assert (measured.code, measured.err) == (0, "")
    reported = _as_bytes(tmp_path, b"report", b"runs\xff", b"--output", b"page\xff")
    assert (reported.code, reported.err) == (0, "")
    page = os.fsencode(tmp_path) + b"/page\xff/runs\xff.md"
    assert "(runs%FF/table-1-iterations.csv)" in Path(os.fsdecode(page)).read_text(encoding="utf-8")


@pytest.mark.parametrize("instance", ["ft06", "demo-cvrp"])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        bytes(range(256)),
        b"\0" * 100_000,
        b"[" * 100_000,
        b'{"routes":' * 50_000,
        b"null",
        b"[]",
        b"{}",
        b'"text"',
        b'{"machines": 3, "routes": 3}',
        b'{"machines": [[NaN]], "routes": [[NaN]]}',
        b'{"machines": [[1e400]], "routes": [[1e400]]}',
        b'{"machines": [[' + b"9" * 5000 + b']], "routes": [[' + b"9" * 5000 + b"]]}",
        b"Route #1: " + b"9" * 5000,
        b"Route #1: -1 2\nCost " + b"9" * 5000,
        b"\xff\xfeR\0o\0u\0",
    ],
    ids=lambda content: ascii(content[:20].decode("latin-1")),
)
def test_odd_solution_files_are_refused_or_found_wrong(
    cli: Cli, tmp_path: Path, instance: str, content: bytes
) -> None:
    file = tmp_path / "plan"
    file.write_bytes(content)
    answer = cli("check", instance, file)
    assert answer.code in (1, 2)
    assert answer.out == "" and answer.err and "Traceback" not in answer.err
    assert all(len(line) < 1000 for line in answer.err.splitlines())
    if answer.code == 2:
        assert_refused(answer, str(file))
    assert_refused(cli("solve", instance, "--iterations", "1", "--initial", file), str(file))


def test_a_folder_is_no_solution(cli: Cli, tmp_path: Path) -> None:
    assert_refused(cli("check", "ft06", tmp_path), "directory")
    assert_refused(cli("check", "demo-cvrp", tmp_path), "directory")


def test_brackets_in_a_name_are_no_markup_of_the_progress_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    shop = SimpleNamespace(name=f"[/wrong] {RED}", best_known=55)
    with watch_search(shop, True) as update:  # type: ignore[arg-type]
        assert update is not None
        update(Snapshot(1.0, 5, 60.0, 0.5))
    shown = capsys.readouterr().err
    assert "[/wrong]" in shown and "\u202e" not in shown and "\x9b" not in shown
    assert "\\x1b[31m" in shown
