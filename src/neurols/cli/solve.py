"""``neurols solve``: the best solution that the budget allows, checked, printed and written."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from neurols.cli import inputs, options
from neurols.cli.console import CannotPrint, complain, say_facts, say_json, shows_progress
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.registry import Instance
    from neurols.search.result import Result

_INTERRUPTED = 130


def solve(
    instance: options.InstanceName,
    controller: Annotated[
        str, typer.Option(metavar="NAME", help="Controller; see 'neurols controllers'.")
    ] = "auto",
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after so many steps.")
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", help="Stop after so many wall-clock seconds.  [default: 10]"
        ),
    ] = None,
    cpu_time: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Stop after so many CPU seconds of each search."),
    ] = None,
    target: Annotated[
        float | None, typer.Option(metavar="COST", help="Stop at this cost or below.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of the random numbers.")] = 0,
    initial: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Start from the solution in this file.")
    ] = None,
    freeze_until: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Of the plan --initial, what has begun by then stays: 480, 10:30 or a date.",
        ),
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Stops of the plan --initial stay with their vehicles.")
    ] = False,
    change_price: Annotated[
        float | None,
        typer.Option(
            metavar="COST",
            help="Of each stop of the plan --initial on another vehicle, and of each operation on"
            " another machine or at another time.",
        ),
    ] = None,
    construction: Annotated[
        str | None, typer.Option(metavar="RULE", help="How the first solution is built.")
    ] = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Write the solution: .json, for routes also .sol; for people .xlsx, .csv or .ics."
            " May be given several times.",
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it: .svg, .png or .html.")
    ] = None,
    decisions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw what was decided when: .svg, .png or .html."),
    ] = None,
    json: options.Json = False,
    searches: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            help="Searches with seeds of their own; the best solution is returned."
            "  [default: 1 under --iterations, one a thread under --time]",
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(metavar="P", help="Searches that run at once.  [default: all cores]"),
    ] = None,
    share: Annotated[
        bool | None,
        typer.Option(
            "--share/--independent",
            help="Whether the searches share what they find.  [default: they do under --time]",
            show_default=False,
        ),
    ] = None,
    decompose: Annotated[
        bool | None,
        typer.Option(
            "--decompose/--whole",
            help="Whether the threads search parts of the instance, cut anew in each round."
            "  [default: where that pays]",
            show_default=False,
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="auto|ADDRESS",
            help="Search parts of the instance on a Ray cluster.",
            show_default=False,
        ),
    ] = None,
    server: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Search in the service at this address; see 'neurols serve'."
        ),
    ] = None,
    format: options.Format = None,
    rounding: options.Rounding = None,
    objective: options.Objective = None,
    data: options.Data = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress bar.")] = False,
) -> None:
    """Search for the best solution that the budget allows.

    Ctrl-C ends the search, and so do SIGTERM and SIGHUP; what it has found by then is printed and
    written all the same.

    \b
    neurols solve ta01
    neurols solve shop.txt --time 60 --output plan.json --plot plan.html
    neurols solve city.vrp --time 600 --cluster auto
    neurols solve ta41 --controller vns --iterations 100 --seed 3 --json
    neurols solve shop.txt --initial plan.json --time 10
    neurols solve today.xlsx --initial yesterday.xlsx --freeze-until 10:30 --output plan.xlsx
    neurols solve ta01 --controller nls-anp --iterations 100 --decisions thinking.svg
    neurols solve orders.xlsx --server http://127.0.0.1:8000 --time 60 --output plan.xlsx
    """
    from neurols.search.interrupt import interruptible

    # NumPy's linear algebra is not used, and starting a thread of it for each core takes a while.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # From here on Ctrl-C shortens the search, and everything around it is done all the same.
    with interruptible():
        _check_budget(iterations, time, cpu_time, target)
        inputs.check_count(searches, "--searches", 1)
        inputs.check_count(threads, "--threads", 1)
        inputs.check_seed(seed)
        outputs = output or []
        _check_files(instance, initial, outputs, plot, decisions)
        if server is not None:
            from neurols.cli.remote import solve_remotely

            refused = {
                "--iterations": iterations, "--cpu-time": cpu_time, "--target": target,
                "--initial": initial, "--freeze-until": freeze_until, "--keep": keep,
                "--change-price": change_price,
                "--construction": construction, "--decisions": decisions, "--searches": searches,
                "--threads": threads, "--share": share, "--decompose": decompose,
                "--cluster": cluster, "--format": format, "--round": rounding,
                "--objective": objective, "--data": data,
            }  # fmt: skip
            return solve_remotely(server, instance, controller=controller, time=time, seed=seed,
                                  outputs=outputs, plot=plot, as_json=json, quiet=quiet,
                                  refused=refused)  # fmt: skip
        with _all_kept():
            loaded = inputs.load_instance(instance, format, data, rounding, objective)
            for path in outputs:
                _check_format(loaded, path)
            if plot is not None:
                from neurols.plotting.result import drawer_of

                drawer_of(loaded, plot)
            from neurols import _core  # noqa: F401  # now: its loading is not in the seconds
            from neurols.cli.progress import watch_search
            from neurols.cli.replanning import search_from

        with watch_search(loaded, shows_progress(not json and not quiet)) as on_progress:
            result = search_from(
                loaded,
                initial,
                freeze_until,
                keep,
                change_price,
                controller=controller,
                time_limit=time,
                cpu_limit=cpu_time,
                iterations=iterations,
                target=target,
                seed=seed,
                searches=searches,
                threads=threads,
                share=share,
                decompose=decompose,
                cluster=cluster,
                construction=construction,
                trace_decisions=decisions is not None or _is_report(plot),
                on_progress=on_progress,
            )
        _deliver(result, outputs, plot, decisions, json)
        if result.stopped_by == "interrupted":
            raise typer.Exit(_INTERRUPTED)


@contextmanager
def _all_kept() -> Iterator[None]:
    """All that is loaded stays; to look for garbage among it takes a tenth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _is_report(plot: Path | None) -> bool:
    return plot is not None and plot.suffix.lower() == ".html"


