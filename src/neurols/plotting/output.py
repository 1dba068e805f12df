"""Pictures into files: the format by the suffix, and a file that is there in full or not at all."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from neurols.errors import InputError
from neurols.files.whole_file import write_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".html")

_DOTS_PER_INCH = 150
# A picture must not change from run to run: no date, the same ids in every svg.
_MAKER = {".svg": "Creator", ".png": "Software"}


def suffix_of(path: str | PathLike[str]) -> str:
    """The picture's format, from the name of its file.

    Raises:
        InputError: the suffix names no format.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(
            f"{suffix!r} is no format of pictures" if suffix else "the picture's format is missing",
            file=path,
            remedy=f"let the name end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}",
        )
    return suffix


def check_target(path: str | PathLike[str]) -> None:
    """Refuse a path that no picture could be written to, before any work is done for it."""
    suffix_of(path)
    target = Path(path)
    if target.is_dir():
        raise InputError("this is a directory", file=path, remedy="name a file in it")
    if not target.parent.is_dir():
        raise InputError("its folder does not exist", file=path, remedy="create the folder first")


def check_library(path: str | PathLike[str]) -> None:
    """Refuse a format that the package for it is missing for, before any work is done."""
    require("plotly" if suffix_of(path) == ".html" else "matplotlib", file=path)


def require(package: str, file: str | PathLike[str] | None = None) -> None:
    """Raise an InputError that says what to install where a drawing package is missing."""
    if find_spec(package) is None:
        raise InputError(
            f"pictures need the package {package!r}",
            file=file,
            remedy="pip install 'neurols[plot]'",
        )


def image_bytes(
    figure: Figure, suffix: str, *, text_as: str = "path", maker: str = "neurols"
) -> bytes:
    """A Matplotlib figure as svg or png, the same bytes for the same figure.

    Args:
        figure: what was drawn.
        suffix: the format.
        text_as: of an svg: ``path`` looks the same everywhere, ``none`` (plain text) is small.
        maker: noted in the file.
    """
    import matplotlib

    buffer = BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "neurols", "svg.fonttype": text_as}):
        metadata: dict[str, str | None] = {_MAKER[suffix]: maker}
        if suffix == ".svg":
            metadata["Date"] = None
        figure.savefig(buffer, format=suffix[1:], dpi=_DOTS_PER_INCH, metadata=metadata)
    return buffer.getvalue()


def write_picture(figure: Figure, path: str | PathLike[str]) -> None:
    """Write a Matplotlib figure as svg or png, by the name of the file; small, for many of them.

    The file says which Matplotlib drew it: another one may set a line a hair's breadth elsewhere.
    """
    import matplotlib

    maker = f"neurols, Matplotlib {matplotlib.__version__}"
    data = image_bytes(figure, suffix_of(path), text_as="none", maker=maker)
    write_bytes(path, data)
