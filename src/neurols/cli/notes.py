"""Remarks beside the result, on stderr."""

from __future__ import annotations

import sys

from neurols.benchmark.text import plain


def note(text: str) -> None:
    """A line on stderr, without what a terminal would obey."""
    print(f"neurols: {plain(text)}", file=sys.stderr)
