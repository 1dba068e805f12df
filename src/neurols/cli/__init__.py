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

    0 done, 1 a check failed, 2 wrong input, 130 interrupted (143 by SIGTERM, 129 by SIGHUP).
    """
    import sys

    from neurols.cli import signals

    signals.take_care()
    try:
        code = _patient(sys.argv[1:] if arguments is None else arguments)
        _ignore_interrupts()
        if code == 130 and arguments is None:
            _leave(signals.exit_code(code))
    except KeyboardInterrupt:
        code = 130
    sys.exit(signals.exit_code(code))


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

    return run(arguments)


def _ignore_interrupts() -> None:
    """All is written; a late signal must not spoil the exit code."""
    import signal

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def _leave(code: int) -> NoReturn:
    """End the process here and now; taking Python down in good order takes a while."""
    import os
    import sys

    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
