"""The pages: one for each suite and budget, an index by question, tables inside other files."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from os import fsencode
from pathlib import Path
from urllib.parse import quote

from neurols.benchmark.archive import Archive
from neurols.benchmark.learned import learned_line
from neurols.benchmark.text import cell, code
from neurols.errors import InputError
from neurols.files.whole_file import make_folder, write_bytes
from neurols.plotting.output import write_picture

from .collection import Collection, Question
from .tables import glance, overview, table_of

_BEGIN = re.compile(r"<!-- results:(?P<pages>[^>]*)begin -->\n")
END = "<!-- results: end -->"
_WORDS = {
    **{"python": "Python", "neurols": "neurols", "commit": "commit", "numpy": "NumPy"},
    **{"onnxruntime": "ONNX Runtime"},
}
_LEARNED_HEAD = (
    "Cost of `nls` against that of `classical`, the same search with nothing learned in it: mean"
    " change over the instances ± its standard error, instances that are better, tied and worse,"
    " and the p-value of the paired Wilcoxon test over the relative changes.\n\n"
    "| | budget | instances | seeds | change | better / tied / worse | p |\n"
    "|---|---|---:|---:|---:|---:|---:|"
)


def write_digest(collection: Collection, folder: Path) -> list[Path]:
    """Write ``index.md`` and a page for every suite and budget; return their paths."""
    make_folder(folder)
    pages: dict[str, list[tuple[Question, Archive]]] = {}
    for question in collection.questions:
        for archive in question.archives:
            pages.setdefault(archive.name, []).append((question, archive))
    written = [_write_index(collection, folder)]
    for name, parts in pages.items():
        sections = [_section(question, archive, folder) for question, archive in parts]
        text = "\n".join([f"# {page_title(parts[0][1])}\n", *sections])
        path = folder / f"{name}.md"
        write_bytes(path, text.encode())
        written.append(path)
    return written


def page_title(archive: Archive) -> str:
    """The plan's title, or the name with the budget set apart: "Taillard, 1 second"."""
    if archive.plan is not None:
        return cell(archive.plan.title)
    words = archive.name.replace("-", " ").capitalize()
    return cell(re.sub(r" (?=\d+ (second|iteration)s?$)", ", ", words))


def _write_index(collection: Collection, folder: Path) -> Path:
    parts = [collection.introduction.strip() or "# Results"]
    for question in collection.questions:
        parts += [f"## {cell(question.title)}", question.text, _table(question, "")]
    path = folder / "index.md"
    write_bytes(path, ("\n\n".join(part for part in parts if part) + "\n").encode())
    return path


def _table(question: Question, link: str) -> str:
    """All runs of a question in one table, each a link to its page."""
    on_time = [
        line
        for archive in question.archives
        for budget in dict.fromkeys(record["budget"] for record in archive.records)
        if (line := learned_line(archive, budget, _link(archive, link)))
    ]
    if on_time and all(archive.plan is None for archive in question.archives):
        return "\n".join([_LEARNED_HEAD, *on_time])
    return glance([(archive, _link(archive, link)) for archive in question.archives]).rstrip()


def _link(archive: Archive, folder: str) -> str:
    return f"[{page_title(archive)}]({folder}{quote(fsencode(archive.name))}.md)"


def _section(question: Question, archive: Archive, folder: Path) -> str:
    """What a page says about the runs of one question."""
    parts = [f"## {cell(question.title)}", _provenance(archive)]
    if archive.plan is not None:
        parts.append(overview(archive))
    else:
        for budget in dict.fromkeys(record["budget"] for record in archive.records):
            parts.append(table_of(archive, budget))
            if line := learned_line(archive, budget, _link(archive, "")):
                parts.append(f"{_LEARNED_HEAD}\n{line}")
        parts += _anytime(question, archive, folder)
    return "\n\n".join(parts) + "\n"


def _anytime(question: Question, archive: Archive, folder: Path) -> list[str]:
    """Gap against time, where other solvers ran and where the traces were kept."""
    from neurols.plotting.anytime import figure

    traced = [record for record in archive.records if record.get("trace")]
    if not traced or not any(" " in record.get("version", "") for record in traced):
        return []
    name = f"{archive.name}-{question.name}.svg"
    make_folder(folder / "pictures")
    write_picture(figure(traced), folder / "pictures" / name)
    return [f"![Best cost so far against CPU time](pictures/{quote(fsencode(name))})"]


def _provenance(archive: Archive) -> str:
    """Command, seeds, machine, versions and commit, as they were written down with the records."""
    about = archive.description
    seeds = about["seeds"]
    span = f"Seeds {seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else f"Seed {seeds[0]}"
    facts = [span, f"{len(archive.records)} records"]
    for session in about["sessions"]:
        if session.get("machine"):
            facts.append(cell(session["machine"]))
        facts += [f"{_WORDS[key]} {cell(session[key])}" for key in _WORDS if session.get(key)]
    facts += sorted({cell(r["version"]) for r in archive.records if " " in r.get("version", "")})
    return f"{code(about['command'])}\n\n{', '.join(facts)}."


def write_into(collection: Collection, path: Path, folder: Path) -> None:
    """Put the results of the pages that the begin mark names between the two marks of a file.

    ``<!-- results: taillard-1-second uchoa-1-second begin -->`` names two pages; a mark with the
    name of a question stands for its table, one that names nothing for all pages.

    Raises:
        InputError: the file has no such marks, or names a page that there is not.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "it is no text in UTF-8").lower()
        raise InputError(
            f"cannot be read: {reason}", file=path, remedy="name a text file"
        ) from None
    begin = _BEGIN.search(text)
    if begin is None or END not in text[begin.end() :]:
        raise InputError(
            "there is no place for results",
            file=path,
            remedy=f"write '<!-- results: begin -->' and {END!r} into it",
        )
    found = {a.name: a for question in reversed(collection.questions) for a in question.archives}
    questions = {question.name: question for question in collection.questions}
    names: Sequence[str] = begin["pages"].split() or list(found)
    link = os.path.relpath(folder, path.parent).replace(os.sep, "/") + "/"
    if len(names) == 1 and names[0] in questions:
        _fill(path, text, begin, _table(questions[names[0]], link) + "\n")
        return
    if strange := [name for name in names if name not in found]:
        raise InputError(
            f"there are no records of {strange[0]!r}", file=path, remedy="correct the begin mark"
        )
    _fill(path, text, begin, glance([(found[name], _link(found[name], link)) for name in names]))


def _fill(path: Path, text: str, begin: re.Match[str], table: str) -> None:
    _, end, after = text[begin.end() :].partition(END)
    write_bytes(path, f"{text[: begin.end()]}{table}{end}{after}".encode())
