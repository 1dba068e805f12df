"""Instances from files: finds the format out and hands the text to the reader for it.

Job shops become a ``JobShop``; flexible shops, setups, due dates and the like a
``RichScheduling``.
"""

from __future__ import annotations

from os import PathLike
from pathlib import PurePath
from typing import TYPE_CHECKING

from neurols.files.whole_file import read_text
from neurols.scheduling import formats
from neurols.scheduling.formats import Format
from neurols.scheduling.instance import JobShop
from neurols.scheduling.read_json import read_json
from neurols.scheduling.read_standard import read_standard
from neurols.scheduling.read_taillard import read_taillard
from neurols.scheduling.suites import with_known_bounds

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling

_READERS = {
    Format.STANDARD: read_standard,
    Format.TAILLARD: read_taillard,
    Format.JSON: read_json,
}


def read(path: str | PathLike[str], format: str | None = None) -> JobShop | RichScheduling:
    """The instance in a file, named after the file.

    A file that holds a built-in or published instance (``ta01.txt``, ``mk01.fjs``) gets its
    bounds, too.

    Args:
        path: the file.
        format: ``standard``, ``taillard`` or ``json`` of job shops; ``fjs``, ``fjs-from-0``,
            ``fjs-from-1``, ``fjs-setups``, ``setup-types``, ``tardiness`` or ``json`` of others;
            by default found out from the text.

    Raises:
        InputError: the file cannot be read or is no instance; names file, line and remedy.
    """
    if format is not None and format not in _rich_names():
        formats.named(format, path)  # before the file is touched
    instance = parse(read_text(path), file=path, format=format)
    return with_known_bounds(instance) if isinstance(instance, JobShop) else instance


def parse(
    text: str, *, file: str | PathLike[str] = "<text>", format: str | None = None
) -> JobShop | RichScheduling:
    """The instance in a text; ``file`` names it, in errors and as the instance's name."""
    from neurols.scheduling.rich import formats as rich

    rich_format: str | None = format
    if format in (None, "json"):
        rich_format = rich.detect(text, file)
    elif format not in rich.NAMES:
        rich_format = None
    if rich_format is not None:
        from neurols.scheduling.rich.read import parse as parse_rich

        return parse_rich(text, file, _name(file), rich_format)
    chosen = formats.detect(text, file) if format is None else formats.named(format, file)
    return _READERS[chosen](text, file, _name(file))


def _rich_names() -> tuple[str, ...]:
    from neurols.scheduling.rich.formats import NAMES

    return NAMES


def _name(file: str | PathLike[str]) -> str:
    stem = PurePath(file).stem
    return "".join(sign if sign.isprintable() else "?" for sign in stem) or "jobshop"
