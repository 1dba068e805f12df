"""Random instances of every family of rich routing, from a seed."""

from __future__ import annotations

from collections.abc import Callable

from neurols.errors import InputError

from ..instance import RichRouting
from .depots import mdvrptw, sdvrptw
from .fleets import gvrp, hfvrp, vrpb
from .mixed import mixed
from .windows import mtvrptwr, pcvrptw, pdptw, vrptw

KINDS: dict[str, Callable[[int, int], RichRouting]] = {
    "vrptw": vrptw,
    "pcvrptw": pcvrptw,
    "mtvrptwr": mtvrptwr,
    "pdptw": pdptw,
    "mdvrptw": mdvrptw,
    "sdvrptw": sdvrptw,
    "hfvrp": hfvrp,
    "vrpb": vrpb,
    "gvrp": gvrp,
    "mixed": mixed,
}
"""Generators by family; each takes the number of clients and a seed."""


def generated(size: str, seed: int) -> RichRouting:
    """An instance of a size such as ``vrptw:100``; of ``100`` alone the seed chooses the family.

    Raises:
        InputError: the text is no such size.
    """
    kind, _, number = size.rpartition(":")
    if not (number.isdecimal() and len(number) <= 6) or (kind and kind not in KINDS):
        raise InputError(
            f"{size!r} is no size",
            remedy=f"give sizes such as 100 or vrptw:100; families are {', '.join(KINDS)}",
        )
    chosen = kind or list(KINDS)[seed % len(KINDS)]
    return KINDS[chosen](int(number), seed)


__all__ = ["KINDS", "generated", *KINDS]
