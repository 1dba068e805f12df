"""Figures of every single instance: mean cost and gap of each row, in one wide or long table."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from neurols.benchmark.runner import Record
from neurols.benchmark.text import cell


class Figure(NamedTuple):
    """A row's costs on an instance over the seeds."""

    mean: float
    deviation: float | None
    best: float
    seeds: int


class InstanceLine(NamedTuple):
    """An instance and the figures of every row that ran on it."""

    instance: str
    group: str
    best_known: float | None
    figures: dict[str, Figure]


def instance_lines(
    records: Sequence[Record], rows: Mapping[str, str], budget: str
) -> list[InstanceLine]:
    """A line an instance.

    Args:
        records: of any budgets.
        rows: label to the name in the records.
        budget: which records count.
    """
    labels = {name: label for label, name in rows.items()}
    costs: dict[str, dict[str, list[float]]] = {}
    about: dict[str, Record] = {}
    for record in records:
        label = labels.get(record["controller"])
        if label is None or record["budget"] != budget or record["cost"] is None:
            continue
        about.setdefault(record["instance"], record)
        costs.setdefault(record["instance"], {}).setdefault(label, []).append(record["cost"])
    return [
        InstanceLine(
            name,
            about[name]["group"],
            about[name]["best_known"],
            {label: _figure(found[label]) for label in rows if label in found},
        )
        for name, found in costs.items()
    ]


def _figure(costs: list[float]) -> Figure:
    spread = stdev(costs) if len(costs) > 1 else None
    return Figure(fmean(costs), spread, min(costs), len(costs))


def instances_markdown(lines: Sequence[InstanceLine]) -> str:
    """Mean costs by instance, the least of each in bold."""
    labels = list(dict.fromkeys(label for line in lines for label in line.figures))
    head = ["instance", "group", "best known", *map(cell, labels)]
    table = [head, ["---", "---", *["---:"] * (len(head) - 2)]]
    for line in lines:
        least = min(figure.mean for figure in line.figures.values())
        cells = [
            "–" if (figure := line.figures.get(label)) is None else _emphasised(figure.mean, least)
            for label in labels
        ]
        known = "–" if line.best_known is None else f"{line.best_known:g}"
        table.append([cell(line.instance), cell(line.group), known, *cells])
    return "\n".join(f"| {' | '.join(row)} |" for row in table) + "\n"


def _emphasised(cost: float, least: float) -> str:
    return f"**{cost:.1f}**" if cost == least else f"{cost:.1f}"


def instances_csv(lines: Sequence[InstanceLine]) -> str:
    """A line for every instance and row."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(
        ["instance", "group", "best_known", "controller", "mean_cost", "cost_deviation",
         "best_cost", "gap_percent", "seeds"]
    )  # fmt: skip
    for line in lines:
        known = line.best_known
        for label, figure in line.figures.items():
            gap = "" if not known else f"{100 * (figure.mean - known) / known:.4f}"
            spread = "" if figure.deviation is None else f"{figure.deviation:.4f}"
            writer.writerow(
                [line.instance, line.group, "" if known is None else f"{known:g}", label,
                 f"{figure.mean:.4f}", spread, f"{figure.best:g}", gap, figure.seeds]
            )  # fmt: skip
    return buffer.getvalue()
