"""Texts of well-known kinds that are no instance of any problem here, told by their content.

Such a file gets a message that speaks of it, not of the format it would be taken for.
"""

from __future__ import annotations

import re
from itertools import islice
from os import PathLike
from pathlib import PurePath

from neurols.errors import InputError

_TABLE_SUFFIXES = {".csv", ".tsv"}
_READ = (
    "neurols reads files of CVRPLIB and TSPLIB, PyVRP's dialect, Solomon, Li and Lim, and"
    " Cordeau, job shops of JSPLIB and Taillard, flexible job shops (.fjs), and its own JSON"
)
_LOOK = 60  # lines with something on them; enough to tell a format
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]{0,18})?")


def refuse_documents(text: str, path: str | PathLike[str]) -> None:
    """Refuse a text of a known kind that is no instance of any problem here.

    Raises:
        InputError: it is one; the message says what it is.
    """
    if text.lstrip()[:1] in ("{", "["):
        return
    cause = _foreign(_first_lines(text), PurePath(path).suffix.lower())
    if cause is not None:
        raise InputError(cause, file=path, remedy=_READ)


def _first_lines(text: str) -> list[str]:
    """The first lines that hold something, each cut to a length that is soon looked at."""
    found = (
        text[a.start() : min(a.end(), a.start() + 999)] for a in re.finditer(r"[^\r\n]+", text)
    )
    return list(islice((line for line in found if line.strip()), _LOOK))


def _foreign(lines: list[str], suffix: str) -> str | None:
    """What the text is, where it is known to be neither a routing instance nor a job shop."""
    if not lines:
        return None
    start = lines[0].lstrip("\ufeff \t").lower()
    if start.startswith(("<!doctype html", "<html")):
        return "this is a web page (HTML), not the file it links to"
    if start.startswith("<?xml"):
        return "this is an XML document"
    if start.startswith("route #") or re.match(r"route\s{0,9}[0-9]{1,9}\s{0,9}:", start):
        return "this is a solution (routes), not an instance"
    if _is_table(lines, suffix):
        return "this is a table of values separated by commas or the like (CSV)"
    return None


def _is_table(lines: list[str], suffix: str) -> bool:
    """By the file's name, else by a line of titles over rows with as many separators."""
    if suffix in _TABLE_SUFFIXES:
        return True
    for separator in ",;\t":
        columns = [line.count(separator) for line in lines[:3]]
        if columns[0] and columns == columns[:1] * len(columns) and len(columns) > 1:
            titles = lines[0].split(separator)
            if (
                not any(_NUMBER.fullmatch(title.strip()) for title in titles)
                and ":" not in lines[0]
            ):
                return any(any(map(str.isdigit, cell)) for cell in lines[1].split(separator))
    return False
