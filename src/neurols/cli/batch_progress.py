"""Progress of a batch on stderr: done, running, failed, rate and time left."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from neurols.cli.progress import progress_bar
from neurols.errors import printable

_LINE_SECONDS = 30.0


class _Counts:
    """What has come so far."""

    def __init__(self, total: int, workers: int) -> None:
        self.total = total
        self.done = self.failed = self.found = 0
        self._workers = workers
        self._began = time.monotonic()

    def add(self, failed: bool, found: bool) -> None:
        self.done += 1
        self.failed += failed
        self.found += found

    def __str__(self) -> str:
        left = self.total - self.done
        rate = (self.done - self.found) / max(time.monotonic() - self._began, 1e-9)
        words = [f"{self.done}/{self.total}", f"{min(left, self._workers)} running"]
        if self.failed:
            words.append(f"{self.failed} failed")
        if rate > 0:
            words += [f"{rate:.3g}/s", f"{_clock(left / rate)} left"]
        return "  ".join(words)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def watch_batch(
    total: int, workers: int, at_terminal: bool
) -> Iterator[Callable[[dict[str, object], bool], None]]:
    """What is to be told every result: a bar at a terminal, else a line now and then."""
    counts = _Counts(total, workers)
    if not at_terminal:
        last = time.monotonic()

        def note(line: dict[str, object], found: bool) -> None:
            nonlocal last
            counts.add(line["status"] == "failed", found)
            if time.monotonic() - last > _LINE_SECONDS:
                last = time.monotonic()
                print(f"neurols: {counts}", file=sys.stderr, flush=True)

        yield note
        return
    with progress_bar() as shown:
        task = shown.add_task("batch", total=total, note="")

        def update(line: dict[str, object], found: bool) -> None:
            counts.add(line["status"] == "failed", found)
            note = printable(f"{counts}  {line['name']}")
            shown.update(task, completed=counts.done, note=note)

        yield update
