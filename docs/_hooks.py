"""Pages that MkDocs makes from the code: the command line, and the index of errors."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "neurols"
CLI_MARK = "<!-- command line -->"
ERRORS_MARK = "<!-- errors -->"
_PLACES = {"sheet", "row", "column", "remedy"}
"""Keywords by which readers of tables note a mistake."""


def on_page_markdown(markdown: str, **_: Any) -> str:
    """MkDocs calls this for every page."""
    if CLI_MARK in markdown:
        markdown = markdown.replace(CLI_MARK, command_line())
    if ERRORS_MARK in markdown:
        markdown = markdown.replace(ERRORS_MARK, errors())
    return markdown


def command_line() -> str:
    """Every command with its arguments, options and examples, from the app itself."""
    import typer

    from neurols.cli.app import app

    return "\n".join(_command(typer.main.get_command(app), "neurols"))


def _command(command: Any, path: str) -> list[str]:
    children = getattr(command, "commands", None)
    lines = [f"## {path}", "", *_help(command), ""]
    options = [_option(one) for one in command.params if not getattr(one, "hidden", False)]
    if options and (children is None or path != "neurols"):
        lines += ["| | |", "|---|---|", *options, ""]
    for name, child in (children or {}).items():
        lines += _command(child, f"{path} {name}")
    return lines


def _help(command: Any) -> list[str]:
    """The docstring; a block after a line of \\b is an example, to be kept as it is."""
    lines: list[str] = []
    example = False
    for line in inspect.cleandoc(command.help or "").splitlines():
        if line.strip() == "\b":
            lines += ["", "```console"]
            example = True
        elif example and not line.strip():
            lines += ["```", ""]
            example = False
        else:
            lines.append(line)
    return [*lines, "```"] if example else lines


def _option(option: Any) -> str:
    text = (getattr(option, "help", None) or "").replace("|", "\\|")
    metavar = option.metavar or ""
    if option.param_type_name == "argument":
        return f"| `{metavar or option.name.upper()}` | {text} |"
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    if option.is_flag:
        return f"| {names} | {text} |"
    shown = option.default is not None and "[default" not in text and not callable(option.default)
    default = f" [default: {option.default}]" if shown else ""
    return f"| {names} `{metavar}` | {text}{default} |"


def errors() -> str:
    """Every error that a user can meet, by the part of the library that raises it."""
    lines: list[str] = []
    for folder, found in sorted(_by_folder().items()):
        lines += [f"## {folder}", "", "| message | what to do |", "|---|---|"]
        lines += [f"| {cause} | {remedy} |" for cause, remedy in sorted(found)]
        lines.append("")
    return "\n".join(lines)


def _by_folder() -> dict[str, set[tuple[str, str]]]:
    trees = {
        file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(PACKAGE.rglob("*.py"))
    }
    kinds = _kinds(list(trees.values()))
    found: dict[str, set[tuple[str, str]]] = {}
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _makes_error(node, kinds):
                cause = _words(node.args[0]) if node.args else ""
                remedies = [k.value for k in node.keywords if k.arg == "remedy"] or node.args[2:]
                remedy = _words(remedies[0]) if remedies else ""
                if cause:
                    part = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
                    found.setdefault(part, set()).add((cause, remedy))
    return found


def _kinds(trees: list[ast.Module]) -> set[str]:
    """InputError and every class that derives from it."""
    found = {"InputError"}
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for _ in range(3):  # as deep as kinds of kinds go
        found |= {
            one.name for one in classes if any(getattr(b, "id", "") in found for b in one.bases)
        }
    return found


def _makes_error(call: ast.Call, kinds: set[str]) -> bool:
    """An error of one of the kinds, or a method by which readers make or note one."""
    function = call.func
    if isinstance(function, ast.Attribute):
        if function.attr == "error":
            return getattr(function.value, "id", "") == "document"
        return function.attr == "add" and bool(_PLACES & {k.arg for k in call.keywords})
    return getattr(function, "id", "") in kinds


def _words(node: ast.expr) -> str:
    """A message as it reads, with an ellipsis for what the case at hand fills in."""
    if isinstance(node, ast.Constant):
        text = str(node.value)
    elif isinstance(node, ast.JoinedStr):
        text = "".join(
            str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values
        )
    elif isinstance(node, ast.BinOp):
        text = _words(node.left) + _words(node.right)
    else:
        return ""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("\n", " ")
