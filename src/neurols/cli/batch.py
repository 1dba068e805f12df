"""``neurols batch``: many instances, each with a plan, and one summary."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from neurols.cli import inputs, options
from neurols.cli.console import complain, say, say_json, shows_progress
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.batch import Summary

_FAILED, _INTERRUPTED = 1, 130
_SHOWN_FAILURES = 10


def batch(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FOLDER|GLOB|LIST",
            help="A folder, a pattern in quotes, or a list: .csv or .jsonl with the column"
            " 'instance' and, where wanted, name, controller, time, cpu_time, iterations, target,"
            " seed, initial, format.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            metavar="DIR", help="Folder for plans, results and summary.", show_default=False
        ),
    ],
    controller: Annotated[
        str, typer.Option(metavar="NAME", help="Controller; see 'neurols controllers'.")
    ] = "auto",
    time: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Wall-clock seconds of each instance.")
    ] = None,
    cpu_time: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="CPU seconds of each instance.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Steps of each instance.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of each search.")] = 0,
    workers: Annotated[
        int | None,
        typer.Option(metavar="W", help="Instances at once, one core each.  [default: all cores]"),
    ] = None,
    cluster: options.Cluster = None,
    format: options.Format = None,
    data: options.Data = None,
    json: options.Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Solve many instances; go on where an earlier run stopped.

    Writes a plan for each into DIR/plans, a line of results each into DIR/results.jsonl as it
    comes, and DIR/summary.csv at the end. What is there already, of the same content and
    settings, is not solved again; what failed is. A fault of one instance does not end the batch:
    the exit code is then 1.

    \b
    neurols batch depots --time 10 --output plans
    neurols batch 'shops/**/*.txt' --iterations 1000 --output out --workers 8
    neurols batch tonight.csv --time 60 --output tonight --cluster auto
    """
    from neurols.batch import batch as solve_batch
    from neurols.batch.item import Settings
    from neurols.batch.listing import items_of
    from neurols.batch.run import files_of
    from neurols.cli.batch_progress import watch_batch
    from neurols.cluster import executor_for
    from neurols.search.budget import Budget, available_cores
    from neurols.search.controllers import check_name

    if not source:
        raise InputError("the batch is empty", remedy="name a folder, a pattern or a list")
    Budget.checked(time, cpu_time, iterations, None, None)
    inputs.check_seed(seed)
    inputs.check_count(workers, "--workers", 1)
    check_name(controller)
    if output.exists() and not output.is_dir():
        raise InputError("this is no folder", file=output, remedy="name a folder with --output")
    if any(inputs.same_file(path, Path(source)) for path in (output, *files_of(output))):
        raise InputError(
            "--output would overwrite what is read", file=output, remedy="name another folder"
        )
    settings = Settings(controller, time, cpu_time, iterations, seed=seed, format=format)
    items = items_of(source, settings, None if data is None else str(data))
    local = available_cores() if workers is None and cluster is None else workers
    home = executor_for(local, cluster)
    with watch_batch(len(items), home.workers, shows_progress(not json and not quiet)) as on_line:
        found = solve_batch(items, home, output, on_line)
    _report(found, output, json)
    if found.interrupted:
        left = f"{len(found.lines)} of {found.planned} instances"
        print(
            f"neurols: interrupted after {left}; the same command goes on from here",
            file=sys.stderr,
        )
        raise typer.Exit(_INTERRUPTED)
    if found.failed:
        raise typer.Exit(_FAILED)


def _report(found: Summary, output: Path, json: bool) -> None:
    if json:
        say_json(list(found.lines))
    else:
        done = len(found.lines) - len(found.failed)
        again = f" ({found.found} of them earlier)" if found.found else ""
        say(f"solved      {done} of {found.planned}{again}")
        if found.failed:
            say(f"failed      {len(found.failed)}")
        say(f"written     {output}")
    for line in found.failed[:_SHOWN_FAILURES]:
        complain(f"neurols: {line['name']}: {line['error']}")
    if len(found.failed) > _SHOWN_FAILURES:
        complain(f"neurols: and {len(found.failed) - _SHOWN_FAILURES} more; see the summary")
