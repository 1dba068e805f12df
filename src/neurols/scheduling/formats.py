"""The file formats of job shops and how a file's format is told: detected, never guessed."""

from __future__ import annotations

from enum import StrEnum
from os import PathLike

from neurols.errors import InputError
from neurols.scheduling.lines import Line, content_lines, is_integer, is_number
from neurols.scheduling.validation import shown

NAME_IT = "name the format: standard, taillard or json"
_NAME_ANY = (
    "name the format: standard, taillard or json of job shops; fjs, fjs-setups, setup-types,"
    " tardiness or json of others"
)


class Format(StrEnum):
    """Formats that instances are read from and written in."""

    STANDARD = "standard"
    """JSPLIB: ``jobs machines``, then a line of machine-duration pairs per job, from 0."""
    TAILLARD = "taillard"
    """Taillard's own: a block of times, then a block of machines counted from 1."""
    JSON = "json"
    """The project's own, see read_json.py."""


def named(name: str, file: str | PathLike[str] | None = None) -> Format:
    """The format of that name.

    Raises:
        InputError: there is none.
    """
    try:
        return Format(name)
    except ValueError:
        raise InputError(f"unknown format {shown(name)}", file=file, remedy=_NAME_ANY) from None


def is_label(line: Line) -> bool:
    """Whether a line opens a block of Taillard's format (``Times``, ``Machines``)."""
    return line.tokens[0].rstrip(":").lower() in ("times", "machines")


def is_title(line: Line) -> bool:
    """Whether a line names the columns of Taillard's header (``Nb of jobs, Nb of …``)."""
    return line.tokens[0].lower() in ("nb", "number") and len(line.tokens) > 2


def detect(text: str, file: str | PathLike[str]) -> Format:
    """The format of a text, from marks that only one format has.

    Raises:
        InputError: the text is empty, no known format, or could be two.
    """
    if text.lstrip()[:1] in ("{", "["):
        return Format.JSON
    lines = content_lines(text, file)
    header, rows = lines[0], lines[1:]
    if is_title(header) or any(is_label(line) for line in lines):
        return Format.TAILLARD
    if not is_number(header.tokens[0]):
        raise InputError(
            f"{shown(header.tokens[0])} opens no format known here",
            file=file,
            line=header.number,
            remedy=f"begin with a line 'jobs machines', or {NAME_IT}",
        )
    if not _has_two_bare_blocks(header, rows):
        return Format.STANDARD
    standard, taillard = _fits_standard(header, rows), _fits_taillard(rows)
    if standard and taillard:
        raise InputError(
            f"the format is ambiguous: Taillard's without labels, or standard with {len(rows)}"
            f" jobs where the header promises {len(rows) // 2}",
            file=file,
            line=header.number,
            remedy=NAME_IT,
        )
    return Format.STANDARD if standard else Format.TAILLARD


def _has_two_bare_blocks(header: Line, rows: list[Line]) -> bool:
    """Whether the rows have the shape of Taillard's two blocks without their labels."""
    if len(header.tokens) < 2 or not all(is_integer(token) for token in header.tokens):
        return False
    jobs, machines = header.tokens[:2]
    if not rows or max(len(jobs), len(machines)) > 9:
        return False
    return len(rows) == 2 * int(jobs) and all(len(row.tokens) == int(machines) for row in rows)


def _fits_standard(header: Line, rows: list[Line]) -> bool:
    machines = {str(machine) for machine in range(len(rows[0].tokens))}
    return (
        len(header.tokens) == 2
        and len(machines) % 2 == 0
        and all(machines.issuperset(row.tokens[::2]) for row in rows)
    )


def _fits_taillard(rows: list[Line]) -> bool:
    machines = {str(machine + 1) for machine in range(len(rows[0].tokens))}
    return all(machines.issuperset(row.tokens) for row in rows[len(rows) // 2 :])
