"""Ctrl-C ends a training, and pressing it again out of impatience does not spoil its files."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_GRACE_SECONDS = 2.0  # to write and print; later presses count again


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
