"""The tables of research/ablation.md, from the stored records and policies alone.

Each stands between two marks of the page; the words around them are the page's own.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from ablation_parts import PARTS
from ablation_rows import Row
from ablation_setups import BURSTS_FILE, HERE, RANKING_FILE

from neurols.benchmark.statistics import Values, holm, wilcoxon, wins_ties_losses
from neurols.policy import weights_file
from neurols.policy.native import NativePolicy

PAGE = HERE.parent / "ablation.md"
_MARK = re.compile(r"(<!-- ablation: ([\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)

_NEVER = 4  # answer from which on an operator or a perturbation was not drawn

Record = Mapping[str, Any]
Runs = dict[str, dict[int, Record]]
"""Records by row and number of the instance."""


def fill(page: str) -> str:
    """The page with all its tables made anew."""
    makers: dict[str, Callable[[], str]] = {
        "machine": lambda: machine("jobshop", "cvrp"),
        "large machine": lambda: machine("large"),
        "plans machine": lambda: machine("plans"),
        "training": training,
        "dials": dials,
    }
    for name in PARTS:
        makers[f"{name} short"] = partial(table, name, 0)
        makers[f"{name} long"] = partial(table, name, 1)
        makers[f"{name} pairs"] = partial(pairs, name)
    return _MARK.sub(lambda found: f"{found[1]}\n{makers[found[2]]()}\n{found[3]}", page)


@cache
def stored(part: str) -> tuple[dict[str, Any], list[Record]]:
    """How the records of a part were made, and the records, also of those measured with it."""
    file = PARTS[part].records
    head, *lines = lzma.decompress(file.read_bytes()).decode().splitlines()
    return json.loads(head)["about"], [json.loads(line) for line in lines]


def table(part: str, place: int) -> str:
    """All rows of a part against the first one, at the shorter or the longer budget."""
    about, records = stored(part)
    runs = complete(part, about["budgets"][place], records)
    first, *others = PARTS[part].rows
    costs = costs_of(runs)
    bar = costs[first.name]
    p_values = {row.name: wilcoxon(costs[row.name], bar) for row in others}
    adjusted = holm(p_values)
    lines = [
        "| | row | decides | cost | instances | better / tied / worse | p | by Holm"
        " | steps | control |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in PARTS[part].rows:
        steps = fmean(found["steps"] for found in runs[row.name].values())
        cells = [f"**{row.kind}**", row.label, row.decides]
        if row is first:
            cells += ["0", str(len(bar)), "", "", ""]
        else:
            cells += [
                difference(costs[row.name], bar),
                str(len(costs[row.name])),
                score(costs[row.name], bar),
                probability(p_values[row.name]),
                probability(adjusted[row.name]),
            ]
        cells += [rounded(steps), control(row, runs)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def pairs(part: str) -> str:
    """Learned rows against the same without the learning."""
    about, records = stored(part)
    budgets = about["budgets"]
    labels = {row.name: row.label for row in PARTS[part].rows}
    heads = "".join(f" {s:g} CPU s | better / tied / worse | p |" for s in budgets)
    lines = [f"| learned | against |{heads}", "|---|---|" + "---:|---:|---:|" * len(budgets)]
    costs = {seconds: costs_of(complete(part, seconds, records)) for seconds in budgets}
    for learned, other in PARTS[part].pairs:
        cells = [labels[learned], labels[other]]
        for found in costs.values():
            shared = found[learned].keys() & found[other].keys()
            one, two = ({k: found[name][k] for k in sorted(shared)} for name in (learned, other))
            cells += [difference(one, two), score(one, two), probability(wilcoxon(one, two))]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def costs_of(runs: Runs) -> dict[str, Values]:
    return {name: {str(k): r["cost"] for k, r in found.items()} for name, found in runs.items()}


def score(costs: Values, bar: Values) -> str:
    return str(wins_ties_losses(costs, bar)).replace("/", " / ")


def complete(part: str, seconds: float, records: Sequence[Record]) -> Runs:
    """The runs of a table, on the instances alone that all rows of their kind have finished."""
    rows = PARTS[part].rows
    runs: Runs = {row.name: {} for row in rows}
    for record in records:
        if (record["part"], record["seconds"]) == (part, seconds):
            runs[record["row"]][record["index"]] = record
    close = [runs[row.name].keys() for row in rows if row.close]
    among_close = set.intersection(*map(set, close))
    among_all = set.intersection(*(set(found) for found in runs.values()))
    return {
        row.name: {
            index: runs[row.name][index]
            for index in sorted(among_close if row.close else among_all & among_close)
        }
        for row in rows
    }


def difference(costs: Values, bar: Values) -> str:
    """Mean difference in percent, with its standard error; less is better."""
    changes = [100 * (cost / bar[name] - 1) for name, cost in costs.items()]
    return signed(fmean(changes), stdev(changes) / sqrt(len(changes)), 2)


def control(row: Row, runs: Runs) -> str:
    """Share of the CPU time that control takes; empty where nothing tells."""
    found = runs[row.name]
    if network := sum(record["network"] for record in found.values()):
        return f"{100 * network / sum(record['cpu'] for record in found.values()):.0f} %"
    if not row.without:
        return ""
    pace = {k: r["steps"] / r["cpu"] for k, r in runs[row.without].items()}
    shares = [100 * (1 - r["steps"] / r["cpu"] / pace[k]) for k, r in found.items()]
    return signed(fmean(shares), stdev(shares) / sqrt(len(shares)), 0) + " %"


def signed(mean: float, error: float, places: int) -> str:
    return f"{round(mean, places) + 0.0:+.{places}f} ± {error:.{places}f}".replace("-", "−")


def probability(p: float) -> str:
    return f"{p:.2g}" if p >= 0.0001 else "< 0.0001"


def rounded(steps: float) -> str:
    return f"{steps:,.0f}" if steps < 10_000 else f"{steps / 1000:,.0f} k"


def machine(*parts: str) -> str:
    """Where and how the records of parts were made, and how fast their first rows stepped there."""
    about, records = stored(parts[0])
    kept = ("machine", "python", "neurols", "numpy", "onnxruntime", "remark")
    lines = [f"| {key} | {about[key]} |" for key in kept if about.get(key)]
    lines.append(f"| searches side by side | {about['workers']} |")
    for part in parts:
        first = PARTS[part].rows[0].name
        paces = []
        for size in PARTS[part].sizes:
            own = [r for r in records if (r["row"], r["part"], r["size"]) == (first, part, size)]
            pace = sum(r["steps"] for r in own) / sum(r["cpu"] for r in own)
            paces.append(f"{size}: {pace / 1000:,.0f} k")
        lines.append(f"| steps of `{first}` a CPU second, {part} | {', '.join(paces)} |")
    over = max(records, key=lambda r: r["cpu"] / r["seconds"])
    lines += [
        f"| longest search | {100 * over['cpu'] / over['seconds']:.0f} % of its budget"
        f" ({over['part']}, {over['row']}) |",
        f"| records | {len(records)} |",
    ]
    return "\n".join(["| | |", "|---|---|", *lines]) + "\n"


def training() -> str:
    """What the trainings of the two policies took and reached."""
    lines = [
        "| policy | generations | searches | steps a search | seconds x threads"
        " | on its validation |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, card in (
        ("bursts", _bursts()[0]["card"]),
        ("linear ranking", NativePolicy.load(RANKING_FILE, "jobshop").card),
    ):
        config, judged = card["training"], card["validation"]
        searches = 2 * config["pairs"] * config["instances"] * len(config["sizes"])
        low, high = config["iterations"]
        lines.append(
            f"| {name} | {config['generations']} | {config['generations'] * searches:,}"
            f" | {low:,} to {high:,} | {card['seconds']:.0f} x {card['threads']}"
            f" | {signed(judged['change'], judged['error'], 2)} %"
            f" ({judged['instances']} shops, generation {card['generation']}) |"
        )
    return "\n".join(lines) + "\n"


def _bursts() -> tuple[dict[str, Any], Any]:
    """The policy of bursts, which no version runs any more: what it was, and its weights."""
    return weights_file.read(BURSTS_FILE, "neurols.bursts", "jobshop")


def dials() -> str:
    """What the trained policy of bursts answers."""
    about, weights = _bursts()
    lines = ["| answer | at rest | trained |", "|---|---:|---|"]
    for answer, row in zip(about["answers"], weights, strict=True):
        # At rest no operator and no perturbation but the first was ever drawn.
        before = _NEVER if answer.startswith(("operator ", "perturbation ")) else 0
        terms = [
            f"{weight:+.2f}{'' if name == 'one' else ' · ' + name}".replace("-", "−")
            for name, weight in zip(about["features"], row, strict=True)
            if weight
        ]
        lines.append(f"| {answer} | {before:g} | {' '.join(terms)} |")
    return "\n".join(lines) + "\n"
