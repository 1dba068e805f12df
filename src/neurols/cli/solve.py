"""``neurols solve``: its arguments and their help. What it does with them is solving.py's."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from neurols.cli import options


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
        Path | None,
        typer.Option(metavar="FILE", help="Write the solution: .json, for routes also .sol."),
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

    Ctrl-C ends the search, and so do SIGTERM and SIGHUP; what it has found by then is printed and
    written all the same.

    \b
    neurols solve ta01
    neurols solve shop.txt --time 60 --output plan.json --plot plan.html
    neurols solve ta41 --controller vns --iterations 100 --seed 3 --json
    neurols solve shop.txt --initial plan.json --time 10
    neurols solve ta01 --controller nls-anp --iterations 100 --decisions thinking.svg
    """
    from neurols.cli.solving import solve_and_tell

    code = solve_and_tell(
        instance,
        controller=controller,
        iterations=iterations,
        time=time,
        target=target,
        seed=seed,
        initial=initial,
        construction=construction,
        output=output,
        plot=plot,
        decisions=decisions,
        json=json,
        searches=searches,
        threads=threads,
        share=share,
        format=format,
        data=data,
        quiet=quiet,
    )
    raise typer.Exit(code)
