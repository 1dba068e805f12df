"""``neurols check``: the cost of a solution by the independent checker, or all that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from neurols.cli import inputs, options
from neurols.cli.console import complain, say, say_json
from neurols.errors import InfeasibleSolution

if TYPE_CHECKING:
    from neurols.registry import Instance

_FAILED = 1


def check(
    instance: options.InstanceName,
    solution: Annotated[
        Path, typer.Argument(metavar="SOLUTION", help="A solution file.", show_default=False)
    ],
    json: options.Json = False,
    format: options.Format = None,
    rounding: options.Rounding = None,
    objective: options.Objective = None,
    data: options.Data = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw it, faults in red: .svg, .png or .html.", show_default=False
        ),
    ] = None,
) -> None:
    """Check a solution: print its cost, or every fault.

    The exit code is 0 for a solution without fault, else 1, and 2 for files that cannot be read.

    \b
    neurols check ta01 plan.json
    neurols check delivery.vrp plan.sol --plot faults.html
    """
    from neurols.registry import problem_of

    inputs.check_output(plot, "--plot", inputs=(instance, str(solution)))
    if plot is not None:
        from neurols.plotting.output import check_library, check_target

        check_target(plot)
        check_library(plot)

    loaded = inputs.load_instance(instance, format, data, rounding, objective)
    problem = problem_of(loaded)
    if plot is not None:
        from neurols.plotting.result import checking_drawer

        checking_drawer(loaded)
    # The file as it is, even where it was written for another instance: a fault to tell.
    form = problem.read_form(solution)
    try:
        cost = problem.check(loaded, form)
    except InfeasibleSolution as error:
        faults = [*_stranger(loaded, form), *error.faults]
        if json:
            say_json({"instance": loaded.name, "feasible": False, "cost": None, "faults": faults})
        else:
            for fault in faults:
                complain(f"{solution}: {fault}")
        _draw(loaded, form, faults, plot)
        raise typer.Exit(_FAILED) from None
    if json:
        say_json({"instance": loaded.name, "feasible": True, "cost": cost, "faults": []})
    else:
        say(str(cost))
    _draw(loaded, form, [], plot)


def _draw(instance: Instance, form: dict[str, Any], faults: list[str], plot: Path | None) -> None:
    if plot is not None:
        from neurols.plotting.result import plot_checked

        plot_checked(instance, form, faults, plot)


def _stranger(instance: Instance, form: dict[str, Any]) -> list[str]:
    named = form.get("instance", instance.name)
    return [] if named == instance.name else [f"this is a solution of {named!r}"]
