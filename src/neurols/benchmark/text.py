"""Texts of records, made safe for pages and terminals: names in a record may hold any character."""

from __future__ import annotations

import re

_TAG = re.compile(r"<(?=[A-Za-z/!?])")  # by the rules of HTML nothing else begins a tag
_LINK = re.compile(r"\](?=[(\[])")


def plain(text: object) -> str:
    """On one line, with ``?`` for control characters and for the escapes that a terminal obeys."""
    words = str(text).split()
    return " ".join("".join(sign if sign.isprintable() else "?" for sign in word) for word in words)


def cell(text: object) -> str:
    """For Markdown, in a table or outside: no tag, no link, no new column."""
    shown = _LINK.sub(r"\\]", _TAG.sub("&lt;", plain(text)))
    return shown.replace("|", "\\|").replace("`", "'")


def code(text: object) -> str:
    """For a code span of Markdown, where tags and links have no meaning."""
    return f"`{plain(text).replace('`', chr(39))}`"


def file_part(text: object) -> str:
    """For the name of a file: no folder, no blank."""
    return re.sub(r"[^\w.+-]+", "-", plain(text)).strip(".") or "-"


def literal(text: str) -> str:
    """For Matplotlib, which would set what stands between two dollar signs as a formula."""
    return text.replace("$", r"\$")
