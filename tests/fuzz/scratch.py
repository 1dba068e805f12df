"""The folder that fuzz targets write their inputs to."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="neurols-fuzz-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


def file_of(data: bytes, name: str) -> Path:
    """A file of that name with the data."""
    path = FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def empty_folder(name: str) -> Path:
    """A folder of that name with nothing in it."""
    path = FOLDER / name
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path
