"""Names of instances, fit for tables, file names and terminals."""

from __future__ import annotations


def printable(name: str) -> str:
    """The name on one line, with ``?`` for what cannot be shown: control characters, escapes that
    a terminal would obey, marks that turn the direction of writing, halves of characters."""
    return " ".join(
        "".join(sign if sign.isprintable() else "?" for sign in word) for word in name.split()
    )
