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
    "tune",
    "batch",
    "benchmark",
    "train",
    "plotting",
    "policy",
    "search",
    "registry",
    "scheduling",
    "routing",
    "cluster",
    "files",
    "problem",
    "instance",
    "errors",
]
# Result.plot() and Result.write() are conveniences that reach upwards, when called and not before.
LATE = {("search", "plotting")}


def layer_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "neurols" and parts[1] in LAYERS else None


def imports(tree: ast.AST, at_top: bool) -> set[str]:
    nodes = ast.iter_child_nodes(tree) if at_top else ast.walk(tree)
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("layer", LAYERS)
def test_python_imports_point_downwards(layer: str) -> None:
    home = PACKAGE / layer
    files = sorted(home.rglob("*.py")) if home.is_dir() else [PACKAGE / f"{layer}.py"]
    upper = set(LAYERS[: LAYERS.index(layer)])
    for file in files:
        if not file.exists():
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for at_top in (True, False):
            used = {layer_of(module) for module in imports(tree, at_top)} & upper
            if not at_top:
                used = {name for name in used if (layer, name) not in LATE}
            assert not used, f"{file.relative_to(ROOT)} imports from {used}"


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
