"""What the verbs of ``Model`` return, and how their arguments become plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from neurols.errors import InputError


@dataclass(frozen=True)
class Ref:
    """A part of a model, by its number among those of its kind."""

    index: int
    name: str = ""


class DepotRef(Ref):
    """A depot of a model."""


class ClientRef(Ref):
    """A client of a model."""


class ShipmentRef(Ref):
    """A shipment of a model."""


class GroupRef(Ref):
    """A group of clients of a model."""


class VehicleTypeRef(Ref):
    """A vehicle type of a model."""


class ProfileRef(Ref):
    """A profile of travel of a model."""


def plain(value: Any) -> Any:
    """The number as Python's own, an int where it is whole; None for what tables hold where nothing
    stands (NaN, NaT, pandas' NA). What is no number is left for the checks."""
    if value is None or type(value) in (int, bool, str):
        return value
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:  # a scalar of NumPy's
        value = value.item()
    if isinstance(value, float):
        if value != value:
            return None
        return int(value) if value.is_integer() else value
    return value


def amounts(given: Any) -> tuple[Any, ...]:
    """Amounts by dimension; one number is an amount of one dimension, 0 and None are nothing."""
    if isinstance(given, Iterable) and not isinstance(given, str | Mapping):
        found = tuple(plain(each) for each in given)
        return found if any(found) else ()
    found = plain(given)
    return (found,) if found else ()


def capacity_of(given: Any) -> tuple[Any, ...]:
    """Capacities by dimension; None is no limit, and 0 is a vehicle that carries nothing."""
    if isinstance(given, Iterable) and not isinstance(given, str | Mapping):
        return tuple(plain(each) for each in given)
    found = plain(given)
    return () if found is None else (found,)


def pair(given: Any, what: str) -> tuple[Any, Any]:
    """Two numbers, such as a window."""
    numbers = tuple(given) if isinstance(given, Sequence) or hasattr(given, "__iter__") else ()
    if len(numbers) != 2 or isinstance(given, str):
        raise InputError(f"{what} is {str(given)[:40]}", remedy="give a pair: (earliest, latest)")
    first, second = (plain(number) for number in numbers)
    return first, second


def texts(given: Any, what: str) -> frozenset[str]:
    """A set of names; a single text is not taken for its letters."""
    if isinstance(given, str):
        raise InputError(f"{what} are {given!r}", remedy=f"give a list: [{given!r}]")
    return frozenset(str(each) for each in given)