def _deliver(
    result: Result, outputs: list[Path], plot: Path | None, decisions: Path | None, json: bool
) -> None:
    """Write and print. A file that fails must not cost the user the result."""

    def draw_decisions(path: Path) -> None:
        from neurols.plotting.decisions import plot_decisions

        plot_decisions(result, path)

    written: list[str] = []
    failures: list[Exception] = []
    plans = ((path, result.write) for path in outputs)
    files = (*plans, (plot, result.plot), (decisions, draw_decisions))
    for path, write in files:
        try:
            if path is not None:
                write(path)
                written.append(str(path))
        except Exception as error:
            failures.append(error)
    try:
        if json:
            say_json(result.to_json())
        else:
            say_facts(_facts(result, written))
    except CannotPrint as error:
        for failure in failures:
            complain(f"neurols: error: {failure}")
        if result.stopped_by != "interrupted":
            raise
        complain(f"neurols: error: the result cannot be printed: {error}")
        return
    for failure in failures[1:]:
        complain(f"neurols: error: {failure}")
    if failures:
        raise failures[0]


def _facts(result: Result, written: list[str]) -> list[tuple[str, str]]:
    from neurols.plotting.titles import amount, cost_name

    instance = result.instance
    facts = [
        ("instance", f"{instance.name} ({instance.problem}, {instance.size})"),
        (cost_name(instance), amount(result.cost)),
    ]
    if result.best_known is not None:
        facts += [("gap", f"{result.gap:.2f} %"), ("best known", amount(result.best_known))]
    else:
        facts.append(("lower bound", amount(instance.lower_bound)))
    if result.cost < instance.lower_bound:
        stated = amount(instance.lower_bound)
        facts.append(
            ("warning", f"the stated lower bound {stated} is wrong: correct it and solve again")
        )
    facts += [
        ("proven optimal", "yes" if result.proven_optimal else "no"),
        ("controller", result.controller),
        ("search", result.resolved_controller),
        ("iterations", f"{result.iterations:,}"),
        ("seconds", f"{result.seconds:.2f}"),
        ("stopped by", result.stopped_by),
    ]
    if result.changes is not None:
        facts += result.changes.facts()
    return facts + [("written", path) for path in written]


def _check_budget(
    iterations: int | None, time: float | None, cpu_time: float | None, target: float | None
) -> None:
    from neurols.search.budget import Budget

    for option, value in (("--time", time), ("--cpu-time", cpu_time)):
        if iterations is not None and value is not None:
            raise InputError(
                f"--iterations and {option} contradict each other", remedy="give one of the two"
            )
    inputs.check_count(iterations, "--iterations", 0)
    Budget.checked(time, cpu_time, iterations, target, None)


def _check_files(
    instance: str,
    initial: Path | None,
    outputs: list[Path],
    plot: Path | None,
    decisions: Path | None,
) -> None:
    """Everything that could go wrong with the files, before the search and not after it.

    The output may take the place of the solution that the search starts from: that is read first.
    """
    for output in outputs:
        inputs.check_output(output, "--output", inputs=(instance,))
    for picture, option in ((plot, "--plot"), (decisions, "--decisions")):
        read = (instance,) if initial is None else (instance, str(initial))
        inputs.check_output(picture, option, inputs=read)
        if picture is not None:
            from neurols.plotting.output import check_library, check_target

            check_target(picture)
            check_library(picture)
    inputs.check_apart(
        [*(("--output", path) for path in outputs), ("--plot", plot), ("--decisions", decisions)]
    )
    for output in outputs:
        from neurols.plotting.output import SUFFIXES

        if output.suffix.lower() in SUFFIXES:
            raise InputError(
                "a solution is no picture",
                file=output,
                remedy=f"use --plot for {output.suffix}, or let --output end in .json or .sol",
            )


def _check_format(instance: Instance, output: Path) -> None:
    """Refuse a suffix of a format that is not written; devices and names may have none."""
    if not output.suffix:
        return
    if output.exists() and not output.is_file():
        return
    from neurols.registry import problem_of

    problem = problem_of(instance)
    known = problem.plan_suffixes()
    if problem.tables() is not None:
        from neurols.tables.form import check_plan

        check_plan(instance, output)
    if output.suffix.lower() not in known:
        raise InputError(
            f"solutions of this problem are not written as {output.suffix}",
            file=output,
            remedy=f"let the name end in {' or '.join(known)}",
        )
