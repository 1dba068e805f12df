"""Model files that hold something else than they should: one line for all that may be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike

from neurols.errors import InputError

LONGEST_CARD = 16 * 2**20
"""Characters of a card; one with a curve of thousands of epochs has fewer than a million."""
_SHOWN = 120


@contextmanager
def reading_card(file: str | PathLike[str]) -> Iterator[None]:
    """Whatever a card of the wrong form leads to is the file's fault, and told as such.

    A card is data of any form, and so is read under this guard.
    """
    try:
        yield
    except InputError as error:
        if error.file is not None:
            raise
        raise InputError(_printable(error.cause), file=file, remedy=error.remedy) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise unreadable(file, f"{type(error).__name__}: {error}") from None
    except RecursionError:
        raise unreadable(file, "nested too deeply") from None


def unreadable(file: str | PathLike[str], why: str) -> InputError:
    """The error of a card that cannot be read."""
    return InputError(
        f"the model's card cannot be read ({_printable(why)[:_SHOWN]})",
        file=file,
        remedy="the file is damaged or of another version; fetch or train it again",
    )


def _printable(text: str) -> str:
    """On one line, without what a terminal would obey."""
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))
