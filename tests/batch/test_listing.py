"""What belongs to a batch: folders, patterns and lists, and what is wrong with a list."""

from __future__ import annotations

from pathlib import Path

import pytest

import neurols
from neurols.batch.item import Settings
from neurols.batch.listing import items_of

SETTINGS = Settings(iterations=10)


def _touch(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).write_text("1 1\n0 5\n", encoding="utf-8")


def test_a_folder_gives_its_files_in_the_order_of_names(tmp_path: Path) -> None:
    _touch(tmp_path, "b.txt", "a.txt", ".hidden")
    (tmp_path / "inner").mkdir()
    assert [item.name for item in items_of(str(tmp_path), SETTINGS)] == ["a", "b"]


def test_files_of_one_stem_keep_their_suffixes(tmp_path: Path) -> None:
    _touch(tmp_path, "a.txt", "a.jsp", "b.txt")
    assert [item.name for item in items_of(str(tmp_path), SETTINGS)] == ["a.jsp", "a.txt", "b"]


def test_a_pattern_gives_what_it_matches(tmp_path: Path) -> None:
    _touch(tmp_path, "a1.txt", "a2.txt", "b.txt")
    assert [i.name for i in items_of(f"{tmp_path}/a*.txt", SETTINGS)] == ["a1", "a2"]
    with pytest.raises(neurols.InputError, match="no file matches"):
        items_of(f"{tmp_path}/c*", SETTINGS)


def test_rows_of_a_list_may_have_settings_of_their_own(tmp_path: Path) -> None:
    _touch(tmp_path, "a.txt", "b.txt")
    listing = tmp_path / "list.csv"
    listing.write_text(
        "Instance,name,time,seed,controller\na.txt,first,2.5,7,tabu\nb.txt,,,,\nft06,,,3,\n",
        encoding="utf-8",
    )
    first, second, third = items_of(str(listing), SETTINGS)
    assert first.name == "first"
    assert first.source == str(tmp_path / "a.txt")
    assert first.settings == Settings("tabu", time_limit=2.5, seed=7)
    assert second.settings == SETTINGS
    assert (third.source, third.settings.seed) == ("ft06", 3)


def test_lines_of_json_mean_the_same(tmp_path: Path) -> None:
    listing = tmp_path / "list.jsonl"
    listing.write_text('{"instance": "ft06", "iterations": 5}\n\n', encoding="utf-8")
    (item,) = items_of(str(listing), SETTINGS)
    assert item.settings.iterations == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("instance,sede\nft06,1\n", r"list.csv:1: unknown column 'sede'; did you mean 'seed'\?"),
        ("name,seed\na,1\n", "list.csv:1: there is no column 'instance'"),
        ("instance,seed\nft06,one\n", "list.csv:2: seed is 'one'; give a whole number"),
        ("instance,time\nft06,1\nft10,soon\n", "list.csv:3: time is 'soon'; give a number"),
        ("instance,seed\nft06,1,2\n", "list.csv:2: the row has 3 cells under 2 columns"),
        ("instance,seed\n,1\n", "list.csv:2: the instance is missing"),
        ("instance,name\nft06,../x\n", "list.csv:2: the name '../x' is no file's name"),
        ("instance\nft06\nFT06\n", "two instances of the batch are named 'FT06'"),
        ("instance,instance\nft06,ft06\n", "list.csv:1: two columns 'instance'"),
        ("instance\n", "the list is empty"),
    ],
)
def test_what_is_wrong_with_a_list_is_told_by_its_row(
    tmp_path: Path, text: str, message: str
) -> None:
    listing = tmp_path / "list.csv"
    listing.write_text(text, encoding="utf-8")
    with pytest.raises(neurols.InputError, match=message):
        items_of(str(listing), SETTINGS)


def test_a_key_is_of_content_and_settings(tmp_path: Path) -> None:
    _touch(tmp_path, "a.txt")
    (item,) = items_of(str(tmp_path / "a.txt"), SETTINGS)
    (other,) = items_of(str(tmp_path / "a.txt"), Settings(iterations=11))
    key = item.key(item.content())
    assert other.key(other.content()) != key
    (tmp_path / "a.txt").write_text("1 1\n0 6\n", encoding="utf-8")
    assert item.key(item.content()) != key
