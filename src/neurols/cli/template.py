"""``neurols template``: tables to fill in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from neurols.cli import inputs
from neurols.cli.console import say_facts
from neurols.errors import InputError


def template(
    problem: Annotated[
        str,
        typer.Argument(
            metavar="PROBLEM", help="What the tables describe; see below.", show_default=False
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where to write it: .xlsx, or .csv for the main table alone."
            "  [default: PROBLEM.xlsx]",
        ),
    ] = None,
) -> None:
    """Write tables to fill in: a workbook with an example and an explanation of every column.

    \b
    neurols template scheduling
    neurols template routing --output orders.xlsx
    """
    from neurols.registry import problems
    from neurols.tables.template import write_template

    forms = {
        form.LAYOUT.problem: form
        for one in problems().values()
        if (form := one.tables()) is not None
    }
    if problem not in forms:
        raise InputError(f"there is no template {problem!r}", remedy=f"use {' or '.join(forms)}")
    target = Path(f"{problem}.xlsx") if output is None else output
    inputs.check_output(target, "--output")
    if target.exists():  # somebody may have filled it in
        raise InputError("there is such a file", file=target, remedy="name another with --output")
    write_template(target, forms[problem].LAYOUT, forms[problem].SETTINGS)
    say_facts([("written", str(target)), ("next", f"neurols solve {target} --output plan.xlsx")])
