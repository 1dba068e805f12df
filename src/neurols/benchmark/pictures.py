"""The pictures of a report: which rows each shows, from records and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

from neurols.benchmark.experiments import CONSTRUCTIONS
from neurols.benchmark.ranks import ranking
from neurols.benchmark.report import Row, Table
from neurols.benchmark.runner import Record
from neurols.benchmark.statistics import Values, by_instance, performance_profiles
from neurols.benchmark.text import literal
from neurols.plotting.output import write_picture

_PROFILES = 16  # lines that can still be told apart
_RATIOS = 200
_PAPER = "paper: "


def draw_bars(table: Table, path: Path) -> bool:
    """Bars by group, the paper's figures on the bars that they belong to.

    Constructions, stronger operators and rows on the clock are left out: beside them nothing else
    could be told apart.
    """
    from neurols.plotting.group_bars import Bar, figure

    bars: list[Bar] = []
    published = {row.name.removeprefix(_PAPER): row for row in table.rows if row.published}
    for row in table.rows:
        if row.published:
            continue
        if row.cells and row.section != CONSTRUCTIONS and not row.contest:
            bars.append(
                Bar(
                    literal(row.name),
                    {literal(group): cell.mean for group, cell in row.cells.items()},
                    {
                        literal(g): c.deviation
                        for g, c in row.cells.items()
                        if c.deviation is not None
                    },
                    _figures(published.get(row.paper)),
                )
            )
    if not bars:
        return False
    unit = table.caption.partition(",")[0].removesuffix(" ± deviation between seeds")
    write_picture(figure(bars, [*map(literal, table.groups)], unit), path)
    return True


def _figures(paper: Row | None) -> dict[str, float]:
    if paper is None:
        return {}
    return {literal(group): cell.mean for group, cell in paper.cells.items()}


def draw_ranks(figures: Mapping[str, Values], path: Path) -> bool:
    """Mean ranks with the critical difference; nothing where there is nothing to rank."""
    from neurols.plotting.critical_difference import figure

    found = ranking(figures)
    if found is None:
        return False
    ranks = {literal(name): rank for name, rank in found.ranks.items()}
    drawn = figure(ranks, found.critical_difference, found.cliques, found.instances)
    write_picture(drawn, path)
    return True


def draw_profiles(figures: Mapping[str, Values], path: Path) -> bool:
    """Performance profiles of the best rows, as far as the widest of them needs."""
    from neurols.plotting.profile import figure

    if len(figures) < 2:
        return False
    names = sorted(figures, key=lambda name: fmean(_ratios(figures[name], figures)))[:_PROFILES]
    worst = max(max(_ratios(figures[name], figures)) for name in names)
    top = min(max(worst, 1.01), 1.5)
    ratios = [1 + (top - 1) * k / _RATIOS for k in range(_RATIOS + 1)]
    profiles = performance_profiles(figures, ratios)
    write_picture(figure({literal(name): profiles[name] for name in names}, ratios), path)
    return True


def figures_of(
    records: Sequence[Record], rows: Mapping[str, str], budget: str
) -> dict[str, Values]:
    """Mean costs by instance of each row: label to name in the records."""
    own = [record for record in records if record["budget"] == budget]
    found = {label: by_instance(own, name) for label, name in rows.items()}
    return {label: values for label, values in found.items() if values}


def _ratios(values: Values, figures: Mapping[str, Values]) -> list[float]:
    best = {key: min(row[key] for row in figures.values() if key in row) for key in values}
    return [values[key] / best[key] for key in values if best[key] > 0] or [1.0]
