"""Files that are there in full or not at all, also where a run is killed or the disk is full."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from neurols.errors import InputError


@contextmanager
def whole_file(file: str | PathLike[str], *also: type[Exception]) -> Iterator[Path]:
    """A path to write to; the file takes its content over when all is written.

    Args:
        file: the file.
        also: errors, besides those of the system, by which a writer says that it cannot write.

    Raises:
        InputError: it cannot be written; an older file stays as it was.
    """
    path = Path(file)
    failures: tuple[type[Exception], ...] = (OSError, *also)
    partial = path.with_name(path.name + ".partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield partial
            os.replace(partial, path)
        finally:
            partial.unlink(missing_ok=True)
    except failures as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError(
            f"cannot be written: {' '.join(reason.split())[:120]}",
            file=file,
            remedy="make room or name another folder; an older file of this name is unharmed",
        ) from None
