"""The file formats of rich scheduling and how a file's format is told: detected, never guessed."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from os import PathLike
from pathlib import PurePath

from neurols.errors import InputError
from neurols.scheduling.lines import Line, content_lines, is_integer


class RichFormat(StrEnum):
    """Formats that rich instances are read from; ``json`` is shared with the job shop."""

    FJS = "fjs"
    """``jobs machines [mean]``, then per job its operations, each with its modes."""
    FJS_FROM_0 = "fjs-from-0"
    """The same, machines counted from 0."""
    FJS_FROM_1 = "fjs-from-1"
    """The same, machines counted from 1."""
    SETUPS = "fjs-setups"
    """FJS, then per machine a matrix of setup times between all operations."""
    SETUPS_FROM_0 = "fjs-setups-from-0"
    SETUPS_FROM_1 = "fjs-setups-from-1"
    SETUP_TYPES = "setup-types"
    """``machines jobs types``, per job (duration, machine, type) triples; setups."""
    TARDINESS = "tardiness"
    """JSON of job shops with ``weights``, ``due_dates`` and ``release``."""


NAMES = tuple(str(format) for format in RichFormat)
_FLEXIBLE_SUFFIXES = {".fjs", ".fjsp"}


def first_machine(format: RichFormat) -> int | None:
    """The number of the first machine, where the format's name says it."""
    text = str(format)
    return int(text[-1]) if text[-2:] in ("-0", "-1") else None


def detect(text: str, file: str | PathLike[str]) -> RichFormat | str | None:
    """The rich format of a text, ``json`` for our own, or None where it is none of these.

    Raises:
        InputError: the text could be of two formats.
    """
    if text.lstrip()[:1] in ("{", "["):
        if '"neurols-scheduling"' in text:
            return "json"
        if '"due_dates"' in text and '"jobs"' in text and '"format"' not in text:
            return RichFormat.TARDINESS
        return None
    flexible = PurePath(file).suffix.lower() in _FLEXIBLE_SUFFIXES
    if not flexible and not _opens_with_counts(text):
        return None
    header, *rows = content_lines(text, file)
    found = [format for format, fits in _FITS.items() if fits(header, rows)]
    if flexible:
        found = [format for format in found if format is not RichFormat.SETUP_TYPES]
        if not found:  # the reader says what is wrong with it
            more = bool(header.tokens) and is_integer(header.tokens[0])
            more = more and len(header.tokens[0]) < 9 and len(rows) > int(header.tokens[0])
            return RichFormat.SETUPS if more else RichFormat.FJS
    elif RichFormat.FJS in found and _fits_standard(header, rows):
        if _visits_all_once(header, rows):
            return None
        raise _ambiguous(file, header, "the standard format of job shops", "fjs", "standard or fjs")
    if len(found) > 1:
        names = " or ".join(found)
        raise _ambiguous(file, header, found[0], found[1], names)
    return found[0] if found else None


def _ambiguous(
    file: str | PathLike[str], header: Line, one: str, other: str, names: str
) -> InputError:
    return InputError(
        f"the format is ambiguous: {one}, or {other}",
        file=file,
        line=header.number,
        remedy=f"name the format: {names}",
    )


def _opens_with_counts(text: str) -> bool:
    """Whether the first line with content holds two or three numbers."""
    for line in text.splitlines():
        tokens = line.partition("#")[0].split()
        if tokens:
            return 2 <= len(tokens) <= 3 and all(
                is_integer(token) and len(token) < 9 for token in tokens[:2]
            )
    return False


def operation_places(tokens: list[str]) -> Iterator[tuple[int, int]]:
    """(place of the first pair, number of pairs) of each operation of an FJS line.

    Raises:
        ValueError: the line does not hold what its counts promise.
    """
    at = 1
    for _ in range(_count(tokens, 0)):
        modes = _count(tokens, at)
        yield at + 1, modes
        at += 1 + 2 * modes
    if at != len(tokens):
        raise ValueError("the counts do not fit")


def _count(tokens: list[str], at: int) -> int:
    if at >= len(tokens) or not is_integer(tokens[at]) or len(tokens[at]) > 9:
        raise ValueError("no count")
    count = int(tokens[at])
    if not 1 <= count <= len(tokens):
        raise ValueError("a count out of range")
    return count


def _counts(header: Line, number: int) -> list[int] | None:
    tokens = header.tokens[:number]
    if len(tokens) < number or not all(is_integer(t) and len(t) < 9 for t in tokens):
        return None
    return [int(token) for token in tokens]


def _job_lines(rows: list[Line]) -> int | None:
    """Operations of the rows taken as FJS jobs; None where one is none."""
    try:
        return sum(1 for row in rows for _ in operation_places(row.tokens))
    except ValueError:
        return None


def _fits_fjs(header: Line, rows: list[Line]) -> bool:
    counts = _counts(header, 2)
    return counts is not None and len(rows) == counts[0] and _job_lines(rows) is not None


def _fits_setups(header: Line, rows: list[Line]) -> bool:
    counts = _counts(header, 2)
    if counts is None or len(rows) <= counts[0]:
        return False
    operations = _job_lines(rows[: counts[0]])
    if operations is None or len(rows) != counts[0] + counts[1] * operations:
        return False
    return all(len(row.tokens) == operations for row in rows[counts[0] :])


def _fits_setup_types(header: Line, rows: list[Line]) -> bool:
    counts = _counts(header, 3)
    if counts is None or len(header.tokens) != 3 or len(rows) != counts[1] + 1 + counts[2]:
        return False
    return all(
        is_integer(row.tokens[0])
        and len(row.tokens[0]) < 9
        and len(row.tokens) == 1 + 3 * int(row.tokens[0])
        for row in rows[: counts[1]]
    ) and all(len(row.tokens) == counts[2] for row in rows[counts[1] :])


_FITS = {
    RichFormat.FJS: _fits_fjs,
    RichFormat.SETUPS: _fits_setups,
    RichFormat.SETUP_TYPES: _fits_setup_types,
}


def _fits_standard(header: Line, rows: list[Line]) -> bool:
    """Whether the rows are pairs of machine, from 0, and duration."""
    counts = _counts(header, 2)
    if counts is None or len(header.tokens) != 2 or len(rows) != counts[0]:
        return False
    machines = set(map(str, range(min(counts[1], 100_000))))
    return all(len(row.tokens) % 2 == 0 and machines.issuperset(row.tokens[::2]) for row in rows)


def _visits_all_once(header: Line, rows: list[Line]) -> bool:
    machines = int(header.tokens[1])
    return all(
        len(row.tokens) == 2 * machines and len(set(row.tokens[::2])) == machines for row in rows
    )
