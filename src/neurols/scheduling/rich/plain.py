"""Numbers as plain Python's, wherever they come from: NumPy, pandas, floats that are whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def plain_number(value: Any) -> Any:
    """The number as an int where it is whole, else as it is: the instance's checks will judge it.

    What tables hold where nothing stands (NaN, NaT, pandas' NA) is None.
    """
    if value is None or type(value) in (int, bool):
        return value
    if hasattr(value, "item"):  # a scalar of NumPy's
        value = value.item()
    if isinstance(value, float):
        if value != value:
            return None
        return int(value) if value.is_integer() else value
    return None if type(value).__name__ in ("NAType", "NaTType") else value


def plain_pairs(pairs: Iterable[Sequence[Any]]) -> Any:
    """Pairs of numbers as tuples of plain ones."""
    return tuple(
        tuple(map(plain_number, pair)) if isinstance(pair, Iterable) else pair for pair in pairs
    )
