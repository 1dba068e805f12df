"""Running searches in the background so that somebody can watch them, and stop them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

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
    jobs: Sequence[_core.SearchJob],
    threads: int,
    share_used: Callable[[float, int], float | None],
    on_progress: OnProgress | None,
) -> list[_core.SearchResult]:
    """Run the searches; Ctrl-C ends them early, and their results so far are returned.

    The searches run on a thread of their own because only the main thread receives signals.
    """
    from neurols import _core

    progress = _core.Progress()
    results: list[_core.SearchResult] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            results.extend(_core.run_batch(list(jobs), threads, progress))
        except BaseException as failure:  # told to the caller's thread below
            failures.append(failure)
        finally:
            done.set()

    # An event, because an interrupted Thread.join() may take a running thread for finished.
    done = threading.Event()
    started = time.monotonic()
    threading.Thread(target=work, daemon=True).start()
    try:
        while not done.wait(_WATCH_SECONDS):
            if on_progress is not None:
                seconds = time.monotonic() - started
                share = share_used(seconds, progress.iterations)
                on_progress(Snapshot(seconds, progress.iterations, progress.best, share))
    except KeyboardInterrupt:
        progress.cancel()
        done.wait()
    except BaseException:
        progress.cancel()
        done.wait()
        raise
    if failures:
        raise failures[0]
    return results
