"""Suites that need no file: ``rich-scheduling`` (every kind of kinds.py in three sizes),
``hybrid-flow-shop`` and ``permutation-flow-shop``, and Taillard's flow shops (taillard_flow.py).

Names tell kind, size and draw: ``rs-brandimarte-15x8``. ``references.csv`` holds the best costs
found, by which gaps are measured.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from neurols.scheduling.rich import taillard_flow
from neurols.scheduling.rich.kinds import KINDS

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling

_SEED = 2029_000_000
"""Seeds from here on are the suites'; training and tuning use smaller ones."""
_SIZES = ("10x5", "15x8", "30x10")
_FLOW_SIZES = ("20x5", "20x10", "50x5", "50x10", "100x5")
_DRAWS = (1, 2)
_FLOW_SHOPS = {"hybrid-flow-shop": "hfs", "permutation-flow-shop": "pfs"}


@cache
def suites() -> dict[str, tuple[str, ...]]:
    """Suite to names of its instances."""
    found = {"rich-scheduling": tuple(f"rs-{kind}-{size}" for kind in KINDS for size in _SIZES)}
    for kind, short in _FLOW_SHOPS.items():
        found[kind] = tuple(f"{short}-{size}-{draw}" for size in _FLOW_SIZES for draw in _DRAWS)
    return found | {taillard_flow.SUITE: tuple(taillard_flow.rows())}


@cache
def names() -> tuple[str, ...]:
    """Names of all instances."""
    return tuple(name for suite in suites().values() for name in suite)


def load(name: str) -> RichScheduling | None:
    """The instance of that name, with the best cost found; None where there is none."""
    from dataclasses import replace

    from neurols.scheduling.rich.kinds import generated

    if name not in names():
        return None
    if name in taillard_flow.rows():
        return taillard_flow.load(name)
    return replace(
        generated(_size(name), _SEED + names().index(name)),
        name=name,
        best_known=references().get(name),
    )


def group(name: str) -> str | None:
    """The kind of an instance; None where it is none of these."""
    if name in taillard_flow.rows():
        return taillard_flow.group(name)
    return _size(name).partition(":")[0] if name in names() else None


@cache
def references() -> dict[str, float]:
    """Best costs found, by name."""
    text = resources.files(__package__).joinpath("references.csv").read_text(encoding="utf-8")
    return {row["name"]: _number(row["cost"]) for row in csv.DictReader(text.splitlines())}


def _number(text: str) -> float:
    return float(text) if "." in text else int(text)


def _size(name: str) -> str:
    """``brandimarte:15x8`` of ``rs-brandimarte-15x8``."""
    short, _, rest = name.partition("-")
    if short == "rs":
        kind, _, size = rest.rpartition("-")
        return f"{kind}:{size}"
    kind = next(kind for kind, word in _FLOW_SHOPS.items() if word == short)
    return f"{kind}:{rest.partition('-')[0]}"
