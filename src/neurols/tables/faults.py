"""Mistakes in tables: collected and told all at once, each by sheet, row and column."""

from __future__ import annotations

from os import PathLike, fspath

from neurols.errors import InputErrors, printable

SHOWN = 20
"""Mistakes that are told; of the others only their number."""
_STOP = 1000  # mistakes after which reading ends
_LONGEST = 60


class Faults:
    """The mistakes found so far in the tables of one file or folder."""

    def __init__(self, file: str | PathLike[str]) -> None:
        self.file = fspath(file)
        self.found: list[str] = []

    def add(
        self,
        cause: str,
        *,
        sheet: str | None = None,
        row: int | None = None,
        column: str | None = None,
        remedy: str | None = None,
    ) -> None:
        """Note a mistake; a table of nothing but mistakes ends the reading."""
        place = [
            f"{kind} {shown(value)}"
            for kind, value in (("sheet", sheet), ("row", row), ("column", column))
            if value is not None
        ]
        where = f"{', '.join(place)}: " if place else ""
        self.found.append(f"{where}{cause}{'' if remedy is None else f'; {remedy}'}")
        if len(self.found) >= _STOP:
            self.raise_any()

    def raise_any(self) -> None:
        """Raise what was found, if anything was.

        Raises:
            InputErrors: one line a mistake, up to a limit.
        """
        if self.found:
            raise InputErrors(self.found, file=self.file, shown=SHOWN)


def shown(value: object) -> str:
    """A cell or a name as messages show it."""
    if isinstance(value, int):
        return str(value)
    text = printable(str(value))
    return repr(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}...")
