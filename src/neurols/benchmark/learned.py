"""Paired comparison, at equal time, of learned search with the same search without it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from os import fsencode
from statistics import fmean, stdev
from urllib.parse import quote

from neurols.benchmark.archive import Archive
from neurols.benchmark.pages import title_of
from neurols.benchmark.runner import Record
from neurols.benchmark.statistics import Values, by_instance, wilcoxon, wins_ties_losses
from neurols.benchmark.text import cell

_LEARNED, _CLASSICAL = "nls", "classical"
_ON_TIME = " s"


def learned_glance(archives: Sequence[Archive], link: str = "") -> str:
    """A table of all runs on time in which both took part; empty where there is none.

    Every run stands for itself: the policies behind the learned search have changed between some of
    them, so that they cannot be taken together.
    """
    lines = [
        line
        for archive in archives
        for budget in dict.fromkeys(record["budget"] for record in archive.records)
        if (line := learned_line(archive, budget, _link(archive, link)))
    ]
    if not lines:
        return ""
    head = (
        "## Learned against classical\n\n"
        f"Cost of `{_LEARNED}` against that of `{_CLASSICAL}`, the same search with nothing learned"
        " in it, at equal CPU time on one core: mean change over the instances ± its standard"
        " error, instances that are better, tied and worse, and the p-value of the paired Wilcoxon"
        " test over these changes. Policies have changed between some of the runs; their pages tell"
        " the commits.\n\n"
        "| | budget | instances | seeds | change | better / tied / worse | p |\n"
        "|---|---|---:|---:|---:|---:|---:|"
    )
    return "\n".join([head, *lines]) + "\n"


def learned_line(archive: Archive, budget: str, link: str) -> str:
    """A line of that table, begun by a link; empty where not both took part in a budget of time."""
    if not budget.endswith(_ON_TIME):
        return ""
    records = [r for r in archive.records if r["budget"] == budget]
    learned, classical = _paired(records)
    if len(learned) < 2:
        return ""
    # Tested by relative cost, too: else instances of large costs would outrank the others.
    relative = {name: learned[name] / classical[name] for name in learned}
    level = dict.fromkeys(relative, 1.0)
    changes = [100 * (ratio - 1) for ratio in relative.values()]
    score = wins_ties_losses(relative, level)
    cells = [
        link,
        cell(budget),
        str(len(learned)),
        str(len({r["seed"] for r in records})),
        f"{fmean(changes):+.3f} ± {stdev(changes) / math.sqrt(len(changes)):.3f} %",
        f"{score.wins} / {score.ties} / {score.losses}",
        _rounded(wilcoxon(relative, level)),
    ]
    return f"| {' | '.join(cells)} |"


def _link(archive: Archive, folder: str) -> str:
    return f"[{title_of(archive)}]({folder}{quote(fsencode(archive.name))}.md)"


def _paired(records: Sequence[Record]) -> tuple[Values, Values]:
    """Mean costs of both on the instances that both have solved with every seed."""
    learned, classical = (by_instance(records, name) for name in (_LEARNED, _CLASSICAL))
    shared = [name for name in learned if name in classical]
    return {name: learned[name] for name in shared}, {name: classical[name] for name in shared}


def _rounded(p: float) -> str:
    return "< 0.0001" if p < 0.0001 else f"{p:.2g}"
