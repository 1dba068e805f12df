"""Checks of single numbers: whole multiples of the smallest unit, times and amounts."""

from __future__ import annotations

import math
from numbers import Real

from neurols.errors import InputError

_MOST = 2**40  # of an amount: sums of a million of them fit into 64 bits


def whole_multiple(value: object, decimals: int, what: str, *, endless: bool = False) -> None:
    """A number, 0 or more, of at most so many decimals; infinity where ``endless``."""
    if not isinstance(value, Real) or isinstance(value, bool) or math.isnan(value):
        raise InputError(f"{what} is {str(value)[:40]!r}", remedy="give a number")
    if value < 0:
        raise InputError(f"{what} is {value}", remedy="it must not be negative")
    if math.isinf(value):
        if endless:
            return
        raise InputError(f"{what} is infinite", remedy="give a finite number")
    scaled = float(value) * 10**decimals
    if abs(scaled - round(scaled)) > 1e-6 * max(1.0, 1e-6 * scaled):
        raise InputError(
            f"{what} is {value}, but numbers are counted to {decimals} decimals",
            remedy="round it, or allow more decimals",
        )


def time(value: object, decimals: int, what: str, *, endless: bool = False) -> None:
    """A time or duration: a number, 0 or more, of at most so many decimals."""
    whole_multiple(value, decimals, what, endless=endless)


def amounts(values: tuple[int, ...], dimensions: int, what: str) -> None:
    """Whole numbers, 0 or more, one for each dimension; or none at all."""
    if values and len(values) != dimensions:
        raise InputError(
            f"{what} has {len(values)} amounts, others {dimensions}",
            remedy="give one for each dimension",
        )
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST:
            raise InputError(f"{what} is {str(value)[:40]}", remedy="give whole numbers, 0 or more")


__all__ = ["amounts", "time", "whole_multiple"]
