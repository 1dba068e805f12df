"""What a release states agrees: version, changelog, citation, packaging."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import neurols

ROOT = Path(__file__).resolve().parents[1]


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def changelog() -> list[tuple[str, str]]:
    """Headings of the changelog and what stands under each."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)


def test_the_version_stands_in_one_place() -> None:
    assert "version" not in project()["project"]
    assert project()["project"]["dynamic"] == ["version"]
    place = ROOT / project()["tool"]["scikit-build"]["metadata"]["version"]["input"]
    assert f'__version__ = "{neurols.__version__}"' in place.read_text(encoding="utf-8")


def test_the_changelog_opens_with_what_is_not_released_and_goes_on_with_this_version() -> None:
    headings = [heading for heading, _ in changelog()]
    assert headings[0] == "Unreleased"
    assert re.fullmatch(re.escape(neurols.__version__) + r" – \d{4}-\d\d-\d\d", headings[1])


def test_the_citation_is_of_the_released_version_and_its_date() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    released = changelog()[1][0]
    version = re.search(r"^version: (.+)$", citation, re.MULTILINE)
    date = re.search(r"^date-released: (.+)$", citation, re.MULTILINE)
    assert version is not None and date is not None
    assert f"{version[1]} – {date[1]}" == released


def test_every_released_entry_of_the_changelog_says_whether_trajectories_change() -> None:
    for heading, text in changelog()[1:]:
        entries = [" ".join(entry.split()) for entry in re.split(r"^- ", text, flags=re.M)[1:]]
        assert entries, heading
        for entry in entries:
            assert "(Trajectories: " in entry, f"{heading}: {entry}"


def test_every_missing_package_that_a_message_names_belongs_to_an_extra() -> None:
    extras = set(project()["project"]["optional-dependencies"])
    named = {
        extra
        for file in (ROOT / "src").rglob("*.py")
        for extra in re.findall(r"neurols\[(\w+)\]", file.read_text(encoding="utf-8"))
    }
    assert named and named <= extras
