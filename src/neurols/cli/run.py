"""From arguments to an exit code: every user's mistake becomes one line on stderr."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from errno import ENAMETOOLONG

from neurols.cli.console import CLOSED_PIPE, NobodyReads, close_pipe
from neurols.errors import InfeasibleSolution, InputError

CHECK_FAILED, WRONG_INPUT, INTERRUPTED = 1, 2, 130


def run(arguments: Sequence[str]) -> int:
    """Carry out a command; the exit code."""
    try:
        code = _carry_out(arguments)
        sys.stdout.flush()
        return code
    except InputError as error:
        return _failed(str(error), WRONG_INPUT)
    except InfeasibleSolution as error:  # the search's own result: the one thing we must not hide
        return _failed(f"the solution found fails the check: {error}", CHECK_FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, NobodyReads):
        close_pipe()
        return CLOSED_PIPE
    except OSError as error:
        if error.errno != ENAMETOOLONG:
            raise
        return _failed(f"{error.filename}: the name is too long; shorten it", WRONG_INPUT)


def _carry_out(arguments: Sequence[str]) -> int:
    """By the shortest way: Typer takes longer to load than a small instance to solve."""
    if "solve" in arguments[:1]:
        from neurols.cli.plain import plain_arguments

        given = plain_arguments(arguments[1:])
        if given is not None:
            from neurols.cli.solving import solve_and_tell

            return solve_and_tell(**given)
    from neurols.cli.commands import run_command

    return run_command(arguments)


def _failed(message: str, code: int) -> int:
    one_line = " ".join(message.split())  # even where a file's name holds a line feed
    print(f"neurols: error: {one_line}", file=sys.stderr)
    return code
