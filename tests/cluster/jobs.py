"""Jobs that travel: of top-level classes, so that workers can load them."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Square:
    number: int

    def __call__(self) -> int:
        return self.number**2


@dataclass(frozen=True)
class Fail:
    message: str

    def __call__(self) -> int:
        raise ValueError(self.message)


class Unspeakable(Exception):
    """An error that cannot be loaded again where it arrives."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other}")


@dataclass(frozen=True)
class FailOddly:
    def __call__(self) -> int:
        raise Unspeakable("this", "that")


@dataclass(frozen=True)
class DieUntil:
    """Kills its own process until it has been tried so many times."""

    folder: str
    name: str
    deaths: int

    def __call__(self) -> int:
        tries = Path(self.folder, self.name)
        with tries.open("ab") as stream:
            stream.write(b"x")
        if tries.stat().st_size <= self.deaths:
            os.kill(os.getpid(), signal.SIGKILL)
        return tries.stat().st_size


@dataclass(frozen=True)
class Sleep:
    seconds: float

    def __call__(self) -> int:
        time.sleep(self.seconds)
        return os.getpid()


class SleepUntilCancelled:
    """Ends when it is told to, which only a job of this process can be."""

    def __init__(self) -> None:
        self._told = threading.Event()

    def __call__(self) -> None:
        self._told.wait(60)

    def cancel(self) -> None:
        self._told.set()

    @property
    def was_cancelled(self) -> bool:
        return self._told.is_set()


@dataclass(frozen=True)
class SlowOnce:
    """Hangs where it is tried first, as on a machine that has ground to a halt."""

    folder: str
    seconds: float

    def __call__(self) -> str:
        try:
            Path(self.folder, "first").touch(exist_ok=False)
        except FileExistsError:
            return "second"
        time.sleep(self.seconds)
        return "first"
