"""Suites by name, names, files, folders and globs, each instance once and in a group."""

from __future__ import annotations

from pathlib import Path

import pytest

import neurols
from neurols.benchmark import resolve

SHOP = "2 2\n0 3 1 2\n1 4 0 1\n"


def names(suite: str) -> list[str]:
    return [case.name for case in resolve(suite)]


def test_taillard_is_eighty_instances_in_the_papers_groups() -> None:
    from neurols.scheduling.paper_table import PUBLISHED

    cases = resolve("taillard")
    assert [case.name for case in cases] == [f"ta{number:02d}" for number in range(1, 81)]
    assert [case.group for case in cases[::10]] == list(PUBLISHED.groups)


def test_group_of_a_suite() -> None:
    assert names("taillard:50x20") == [f"ta{number}" for number in range(61, 71)]


def test_list_holds_each_instance_once() -> None:
    assert names("ta03, taillard:15x15,ft06,TA05") == [
        "ta03", "ta01", "ta02", "ta04", "ta05", "ta06", "ta07", "ta08", "ta09", "ta10", "ft06",
    ]  # fmt: skip


def test_list_may_be_longer_than_a_file_name() -> None:
    shops = [f"ta{number:02d}" for number in range(1, 81)]
    assert names(",".join(shops)) == shops


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.txt", "a.txt", "notes.md", "a.sol", ".hidden.txt"):
        (tmp_path / name).write_text(SHOP)
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "c.txt").write_text(SHOP)
    return tmp_path


def test_folder_gives_its_instance_files_in_order(folder: Path) -> None:
    cases = resolve(str(folder))
    assert [(case.name, case.group) for case in cases] == [("a", "2x2"), ("b", "2x2")]


def test_glob_gives_the_files_that_match(folder: Path) -> None:
    assert names(f"{folder}/[ab].txt") == ["a", "b"]
    assert names(f"{folder}/**/c.txt") == ["c"]


def test_file_is_a_suite_of_one(folder: Path) -> None:
    assert names(f"{folder}/b.txt") == ["b"]


def test_path_with_a_comma_is_one_path(tmp_path: Path) -> None:
    odd = tmp_path / "a,b"
    odd.mkdir()
    (odd / "x.txt").write_text(SHOP)
    assert names(str(odd)) == ["x"]


def test_two_instances_of_one_name_are_refused(folder: Path) -> None:
    (folder / "deeper" / "a.txt").write_text(SHOP)
    with pytest.raises(neurols.InputError, match="two instances are named 'a'"):
        resolve(f"{folder},{folder}/deeper")


def test_bad_file_in_a_folder_is_named(folder: Path) -> None:
    (folder / "a.txt").write_text("2 2\n0 x\n")
    with pytest.raises(neurols.InputError, match=r"a\.txt:2:"):
        resolve(str(folder))


@pytest.mark.parametrize(
    ("suite", "message"),
    [
        ("", "empty"),
        ("ta01,,ta02", "empty"),
        ("taillard:3x3", "taillard:15x15"),
        ("ta81", "did you mean"),
        ("no/such.txt", "no such file"),
        ("no/*.txt", "no file matches"),
    ],
)
def test_what_names_nothing_is_refused(suite: str, message: str) -> None:
    with pytest.raises(neurols.InputError, match=message):
        resolve(suite)


def test_folder_without_instances_is_refused(tmp_path: Path) -> None:
    with pytest.raises(neurols.InputError, match="holds no instances"):
        resolve(str(tmp_path))
