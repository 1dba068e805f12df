"""What this library set out to reach at the paper's budgets, and whether the records reach it.

The targets are data; every figure beside them, and every verdict, is worked out from records.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from neurols.benchmark import experiments as e
from neurols.benchmark.archive import Archive
from neurols.benchmark.duels import Duel, duels
from neurols.benchmark.experiment_table import experiment_table, step_controllers
from neurols.benchmark.plan import Plan
from neurols.benchmark.published import Published, published_for
from neurols.benchmark.report import ALL, Row
from neurols.benchmark.statistics import Values, by_instance, holm, wilcoxon


class Targets(NamedTuple):
    """Mean gaps in % over the whole benchmark, at most."""

    policies: float | None
    """For policies that choose among the paper's operators; None where being better is all."""
    classical: float
    """With stronger operators, as all below."""
    learned: float
    stretch: float
    """For learned control, too: further than was asked."""


TARGETS = {
    e.PAPER_JOBSHOP.name: Targets(policies=10.9, classical=11.0, learned=10.0, stretch=9.0),
    e.PAPER_CVRP.name: Targets(policies=None, classical=4.0, learned=3.0, stretch=2.0),
}
SEEDS = 5
"""Seeds behind a paired test, at least."""
LEVEL = 0.01
"""Below it a p-value counts."""
_ROUNDING = 1e-9
_CHOOSERS = ("nls-an", "nls-anp")
_CLASSICAL = (e.LOCAL_SEARCH, e.ADAPTIVE)
_SECTIONS = (
    *(e.PLAIN, e.PLAIN_YARDSTICKS, e.SINGLE, e.SINGLE_YARDSTICKS, e.POLICIES),
    *(*_CLASSICAL, e.YARDSTICKS, e.LEARNED, e.DEFAULT),
)


class Verdict(NamedTuple):
    """A target, the row that is measured by it, and whether it is met."""

    target: str
    row: str
    measured: str
    wanted: str
    met: bool


def verdicts(archive: Archive) -> list[Verdict]:
    """Every target of an experiment in turn.

    None where a part of its instances was run, or records are of an earlier version's table.
    """
    plan = archive.plan
    if plan is None or plan.experiment not in TARGETS:
        return []
    if not any(row.section == e.POLICIES for row in plan.rows):
        return []
    published = published_for({record["instance"] for record in archive.records})
    if published is None or published.budget not in plan.budgets:
        return []
    records = [record for record in archive.records if record["budget"] == published.budget]
    if len({record["instance"] for record in records}) < published.instances:
        return []
    table = experiment_table(archive.records, plan, published.budget)
    names = step_controllers(plan, published.budget)
    rows = [row for row in table.rows if row.section in _SECTIONS and ALL in row.cells]
    rows = [row for row in rows if not row.published]
    figures = {row.name: by_instance(records, names[row.name], "gap_percent") for row in rows}
    seeds = len({record["seed"] for record in records})
    papers = {row.label: row.paper for row in plan.rows if row.paper is not None}
    found = _Rows(rows, figures)
    targets = TARGETS[plan.experiment]
    return [
        _below_the_paper(found.best(found.plain), published),
        *_no_worse_than_the_paper(found.plain, papers, published),
        *_policies(found, targets, duels(archive.records, plan, published.budget), plan),
        _at_most(
            "classical control, stronger operators", found.best(found.classical), targets.classical
        ),
        *_learned(found, targets),
        Verdict("seeds behind the tests", "all", str(seeds), f"≥ {SEEDS}", seeds >= SEEDS),
    ]


class _Rows:
    """The rows that ran for the paper's steps, by kind."""

    def __init__(self, rows: Sequence[Row], figures: dict[str, Values]) -> None:
        self.figures = figures
        self.plain = [row for row in rows if row.section in (e.PLAIN, e.POLICIES)]
        self.policies = {row.name: row for row in rows if row.section == e.POLICIES}
        self.learned = [row for row in rows if row.section == e.LEARNED]
        self.yardsticks = [row for row in rows if row.section == e.YARDSTICKS]
        # The default controller is a learned one where it does as that one does everywhere.
        learned = [figures[row.name] for row in self.learned]
        self.classical = [
            row
            for row in rows
            if row.section in _CLASSICAL
            or (row.section == e.DEFAULT and figures[row.name] not in learned)
        ]

    @staticmethod
    def best(rows: Sequence[Row]) -> Row | None:
        return min(rows, key=lambda row: row.cells[ALL].mean, default=None)


