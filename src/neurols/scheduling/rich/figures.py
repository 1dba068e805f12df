"""Best known costs and lower bounds of published instances, found by their data.

``figures.csv`` holds per instance its family, name, file, digest of the data, lower bound and best
known cost. Flexible job shops: as collected in 2026. Setup types: CP-SAT, long runs. Weighted
tardiness and flexible shops with setups: the best cost found by CP-SAT in 45 seconds or by this
library in one, on one core; no optima, and longer searches find better ones.
"""

from __future__ import annotations

import csv
import hashlib
from functools import cache
from importlib import resources
from typing import NamedTuple

from neurols.scheduling.rich.instance import RichScheduling


class Figure(NamedTuple):
    """What is known of a published instance."""

    family: str
    name: str
    file: str
    """Its path in the folder of benchmark files."""
    digest: str
    lower_bound: int | None
    best_known: int | None


@cache
def figures() -> tuple[Figure, ...]:
    """Every published instance that has a figure or belongs to a suite."""
    text = resources.files(__package__).joinpath("figures.csv").read_text(encoding="utf-8")
    return tuple(
        Figure(
            row["family"],
            row["name"],
            row["file"],
            row["digest"],
            _number(row["lower_bound"]),
            _number(row["best_known"]),
        )
        for row in csv.DictReader(text.splitlines())
    )


def _number(text: str) -> int | None:
    return int(text) if text else None


@cache
def _by_digest() -> dict[str, Figure]:
    return {figure.digest: figure for figure in figures()}


def known_figures(instance: RichScheduling) -> Figure | None:
    """What is known of the published instance that has these very data."""
    return _by_digest().get(digest(instance))


def digest(instance: RichScheduling) -> str:
    """Sixteen signs that tell the data of an instance; names do not count."""
    parts = [
        [(m.breaks, m.initial_family, m.setups, m.blocking) for m in instance.machines],
        [(j.release_date, j.due_date, j.deadline, float(j.weight)) for j in instance.jobs],
        [(o.job, o.modes, o.family, o.may_pause) for o in instance.operations],
        [(p.before, p.after, p.min_lag, p.max_lag) for p in instance.precedences],
        instance.objective,
        instance.permutation,
    ]
    # Of objects that are equal but not the same, such as True and 1, the texts differ.
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
