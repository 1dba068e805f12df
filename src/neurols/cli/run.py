"""From arguments to an exit code: every user's mistake becomes one line on stderr."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from errno import ENAMETOOLONG

from neurols.cli.console import (
    CLOSED_PIPE,
    NOT_PRINTED,
    CannotPrint,
    NobodyReads,
    complain,
    stop_printing,
)
from neurols.errors import InfeasibleSolution, InputError, InputErrors

CHECK_FAILED, WRONG_INPUT, INTERRUPTED = 1, 2, 130


def run(arguments: Sequence[str]) -> int:
    """Carry out a command; the exit code."""
    try:
        from neurols.cli.commands import run_command

        code = run_command(arguments)
        sys.stdout.flush()
        return code
    except InputErrors as error:
        code = _failed(str(error).partition("\n")[0], WRONG_INPUT)
        for line in str(error).splitlines()[1:]:
            complain(line)
        return code
    except InputError as error:
        return _failed(str(error), WRONG_INPUT)
    except InfeasibleSolution as error:  # the search's own result: the one thing we must not hide
        return _failed(f"the solution found fails the check: {error}", CHECK_FAILED)
    except KeyboardInterrupt as interruption:
        return _interrupted(str(interruption))
    except (BrokenPipeError, NobodyReads):
        stop_printing()
        return CLOSED_PIPE
    except CannotPrint as error:
        return _not_printed(str(error))
    except OSError as error:
        return _failed_system_call(error)


def _interrupted(message: str) -> int:
    """The error may say what was lost."""
    if message:
        complain(f"neurols: {message}")
    return INTERRUPTED


def _not_printed(reason: str) -> int:
    """The exit code of a command whose answer is lost."""
    stop_printing()
    return _failed(f"the result cannot be printed: {reason}", NOT_PRINTED)


def _failed_system_call(error: OSError) -> int:
    """What the operating system refuses: a full disk, a folder without permission."""
    reason = (error.strerror or str(error)).lower()
    if error.filename is None:  # stdout or stderr, written to by others than say()
        return _not_printed(reason)
    if error.errno == ENAMETOOLONG:
        return _failed(f"{error.filename}: the name is too long; shorten it", WRONG_INPUT)
    return _failed(f"{error.filename}: {reason}; check the path and the disk", WRONG_INPUT)


def _failed(message: str, code: int) -> int:
    complain(f"neurols: error: {message}")
    return code
