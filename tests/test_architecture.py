"""The folder is the architecture: imports point one way, and the core knows no problem."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "neurols"

# From the top of the building to its ground; a folder may use what stands after it.
LAYERS = [
    "cli",
    "serve",
    "tune",
    "batch",
    "benchmark",
    "train",
    "plotting",
    "policy",
    "search",
    "registry",
    "cluster",
    "problem",
    "menu",
    "instance",
    "plugins",
    "tables",
    "files",
    "errors",
]
# Everything about a problem stands in a folder of its own, which may use the layers; they know it
# by the protocol alone, through the registry.
PROBLEMS = ["scheduling", "routing"]
# What a problem's data, files and checker may use, so that they load without NumPy and tools.
GROUND = {"problem", "menu", "instance", "tables", "files", "errors"}
# Files of a problem that work for a tool, with the lowest tool layer that they may use.
FACES = {
    "actions": "policy",
    "learning": "train",
    "configuration_survey": "train",
    "paper_table": "benchmark",
    "peers": "benchmark",
    "auto": "search",
    "configuration": "policy",
    "drawing": "plotting",
    "generate_command": "cli",
    "presets": "search",
}


def layer_of(module: str) -> str | None:
    parts = module.split(".")
    known = [*LAYERS, *PROBLEMS]
    return parts[1] if len(parts) > 1 and parts[0] == "neurols" and parts[1] in known else None


def imports(file: Path, at_top: bool = False) -> set[str]:
    """Modules that a file imports, by statement or by name; for type checkers alone does not count.

    Args:
        file: of the package.
        at_top: those that are imported with the file alone, not those inside functions.
    """
    package = ("neurols", *file.relative_to(PACKAGE).parent.parts)
    found: set[str] = set()
    left = list(ast.iter_child_nodes(parsed(file)))
    while left:
        node = left.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) + 1 - node.level] if node.level else ()
            home = ".".join((*start, *filter(None, [node.module])))
            found |= {home, *(f"{home}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and not at_top:
            found |= by_name(str(node.value), package)
        if not (at_top and isinstance(node, ast.FunctionDef)):
            left += ast.iter_child_nodes(node)
    return found


def by_name(text: str, package: tuple[str, ...]) -> set[str]:
    """The module that a text names, for import_module and sys.modules: ``neurols.x``, the beginning
    of a formatted name, or a relative one such as ``..x``."""
    absolute = re.match(r"neurols(\.\w+)+", text)
    if absolute and re.fullmatch(r"[\w.]+", text):
        return {absolute[0]}
    relative = re.fullmatch(r"(\.+)(\w[\w.]*)", text)
    if relative is None or len(relative[1]) > len(package):
        return set()
    return {".".join((*package[: len(package) + 1 - len(relative[1])], relative[2]))}


def files_of(layer: str) -> list[Path]:
    home = PACKAGE / layer
    return sorted(home.rglob("*.py")) if home.is_dir() else [PACKAGE / f"{layer}.py"]


def parsed(file: Path) -> ast.AST:
    return ast.parse(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("layer", LAYERS)
def test_python_imports_point_downwards(layer: str) -> None:
    upper = set(LAYERS[: LAYERS.index(layer)])
    for file in files_of(layer):
        used = {layer_of(module) for module in imports(file)} & upper
        assert not used, f"{file.relative_to(ROOT)} imports from {used}"


def within(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def tool_files() -> list[Path]:
    """Every file outside of the problems' folders that may know problems by the protocol alone."""
    return [file for layer in LAYERS if layer != "registry" for file in files_of(layer)]


def problems_imported(file: Path) -> set[str | None]:
    return {layer_of(module) for module in imports(file)} & set(PROBLEMS)


def problems_named(file: Path) -> set[str]:
    """Texts in code that contain the name of a problem."""
    from neurols.registry import problems

    names = re.compile(rf"(?<![A-Za-z])({'|'.join(problems())})(?![A-Za-z])", re.IGNORECASE)
    tree = parsed(file)
    prose = {id(text) for text in docstrings(tree)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in prose
        and names.search(node.value)
    }


def test_every_file_of_the_package_has_a_layer() -> None:
    # The first puts all together; the others are public names that stand above everything.
    free = {"__init__.py", "__main__.py", "client.py", "workspace.py"}
    known = {f"{name}.py" for name in LAYERS} | free
    assert {file.name for file in PACKAGE.glob("*.py")} <= known
    folders = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    assert folders <= {*LAYERS, *PROBLEMS}


def test_problems_are_known_by_the_registry_alone() -> None:
    found = {within(file): problems_imported(file) for file in tool_files()}
    assert not {file: names for file, names in found.items() if names}


def test_no_problem_is_named_outside_its_folder() -> None:
    found = {within(file): problems_named(file) for file in tool_files()}
    assert not {file: names for file, names in found.items() if names}


@pytest.mark.parametrize(
    "line",
    [
        "import neurols.routing.suites",
        "from neurols import scheduling",
        "from ..routing import suites",
        "from .. import scheduling",
        "import_module('neurols.scheduling.auto')",
        "import_module(f'neurols.routing.{name}')",
        "import_module('..routing', __package__)",
        "sys.modules.get('neurols.scheduling')",
        "def late():\n    from neurols.routing import suites",
    ],
)
def test_an_import_of_a_problem_is_seen_in_every_form(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)
    file = tmp_path / "search" / "planted.py"
    file.parent.mkdir()
    file.write_text(line, encoding="utf-8")
    assert problems_imported(file)


@pytest.mark.parametrize(
    "line",
    [
        "if instance.problem == 'jobshop': pass",
        "NAMES = {'cvrp': 1}",
        "title = f'{name}-tsp'",
        "environment = 'neurols/CVRP-v0'",
        "name = 'routing'",
    ],
)
def test_a_name_of_a_problem_is_seen_in_every_form(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)
    file = tmp_path / "planted.py"
    file.write_text(f'"""Prose may name jobshop."""\n{line}\n', encoding="utf-8")
    assert problems_named(file)
    file.write_text('"""Prose may name jobshop."""\n', encoding="utf-8")
    assert not problems_named(file)


def docstrings(tree: ast.AST) -> list[ast.Constant]:
    """Texts that stand alone: of modules, classes, functions and attributes."""
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_problem_reaches_tools_through_its_faces_alone(problem: str) -> None:
    others = set(PROBLEMS) - {problem}
    for file in files_of(problem):
        place = file.relative_to(PACKAGE / problem)
        words = {part.removesuffix(".py") for part in place.parts}
        used = {layer_of(module) for module in imports(file, at_top=True)} - {None, problem}
        assert not used & others, f"{problem}/{place} imports from {used & others}"
        face = next((FACES[word] for word in words if word in FACES), None)
        may = GROUND if face is None else set(LAYERS[LAYERS.index(face) :])
        assert used <= may, f"{problem}/{place} imports from {used - may}"


def includes(folder: str) -> set[str]:
    pattern = re.compile(r'#include "(\w+)/')
    found: set[str] = set()
    for file in (ROOT / "cpp" / folder).rglob("*.[ch]*"):
        found |= set(pattern.findall(file.read_text(encoding="utf-8")))
    return found


def test_the_core_knows_no_problem_and_problems_do_not_know_each_other() -> None:
    assert includes("search") <= {"search"}
    assert includes("scheduling") <= {"search", "scheduling"}
    assert includes("routing") <= {"search", "routing"}
