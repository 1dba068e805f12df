"""The command line: ``neurols COMMAND``. One file a command; this one starts and ends them all.

Nothing heavy is imported before a command needs it, so that ``neurols --help`` answers at once.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NoReturn

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit: 0 done, 1 a check failed, 2 wrong input, 130 interrupted."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        with _patience(arguments):
            from neurols.cli.run import run

            code = run(arguments)
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is said and done
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def _patience(arguments: Sequence[str]) -> AbstractContextManager[object]:
    """Ctrl-C while the modules are loaded: ``solve`` has a solution to show all the same."""
    if "solve" not in arguments[:1]:
        return nullcontext()
    from neurols.search.interrupt import interruptible

    return interruptible()
