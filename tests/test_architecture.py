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


def imports(tree: ast.AST, at_top: bool = False) -> set[str]:
    """Modules that a file imports, by statement or by name; for type checkers alone does not count.

    Args:
        tree: of the file.
        at_top: those that are imported with the file alone, not those inside functions.
    """
    found: set[str] = set()
    left = list(ast.iter_child_nodes(tree))
    while left:
        node = left.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and not at_top:
            name = str(node.value)  # for import_module and sys.modules
            found |= {name} if re.fullmatch(r"neurols(\.\w+)+", name) else set()
        if not (at_top and isinstance(node, ast.FunctionDef)):
            left += ast.iter_child_nodes(node)
    return found


def files_of(layer: str) -> list[Path]:
    home = PACKAGE / layer
    return sorted(home.rglob("*.py")) if home.is_dir() else [PACKAGE / f"{layer}.py"]


def parsed(file: Path) -> ast.AST:
    return ast.parse(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("layer", LAYERS)
def test_python_imports_point_downwards(layer: str) -> None:
    upper = set(LAYERS[: LAYERS.index(layer)])
    for file in files_of(layer):
        used = {layer_of(module) for module in imports(parsed(file))} & upper
        assert not used, f"{file.relative_to(ROOT)} imports from {used}"


# The paper's tables name its problems, help texts have examples, and the rule of configuration is
# trained for one problem alone.
KNOWING = {
    "train/configuration_survey.py",
    "benchmark/experiments.py",
    "benchmark/published.py",
    "cli/train.py",
}


def within(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("layer", LAYERS)
def test_problems_are_known_by_the_registry_alone(layer: str) -> None:
    if layer == "registry":
        return
    for file in files_of(layer):
        found = {layer_of(module) for module in imports(parsed(file))} & set(PROBLEMS)
        peers = file.parent.name == "peers"
        if within(file) not in KNOWING and not peers:
            assert not found, f"{within(file)} imports from {found}"


def test_no_problem_is_named_outside_its_folder() -> None:
    from neurols.registry import problems

    names = re.compile(rf"\b({'|'.join(problems())})\b")
    for layer in LAYERS:
        if layer == "registry":
            continue
        for file in files_of(layer):
            tree = parsed(file)
            prose = {id(text) for text in docstrings(tree)}
            named = {
                node.value
                for node in ast.walk(tree)
                if isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in prose
                and names.search(node.value)
            }
            if within(file) not in KNOWING and file.parent.name != "peers":
                assert not named, f"{within(file)} names a problem: {named}"


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
        used = {layer_of(module) for module in imports(parsed(file), at_top=True)} - {None, problem}
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
