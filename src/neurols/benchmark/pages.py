"""A report as a page of Markdown, with its pictures and data beside it, from records alone.

No figure is typed: the same records give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import fsencode
from pathlib import Path
from urllib.parse import quote

from neurols.benchmark import parquet
from neurols.benchmark.archive import Archive
from neurols.benchmark.duels import duels, duels_csv, duels_markdown
from neurols.benchmark.experiment_table import experiment_table, step_controllers
from neurols.benchmark.formats import csv_text, latex, markdown
from neurols.benchmark.instances_table import instance_lines, instances_csv, instances_markdown
from neurols.benchmark.pictures import draw_bars, draw_profiles, draw_ranks, figures_of
from neurols.benchmark.plan import Plan
from neurols.benchmark.report import Table, tabulate
from neurols.benchmark.runner import Record
from neurols.benchmark.text import cell, code, file_part
from neurols.files.whole_file import make_folder, write_bytes
from neurols.plotting.output import write_picture

_WORDS = {
    "machine": "machine",
    "python": "Python",
    "neurols": "neurols",
    "commit": "commit",
    "numpy": "NumPy",
    "onnxruntime": "ONNX Runtime",
    "ortools": "OR-Tools",
    "pyvrp": "PyVRP",
    "hygese": "hygese",
}


def write_page(archive: Archive, folder: Path, *, as_parquet: bool = False) -> Path:
    """Write ``NAME.md`` and the folder ``NAME`` with all that the page shows and links to.

    Args:
        archive: the records and how they were made.
        folder: where to.
        as_parquet: write the records as Parquet, too.
    """
    assets = folder / archive.name
    make_folder(assets)
    parts = [f"# {title_of(archive)}\n", _provenance(archive)]
    for budget, (table, rows) in tables_of(archive).items():
        parts.append(_section(archive, budget, table, rows, assets))
    on_time = [record for record in archive.records if record.get("trace")]
    if on_time:
        parts.append(_anytime(on_time, assets))
    if as_parquet:
        parquet.write_parquet(archive.records, assets / "records.parquet")
    page = folder / f"{archive.name}.md"
    write_bytes(page, "\n".join(parts).encode())
    return page


def title_of(archive: Archive) -> str:
    plan = archive.plan
    return cell(archive.name.replace("-", " ").capitalize() if plan is None else plan.title)


def tables_of(
    archive: Archive, wanted: Callable[[str], bool] = lambda _: True
) -> dict[str, tuple[Table, dict[str, str]]]:
    """Budget to its table and to the rows that ran for that very budget, label to controller.

    Args:
        archive: the records.
        wanted: which budgets.
    """
    plan = archive.plan
    if plan is None:
        budgets = dict.fromkeys(record["budget"] for record in archive.records)
        return {one: _plain_table(archive.records, one) for one in budgets if wanted(one)}
    return {
        budget: (experiment_table(archive.records, plan, budget), step_controllers(plan, budget))
        for budget in plan.budgets
        if wanted(budget) and _has_records(archive, plan, budget)
    }


def _plain_table(records: list[Record], budget: str) -> tuple[Table, dict[str, str]]:
    own = [record for record in records if record["budget"] == budget]
    return tabulate(own), {name: name for name in dict.fromkeys(r["controller"] for r in own)}


def _has_records(archive: Archive, plan: Plan, budget: str) -> bool:
    names = set(step_controllers(plan, budget).values())
    return any(r["budget"] == budget and r["controller"] in names for r in archive.records)


def _section(
    archive: Archive, budget: str, table: Table, rows: Mapping[str, str], assets: Path
) -> str:
    """The table of a budget, its pictures, and links to its data."""
    tag = file_part(budget.lower())
    place = quote(fsencode(archive.name))
    write_bytes(assets / f"table-{tag}.csv", csv_text(table).encode())
    write_bytes(assets / f"table-{tag}.tex", latex(table).encode())
    lines = instance_lines(archive.records, rows, budget)
    write_bytes(assets / f"instances-{tag}.csv", instances_csv(lines).encode())
    title = (
        f"# {title_of(archive)}: every instance, {cell(budget)}\n\nMean cost over the seeds.\n\n"
    )
    write_bytes(assets / f"instances-{tag}.md", (title + instances_markdown(lines)).encode())

    found = [] if archive.plan is None else duels(archive.records, archive.plan, budget)
    tests = []
    if found:
        write_bytes(assets / f"tests-{tag}.csv", duels_csv(found).encode())
        tests = [duels_markdown(found).rstrip()]

    # Rows of other contests would leave nothing to tell apart.
    first = {row.name for row in table.rows if not row.contest}
    shown_rows = {label: name for label, name in rows.items() if label in first}
    figures = figures_of(archive.records, shown_rows, budget)
    pictures = [
        (f"bars-{tag}.svg", "Mean gaps by group", draw_bars(table, assets / f"bars-{tag}.svg")),
        (f"ranks-{tag}.svg", "Critical differences",
         draw_ranks(figures, assets / f"ranks-{tag}.svg")),
        (f"profile-{tag}.svg", "Performance profiles",
         draw_profiles(figures, assets / f"profile-{tag}.svg")),
    ]  # fmt: skip
    shown = [f"![{text}]({place}/{file})" for file, text, drawn in pictures if drawn]
    links = (
        f"Every instance: [page]({place}/instances-{tag}.md),"
        f" [CSV]({place}/instances-{tag}.csv)."
        f" This table: [CSV]({place}/table-{tag}.csv),"
        f" [LaTeX]({place}/table-{tag}.tex)."
        + (f" Tests: [CSV]({place}/tests-{tag}.csv)." if found else "")
    )
    parts = [f"## {cell(budget)}", markdown(table).rstrip(), *tests, links, *shown]
    return "\n\n".join(parts) + "\n"


def _anytime(records: list[Record], assets: Path) -> str:
    from neurols.plotting.anytime import figure

    write_picture(figure(records), assets / "anytime.svg")
    return (
        "## Gap against time\n\nBest so far within one run; a controller that cools over its"
        " budget is at its best at the end alone.\n\n"
        f"![Anytime curves]({quote(fsencode(assets.name))}/anytime.svg)\n"
    )


def _provenance(archive: Archive) -> str:
    """Command, seeds, machine, versions and commit, as they were written down with the records."""
    about = archive.description
    seeds = about["seeds"]
    span = f"{seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else str(seeds[0])
    lines = [code(about["command"]), "", "| | |", "|---|---|", f"| seeds | {span} |"]
    peers = sorted({r["version"] for r in archive.records if " " in r.get("version", "")})
    for session in about["sessions"]:
        lines += [
            f"| {cell(_WORDS.get(key, key))} | {cell(value)} |"
            for key, value in session.items()
            if value
        ]
    if peers:
        lines.append(f"| other solvers | {cell(', '.join(peers))} |")
    lines.append(f"| records | {len(archive.records)} |")
    return "\n".join(lines) + "\n"
