"""The stories of the gallery: tables, commands, plans and pictures are what the page shows."""

import csv
import importlib.util
import sys

import pytest

from .test_documentation import DOCS

SCRIPT = DOCS / "gallery" / "make.py"
pytest.importorskip("matplotlib")


def script():
    spec = importlib.util.spec_from_file_location("gallery_make", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


MAKE = script()


def test_the_page_tells_the_stories():
    assert MAKE.page() == MAKE.PAGE.read_text(encoding="utf-8") and len(MAKE.STORIES) == 10


@pytest.mark.parametrize("story", MAKE.STORIES, ids=lambda story: story.name)
def test_a_story_is_as_it_is_told(story, tmp_path, capsys):
    MAKE.tell(story, tmp_path)
    made, kept = tmp_path / story.name, DOCS / "gallery" / story.name
    for name in story.files:
        assert (made / name).read_text() == (kept / name).read_text()
    for name in (story.plan, story.picture):
        assert (made / name).stat().st_size > 200 and (kept / name).stat().st_size > 200
    if story.plan.endswith(".csv"):  # the same work, whatever its order
        told = [sorted(_work((folder / story.plan).read_text())) for folder in (made, kept)]
        assert told[0] == told[1]


def _work(plan):
    """The clients or operations in the table of a plan."""
    header, *rows = csv.reader(plan.splitlines())
    columns = [header.index(name) for name in ("client", "job", "operation") if name in header]
    return {tuple(row[column] for column in columns) for row in rows}
