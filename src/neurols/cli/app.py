"""The commands, put together."""

from __future__ import annotations

from typing import Annotated

import typer

from neurols.cli import (
    batch,
    bench,
    check,
    controllers,
    generate,
    info,
    report,
    serve,
    solve,
    template,
    train,
    tune,
)
from neurols.cli.console import say

# Plain help: Rich would double the time to the first line.
app = typer.Typer(
    name="neurols",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from neurols import __version__

        say(f"neurols {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def neurols(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Scheduling and vehicle routing by local search, with classical and learned control.

    \b
    neurols solve ta01 --time 5 --plot plan.svg
    neurols check ta01 plan.json
    neurols bench taillard:15x15 --controllers tabu,vns --iterations 100
    """
    if context.invoked_subcommand is None:
        say(context.get_help())


app.command("solve")(solve.solve)
app.command("check")(check.check)
app.add_typer(generate.new_app(), name="generate")
app.command("serve")(serve.serve)
app.command("template")(template.template)
app.command("batch")(batch.batch)
app.command("bench")(bench.bench)
app.command("report")(report.report)
app.command("tune")(tune.tune)
app.command("train")(train.train)
app.command("controllers")(controllers.controllers)
app.command("info")(info.info)
