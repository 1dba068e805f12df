"""The pages keep to the code: commands exist, examples run, excerpts are excerpts."""

from __future__ import annotations

import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer

from neurols.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(
    [page for page in DOCS.rglob("*.md") if page.parent.name != "results"] + [ROOT / "README.md"]
)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, *languages: str) -> list[str]:
    found = FENCE.findall(page.read_text(encoding="utf-8"))
    return [text for language, text in found if language in languages]


def commands() -> list[tuple[str, str]]:
    return [
        (page.name, line)
        for page in PAGES
        for text in blocks(page, "console", "")
        for line in text.replace("\\\n", " ").splitlines()
        if line.startswith("neurols ")
    ]


def test_there_are_commands_to_look_at() -> None:
    assert len(commands()) > 15


@pytest.mark.parametrize(("page", "line"), commands())
def test_command_of_a_page_has_options_that_exist(page: str, line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    command: Any = typer.main.get_command(app)
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    assert not hasattr(command, "commands"), f"{line}: no such command"
    known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
    for word in words:
        if word.startswith("-"):
            assert word.partition("=")[0] in known, f"{page}: {line}"


def test_examples_for_researchers_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for text in blocks(DOCS / "tutorials" / "researcher.md", "python"):
        if "import gymnasium" not in text or find_spec("gymnasium"):
            exec(text, names)
    assert names["mine"].iterations == 1000


@pytest.mark.parametrize("page", ["data.md", "replan.md", "cluster.md"])
def test_python_of_a_how_to_runs(
    page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    found = blocks(DOCS / "how-to" / page, "python")
    assert found
    for text in found:
        exec(text, {})


def test_no_page_is_longer_than_a_reader_bears() -> None:
    words = {page: len(page.read_text(encoding="utf-8").split()) for page in DOCS.rglob("*.md")}
    assert [page for page in words if words[page] > 2500 and page.parent.name != "reference"] == []


def test_links_of_the_readme_lead_somewhere() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([\w./-]+)\)", text)
    assert len(links) > 5
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_instances_for_planners_are_read(tmp_path: Path) -> None:
    import neurols

    shop, city = blocks(DOCS / "tutorials" / "planner.md", "")
    (tmp_path / "shop.txt").write_text(shop)
    (tmp_path / "city.vrp").write_text(city)
    assert neurols.solve(tmp_path / "shop.txt", iterations=50, seed=1).cost == 10
    assert neurols.solve(tmp_path / "city.vrp", iterations=50, seed=1).cost == 54


@pytest.mark.parametrize(
    ("page", "language", "source"),
    [
        ("add-a-constraint.md", "python", "examples/quadratic_assignment_constraint.py"),
        ("add-an-operator.md", "cpp", "cpp/scheduling/operators/ct.cpp"),
        ("add-an-operator.md", "python", "examples/quadratic_assignment_operator.py"),
    ],
)
def test_excerpts_stand_in_the_source(page: str, language: str, source: str) -> None:
    text = (ROOT / source).read_text(encoding="utf-8")
    found = blocks(DOCS / "how-to" / page, language)
    assert found
    for excerpt in found:
        assert excerpt in text, f"{page}: not in {source}:\n{excerpt}"


def test_every_page_of_the_navigation_exists_and_every_page_is_in_it() -> None:
    listed = set(re.findall(r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE))
    pages = {str(p.relative_to(DOCS)) for p in DOCS.rglob("*.md") if p.parent.name != "results"}
    assert listed == pages | {"results/index.md"}


def test_pages_made_from_code_hold_every_command_and_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    import _hooks  # type: ignore[import-not-found]

    made = _hooks.on_page_markdown((DOCS / "reference" / "cli.md").read_text())
    for name in typer.main.get_command(app).commands:  # type: ignore[attr-defined]
        assert f"## neurols {name}\n" in made
    assert "`--quick`" in made and "```console\nneurols bench" in made
    errors = _hooks.on_page_markdown((DOCS / "reference" / "errors.md").read_text())
    assert "| unknown controller … | use one of … |" in errors
    assert "| NODE_COORD_TYPE is … | only TWOD_COORDS and NO_COORDS are read |" in errors
