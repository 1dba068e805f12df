"""Files in and out: a file's text or a one-line error, and never half a file written."""

from __future__ import annotations

import contextlib
import os
from os import PathLike
from pathlib import Path

from neurols.errors import InputError
from neurols.files.file_bytes import read_bytes

_CONTROL = bytes(set(range(32)) - set(b"\t\n\r\f\x1a"))  # 0x1a ends old DOS text files


def text_of(path: str | PathLike[str]) -> str:
    """The text of a file, with line ends made ``\\n``; says what is wrong if it is no text."""
    data = read_bytes(path)
    if not data.strip():
        raise InputError("the file is empty", file=path, remedy="fetch or write it again")
    if len(data.translate(None, _CONTROL)) < len(data):
        raise InputError("this is a binary file", file=path, remedy="give a text file (UTF-8)")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # names with accents in COMMENT lines of older files
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x1a", "")


def located(error: InputError, path: str | PathLike[str], line: int | None = None) -> InputError:
    """The same error, saying where; an error that knows its file already is left alone."""
    if error.file is not None:
        return error
    return InputError(error.cause, file=path, line=line, remedy=error.remedy)


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write a file whole or not at all: into a temporary file beside it, then renamed."""
    target = Path(os.path.realpath(path))  # a link keeps pointing where it points
    try:
        place = Path(path)  # not the target: the link /dev/stdout resolves to no path of a pipe
        if place.exists() and not place.is_file():
            if place.is_dir():
                raise InputError("this is a directory", file=path, remedy="name a file in it")
            place.write_text(text, encoding="utf-8")  # a device or pipe cannot be renamed over
            return
        import tempfile  # whoever writes nothing need not load it

        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.chmod(temporary, _mode(target))
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        cause = error.strerror or str(error)
        raise InputError(
            f"cannot be written: {cause}", file=path, remedy="choose another"
        ) from None


def _mode(target: Path) -> int:
    """The permissions an ordinary write would leave; ``mkstemp`` alone gives 0600."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