def _below_the_paper(row: Row | None, published: Published) -> Verdict:
    best = min(published.rows, key=lambda row: row.average)
    target = f"below the paper's best row, {best.name}"
    if row is None:
        return _not_measured(target, f"< {best.average:.2f}")
    cell = row.cells[ALL]
    return Verdict(target, row.name, str(cell), f"< {best.average:.2f}", cell.mean < best.average)


def _at_most(target: str, row: Row | None, most: float) -> Verdict:
    if row is None:
        return _not_measured(target, f"≤ {most:.2f}")
    cell = row.cells[ALL]
    return Verdict(target, row.name, str(cell), f"≤ {most:.2f}", cell.mean <= most + _ROUNDING)


def _no_worse_than_the_paper(
    rows: Sequence[Row], papers: dict[str, str], published: Published
) -> list[Verdict]:
    averages = {row.name: row.average for row in published.rows}
    return [
        _at_most(f"no worse than the paper's {papers[row.name]}", row, averages[papers[row.name]])
        for row in rows
        if row.name in papers
    ]


def _policies(rows: _Rows, targets: Targets, found: Sequence[Duel], plan: Plan) -> list[Verdict]:
    """Policies over the paper's operators: their means, and whom they beat with the same ones."""
    verdicts = []
    for name in [row.label for row in plan.rows if row.section == e.POLICIES]:
        row = rows.policies.get(name)
        if targets.policies is not None and name in _CHOOSERS:
            verdicts.append(_at_most(f"{name} over the paper's operators", row, targets.policies))
        own = [duel for duel in found if duel.policy == name]
        target = f"{name} better than every row over the same operators"
        if not own:
            verdicts.append(_not_measured(target, f"p < {LEVEL}"))
            continue
        beaten = sum(duel.difference < 0 and duel.p_value < LEVEL for duel in own)
        most = max(duel.p_value for duel in own)
        measured = f"{beaten} of {len(own)}, p ≤ {most:.2g}"
        verdicts.append(Verdict(target, name, measured, f"p < {LEVEL}", beaten == len(own)))
    return verdicts


def _learned(rows: _Rows, targets: Targets) -> list[Verdict]:
    """Learned control: its mean, and whether it is surely better than what needs no learning."""
    if not rows.learned:
        return [_not_measured("learned control, stronger operators", f"≤ {targets.learned:.2f}")]
    best = rows.best(rows.classical)
    others = [*rows.yardsticks, *([] if best is None else [best])]
    found = []
    for row in rows.learned:
        found.append(_at_most("learned control, stronger operators", row, targets.learned))
        found.append(_at_most("learned control, stronger operators, stretch", row, targets.stretch))
        values = rows.figures[row.name]
        p_values = holm({other.name: wilcoxon(values, rows.figures[other.name])
                         for other in others})  # fmt: skip
        found += [_better(row, other, p_values[other.name], other is best) for other in others]
    return found


def _better(row: Row, other: Row, p_value: float, classical: bool) -> Verdict:
    difference = row.cells[ALL].mean - other.cells[ALL].mean
    return Verdict(
        f"better than {'the best classical row, ' if classical else ''}{other.name}",
        row.name,
        f"{difference:+.2f}, p = {p_value:.2g}",
        f"< 0, p < {LEVEL}",
        difference < 0 and p_value < LEVEL,
    )


def _not_measured(target: str, wanted: str) -> Verdict:
    return Verdict(target, "–", "not measured", wanted, False)


def targets_section(archive: Archive) -> str:
    """The verdicts as a part of a page; empty where there are none."""
    found = verdicts(archive)
    if not found:
        return ""
    met = sum(verdict.met for verdict in found)
    lines = [
        "## Targets",
        "",
        f"{met} of {len(found)} are met. Mean gaps in % over all instances at the paper's number of"
        " steps ± deviation between seeds; *better* is the difference of two means and the paired"
        " Wilcoxon test over the instances, with Holm's correction over the tests of a row.",
        "",
        "| target | row | measured | wanted | |",
        "| --- | --- | ---: | ---: | --- |",
    ]
    lines += [
        f"| {v.target} | {v.row} | {v.measured} | {v.wanted} | {'met' if v.met else '**missed**'} |"
        for v in found
    ]
    return "\n".join(lines) + "\n"


def targets_glance(archives: Sequence[Archive]) -> str:
    """How many targets are met, a line a page that has some; empty where none has."""
    lines = []
    for archive in archives:
        found = verdicts(archive)
        if found:
            met = sum(verdict.met for verdict in found)
            link = f"[{archive.name}]({archive.name}.md#targets)"
            lines.append(f"| {link} | {met} | {len(found) - met} |")
    if not lines:
        return ""
    head = ["## Targets", "", "| | met | missed |", "|---|---:|---:|"]
    return "\n".join([*head, *lines]) + "\n"
