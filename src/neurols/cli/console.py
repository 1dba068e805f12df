"""Writing to the terminal: results to stdout, the rest to stderr."""

from __future__ import annotations

import errno
import io
import json
import math
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TextIO

from neurols.errors import printable

_LONG_WORD = re.compile(r"(\S{120})\S{200,}(\S{120})")  # the user's words may be of any length

CLOSED_PIPE = 141
"""Exit code when the output is closed: what a shell reports of a program that SIGPIPE ended."""

NOT_PRINTED = 74
"""Exit code when stdout is closed or full: EX_IOERR of sysexits.h."""


class NobodyReads(Exception):
    """The reader of stdout has left, as ``head`` does: the end, but no error."""


class CannotPrint(Exception):
    """Stdout is closed, or what it leads to is full."""


def say(text: str) -> None:
    """A text and a line feed to stdout, at once.

    Raises:
        NobodyReads: there is nobody to say it to.
        CannotPrint: it cannot be said.
    """
    shown = printable(text, keep="\n\t")
    encoding = sys.stdout.encoding or "utf-8"
    shown = shown.encode(encoding, "backslashreplace").decode(encoding)
    try:
        print(shown, flush=True)
    except BrokenPipeError:
        raise NobodyReads from None
    except OSError as error:
        raise CannotPrint((error.strerror or str(error)).lower()) from None


class Closed(io.TextIOBase):
    """A stream that was closed before the command began: nothing can be written to it."""

    encoding = "utf-8"

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, self._reason)


class Tolerant(io.TextIOBase):
    """A stream whose text may be lost: a write that fails is no reason to end a command."""

    def __init__(self, stream: TextIO | Closed) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._stream.encoding

    def fileno(self) -> int:
        return self._stream.fileno()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def complain(text: str) -> None:
    """One line to stderr, if there is a stderr that takes it; its loss is no reason to fail."""
    one_line = " ".join(text.split())  # even where a file's name holds a line feed
    one_line = _LONG_WORD.sub(r"\1...\2", one_line)
    with suppress(OSError):
        print(printable(one_line), file=sys.stderr, flush=True)


def note(text: str) -> None:
    """A remark beside the result, on stderr."""
    complain(f"neurols: {text}")


def stop_printing() -> None:
    """Point stdout to nowhere, or Python would complain about it once more when it ends."""
    with suppress(AttributeError, OSError, ValueError):  # none, closed, or not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say_json(value: Any) -> None:
    """A value as one line of JSON."""
    say(json.dumps(_finite(value), allow_nan=False))


def say_facts(facts: Sequence[tuple[str, str]]) -> None:
    """Names and values, aligned."""
    width = max(len(name) for name, _ in facts)
    say("\n".join(f"{name:<{width}}  {printable(value)}" for name, value in facts))


def shows_progress(wanted: bool) -> bool:
    """Whether progress is shown: where stderr is a terminal."""
    return wanted and sys.stderr.isatty()


def _finite(value: Any) -> Any:
    """Infinities as null: JSON has no word for them."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
