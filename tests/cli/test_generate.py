"""``neurols generate``: files that can be read, the same for the same seed, none overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

import neurols

from .conftest import Cli


def test_files_are_written_and_their_paths_printed(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "shops"
    code, out, err = cli(
        *("generate", "jobshop", "--jobs", "4", "--machines", "3"),
        *("--count", "3", "--seed", "1", "--output", folder),
    )
    paths = [Path(line) for line in out.splitlines()]
    assert (code, err, len(paths)) == (0, "", 3)
    assert sorted(folder.iterdir()) == paths
    shops = [neurols.read(path) for path in paths]
    assert {shop.size for shop in shops} == {"4x3"}
    assert len({shop.jobs for shop in shops}) == 3


def _texts(cli: Cli, folder: Path, *arguments: str) -> list[str]:
    out = cli("generate", *arguments, "--output", folder).out
    return [Path(line).read_text() for line in out.splitlines()]


def test_same_seed_gives_the_same_files_and_another_seed_none_of_them(
    cli: Cli, tmp_path: Path
) -> None:
    command = ("jobshop", "--jobs", "5", "--machines", "5", "--count", "4", "--seed")
    first = _texts(cli, tmp_path / "a", *command, "1")
    assert _texts(cli, tmp_path / "b", *command, "1") == first
    assert not set(first) & set(_texts(cli, tmp_path / "c", *command, "2"))


def test_nothing_is_overwritten_without_force(cli: Cli, tmp_path: Path) -> None:
    command = ("generate", "jobshop", "--jobs", "3", "--machines", "3", "--output", tmp_path)
    (path,) = (Path(line) for line in cli(*command).out.splitlines())
    path.write_text("mine")
    code, out, err = cli(*command, "--count", "2")
    assert (code, out) == (2, "")
    assert str(path) in err and "--force" in err
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]
    assert cli(*command, "--force").code == 0
    assert neurols.read(path).size == "3x3"


@pytest.mark.parametrize("format", ["standard", "taillard", "json"])
def test_every_format_is_read_back(cli: Cli, tmp_path: Path, format: str) -> None:
    out = cli("generate", "jobshop", "--format", format, "--output", tmp_path).out
    assert neurols.read(out.strip()).size == "15x15"


def test_general_shops_have_jobs_of_different_length(cli: Cli, tmp_path: Path) -> None:
    out = cli(
        *("generate", "jobshop", "--general", "--jobs", "20", "--machines", "4", "--shortest", "2"),
        *("--zero-share", "0.5", "--output", tmp_path),
    ).out
    shop = neurols.read(out.strip())
    lengths = {len(job) for job in shop.jobs}
    assert min(lengths) >= 2 and len(lengths) > 1
    assert any(duration == 0 for job in shop.jobs for _, duration in job)


@pytest.mark.parametrize(
    "arguments",
    [
        ["jobshop", "--jobs", "0"],
        ["jobshop", "--count", "0"],
        ["jobshop", "--count", "100000000"],
        ["jobshop", "--seed", "-1"],
        ["jobshop", "--low", "9", "--high", "3"],
        ["jobshop", "--format", "magic"],
        ["jobshop", "--general", "--shortest", "9", "--longest", "3"],
        ["cvrp", "--customers", "0"],
        ["cvrp", "--kind", "magic"],
        ["cvrp", "--depot", "magic"],
        ["cvrp", "--format", "magic"],
    ],
    ids=" ".join,
)
def test_wrong_sizes_make_no_folder(cli: Cli, tmp_path: Path, arguments: list[str]) -> None:
    code, out, err = cli("generate", *arguments, "--output", tmp_path / "new")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert list(tmp_path.iterdir()) == []


def test_file_in_the_way_of_the_folder_is_named(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, _, err = cli("generate", "jobshop", "--output", tmp_path / "file")
    assert code == 2
    assert str(tmp_path / "file") in err


@pytest.mark.parametrize("kind", ["uchoa", "kool", "mixed"])
def test_routing_instances_are_read_back(cli: Cli, tmp_path: Path, kind: str) -> None:
    from neurols.routing import read

    command = ("generate", "cvrp", "--customers", "12", "--kind", kind, "--count", "2")
    code, out, _ = cli(*command, "--output", tmp_path)
    assert code == 0
    instances = [read(line) for line in out.splitlines()]
    assert [instance.customers for instance in instances] == [12, 12]
