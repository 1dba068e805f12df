"""Where in a JSON text a value stands. Only errors ask, so the text is scanned again for them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[\[\]{},:]|[^\s\[\]{},:"]+')


def line_of(text: str, path: Sequence[str | int]) -> int:
    """Line (from 1) of the value that keys and indices lead to; of the nearest parent if none.

    ``text`` must be valid JSON. Of repeated keys the last counts, as it does for ``json``.
    """
    best_line, best_depth = 1, 0
    here: list[str | int | None] = []  # one entry per open bracket; None: a key comes first
    expects_key: list[bool] = []
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark in "]}":
            here.pop()
            expects_key.pop()
            continue
        if mark == ",":
            last = here[-1]
            here[-1] = last + 1 if isinstance(last, int) else None
            expects_key[-1] = here[-1] is None
            continue
        if mark == ":":
            continue
        if expects_key and expects_key[-1]:
            here[-1] = json.loads(mark)
            expects_key[-1] = False
            continue
        depth = len(here)
        if depth >= best_depth and here == list(path[:depth]):
            best_line, best_depth = text.count("\n", 0, token.start()) + 1, depth
        if mark in "[{":
            here.append(0 if mark == "[" else None)
            expects_key.append(mark == "{")
    return best_line


def repeated_key(text: str) -> tuple[str, int] | None:
    """The first key that an object of the text, valid JSON, gives twice, and its second line."""
    keys: list[set[str] | None] = []  # of the open brackets; None of a list
    expects_key = False
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark in "[{":
            keys.append(set() if mark == "{" else None)
        elif mark in "]}":
            keys.pop()
        elif expects_key and keys and keys[-1] is not None:
            key = json.loads(mark)
            if key in keys[-1]:
                return key, text.count("\n", 0, token.start()) + 1
            keys[-1].add(key)
        expects_key = mark in "{,"
    return None
