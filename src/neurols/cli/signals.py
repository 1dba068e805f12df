"""SIGTERM and SIGHUP end a command as Ctrl-C does: what was found is checked, printed and written.

Each is passed on to whoever takes care of Ctrl-C at that moment. Nothing is imported here that the
start of the command line does not need anyway.
"""

from __future__ import annotations

import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

_received: int | None = None


def take_care() -> None:
    """From here on SIGTERM and SIGHUP interrupt; one that the parent ignores stays ignored."""
    for name in ("SIGTERM", "SIGHUP"):  # Windows knows no SIGHUP
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _interrupt)


def exit_code(code: int) -> int:
    """The exit code of an interrupted command: 128 and the signal's number."""
    return 128 + _received if code == 130 and _received is not None else code


def _interrupt(number: int, frame: FrameType | None) -> None:
    global _received
    from neurols.search.interrupt import press_open

    _received = number
    if press_open():
        return
    on_interrupt = signal.getsignal(signal.SIGINT)
    if callable(on_interrupt):
        on_interrupt(signal.SIGINT, frame)
    else:  # Ctrl-C is ignored, as in the background of a shell
        raise KeyboardInterrupt
