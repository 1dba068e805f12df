"""Changes of jobs for all who watch: one look at the store a tick, however many they are."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from starlette.concurrency import run_in_threadpool

from neurols.serve import models
from neurols.serve.store import OPEN, Store

_TICK = 0.1  # seconds between two looks at the jobs that somebody watches
_QUIET = 15.0  # seconds between messages that keep a connection open
_AT_ONCE = 500  # jobs of a look


class Watch:
    """The jobs of a store that somebody watches."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._watched: Counter[str] = Counter()
        self._versions: dict[str, int] = {}
        self._looked = 0.0
        self._lock = asyncio.Lock()
        self._texts: dict[str, tuple[int, bool, str]] = {}

    async def events(
        self, numbers: Sequence[str], gone: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[str]:
        """Server-sent events of some jobs whenever something of them changes, until all are over.

        Args:
            numbers: of the jobs.
            gone: whether the one who watches is no longer there.
        """
        self._watched.update(numbers)
        self._looked = 0.0  # the next look sees these, too
        try:
            left, seen, spoke = set(numbers), dict[str, int](), time.monotonic()
            while left and not await gone():
                versions = await self._look()
                for number in [number for number in numbers if number in left]:
                    version = versions.get(number)
                    if version is not None and version == seen.get(number):
                        continue
                    version, is_open, text = await self._text(number)
                    seen[number], spoke = version, time.monotonic()
                    if not is_open:
                        left.discard(number)
                    yield text
                if time.monotonic() - spoke >= _QUIET:
                    spoke = time.monotonic()
                    yield ": still here\n\n"
                await asyncio.sleep(_TICK if left else 0)
        finally:
            self._watched.subtract(numbers)
            for number in numbers:
                if self._watched[number] <= 0:
                    del self._watched[number]
                    self._texts.pop(number, None)

    async def _look(self) -> dict[str, int]:
        async with self._lock:
            if time.monotonic() - self._looked >= _TICK:
                found: dict[str, int] = {}
                numbers = list(self._watched)
                for first in range(0, len(numbers), _AT_ONCE):
                    part = numbers[first : first + _AT_ONCE]
                    found |= await run_in_threadpool(self._store.versions, part)
                self._versions, self._looked = found, time.monotonic()
            return self._versions

    async def _text(self, number: str) -> tuple[int, bool, str]:
        """A job's version, whether it waits or runs, and its event; shared by all who watch it."""
        version = self._versions.get(number)
        known = self._texts.get(number)
        if known is not None and version == known[0]:
            return known
        job = await run_in_threadpool(self._store.get, number)
        if job is None:
            return 0, False, f'event: deleted\ndata: {{"id": "{number}"}}\n\n'
        text = f"event: job\ndata: {models.job_of(job).model_dump_json()}\n\n"
        found = int(job["version"]), job["state"] in OPEN, text
        if number in self._watched:
            self._texts[number] = found
        return found
