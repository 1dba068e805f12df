"""Instances from files: finds the format out and hands the text to the reader for it."""

from __future__ import annotations

from os import PathLike
from pathlib import PurePath

from neurols.scheduling import formats
from neurols.scheduling.files import read_text
from neurols.scheduling.formats import Format
from neurols.scheduling.instance import JobShop
from neurols.scheduling.read_json import read_json
from neurols.scheduling.read_standard import read_standard
from neurols.scheduling.read_taillard import read_taillard
from neurols.scheduling.suites import with_known_bounds

_READERS = {
    Format.STANDARD: read_standard,
    Format.TAILLARD: read_taillard,
    Format.JSON: read_json,
}


def read(path: str | PathLike[str], format: str | None = None) -> JobShop:
    """The instance in a file, named after the file.

    A file that holds a built-in instance under its name (``ta01.txt``) gets its bounds, too.

    Args:
        path: the file.
        format: ``standard``, ``taillard`` or ``json``; by default found out from the text.

    Raises:
        InputError: the file cannot be read or is no instance; names file, line and remedy.
    """
    if format is not None:
        formats.named(format, path)  # before the file is touched
    return with_known_bounds(parse(read_text(path), file=path, format=format))


def parse(text: str, *, file: str | PathLike[str] = "<text>", format: str | None = None) -> JobShop:
    """The instance in a text; ``file`` names it, in errors and as the instance's name."""
    chosen = formats.detect(text, file) if format is None else formats.named(format, file)
    return _READERS[chosen](text, file, _name(file))


def _name(file: str | PathLike[str]) -> str:
    stem = PurePath(file).stem
    return "".join(sign if sign.isprintable() else "?" for sign in stem) or "jobshop"
