"""A user's mistake: one line on stderr, exit code 2, no traceback, no file touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurols.routing.instance import VehicleRouting
from neurols.routing.write import write_instance

from .conftest import Answer, Cli

GOOD = "2 2\n0 3 1 2\n1 4 0 1\n"

BAD_FILES = {
    "empty": (b"", 1, "empty"),
    "only a comment": (b"# nothing\n", 1, "only comments"),
    "fewer jobs than promised": (b"3 2\n0 3 1 2\n1 4 0 1\n", None, "job"),
    "more jobs than promised": (b"1 2\n0 3 1 2\n1 4 0 1\n", 3, "job"),
    "odd number of values": (b"2 2\n0 3 1\n1 4 0 1\n", 2, "odd"),
    "machine out of range": (b"2 2\n0 3 5 2\n1 4 0 1\n", 2, "machine 5"),
    "machines counted from 1": (b"2 2\n1 3 2 2\n2 4 1 1\n", 2, "counted from 1"),
    "negative duration": (b"2 2\n0 3 1 -2\n1 4 0 1\n", 2, "-2"),
    "fractional duration": (b"2 2\n0 3 1 2.5\n1 4 0 1\n", 2, "2.5"),
    "textual duration": (b"2 2\n0 3 1 two\n1 4 0 1\n", 2, "two"),
    "overflowing duration": (b"2 2\n0 3 1 99999999999999999999\n1 4 0 1\n", 2, "2^53"),
    "binary": (bytes(range(256)), 1, "binary"),
    "broken JSON": (b'{"format": "neurols-jobshop",', 1, "JSON"),
}


def assert_refused(answer: Answer, *words: str) -> None:
    assert answer.code == 2, answer
    assert answer.out == ""
    assert answer.err.startswith("neurols: error: ")
    assert answer.err.count("\n") == 1 and answer.err.endswith("\n")
    assert "Traceback" not in answer.err
    for word in words:
        assert word in answer.err


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """An older output file, which no failure may touch."""
    path = tmp_path / "plan.json"
    path.write_bytes(b"an older plan\n")
    return path


@pytest.mark.parametrize("case", BAD_FILES)
def test_bad_instance_file_is_named_with_line_and_cause(
    cli: Cli, tmp_path: Path, kept: Path, case: str
) -> None:
    content, line, cause = BAD_FILES[case]
    shop = tmp_path / "shop.txt"
    shop.write_bytes(content)
    picture = tmp_path / "plan.svg"
    answer = cli("solve", shop, "--iterations", "5", "--output", kept, "--plot", picture)
    where = f"{shop}:{line}:" if line is not None else str(shop)
    assert_refused(answer, where, cause)
    assert kept.read_bytes() == b"an older plan\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plan.json", "shop.txt"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ta99"], ["unknown instance 'ta99'", "did you mean"]),
        (["no-such-file.txt"], ["no-such-file.txt", "no such file"]),
        (["."], ["directory"]),
        ([""], ["empty"]),
        (["ft06", "--controller", "magic"], ["unknown controller 'magic'", "hill-climbing", "vns"]),
        (["ft06", "--controller", "tabu:tenure=x"], ["tenure='x'"]),
        (["ft06", "--controller", "constant:magic"], ["unknown operator", "cei"]),
        (["ft06", "--construction", "magic"], ["unknown construction 'magic'", "spt"]),
        (["pfs-20x5-1", "--controller", "sa:construction=magic"], ["construction 'magic'", "neh"]),
        (["pfs-20x5-1", "--controller", "nls-an"], ["no policy nls-an is shipped", "scheduling"]),
        (["ft06", "--format", "magic"], ["unknown format 'magic'"]),
        (["ft06", "--iterations", "5", "--time", "1"], ["contradict"]),
        (["ft06", "--iterations", "5", "--cpu-time", "1"], ["--cpu-time contradict"]),
        (["ft06", "--cpu-time", "0"], ["CPU limit", "seconds above 0"]),
        (["ft06", "--iterations", "-1"], ["--iterations is -1"]),
        (["ft06", "--iterations", "1" + "0" * 30], ["--iterations"]),
        (["ft06", "--iterations", "many"], ["--iterations", "see 'neurols solve --help'"]),
        (["ft06", "--time", "-1"], ["-1", "seconds above 0"]),
        (["ft06", "--time", "0"], ["seconds above 0"]),
        (["ft06", "--time", "nan"], ["seconds above 0"]),
        (["ft06", "--time", "inf"], ["seconds above 0"]),
        (["ft06", "--target", "nan"], ["target"]),
        (["ft06", "--seed", "-1"], ["seed"]),
        (["ft06", "--seed", "1" + "0" * 30], ["seed"]),
        (["ft06", "--searches", "0"], ["--searches is 0"]),
        (["ft06", "--threads", "-2"], ["--threads is -2"]),
        (["ft06", "--initial", "no-such-plan.json"], ["no-such-plan.json", "no such file"]),
        (["ft06", "--plot", "plan.pdf"], [".svg, .png or .html"]),
        (["ft06", "--plot", "nowhere/plan.svg"], ["folder does not exist"]),
        (["ft06", "--no-such-option"], ["--no-such-option"]),
        ([], ["INSTANCE"]),
    ],
    ids=lambda value: " ".join(value)[:60],
)
def test_bad_option_is_named_and_the_older_output_kept(
    cli: Cli, kept: Path, arguments: list[str], words: list[str]
) -> None:
    assert_refused(cli("solve", *arguments, "--output", kept), *words)
    assert kept.read_bytes() == b"an older plan\n"


def test_warm_start_for_another_instance_is_refused(cli: Cli, tmp_path: Path, kept: Path) -> None:
    other = tmp_path / "other.json"
    assert cli("solve", "ta02", "--iterations", "1", "--output", other).code == 0
    answer = cli("solve", "ft06", "--initial", other, "--output", kept)
    assert_refused(answer, str(other), "'ta02'", "'ft06'")
    assert kept.read_bytes() == b"an older plan\n"


def test_output_must_not_be_the_instance(cli: Cli, tmp_path: Path) -> None:
    shop = tmp_path / "shop.txt"
    shop.write_text(GOOD)
    assert_refused(cli("solve", shop, "--iterations", "1", "--output", shop), "overwrite")
    assert shop.read_text() == GOOD


def test_output_must_be_a_file_in_a_folder_and_no_picture(cli: Cli, tmp_path: Path) -> None:
    assert_refused(cli("solve", "ft06", "--output", tmp_path), "directory")
    assert_refused(cli("solve", "ft06", "--output", tmp_path / "no" / "x.json"), "folder")
    assert_refused(cli("solve", "ft06", "--output", tmp_path / "x.svg"), "--plot")


def test_name_of_a_file_with_a_line_feed_still_gives_one_line(cli: Cli, tmp_path: Path) -> None:
    shop = tmp_path / "two\nlines.txt"
    shop.write_text("nonsense\n")
    assert_refused(cli("solve", shop, "--iterations", "1"), "two lines.txt")


def test_a_fleet_that_is_too_small_is_one_line_with_one_that_is_enough(
    cli: Cli, tmp_path: Path, kept: Path
) -> None:
    city = tmp_path / "city.json"
    points = [(0, 0), *((x, 1) for x in range(1, 15))]
    crowded = VehicleRouting.from_coordinates(points, [0] + [51] * 14, 100, vehicles=8)
    write_instance(city, crowded)
    for more in ((), ("--json",)):
        answer = cli("solve", city, "--time", "1", "--output", kept.with_suffix(".sol"), *more)
        assert_refused(answer, "no solution with 8 vehicles; allow 14")
    assert_refused(cli("bench", city, "--iterations", "5", "--workers", "1"), "allow 14")
    assert not kept.with_suffix(".sol").exists()


def test_unknown_command_is_one_line(cli: Cli) -> None:
    assert_refused(cli("sovle", "ft06"), "sovle", "neurols --help")
    assert_refused(cli("generate"), "neurols generate --help")


def test_no_traceback_in_a_process_of_its_own(process: Cli, tmp_path: Path) -> None:
    shop = tmp_path / "shop.txt"
    shop.write_bytes(b"")
    assert_refused(process("solve", shop), f"{shop}:1:")
    assert_refused(process("solve", "ft06", "--time", "soon"), "--time")


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (("solve", "x" * 300, "--iterations", "5"), "unknown instance"),
        (("bench", "x" * 300, "--iterations", "5"), "unknown instance"),
        (("solve", "ft06", "--iterations", "5", "--output", "x" * 300), "too long"),
        (("bench", "ft06", "--iterations", "5", "--output", "x" * 300), "too long"),
        (("check", "ft06", "x" * 300), "too long"),
    ],
)
def test_names_too_long_for_a_file_are_refused(
    cli: Cli, arguments: tuple[str, ...], cause: str
) -> None:
    assert_refused(cli(*arguments), cause)
