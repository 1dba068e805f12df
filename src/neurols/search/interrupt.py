"""Ctrl-C as a request instead of an exception: the search ends and returns its best solution."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_GRACE_SECONDS = 2.0  # presses within them count as one


class Interruption:
    """Whether Ctrl-C was pressed, and what is to happen then."""

    def __init__(self) -> None:
        self._first: float | None = None
        self._calls: list[Callable[[], None]] = []

    @property
    def pressed(self) -> bool:
        return self._first is not None

    def then(self, call: Callable[[], None]) -> None:
        """Call this when Ctrl-C is pressed, or now if it was."""
        self._calls.append(call)
        if self.pressed:
            call()

    def press(self) -> None:
        """Ctrl-C.

        Raises:
            KeyboardInterrupt: it was pressed seconds ago, and still nothing has come of it.
        """
        now = time.monotonic()
        if self._first is None:
            self._first = now
            for call in self._calls:
                call()
        elif now - self._first > _GRACE_SECONDS:
            raise KeyboardInterrupt


_open: Interruption | None = None


def press() -> None:
    """What Ctrl-C does at this point, for signals that are to mean the same.

    Raises:
        KeyboardInterrupt: nothing is open that could be told.
    """
    if _open is None:
        raise KeyboardInterrupt
    _open.press()


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Within the block SIGINT only tells the interruption. A block within a block shares its own.

    Where SIGINT goes elsewhere (ignored by the parent, a handler of the application) ``press``
    alone tells it; on another thread than the main one nothing does.
    """
    global _open
    if threading.current_thread() is not threading.main_thread():
        yield Interruption()
        return
    if _open is not None:
        yield _open
        return
    interruption = Interruption()

    def handle(number: int, frame: FrameType | None) -> None:
        interruption.press()

    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    _open = interruption
    try:
        if ours:
            signal.signal(signal.SIGINT, handle)
        yield interruption
    finally:
        _open = None
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
