"""The command line: ``neurols COMMAND``. One file a command; this one starts and ends them all.

Nothing heavy is imported before a command needs it, so that ``neurols --help`` answers at once; and
nothing at all before Ctrl-C is taken care of.
"""

from __future__ import annotations

TYPE_CHECKING = False  # without typing: see above
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit.

    The exit code is 0 done, 1 a check failed, 2 wrong input, 130 interrupted (143 by SIGTERM, 129
    by SIGHUP), 74 the result could not be printed.
    """
    import sys

    others = None
    try:
        from neurols.cli.interrupt import Terminations

        others = Terminations()
        others.take()
        code = _patient(sys.argv[1:] if arguments is None else arguments)
        _ignore_interrupts()
        others.leave_be()
        if code == 130:
            code = others.code(code)
            if arguments is None:
                _leave(code)
    except KeyboardInterrupt:
        code = 130 if others is None else others.code(130)
    sys.exit(code)


def _patient(arguments: Sequence[str]) -> int:
    """The exit code of a command.

    Ctrl-C while the modules of ``solve`` are loaded: it has a solution to show all the same.
    """
    if "solve" not in arguments[:1]:
        return _run(arguments)
    from neurols.search.interrupt import interruptible

    with interruptible():
        return _run(arguments)


def _run(arguments: Sequence[str]) -> int:
    from neurols.cli.run import run

    _fill_standard_streams()
    return run(arguments)


def _ignore_interrupts() -> None:
    """The answer is given: a late Ctrl-C must not turn it into a traceback."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _fill_standard_streams() -> None:
    """Where stdin, stdout or stderr is closed, no file opened later may take its place.

    A result that is printed to a closed stdout is an error to tell. What is lost on stderr, closed
    or full, is none: a command that has a result to write goes on.
    """
    import os
    import sys

    from neurols.cli.console import Closed, Tolerant

    while (opened := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(opened)
    if sys.stdout is None:
        sys.stdout = Closed("stdout is closed")
    sys.stderr = Tolerant(sys.stderr or Closed("stderr is closed"))


def _leave(code: int) -> NoReturn:
    """End the process here and now; taking Python down in good order takes a while."""
    import os
    import sys

    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(code)
