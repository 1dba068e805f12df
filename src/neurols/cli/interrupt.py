"""Signals that end a command as Ctrl-C does, and presses that come twice.

Ctrl-C ends a training, and pressing it again out of impatience does not spoil its files. SIGTERM
(``kill``, ``timeout``, a shutdown) and SIGHUP (the terminal was closed) mean the same in every
command.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from neurols.search.interrupt import press

_GRACE_SECONDS = 2.0  # to write and print; later presses count again
_OTHERS = ("SIGTERM", "SIGHUP")  # the latter is unknown to Windows


class Terminations:
    """SIGTERM and SIGHUP as Ctrl-C, in a command that has the process to itself."""

    def __init__(self) -> None:
        self._first: int | None = None
        self._taken: list[int] = []

    def take(self) -> None:
        """Handle the signals from here on; one that is ignored (``nohup``) stays ignored."""
        if threading.current_thread() is not threading.main_thread():
            return
        for name in _OTHERS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, self._handle)
                self._taken.append(number)

    def leave_be(self) -> None:
        """Ignore the signals from here on: everything is said and done."""
        for number in self._taken:
            signal.signal(number, signal.SIG_IGN)

    def code(self, interrupted: int) -> int:
        """The exit code of an interrupted command: as a shell reports a death by the signal."""
        return interrupted if self._first is None else 128 + self._first

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self._first = self._first or number
        ctrl_c = signal.getsignal(signal.SIGINT)
        if callable(ctrl_c):
            ctrl_c(signal.SIGINT, frame)
        else:  # ignored, as in a script's background jobs
            press()


@contextmanager
def interrupted_once() -> Iterator[None]:
    """Within the block the first SIGINT raises KeyboardInterrupt; those just after it do not."""
    last = float("-inf")

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > _GRACE_SECONDS:
            last = now
            raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # ignored by the parent, or somebody else's
        yield
        return
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
