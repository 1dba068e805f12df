"""A command by way of Typer: help, completion, and messages about mistakes."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

import typer

from neurols.cli.app import app
from neurols.errors import InputError

# Typer raises Click's errors, which live in a package of its own in newer releases: they are
# found by way of the one class that Typer has always exported.
_USAGE_ERROR, _CLICK_ERROR = typer.BadParameter.__mro__[1:3]
_COMPLETION = "_NEUROLS_COMPLETE"
_LONG_WORD = re.compile(r"(\S{40})\S{40,}")  # what the user gave may be of any length


def run_command(arguments: Sequence[str]) -> int:
    """Carry out a command; the exit code.

    Raises:
        InputError: the arguments or what they lead to are wrong.
    """
    command = typer.main.get_command(app)
    if _COMPLETION in os.environ:  # set by the shell
        command.main(list(arguments), prog_name="neurols")
    try:
        # Not by command.main(), which takes an interruption's message away.
        with command.make_context("neurols", list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except Exception as error:
        if not isinstance(error, _CLICK_ERROR):
            raise
        raise InputError(_usage(error)) from None
    return 0


def _usage(error: Exception) -> str:
    message = str(error.format_message()).rstrip(".")  # type: ignore[attr-defined]
    message = _LONG_WORD.sub(r"\1...", message)
    context = getattr(error, "ctx", None) if isinstance(error, _USAGE_ERROR) else None
    path = "neurols" if context is None else context.command_path
    return f"{message[:1].lower()}{message[1:]}; see '{path} --help'"
