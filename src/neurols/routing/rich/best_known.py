"""Best known costs of the published families, in the units and with the rounding of our files.

The figures are those of the literature for VRPTW (CVRPLIB; fewest vehicles first: SINTEF), PDPTW
(SINTEF), VRPB, HFVRP, GVRP, MDVRPTW, MTVRPTWR and PCVRPTW; those of SDVRPTW are the best of runs of
300 seconds with PyVRP.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_FAMILIES = {"HVRP": "hfvrp", "FSMVRP": "hfvrp", "CVRPTW": "vrptw", "MTVRPTW": "mtvrptwr"}


class BestKnown(NamedTuple):
    """A row of the table."""

    clients: int
    cost: float
    vehicles: int | None
    """Of the plan of that cost, where fewest vehicles come first."""


def best_known(
    kind: str,
    names: Sequence[str],
    clients: int,
    rounding: str,
    objective: str = "cost",
) -> float | None:
    """The best cost known of an instance, told by one of its names, its size and its rounding.

    ``kind`` is the TYPE of its file.
    """
    family = _FAMILIES.get(kind, kind.lower())
    for name in names:
        row = _table().get((family, name.upper(), rounding, objective))
        # Of another size it is another instance, whatever its name.
        if row is not None and row.clients == clients:
            return row.cost
    return None


def names(family: str) -> list[str]:
    """The instances of a family of which a cost is known."""
    return list(dict.fromkeys(_names()[family])) if family in _names() else []


@cache
def _rows() -> list[dict[str, str]]:
    text = files(__package__).joinpath("best_known.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def _names() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in _rows():
        found.setdefault(row["family"], []).append(row["name"])
    return found


@cache
def _table() -> dict[tuple[str, str, str, str], BestKnown]:
    return {
        (row["family"], row["name"].upper(), row["rounding"], row["objective"]): BestKnown(
            int(row["clients"]),
            float(row["cost"]),
            int(row["vehicles"]) if row["vehicles"] else None,
        )
        for row in _rows()
    }
