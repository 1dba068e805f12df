"""``neurols solve``: the best solution that the budget allows, checked, printed and written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from neurols.cli import options
from neurols.cli.console import say_facts, say_json, shows_progress
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.search.result import Result

_INTERRUPTED = 130


def solve(
    instance: options.InstanceName,
    controller: Annotated[
        str, typer.Option(metavar="NAME", help="Who steers; see 'neurols controllers'.")
    ] = "auto",
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after so many steps.")
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Stop after so many seconds.  [default: 10]"),
    ] = None,
    target: Annotated[
        float | None, typer.Option(metavar="COST", help="Stop at this cost or below.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of the random numbers.")] = 0,
    initial: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Start from the solution in this file.")
    ] = None,
    construction: Annotated[
        str | None, typer.Option(metavar="RULE", help="How the first solution is built.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the solution to this file.")
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
    format: options.Format = None,
    data: options.Data = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress bar.")] = False,
) -> None:
    """Search for the best solution that the budget allows.

    Ctrl-C ends the search; what it has found by then is printed and written all the same.

    \b
    neurols solve ta01
    neurols solve shop.txt --time 60 --output plan.json --plot plan.html
    neurols solve ta41 --controller vns --iterations 100 --seed 3 --json
    neurols solve shop.txt --initial plan.json --time 10
    neurols solve ta01 --controller nls-anp --iterations 100 --decisions thinking.svg
    """
    from neurols.search.interrupt import interruptible

    _check_budget(iterations, time, target)
    options.check_count(searches, "--searches", 1)
    options.check_count(threads, "--threads", 1)
    _check_files(instance, output, plot, decisions)
    # From here on Ctrl-C shortens the search, and everything around it is done all the same.
    with interruptible():
        loaded = options.load_instance(instance, format, data)
        if plot is not None:
            from neurols.plotting.drawers import drawer_of

            drawer_of(loaded.problem)
        from neurols import _core  # noqa: F401  # now, so that its loading is not in the seconds
        from neurols.cli.progress import watch_search
        from neurols.search.solve import solve as search

        with watch_search(loaded, shows_progress(not json and not quiet)) as on_progress:
            result = search(
                loaded,
                controller=controller,
                time_limit=time,
                iterations=iterations,
                target=target,
                seed=seed,
                searches=searches,
                threads=threads,
                share=share,
                initial=initial,
                construction=construction,
                trace_decisions=decisions is not None or _is_report(plot),
                on_progress=on_progress,
            )
        _deliver(result, output, plot, decisions, json)


def _is_report(plot: Path | None) -> bool:
    return plot is not None and plot.suffix.lower() == ".html"


def _deliver(
    result: Result, output: Path | None, plot: Path | None, decisions: Path | None, json: bool
) -> None:
    """Write the files and print; a file that fails must not cost the user the result."""

    def draw_decisions(path: Path) -> None:
        from neurols.plotting.decisions import plot_decisions

        plot_decisions(result, path)

    written: list[str] = []
    failure: InputError | None = None
    files = ((output, result.write), (plot, result.plot), (decisions, draw_decisions))
    for path, write in files:
        try:
            if path is not None:
                write(path)
                written.append(str(path))
        except InputError as error:
            failure = failure or error
    if json:
        say_json(result.to_json())
    else:
        say_facts(_facts(result, written))
    if failure is not None:
        raise failure
    if result.stopped_by == "interrupted":
        raise typer.Exit(_INTERRUPTED)


def _facts(result: Result, written: list[str]) -> list[tuple[str, str]]:
    from neurols.plotting.titles import amount, cost_name

    instance = result.instance
    facts = [
        ("instance", f"{instance.name} ({instance.problem}, {instance.size})"),
        (cost_name(instance.problem), amount(result.cost)),
    ]
    if result.best_known is not None:
        facts += [("gap", f"{result.gap:.2f} %"), ("best known", amount(result.best_known))]
    else:
        facts.append(("lower bound", amount(instance.lower_bound)))
    facts += [
        ("proven optimal", "yes" if result.proven_optimal else "no"),
        ("controller", result.controller),
        ("iterations", f"{result.iterations:,}"),
        ("seconds", f"{result.seconds:.2f}"),
        ("stopped by", result.stopped_by),
    ]
    return facts + [("written", path) for path in written]


def _check_budget(iterations: int | None, time: float | None, target: float | None) -> None:
    from neurols.search.budget import Budget

    if iterations is not None and time is not None:
        raise InputError(
            "--iterations and --time contradict each other", remedy="give one of the two"
        )
    options.check_count(iterations, "--iterations", 0)
    Budget.checked(time, None, iterations, target, None)


def _check_files(
    instance: str, output: Path | None, plot: Path | None, decisions: Path | None
) -> None:
    """Everything that could go wrong with the files, before the search and not after it."""
    options.check_output(output, "--output", inputs=(instance,))
    for picture, option in ((plot, "--plot"), (decisions, "--decisions")):
        options.check_output(picture, option, inputs=(instance,))
        if picture is not None:
            from neurols.plotting.output import check_target

            check_target(picture)
    if output is not None:
        from neurols.plotting.output import SUFFIXES

        if output.suffix.lower() in SUFFIXES:
            raise InputError(
                "a solution is no picture",
                file=output,
                remedy=f"use --plot for {output.suffix}, or let --output end in .json or .sol",
            )
