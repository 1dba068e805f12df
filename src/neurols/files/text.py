"""Numbers in words."""

from __future__ import annotations


def range_of(values: list[int]) -> str:
    """The least and the greatest of some numbers: ``1 to 99``, or ``5`` where they are equal."""
    low, high = min(values), max(values)
    return f"{low}" if low == high else f"{low} to {high}"
