"""The journal of a study: one line of JSON a change, written by Optuna.

A run may be killed at any moment. A last line that it left torn is cut off; the lock is the
kernel's and ends with its process, so that none is ever left over.
"""

from __future__ import annotations

import importlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from neurols.errors import InputError

_LEFT_OVER_SECONDS = 2.0
"""Optuna's own lock is a link beside the journal, held for a write; one this old has no owner."""


def journal_backend(path: Path, on_note: Callable[[str], None]) -> Any:
    """Optuna's journal in a file, mended where a killed run has left it torn or locked."""
    journal = importlib.import_module("optuna.storages.journal")
    _remove_left_over_lock(Path(f"{path}.lock"), on_note)
    lock = _KernelLock(path) if _has_kernel_locks() else journal.JournalFileOpenLock(str(path))
    if path.exists():
        lock.acquire()
        try:
            _mend(path, on_note)
        finally:
            lock.release()
    return journal.JournalFileBackend(str(path), lock_obj=lock)


class _KernelLock:
    """Held for a write; taken by the kernel from a process that ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        import fcntl

        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except BaseException:
            os.close(descriptor)
            raise
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _has_kernel_locks() -> bool:
    try:
        import fcntl  # noqa: F401
    except ImportError:  # not on this platform
        return False
    return True


def _remove_left_over_lock(lock: Path, on_note: Callable[[str], None]) -> None:
    """Optuna itself would wait for half a minute, in silence for ten seconds."""
    while True:
        try:
            age = time.time() - lock.lstat().st_mtime
        except OSError:
            return  # none is there, or no longer
        if not 0 <= age < _LEFT_OVER_SECONDS:
            break
        time.sleep(0.05)
    lock.unlink(missing_ok=True)
    on_note(f"{lock}: left over by a run that was killed; removed")


def _mend(path: Path, on_note: Callable[[str], None]) -> None:
    """Cut off a last line that is torn; end one that is whole but for its line feed.

    Raises:
        InputError: the file is no journal. It stays as it is.
    """
    data = path.read_bytes()
    body, ended = (data[:-1], True) if data.endswith(b"\n") else (data, False)
    if not body:
        return
    before, _, last = body.rpartition(b"\n")
    if not (_is_entry(before.partition(b"\n")[0]) if before else last.startswith(b'{"op_code":')):
        raise InputError(
            "no study can be opened here: this is no journal of one",
            file=path,
            remedy="name another file",
        )
    if _is_entry(last):
        if not ended:
            with path.open("ab") as stream:
                stream.write(b"\n")
        return
    os.truncate(path, len(before) + 1 if before else 0)
    on_note(f"{path}: the last line was torn when a run was killed; the study goes on before it")


def _is_entry(line: bytes) -> bool:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(entry, dict) and "op_code" in entry
