"""Ctrl-C as a wish instead of an exception: the search ends, and nothing that was found is lost."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_GRACE_SECONDS = 2.0  # presses of the impatient; whoever presses later than that wants out


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


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Within the block SIGINT only tells the interruption. A block within a block shares its own.

    Where signals go elsewhere (another thread, ignored by the parent, somebody else's handler)
    the interruption is never pressed.
    """
    global _open
    if threading.current_thread() is not threading.main_thread():
        yield Interruption()
        return
    before = signal.getsignal(signal.SIGINT)
    if _open is not None or before not in (signal.default_int_handler, signal.SIG_IGN):
        yield _open or Interruption()
        return
    interruption = Interruption()

    def handle(number: int, frame: FrameType | None) -> None:
        interruption.press()

    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, handle)
    _open = interruption
    try:
        yield interruption
    finally:
        _open = None
        signal.signal(signal.SIGINT, before)


def press_open() -> bool:
    """Interrupt the block that is open, as Ctrl-C would; false where none is."""
    if _open is None:
        return False
    _open.press()
    return True
