"""``neurols bench paper-jobshop`` and ``paper-cvrp``: the paper's tables by one command."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from neurols.cli.console import note, say, say_json, shows_progress
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.benchmark.experiments import Experiment
    from neurols.benchmark.planning import Planned
    from neurols.benchmark.runner import Key, RunBudget

_INTERRUPTED = 130
_DEFAULT_FOLDER = Path("results")


def bench_paper(
    experiment: Experiment,
    *,
    quick: bool,
    seeds: int | None,
    clock: RunBudget | None,
    workers: int,
    cluster: str | None,
    output: Path | None,
    data: Path | None,
    json: bool,
    quiet: bool,
) -> None:
    """Run an experiment, resume it where it was, and write its report beside the records."""
    from neurols.benchmark.planning import make_plan
    from neurols.benchmark.provenance import describe
    from neurols.benchmark.run import carry_out
    from neurols.cli.progress import watch_bench

    folder = output or _DEFAULT_FOLDER / (experiment.name + ("-quick" if quick else ""))
    if folder.exists() and not folder.is_dir():
        raise InputError("this is no folder", file=folder, remedy="name a folder with --output")
    shown = shows_progress(not json and not quiet)
    with watch_bench(None, shown) as on_choice:
        planned = make_plan(
            experiment,
            quick=quick,
            seeds=seeds,
            clock=clock,
            workers=workers,
            output=folder,
            data=data,
            on_record=on_choice,
            on_note=note,
        )
    describe(
        folder,
        _command(experiment, quick, seeds, clock),
        planned.seeds,
        list(dict.fromkeys(task.runner.name for task in planned.tasks)),
        planned.plan,
    )
    with watch_bench(len(planned.tasks), shown) as on_record:
        found = carry_out(
            *(planned.tasks, workers, folder), cluster=cluster, on_record=on_record, on_note=note
        )
    _tell(planned, folder, json)
    if found.interrupted:
        left = f"{len(found.records)} of {found.planned} runs"
        print(
            f"neurols: interrupted after {left}; the same command goes on from here",
            file=sys.stderr,
        )
        raise typer.Exit(_INTERRUPTED)


def _tell(planned: Planned, folder: Path, json: bool) -> None:
    """The report into the folder; its tables, or the records, to the terminal."""
    from neurols.benchmark.archive import read_archive
    from neurols.benchmark.formats import markdown, rich_table
    from neurols.benchmark.pages import tables_of, write_page

    archive = read_archive(folder)
    write_page(archive._replace(name="report"), folder)
    tables = [table for table, _ in tables_of(archive).values()]
    if json:
        wanted = {task.key for task in planned.tasks}
        say_json(_contract(folder, wanted))
    elif sys.stdout.isatty():
        from rich.console import Console

        for table in tables:
            Console().print(rich_table(table))
    else:
        say("\n".join(markdown(table) for table in tables).rstrip())
    print(f"neurols: report in {folder / 'report.md'}", file=sys.stderr)


def _contract(folder: Path, wanted: set[Key]) -> list[dict[str, object]]:
    from neurols.benchmark.runner import EXTRA_KEYS
    from neurols.benchmark.store import RecordStore

    with RecordStore(folder) as store:
        return [
            {key: value for key, value in record.items() if key not in EXTRA_KEYS}
            for place, record in store.records.items()
            if place in wanted
        ]


def _command(
    experiment: Experiment, quick: bool, seeds: int | None, clock: RunBudget | None
) -> str:
    """The command that repeats the records, without what is about this machine alone."""
    parts = ["neurols", "bench", experiment.name]
    parts += ["--quick"] if quick else []
    parts += [] if seeds is None else ["--seeds", str(seeds)]
    parts += [] if clock is None else clock.options()
    return " ".join(parts)
