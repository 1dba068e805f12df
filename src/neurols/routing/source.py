"""A file's text, or a one-line error that says where."""

from __future__ import annotations

from os import PathLike

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
