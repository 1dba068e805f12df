"""What tuning brought, as a page of the documentation: made of the records alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from neurols.search.few_steps import LIMITS
from neurols.tune.space import tunable

_TITLES = {"jobshop": "Job shop", "cvrp": "Vehicle routing"}
_INTRODUCTION = """# Tuned settings

Settings for few steps, controller by controller. This page is made by `make tuned` from the records
of the studies (`src/neurols/search/few_steps.json`), which also hold the settings that are shipped;
no figure is typed.

A study meets generated instances alone. Its first trial is the settings as they were; a later one
ends as soon as it has fallen behind the best so far on the same instances and random numbers, so
that few meet all instances. In the end the best settings and those as they were meet as many fresh
instances, which no trial has seen. What is better there by the paired Wilcoxon test (p < 0.01) is
shipped, anything else stays as it was.
"""


def page(records: Sequence[Mapping[str, Any]]) -> str:
    """The page about all studies."""
    parts = [_INTRODUCTION]
    for problem, some in groupby(records, key=lambda record: record["problem"]):
        parts.append(_section(problem, list(some)))
    return "\n".join(parts)


def _section(problem: str, records: Sequence[Mapping[str, Any]]) -> str:
    shipped = [record for record in records if record["shipped"]]
    lines = [
        f"## {_TITLES[problem]}",
        "",
        f"Used up to {LIMITS[problem]:,} steps. Changes are of the mean cost, each instance"
        " weighing the same; gaps are to the lower bound.",
        "",
        "| controller | tuned at | trials | on all instances | change there | change on fresh ones"
        " | won/tied/lost | p | gap before | gap after | shipped |",
        f"|---|---|{'---:|' * 8}---|",
        *(_line(record) for record in records),
        "",
        "| controller | settings shipped |",
        "|---|---|",
        *(f"| {record['controller']} | `{record['spec']}` |" for record in shipped),
        "",
        *_made(records),
        *_not_studied(problem, records),
    ]
    return "\n".join(lines) + "\n"


def _line(record: Mapping[str, Any]) -> str:
    fresh = record["fresh_instances"]
    cells = [
        record["controller"],
        record["budget"],
        str(record["trials"]),
        str(record["trials_on_all_instances"]),
        f"{record['change_percent_on_tuning_instances']:+.2f} %",
        f"{fresh['change_percent']:+.2f} %",
        fresh["wins_ties_losses"],
        f"{fresh['p_value']:.2g}",
        f"{fresh['gap_percent_to_lower_bound_before']:.2f} %",
        f"{fresh['gap_percent_to_lower_bound_after']:.2f} %",
        "yes" if record["shipped"] else "no: kept",
    ]
    return f"| {' | '.join(cells)} |"


def _made(records: Sequence[Mapping[str, Any]]) -> list[str]:
    """Instances, seeds, machine, versions and commit: a line for all studies made alike."""
    alike: dict[str, list[str]] = {}
    for record in records:
        made = record["made_with"]
        text = (
            f"{record['instances']} instances of {', '.join(record['sizes'])} and as many fresh"
            f" ones, seed {record['seed']}; {made['date']}, commit {made['commit']}, Optuna"
            f" {made['optuna']}, {made['machine']}"
        )
        alike.setdefault(text, []).append(record["controller"])
    return [f"- {', '.join(names)}: {text}." for text, names in alike.items()]


def _not_studied(problem: str, records: Sequence[Mapping[str, Any]]) -> list[str]:
    known = {record["controller"] for record in records}
    rest = [name for name in tunable(problem) if name not in known]
    return [f"- No study was made of {', '.join(rest)}."] if rest else []
