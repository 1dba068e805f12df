"""The command line: ``neurols COMMAND``. One file a command; this one starts and ends them all.

Nothing heavy is imported before a command needs it, so that ``neurols --help`` answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit: 0 done, 1 a check failed, 2 wrong input, 130 interrupted."""
    from neurols.cli.run import run

    sys.exit(run(sys.argv[1:] if arguments is None else arguments))
