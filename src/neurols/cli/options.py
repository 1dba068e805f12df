"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

InstanceName = Annotated[
    str,
    typer.Argument(
        metavar="INSTANCE",
        help="A built-in name (ta01 to ta80, ft06, ...) or a file.",
        show_default=False,
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Format of the instance's file, where it cannot be told from the text."
    ),
]
Rounding = Annotated[
    str | None,
    typer.Option(
        "--round",
        metavar="RULE",
        help="How coordinates become distances where the file does not say: none, nearest,"
        " truncate, dimacs or exact.",
        show_default=False,
    ),
]
Objective = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="What is minimised, where there is a choice: cost, or vehicles (fewest first).",
        show_default=False,
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="Folder with benchmark files (or set NEUROLS_DATA).", show_default=False
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="auto|ADDRESS",
        help="Work on a Ray cluster instead of this machine's processes.",
        show_default=False,
    ),
]
Time = Annotated[
    float | None, typer.Option(metavar="SECONDS", help="Wall-clock seconds of each run.")
]
CpuTime = Annotated[float | None, typer.Option(metavar="SECONDS", help="CPU seconds of each run.")]
ProblemName = Annotated[
    str | None,
    typer.Option(
        "--problem",
        metavar="NAME",
        help="A problem's name.  [default: the first one]",
        show_default=False,
    ),
]
