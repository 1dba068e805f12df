"""Searches in the background, with calls about their progress and a way to stop them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from neurols.search.interrupt import interruptible

if TYPE_CHECKING:
    from neurols import _core

_WATCH_SECONDS = 0.1


class Snapshot(NamedTuple):
    """What ``on_progress`` is told, about ten times a second."""

    seconds: float
    iterations: int
    best: float
    share: float | None
    """Share of the budget used, 0 to 1, where there is a limit to measure by."""


OnProgress = Callable[[Snapshot], None]


def run_watched(
    run: Callable[[_core.Progress], list[_core.SearchResult]],
    share_used: Callable[[float, int], float | None],
    on_progress: OnProgress | None,
) -> list[_core.SearchResult]:
    """Run searches that end when their progress is cancelled: Ctrl-C returns their results so far.

    They run on a thread of their own because only the main thread receives signals.
    """
    from neurols import _core

    progress = _core.Progress()
    results: list[_core.SearchResult] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            results.extend(run(progress))
        except BaseException as failure:  # told to the caller's thread below
            failures.append(failure)
        finally:
            done.set()

    # An event, because an interrupted Thread.join() may take a running thread for finished.
    done = threading.Event()
    started = time.monotonic()
    with interruptible() as interruption:
        interruption.then(progress.cancel)
        threading.Thread(target=work, daemon=True).start()
        try:
            while not done.wait(_WATCH_SECONDS):
                if on_progress is not None:
                    seconds = time.monotonic() - started
                    share = share_used(seconds, progress.iterations)
                    on_progress(Snapshot(seconds, progress.iterations, progress.best, share))
        except KeyboardInterrupt:  # of a handler of the application, or pressed repeatedly
            progress.cancel()
            done.wait()
        except BaseException:
            progress.cancel()
            done.wait()
            raise
    if failures:
        raise failures[0]
    return results
