"""Paired tests of every policy against every row over the same operators."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from neurols.benchmark.experiments import OPPONENTS
from neurols.benchmark.plan import Plan
from neurols.benchmark.report import value_of
from neurols.benchmark.runner import Record
from neurols.benchmark.statistics import (
    Values,
    WinsTiesLosses,
    by_instance,
    holm,
    wilcoxon,
    wins_ties_losses,
)
from neurols.benchmark.text import cell

_HEAD = ["policy", "against", "difference", "W/T/L", "groups", "p"]


class Duel(NamedTuple):
    """A policy against a row over the same operators, on the instances that both have."""

    policy: str
    opponent: str
    difference: float
    """Of the two means, in the unit of the table; below 0 the policy is better."""
    score: WinsTiesLosses
    groups: int
    """In how many groups of instances the policy's mean is no worse."""
    of_groups: int
    p_value: float
    """Paired Wilcoxon test over the instances, with Holm's correction over the policy's tests."""


def duels(records: Sequence[Record], plan: Plan, budget: str) -> list[Duel]:
    """All of a budget; none where the plan has no policy over the paper's operators."""
    own = [record for record in records if record["budget"] == budget]
    if not own:
        return []
    value = value_of(own)
    names = {row.label: row.controllers[budget] for row in plan.rows if budget in row.controllers}
    figures = {label: by_instance(own, name, value) for label, name in names.items()}
    group_of = {record["instance"]: record["group"] for record in own}
    found = []
    for policy, sections in OPPONENTS.items():
        opponents = {
            row.label: figures[row.label]
            for row in plan.rows
            if row.section in sections and figures.get(row.label)
        }
        if figures.get(policy) and opponents:
            found += _against(policy, figures[policy], opponents, group_of)
    return found


def _against(
    policy: str, values: Values, opponents: Mapping[str, Values], group_of: Mapping[str, str]
) -> list[Duel]:
    p_values = holm({label: wilcoxon(values, other) for label, other in opponents.items()})
    found = []
    for label, other in opponents.items():
        by_group: dict[str, list[float]] = {}
        for name in values:
            if name in other:
                by_group.setdefault(group_of[name], []).append(values[name] - other[name])
        means = [fmean(differences) for differences in by_group.values()]
        every = [difference for some in by_group.values() for difference in some]
        found.append(
            Duel(
                policy,
                label,
                fmean(every) if every else 0.0,
                wins_ties_losses(values, other),
                sum(mean <= 0 for mean in means),
                len(means),
                p_values[label],
            )
        )
    return found


def duels_markdown(found: Sequence[Duel]) -> str:
    """The tests of a budget as a table with its explanation; empty where there are none."""
    if not found:
        return ""
    lines = [_HEAD, ["---", "---", "---:", "---:", "---:", "---:"]]
    lines += [
        [cell(duel.policy), cell(duel.opponent), f"{duel.difference:+.2f}", str(duel.score),
         f"{duel.groups}/{duel.of_groups}", _rounded(duel.p_value)]
        for duel in found
    ]  # fmt: skip
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return (
        "Policies against every row over the same operators: difference of the means, instances"
        " won, tied and lost, groups of instances in which the policy's mean is no worse, and the"
        " paired Wilcoxon test over the instances with Holm's correction over the tests of a"
        f" policy.\n\n{table}\n"
    )


def duels_csv(found: Sequence[Duel]) -> str:
    """The same for spreadsheets."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(
        ["policy", "against", "difference", "wins", "ties", "losses", "groups_no_worse", "groups",
         "p_value"]
    )  # fmt: skip
    for duel in found:
        writer.writerow(
            [duel.policy, duel.opponent, f"{duel.difference:.4f}", *duel.score, duel.groups,
             duel.of_groups, f"{duel.p_value:.4g}"]
        )  # fmt: skip
    return buffer.getvalue()


def _rounded(p: float) -> str:
    return "< 0.0001" if p < 0.0001 else f"{p:.2g}"
