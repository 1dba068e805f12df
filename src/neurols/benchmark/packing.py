"""Lines of a compressed file, read piece by piece and within bounds.

A few kilobytes can be made to expand to any size. What is read here never takes more memory than a
line, and a file that holds more than records ever do is refused.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

from neurols.errors import InputError

MOST_BYTES = 512 * 2**20
"""Of a file, expanded; the largest benchmark so far has 7 MiB."""
MOST_LINE_BYTES = 16 * 2**20
"""Of a record."""
_PIECE = 2**20
_MEMORY = 256 * 2**20  # of the decompressor; the highest preset needs 65 MiB


def packed_lines(path: Path) -> Iterator[tuple[bytes, bool]]:
    """The lines of an ``.xz`` file without their line feeds, and whether each was ended.

    Raises:
        InputError: the file is damaged, or expands beyond reason.
    """
    rest, total = b"", 0
    for piece in _pieces(path):
        total += len(piece)
        if total > MOST_BYTES or len(rest) > MOST_LINE_BYTES:
            raise InputError(
                f"expands to more than {MOST_BYTES if total > MOST_BYTES else MOST_LINE_BYTES:,}"
                f" bytes{'' if total > MOST_BYTES else ' in one line'}, more than records have",
                file=path,
                remedy="pack the records again, in several folders if there are so many",
            )
        *lines, rest = (rest + piece).split(b"\n")
        yield from ((line, True) for line in lines)
    if rest:
        yield rest, False


def _pieces(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as stream:
            decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY)
            while not decompressor.eof:
                data = stream.read(_PIECE) if decompressor.needs_input else b""
                if decompressor.needs_input and not data:
                    raise EOFError
                yield decompressor.decompress(data, _PIECE)
            if decompressor.unused_data or stream.read(1):
                raise EOFError
    except (lzma.LZMAError, EOFError):
        raise InputError(
            "the file is damaged", file=path, remedy="pack the records again"
        ) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be read: {reason}", file=path) from None
