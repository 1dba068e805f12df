"""From arguments to an exit code: every user's mistake becomes one line on stderr."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from neurols.cli.app import app
from neurols.cli.console import CLOSED_PIPE, close_pipe
from neurols.errors import InfeasibleSolution, InputError

DONE, CHECK_FAILED, WRONG_INPUT, INTERRUPTED = 0, 1, 2, 130

# Typer raises Click's errors, which live in a package of its own in newer releases: they are
# found by way of the one class that Typer has always exported.
_USAGE_ERROR, _CLICK_ERROR = typer.BadParameter.__mro__[1:3]


def run(arguments: Sequence[str]) -> int:
    """Carry out a command; the exit code."""
    try:
        command = typer.main.get_command(app)
        code = command.main(list(arguments), prog_name="neurols", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except InputError as error:
        return _failed(str(error), WRONG_INPUT)
    except InfeasibleSolution as error:  # the search's own result: the one thing we must not hide
        return _failed(f"the solution found fails the check: {error}", CHECK_FAILED)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        close_pipe()
        return CLOSED_PIPE
    except Exception as error:
        if not isinstance(error, _CLICK_ERROR):
            raise
        return _failed(_usage(error), WRONG_INPUT)


def _failed(message: str, code: int) -> int:
    one_line = " ".join(message.split())  # even where a file's name holds a line feed
    print(f"neurols: error: {one_line}", file=sys.stderr)
    return code


def _usage(error: Exception) -> str:
    message = str(error.format_message()).rstrip(".")  # type: ignore[attr-defined]
    context = getattr(error, "ctx", None) if isinstance(error, _USAGE_ERROR) else None
    path = "neurols" if context is None else context.command_path
    return f"{message[:1].lower()}{message[1:]}; see '{path} --help'"
