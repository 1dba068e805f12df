"""A collection of records, sorted into questions: the folders behind a digest of results.

A collection holds a folder for each question, and in it a folder for each suite and budget::

    records/README.md                      introduction of the index
    records/solvers/README.md              title and explanation of the question
    records/solvers/taillard-1-second/     records, as 'neurols bench --output' wrote them or packed
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from neurols.benchmark.archive import Archive, find_archives, read_archive
from neurols.errors import InputError
from neurols.files.whole_file import read_text


class Question(NamedTuple):
    """What the runs of a folder are to answer."""

    name: str
    """Of the folder."""
    title: str
    text: str
    """Markdown that explains the runs."""
    archives: list[Archive]


class Collection(NamedTuple):
    """All questions, in the order in which the introduction names their folders."""

    introduction: str
    questions: list[Question]


def read_collection(folder: Path) -> Collection:
    """Read every question of a collection.

    Raises:
        InputError: there is no folder of records in it.
    """
    introduction = _text_of(folder / "README.md")
    homes = [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []
    if not homes:
        raise InputError(
            "there are no questions here",
            file=folder,
            remedy="name a folder that holds folders of records, such as records/solvers/NAME",
        )
    homes.sort(key=lambda path: (_place(introduction, path.name), path.name))
    return Collection(introduction, [_question(home) for home in homes])


def _place(introduction: str, name: str) -> int:
    found = introduction.find(f"`{name}/`")
    return found if found >= 0 else len(introduction)


def _question(home: Path) -> Question:
    first, _, text = _text_of(home / "README.md").partition("\n")
    title = first.removeprefix("#").strip() or home.name.replace("-", " ").capitalize()
    paths = sorted(find_archives([home]), key=lambda path: _natural(path.name))
    archives = [read_archive(path) for path in paths]
    return Question(home.name, title, text.strip(), archives)


def _natural(name: str) -> list[tuple[str, int]]:
    """Numbers inside a name in the order of their value: 5 before 20."""
    return [(text, int(part or 0)) for text, part in re.findall(r"(\D+)(\d*)", name)]


def _text_of(path: Path) -> str:
    """The text of a file; empty where there is none."""
    return read_text(path) if path.is_file() else ""
