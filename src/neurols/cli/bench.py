"""``neurols bench``: controllers side by side on a suite of instances."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from neurols import registry
from neurols.cli import inputs, options
from neurols.cli.console import note, say, say_json, shows_progress
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.benchmark import Run, RunBudget

_INTERRUPTED = 130
_NOBODY = "none"
_PEERS = ", ".join(registry.peers())


def bench(
    suite: Annotated[
        str,
        typer.Argument(
            metavar="SUITE",
            help="taillard, taillard:15x15, names, files, a folder or a glob; several with commas;"
            " paper-PROBLEM for all of the paper's table.",
            show_default=False,
        ),
    ],
    controllers: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,C",
            help="Controllers to compare; see 'neurols controllers'. 'none': the --peers alone."
            "  [default: auto]",
            show_default=False,
        ),
    ] = None,
    peers: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help=f"Other solvers beside them: {_PEERS}.",
            show_default=False,
        ),
    ] = None,
    iterations: Annotated[int | None, typer.Option(metavar="N", help="Steps of each run.")] = None,
    time: options.Time = None,
    cpu_time: options.CpuTime = None,
    seeds: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            help="Runs of each, with seeds 1 to K.  [default: 1, for the paper's tables 5]",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(metavar="W", help="Runs at once, one core each.  [default: all cores]"),
    ] = None,
    cluster: options.Cluster = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for records and tables; resumes what is there."),
    ] = None,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Of the paper's tables a few instances, in minutes."),
    ] = False,
    solutions: Annotated[
        bool, typer.Option("--solutions", help="Store the solutions in the records, too.")
    ] = False,
    checkpoints: Annotated[
        str | None,
        typer.Option(
            metavar="S,S",
            help="Also tell the best so far at these seconds of each run.",
            show_default=False,
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Draw the gap against time: FILE.svg, .png or .html.",
            show_default=False,
        ),
    ] = None,
    json: options.Json = False,
    data: options.Data = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress bar.")] = False,
) -> None:
    """Compare controllers side by side on a suite of instances.

    With --output every run is appended to DIR/records.jsonl as it ends; the same command goes on
    where a killed one stopped. Its solutions are null unless --solutions or --json is given.

    \b
    neurols bench taillard:15x15 --controllers tabu,vns,ils --iterations 100 --seeds 3
    neurols bench taillard --controllers auto --cpu-time 1 --output results
    neurols bench 'shops/*.txt' --controllers sa,tabu:tenure=20 --time 5 --json
    neurols bench taillard --peers cp-sat --cpu-time 20 --checkpoints 1,5,20 --plot anytime.svg
    neurols bench uchoa-like --peers pyvrp,ortools-gls:first=parallel-savings --cpu-time 5
    neurols bench taillard --controllers none --peers cp-sat --cpu-time 5
    neurols bench paper-jobshop --quick
    neurols bench paper-cvrp --data FOLDER --cpu-time 5 --seeds 5

    On shared or busy machines compare with --cpu-time. The paper's tables take their rows and steps
    from the paper; --time and --cpu-time are for the rows that run on time. Their records go to
    results/NAME unless --output says otherwise.
    """
    from neurols.benchmark import RunBudget, Runner
    from neurols.benchmark import run as run_benchmark
    from neurols.benchmark.anytime import parse_checkpoints
    from neurols.benchmark.experiments import experiment_named
    from neurols.benchmark.peers import peer
    from neurols.benchmark.provenance import describe
    from neurols.benchmark.run import MOST_SEEDS
    from neurols.benchmark.suites import resolve
    from neurols.cli.bench_paper import bench_paper
    from neurols.cli.progress import watch_bench
    from neurols.plotting.output import check_library, check_target, suffix_of
    from neurols.search.budget import available_cores
    from neurols.search.spec import split_specs

    inputs.check_count(iterations, "--iterations", 0)
    inputs.check_count(seeds, "--seeds", 1, MOST_SEEDS)
    inputs.check_count(workers, "--workers", 1)
    if workers is not None and cluster is not None:
        raise InputError("--workers and --cluster contradict each other", remedy="give one of them")
    processes = available_cores() if workers is None else workers
    experiment = experiment_named(suite)
    if experiment is not None:
        given = {
            "--controllers": controllers, "--peers": peers, "--iterations": iterations,
            "--checkpoints": checkpoints, "--plot": plot, "--solutions": solutions or None,
        }  # fmt: skip
        _refuse_beside_experiment(suite, given)
        bench_paper(
            experiment,
            quick=quick,
            seeds=seeds,
            clock=None
            if time is None and cpu_time is None
            else RunBudget(time_limit=time, cpu_limit=cpu_time),
            workers=processes,
            cluster=cluster,
            output=output,
            data=data,
            json=json,
            quiet=quiet,
        )
        return
    if quick:
        raise InputError("--quick is for the paper's tables", remedy="leave it out")
    budget = RunBudget(iterations=iterations, time_limit=time, cpu_limit=cpu_time)
    if output is not None and output.exists() and not output.is_dir():
        raise InputError("this is no folder", file=output, remedy="name a folder with --output")
    times = None if checkpoints is None else parse_checkpoints(checkpoints, budget.seconds)
    if plot is not None:  # the folder of the records is made with the first of them
        suffix_of(plot) if plot.parent == output else check_target(plot)
        check_library(plot)
    cases = resolve(suite, data)
    names = _contestants(controllers, peers)
    specs: list[str | Runner] = [*names]
    if peers is not None:
        specs += [peer(spec) for spec in dict.fromkeys(split_specs(peers))]
    count = 1 if seeds is None else seeds
    total = len(cases) * len(specs) * count
    with watch_bench(total, shows_progress(not json and not quiet)) as on_record:
        found = run_benchmark(
            cases,
            specs,
            budget,
            seeds=range(1, count + 1),
            workers=processes,
            cluster=cluster,
            output=output,
            solutions=solutions or json,
            on_record=on_record,
            on_note=note,
        )
    if output is not None:
        command = _command(suite, names, peers, budget, count)
        contestants = dict.fromkeys(record["controller"] for record in found.records)
        describe(output, command, range(1, count + 1), list(contestants))
    _report(found, output, json, times)
    if plot is not None and found.records:
        from neurols.plotting.anytime import plot_anytime

        plot_anytime(found.records, plot)
    if found.interrupted:
        again = "" if output is None else "; the same command goes on from here"
        print(f"neurols: interrupted after {len(found.records)} runs{again}", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED)


def _contestants(controllers: str | None, peers: str | None) -> list[str]:
    """The controllers that compete, each once."""
    from neurols.search.spec import split_specs

    if controllers != _NOBODY:
        return list(dict.fromkeys(split_specs("auto" if controllers is None else controllers)))
    if peers is None:
        raise InputError(
            f"--controllers {_NOBODY} leaves nobody to compete", remedy="name others with --peers"
        )
    return []


def _refuse_beside_experiment(suite: str, given: Mapping[str, object]) -> None:
    """An experiment has its rows and budgets already."""
    for option, value in given.items():
        if value is not None:
            raise InputError(
                f"{suite} takes no {option}", remedy="leave it out, or bench taillard or uchoa"
            )


def _command(
    suite: str,
    controllers: list[str],
    peers: str | None,
    budget: RunBudget,
    seeds: int,
) -> str:
    """The command that repeats the records, without what is about this machine alone."""
    parts = ["neurols bench", shlex.quote(suite), "--controllers", ",".join(controllers) or _NOBODY]
    parts += [] if peers is None else ["--peers", peers]
    parts += budget.options()
    return " ".join([*parts, "--seeds", str(seeds)])


def _report(found: Run, output: Path | None, json: bool, times: list[float] | None) -> None:
    from neurols.benchmark import csv_text, latex, markdown, rich_table, tabulate
    from neurols.benchmark.anytime import checkpoint_table
    from neurols.benchmark.runner import EXTRA_KEYS
    from neurols.files.whole_file import write_bytes

    tables = {"table": tabulate(found.records, found.planned)}
    if times is not None and found.records:
        tables["anytime"] = checkpoint_table(found.records, times)
    if output is not None:
        for name, table in tables.items():
            write_bytes(output / f"{name}.md", markdown(table).encode())
            write_bytes(output / f"{name}.csv", csv_text(table).encode())
            write_bytes(output / f"{name}.tex", latex(table).encode())
    if json:
        say_json(
            [{k: v for k, v in record.items() if k not in EXTRA_KEYS} for record in found.records]
        )
    elif sys.stdout.isatty():
        from rich.console import Console

        for table in tables.values():
            Console().print(rich_table(table))
    else:
        say("\n".join(markdown(table) for table in tables.values()).rstrip())
